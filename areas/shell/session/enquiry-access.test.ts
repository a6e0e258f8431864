// The flag that decides whether the browser asks for enquiry counts (specification: hasEnquiryAccess; enquiries.md D9, D10).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { auth, type SignInTest, signInTest } from './session-testing.ts';

let t: SignInTest;
before(async () => {
  t = await signInTest({ areas: 'all' });
});
after(() => t.close());

const here = { 'x-franchisee-id': String(ANDHERI), 'x-academic-year-id': '2026' };
const access = async (token: string) =>
  (await t.send('GET', '/api/session/enquiry-access', { headers: auth(token, here) })).body[
    'hasEnquiryAccess'
  ];
const counts = (token: string) =>
  t.send('GET', `/api/enquiry/enquiry-count?franchiseeID=${ANDHERI}&academicYearID=2026`, {
    headers: auth(token, here),
  });
test('1 with the module, 0 with a menu of other things; told anew with each choice; the counts refuse by themselves', async () => {
  const esha = await t.fullSignIn('Esha');
  assert.equal(await access(esha), 1);
  assert.deepEqual(Object.keys((await counts(esha)).body).sort(), [
    'followUpLeadCount',
    'todaysFollowUpCount',
    'totalLeadCount',
    'yetToCallCount',
  ]);
  const divya = await t.fullSignIn('Divya');
  assert.equal(await access(divya), 0);
  assert.equal((await counts(divya)).status, 403);
  const chosen = await t.send('POST', '/api/session/choose-context', {
    body: { franchiseeID: ANDHERI },
    headers: auth(divya, here),
  });
  assert.equal(chosen.body['hasEnquiryAccess'], 0, 'told anew with each change of role or centre');
});

test('row 111: an empty menu forces it on, and the counts refuse all the same', async () => {
  const zoya = await t.fullSignIn('Zoya');
  const menu = await t.send('GET', '/api/menu/get', { headers: auth(zoya) });
  assert.deepEqual([menu.status, menu.body['dashboards']], [200, []]);
  const asked = await t.send('GET', '/api/session/enquiry-access', { headers: auth(zoya) });
  assert.equal(asked.body['hasEnquiryAccess'], 1);
  assert.equal((await counts(zoya)).status, 404, 'no centre is hers');
});
