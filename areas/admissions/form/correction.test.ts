// A form goes back with points to correct, each is answered, and only then it is handed in again (admissions.md 2.1).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { cleanFile, readyRegistration, versionOf } from '../admissions-testing.ts';
import { publicFormContract } from '../public-form/public-form.contract.ts';
import { registrationContract } from '../registration/registration.contract.ts';
import { formContract } from './form.contract.ts';

const OLD_ENOUGH = '2023-03-10';
let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());

async function parentOf(id: string) {
  const { refId } = await app.as('Bina').call(registrationContract.resend, { id });
  return app.link(refId);
}

test('a returned registration: every point is answered before it is handed in again, and the verification ends them', async () => {
  const id = await readyRegistration(app, { name: 'Ira', born: OLD_ENOUGH });
  await app.as('Bina').refused(registrationContract.returnToParent, { id, items: [] }, 'input.invalid', {
    version: await versionOf(app, 'registration', id),
  });
  await app.as('Bina').call(
    registrationContract.returnToParent,
    {
      id,
      items: [
        { part: 'allergies', message: 'Which nuts exactly?' },
        { part: 'IMMUNISATION', message: 'The second page is missing' },
        { part: 'OTHER', message: 'Please call us about the start' },
      ],
    },
    { version: await versionOf(app, 'registration', id) },
  );
  const parent = await parentOf(id);
  const seen = await parent.call(publicFormContract.open, {});
  assert.deepEqual(
    seen.corrections.map(({ part, answered }) => [part, answered]),
    [
      ['allergies', false],
      ['IMMUNISATION', false],
      ['OTHER', false],
    ],
  );
  const hand = async () => {
    const { revision } = await parent.call(publicFormContract.open, {});
    return { baseRevision: revision, declaredName: 'Rohan Ira', agreed: true as const };
  };
  const refused = await parent.refused(publicFormContract.submit, await hand(), 'correction.open');
  assert.equal(
    refused.message,
    'Still to answer: Which nuts exactly?; The second page is missing; Please call us about the start',
  );
  const answered = async () =>
    (await parent.call(publicFormContract.open, {})).corrections.map((one) => one.answered);
  await parent.call(publicFormContract.save, {
    baseRevision: seen.revision,
    changes: { allergies: 'Peanuts and cashews', food: 'VEG' },
  });
  assert.deepEqual(await answered(), [true, false, false], 'the answer that changed is answered');
  await parent.call(publicFormContract.addDocument, {
    slot: 'IMMUNISATION',
    fileId: await cleanFile(app),
    fileName: 'page-2.pdf',
  });
  assert.deepEqual(await answered(), [true, true, false], 'so is the document that came');
  const other = seen.corrections[2];
  assert.ok(other);
  await parent.call(publicFormContract.answerItem, { itemId: other.id, note: 'We spoke on Monday' });
  assert.equal((await parent.call(publicFormContract.submit, await hand())).status, 'SUBMITTED');
  const desk = await app.as('Bina').call(registrationContract.get, { id });
  assert.deepEqual(
    desk.corrections.map(({ answered, note }) => [answered, note]),
    [
      [true, null],
      [true, null],
      [true, 'We spoke on Monday'],
    ],
  );
});

test('the counter answers too; a point of another form is not there; a second return closes the first', async () => {
  const id = await readyRegistration(app, { name: 'Kabir', born: OLD_ENOUGH });
  const other = await readyRegistration(app, { name: 'Myra', born: OLD_ENOUGH });
  for (const one of [id, other])
    await app
      .as('Bina')
      .call(
        registrationContract.returnToParent,
        { id: one, items: [{ part: 'OTHER', message: 'Please come in' }] },
        { version: await versionOf(app, 'registration', one) },
      );
  const open = async (one: string) =>
    (await app.as('Esha').call(formContract.open, { kind: 'REGISTRATION', id: one })).corrections;
  const [foreign] = await open(other);
  const [own] = await open(id);
  assert.ok(own && foreign);
  const esha = app.as('Esha');
  await esha.refused(
    formContract.answerItem,
    { kind: 'REGISTRATION', id, itemId: foreign.id },
    'row.not-found',
  );
  await (await parentOf(id)).refused(publicFormContract.answerItem, { itemId: foreign.id }, 'row.not-found');
  await app
    .as('Charu')
    .refused(formContract.answerItem, { kind: 'REGISTRATION', id, itemId: own.id }, 'row.not-found');
  await esha.call(formContract.answerItem, { kind: 'REGISTRATION', id, itemId: own.id });
  const { revision } = await esha.call(formContract.open, { kind: 'REGISTRATION', id });
  await esha.call(formContract.submit, {
    kind: 'REGISTRATION',
    id,
    baseRevision: revision,
    declaredName: 'Rohan Kabir',
  });
  await app
    .as('Bina')
    .call(
      registrationContract.returnToParent,
      { id, items: [{ part: 'food', message: 'Egg or not?' }] },
      { version: await versionOf(app, 'registration', id) },
    );
  assert.deepEqual(
    (await open(id)).map(({ part }) => part),
    ['food'],
  );
  const [closed] = await app.sql<{ n: number }>(
    'select count(*)::int as n from correction_item where franchisee_id = $1 and subject_id = $2 and closed_at is not null and closed_by is not null',
    [ANDHERI, id],
  );
  assert.equal(closed?.n, 1);
});

test('what was handed in is there on paper, made once; before that it is refused', async () => {
  const id = await readyRegistration(app, { name: 'Riya', born: OLD_ENOUGH });
  const which = { kind: 'REGISTRATION', id } as const;
  const { url } = await app.as('Esha').call(formContract.pdf, which);
  await (await parentOf(id)).call(publicFormContract.pdf, {});
  const files = await app.sql<{ id: string; bytes: number; mime: string }>(
    `select f.id, f.bytes, f.mime from file_use u join file f on f.franchisee_id = u.franchisee_id and f.id = u.file_id
      join submission s on s.id::text = u.subject_id::text where u.subject_kind = 'submission' and s.subject_id = $1`,
    [id],
  );
  assert.equal(files.length, 1, 'the second reader gets the same file');
  assert.equal(files[0]?.mime, 'application/pdf');
  assert.ok(url.includes(files[0]?.id ?? 'no file'));
  const { statusCode, rawPayload } = await app.app.inject({ method: 'GET', url });
  assert.equal(statusCode, 200);
  assert.equal(rawPayload.subarray(0, 5).toString(), '%PDF-');
  await app.as('Charu').refused(formContract.pdf, which, 'row.not-found');
  await app.sql('delete from file_use where subject_kind = $1', ['submission']);
  await app.sql(
    'set session_replication_role = replica; delete from submission; set session_replication_role = origin',
  );
  await app.as('Esha').refused(formContract.pdf, which, 'form.not-handed-in');
});
