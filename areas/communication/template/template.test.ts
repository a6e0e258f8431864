// Templates: the registered text is the text, another person activates it, and what was live is never changed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { children } from '@aangan/testkit/world-families.ts';
import { consentListContract } from '../consent/consent-list.contract.ts';
import { templateContract as contract } from './template.contract.ts';
import { templates } from './template.listing.ts';
import { sampleOf, withNames } from './template-text.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());

const REGISTERED =
  'Dear {#alphanumeric#}, fees of {#alphanumeric#}, Term 2: Rs {#numeric#}, due {#alphanumeric#}. Pay here: {#url#} {#alphanumeric#}';
const variables = [
  { name: 'rupees', kind: 'NUMBER' as const, sample: '12500' },
  { name: 'dueOn', kind: 'DATE' as const, sample: '2026-04-10' },
  { name: 'link', kind: 'LINK' as const, sample: 'https://agn.example/p/AbCdEfGhIjKlMnOpQrStUv' },
];
const map = ['name', 'child', 'rupees', 'dueOn', 'link', 'centre'];
type Save = InputOf<typeof contract.save>;
const sms = (more: Partial<Save> = {}): Save => ({
  name: 'Fees of the term',
  userType: 'PARENT',
  type: 'SMS',
  category: 'SERVICE_IMPLICIT',
  variables,
  variants: [
    {
      language: 'en',
      body: REGISTERED,
      map,
      dltEntityId: '1'.repeat(19),
      dltTemplateId: '2'.repeat(19),
      header: 'AANGAN',
    },
  ],
  ...more,
});
const bina = () => app.as('Bina');
const read = (id: string, who = bina()) => who.call(contract.get, { id });

test('story 1: the text is the registered one with its places filled: 122 characters, one unit', () => {
  const filled = withNames(REGISTERED, map);
  assert.equal(filled.replace(/\{[a-zA-Z]+\}/g, ''), REGISTERED.replace(/\{#[a-z]+#\}/g, ''));
  const sample = sampleOf(
    { type: 'SMS', body: REGISTERED.replace('{#alphanumeric#}', 'Gita'), map: map.slice(1) },
    variables,
  );
  assert.deepEqual([sample.length, sample.units, sample.unicode], [122, 1, false]);
  assert.equal(
    sample.text,
    'Dear Gita, fees of Aarav, Term 2: Rs 12500, due 10-04-2026. Pay here: https://agn.example/p/AbCdEfGhIjKlMnOpQrStUv Andheri',
  );
});

test('written by one, activated by another; the next version leaves the one that is sent alone', async () => {
  const { id, status } = await bina().call(contract.save, sms({ submit: true }));
  assert.equal(status, 'SUBMITTED');
  let row = await read(id);
  assert.deepEqual([row.page, row.can['activate'], row.liveVersion], ['SEND_SMS', false, null]);
  await bina().refused(contract.activate, { id }, 'approval.own', { version: row.version });
  await app.as('Charu').refused(contract.activate, { id }, 'row.not-found', { version: row.version });
  await app.as('Esha').refused(contract.activate, { id }, 'module.missing', { version: row.version });
  await app.as('Kavi').call(contract.activate, { id }, { version: row.version });
  row = await read(id);
  assert.deepEqual([row.status, row.liveVersion], ['ACTIVE', 1]);
  const next = await bina().call(
    contract.save,
    sms({ id, version: row.version, name: 'Fees of the next term' }),
  );
  assert.deepEqual([next.versionNo, next.status], [2, 'DRAFT']);
  row = await read(id);
  assert.deepEqual([row.liveVersion, row.versionNo, row.live?.[0]?.body], [1, 2, REGISTERED]);
  await assert.rejects(
    app.sql(`update template_variant set body = 'another' where template_id = $1 and version_no = 1`, [id]),
    /is not changed/,
  );
  await bina().call(contract.submit, { id }, { version: row.version });
  row = await read(id);
  await app.as('Kavi').call(contract.sendBack, { id, reason: 'Name the centre' }, { version: row.version });
  row = await read(id);
  assert.equal(row.status, 'DRAFT');
  await bina().refused(contract.pause, { id, reason: 'No' }, 'row.wrong-state', { version: row.version });
  await bina().refused(contract.submit, { id }, 'row.stale', { version: 1 });
});

test('paused, resumed, retired; an SMS without its registry ids is not activated', async () => {
  const bare = sms({
    name: 'Bare',
    variants: [{ language: 'en', body: 'Closed on {#var#}', map: ['dueOn'] }],
    submit: true,
  });
  const { id } = await bina().call(contract.save, bare);
  const version = async () => (await read(id)).version;
  await app
    .as('Kavi')
    .refused(contract.activate, { id }, 'template.dlt-missing', { version: await version() });
  const mail = await bina().call(
    contract.save,
    sms({
      name: 'News',
      type: 'EMAIL',
      variants: [{ language: 'en', subject: 'News of {centre}', body: 'Dear {name}, …' }],
      submit: true,
    }),
  );
  let row = await read(mail.id);
  await app.as('Kavi').call(contract.activate, { id: mail.id }, { version: row.version });
  row = await read(mail.id);
  await bina().call(contract.pause, { id: mail.id, reason: 'Old prices' }, { version: row.version });
  row = await read(mail.id);
  assert.deepEqual([row.status, row.pauseReason], ['PAUSED', 'Old prices']);
  await bina().call(contract.resume, { id: mail.id }, { version: row.version });
  row = await read(mail.id);
  await bina().call(contract.retire, { id: mail.id }, { version: row.version });
  row = await read(mail.id);
  assert.deepEqual([row.status, row.can['edit']], ['RETIRED', false]);
});

test('bad texts are named by their field', async () => {
  const fields = async (more: Partial<Save>) =>
    (await bina().refused(contract.save, sms(more), 'template.text')).fields ?? {};
  const one = sms().variants[0];
  assert.ok(one);
  assert.ok((await fields({ variants: [{ ...one, map: map.slice(1) }] }))['variants.0.map']);
  assert.ok((await fields({ variants: [{ ...one, map: [...map.slice(1), 'stranger'] }] }))['variants.0.map']);
  assert.ok((await fields({ variants: [{ ...one, header: '123456' }] }))['variants.0.header']);
  assert.ok((await fields({ variants: [{ ...one, body: 'x'.repeat(700), map: [] }] }))['variants.0.body']);
  assert.ok(
    (await fields({ type: 'EMAIL', variants: [{ language: 'en', body: 'Hello' }] }))['variants.0.subject'],
  );
  assert.ok(
    (
      await fields({ type: 'EMAIL', variants: [{ language: 'en', subject: 'Hi', body: 'Hello {stranger}' }] })
    )['variants.0.body'],
  );
  const wrong = await bina().refused(
    contract.save,
    sms({ variants: [{ ...one, dltEntityId: '12' }] }),
    'input.invalid',
  );
  assert.ok(wrong.fields?.['variants.0.dltEntityId']);
  await bina().call(contract.save, sms({ name: 'Only once' }));
  await bina().refused(contract.save, sms({ name: 'only ONCE' }), 'template.exists');
  await app.as('Divya').refused(contract.save, sms(), 'module.missing');
});

test('head office’s are read at a centre and changed by head office alone; system texts are all there', async () => {
  const { id } = await app.as('Meera').call(contract.save, sms({ name: 'Of head office' }));
  const row = await read(id);
  assert.deepEqual([row.franchiseeId, row.can['edit'], row.can['submit']], [1, false, false]);
  const { rows } = await bina().call(templates.endpoints.list, {});
  assert.ok(!rows.some((one) => one.id === id && one.can.edit));
  assert.notEqual((await bina().raw(contract.retire, { id }, { version: row.version })).status, 200);
  assert.equal((await read(id)).status, 'DRAFT');
  const system = await bina().call(contract.system, {});
  assert.ok(system.rows.some(({ key }) => key === 'academics.absence-notice'));
  assert.ok(system.rows.length > 20);
});

test('a test goes to oneself, five an hour', async () => {
  const { id } = await bina().call(contract.save, sms({ name: 'To try' }));
  for (let n = 0; n < 5; n += 1) await bina().call(contract.test, { id, language: 'en' });
  await bina().refused(contract.test, { id, language: 'en' }, 'rate.limited');
  const queued = await app.sql(
    "select 1 from outbox where source_kind = 'template-test' and source_id = $1",
    [id],
  );
  assert.equal(queued.length, 5);
});

test('consents: yes, no and not asked add to the children; a paper moves one', async () => {
  const photos = async (who = bina()) => {
    const { rows } = await who.call(consentListContract.overview, {});
    const row = rows.find(({ purpose }) => purpose === 'PHOTO_IN_APP');
    return [row?.yes, row?.no, row?.notAsked];
  };
  assert.deepEqual(await photos(), [0, 0, 2]);
  const asked = { studentId: children.Aarav.studentId, purpose: 'PHOTO_IN_APP' as const };
  await bina().call(consentListContract.onPaper, { ...asked, answer: 'YES' });
  assert.deepEqual(await photos(), [1, 0, 1]);
  assert.deepEqual(await photos(app.as('Charu')), [0, 0, 1]);
  const { rows } = await bina().call(consentListContract.children, {
    purpose: 'PHOTO_IN_APP',
    answer: 'YES',
  });
  assert.deepEqual(
    rows.map(({ id }) => id),
    [children.Aarav.studentId],
  );
  await app.as('Charu').refused(consentListContract.onPaper, { ...asked, answer: 'NO' }, 'row.not-found');
  const { rows: texts } = await bina().call(consentListContract.texts, {});
  assert.ok(texts.some(({ purpose, hi }) => purpose === 'PHOTO_IN_APP' && hi));
});
