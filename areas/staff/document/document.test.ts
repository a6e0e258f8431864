// Documents of staff: added by the centre or the person, decided by another, counted for the approval (areas/staff.md 3.5).

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { useAreas } from '@aangan/server/endpoint/area-registry.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { uploadedFile } from '@aangan/testkit/uploaded-file.ts';
import { ANDHERI, BANER, type PersonName, staffIds } from '@aangan/testkit/world.ts';
import { staffContract } from '../staff/staff.contract.ts';
import { staffListContract } from '../staff/staff-list.contract.ts';
import { days, rowOf, runJob, verifyDocuments } from '../staff-testing.ts';
import { expireDocumentsJob } from './expire-documents.server.ts';
import { staffDocumentContract } from './staff-document.contract.ts';
import { staffDocuments } from './staff-document.listing.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
  useAreas(app.areas);
});
after(() => app.close());

const staffId = staffIds.Usha;
const POLICE = 'Police verification';
const kavi = () => app.as('Kavi', { centre: ANDHERI });

async function kindOf(name: string): Promise<string> {
  const [kind] = await app.sql<{ id: string }>('select id from staff_document_kind where name = $1', [name]);
  return kind?.id ?? assert.fail(`no kind ${name}`);
}

interface Given {
  by?: PersonName;
  kind?: string;
  of?: string;
  file?: string;
  issuedOn?: string;
  expiresOn?: string;
  number?: string;
}
async function inputOf({ by = 'Bina', kind = 'Photo', of = staffId, file = 'one.pdf', ...rest }: Given) {
  const fileId = await uploadedFile(app, { by, name: file });
  return { staffId: of, kindId: await kindOf(kind), fileId, ...rest };
}
const upload = async (given: Given) =>
  (
    await app
      .as(given.by ?? 'Bina', { centre: ANDHERI })
      .call(staffDocumentContract.upload, await inputOf(given))
  ).id;
const versionOf = async (id: string) => {
  const [row] = await app.sql<{ version: number; status: string }>(
    'select version, status from staff_document where id = $1',
    [id],
  );
  return row ?? assert.fail('no such document');
};
const at = async (id: string) => ({ version: (await versionOf(id)).version });
const police = { kind: POLICE, issuedOn: days(-10), expiresOn: days(1000) };

test('staff thread 2 to 4: missing police verification refuses the approval; added and verified, the person is approved', async () => {
  await verifyDocuments(app, staffId, { but: [POLICE, 'Photo'] });
  const photo = await upload({ by: 'Usha', file: 'me.jpg' });
  const own = await app.as('Usha').call(staffDocumentContract.of, {});
  assert.deepEqual([own.staffId, own.needed, own.verified, own.can['upload']], [staffId, 7, 5, true]);
  const card = await upload({ ...police, number: 'MH-2026-4711' });
  const version = (await rowOf(app, staffId)).version;
  const approve = () =>
    kavi().refused(staffContract.approve, { id: staffId }, 'staff.documents-missing', { version });
  assert.deepEqual((await approve()).details?.['kinds'], ['Photo', POLICE]);
  await kavi().call(staffDocumentContract.verify, { id: photo }, await at(photo));
  const error = await approve();
  assert.equal(error.message, 'Police verification is missing. Verify the documents first, then approve.');
  await kavi().call(staffDocumentContract.verify, { id: card }, await at(card));
  await kavi().call(staffContract.approve, { id: staffId }, { version });
  assert.equal((await rowOf(app, staffId)).status, 'APPROVED');
  const seen = await app.as('Bina').call(staffDocumentContract.of, { staffId });
  const of = seen.kinds.find((kind) => kind.name === POLICE)?.document;
  assert.deepEqual([of?.status, of?.number, of?.expiresOn], ['VERIFIED', '••••4711', days(1000)]);
  const [stored] = await app.sql<{ found: boolean }>(
    `select bool_or(t like '%2026-4711%') as found from (select d::text as t from staff_document d union all select diff::text from record_change) x`,
  );
  assert.equal(stored?.found, false, 'neither the row nor the journal holds the number');
});

test('who added a document, and the person themself, do not verify it; neither does who lacks the module', async () => {
  const id = await upload({ by: 'Kavi', kind: 'Medical fitness', issuedOn: days(-3), expiresOn: days(300) });
  await kavi().refused(staffDocumentContract.verify, { id }, 'approval.own', await at(id));
  await kavi().refused(staffDocumentContract.reject, { id, reason: 'Mine' }, 'approval.own', await at(id));
  await app.as('Bina').refused(staffDocumentContract.verify, { id }, 'module.missing', await at(id));
  const asha = app.as('Asha', { centre: ANDHERI });
  assert.deepEqual((await kavi().call(staffDocumentContract.view, { id })).can, {
    verify: false,
    reject: false,
  });
  assert.deepEqual((await asha.call(staffDocumentContract.view, { id })).can, { verify: true, reject: true });
  await assert.rejects(
    app.sql(`update staff_document set verified_by = uploaded_by where id = $1`, [id]),
    /staff_document_not_own/,
    'the database refuses it too',
  );
  await asha.call(staffDocumentContract.verify, { id }, await at(id));
  await asha.refused(staffDocumentContract.verify, { id }, 'row.wrong-state', await at(id));
});

test('a rejected document tells the person why; another one takes its place', async () => {
  const kind = 'Experience letter';
  const id = await upload({ kind });
  await kavi().refused(staffDocumentContract.reject, { id, reason: '' }, 'input.invalid', await at(id));
  await kavi().refused(staffDocumentContract.verify, { id }, 'row.stale', { version: 77 });
  await kavi().call(staffDocumentContract.reject, { id, reason: 'The second page is missing' }, await at(id));
  const mine = async () =>
    (await app.as('Usha').call(staffDocumentContract.of, {})).kinds.find((one) => one.name === kind)
      ?.document;
  assert.deepEqual(
    [(await mine())?.status, (await mine())?.reason],
    ['REJECTED', 'The second page is missing'],
  );
  const letters = await app.sql(`select 1 from outbox where payload ->> 'kind' = 'staff.document-rejected'`);
  const bell = await app.sql(`select 1 from notice where kind = 'staff.document-rejected'`);
  assert.deepEqual([letters.length, bell.length], [1, 1]);
  const second = await upload({ by: 'Usha', kind });
  const third = await upload({ kind });
  assert.deepEqual(
    [(await versionOf(id)).status, (await versionOf(second)).status, (await mine())?.id],
    ['REJECTED', 'REPLACED', third],
  );
});

test('two uploads of one kind at once: one counts', async () => {
  const both = await Promise.all(
    ['a.pdf', 'b.pdf'].map(async (file) => inputOf({ kind: 'Appointment letter', file })),
  );
  const answers = await Promise.all(
    both.map((input) => app.as('Bina').raw(staffDocumentContract.upload, input)),
  );
  assert.deepEqual(
    answers.map((one) => one.status),
    [200, 200],
  );
  const rows = await app.sql(
    `select 1 from staff_document where staff_id = $1 and kind_id = $2 and status = 'UPLOADED'`,
    [staffId, await kindOf('Appointment letter')],
  );
  assert.equal(rows.length, 1);
});

test('bad input is named at its field and nothing is written', async () => {
  const bina = app.as('Bina');
  const count = async () =>
    (await app.sql<{ n: number }>('select count(*)::int as n from staff_document'))[0]?.n;
  const earlier = await count();
  const wrong: [string, Given][] = [
    ['expiresOn', { kind: POLICE }],
    ['expiresOn', { ...police, expiresOn: days(-1) }],
    ['issuedOn', { kind: 'Photo', issuedOn: days(1) }],
    ['number', { number: 'x'.repeat(41) }],
  ];
  for (const [field, given] of wrong) {
    const error = await bina.refused(staffDocumentContract.upload, await inputOf(given), 'input.invalid');
    assert.deepEqual(Object.keys(error.fields ?? {}), [field]);
  }
  const care = await inputOf({});
  await app.sql(`update staff set category = 'CARE' where id = $1`, [staffId]);
  const error = await bina.refused(
    staffDocumentContract.upload,
    { ...care, kindId: await kindOf('Qualification certificate') },
    'input.invalid',
  );
  assert.deepEqual(Object.keys(error.fields ?? {}), ['kindId'], 'a kind of another category');
  await app.sql(`update staff set category = 'TEACHING' where id = $1`, [staffId]);
  await bina.refused(staffDocumentContract.upload, await inputOf({ file: 'one.docx' }), 'file.wrong-type');
  await bina.refused(
    staffDocumentContract.upload,
    { ...care, fileId: await uploadedFile(app, { by: 'Esha', name: 'hers.pdf' }) },
    'row.not-found',
  );
  assert.equal(await count(), earlier);
});

test('own documents only, and no other centre', async () => {
  const usha = app.as('Usha');
  await usha.refused(staffDocumentContract.of, { staffId: staffIds.Divya }, 'row.not-found');
  await usha.refused(
    staffDocumentContract.upload,
    await inputOf({ by: 'Usha', of: staffIds.Divya }),
    'row.not-found',
  );
  await usha.refused(staffDocuments.endpoints.list, {}, 'module.missing');
  await app.as('Esha').refused(staffDocumentContract.of, {}, 'staff.not-listed');
  const id = await upload({ kind: 'Bank proof' });
  await usha.refused(staffDocumentContract.view, { id }, 'module.missing');
  const charu = app.as('Charu');
  await charu.refused(staffDocumentContract.of, { staffId }, 'row.not-found');
  await charu.refused(staffDocumentContract.view, { id }, 'row.not-found');
  await charu.refused(staffDocumentContract.upload, await inputOf({ by: 'Charu' }), 'row.not-found');
  const far = app.as('Kavi', { centre: BANER });
  await far.refused(staffDocumentContract.verify, { id }, 'row.not-found', await at(id));
  await app.sql(`update staff set status = 'LEFT', left_on = $2 where id = $1`, [staffIds.Divya, days(0)]);
  await app
    .as('Bina')
    .refused(staffDocumentContract.upload, await inputOf({ of: staffIds.Divya }), 'staff.has-left');
  const { rows } = await app.as('Bina').call(staffListContract.options, { q: 'usha' });
  assert.deepEqual(
    rows.map((row) => row.id),
    [staffId],
  );
  assert.deepEqual((await charu.call(staffListContract.options, { ids: [staffId] })).rows, []);
});

test('the queue goes from one waiting document to the next and leaves out the own uploads', async () => {
  await app.sql(`update staff_document set status = 'REJECTED' where status = 'UPLOADED'`);
  const first = await upload({ kind: 'Photo' });
  const second = await upload({ kind: 'Address proof' });
  await upload({ by: 'Kavi', kind: 'Identity proof' });
  const next = async (id: string) => (await kavi().call(staffDocumentContract.view, { id })).nextId;
  assert.deepEqual([await next(first), await next(second)], [second, first]);
  const { rows, total } = await kavi().call(staffDocuments.endpoints.list, { status: 'UPLOADED' });
  assert.deepEqual([rows[0]?.id, rows[0]?.can, total.n], [first, { decide: true }, 3]);
});

test('the night: thirty days before, the person is told once; after the last day a document counts no more', async () => {
  const id = await upload({ ...police, expiresOn: days(30) });
  await kavi().call(staffDocumentContract.verify, { id }, await at(id));
  const night = (n: number) => new Date(`${days(n)}T00:15:00+05:30`);
  const told = async () =>
    (await app.sql(`select 1 from notice where kind = 'staff.document-expiring'`)).length;
  await runJob(app, expireDocumentsJob, night(-1));
  assert.equal(await told(), 0, 'thirty-one days before');
  await runJob(app, expireDocumentsJob, night(0));
  await runJob(app, expireDocumentsJob, night(1));
  assert.equal(await told(), 1);
  await runJob(app, expireDocumentsJob, night(30));
  assert.equal((await versionOf(id)).status, 'VERIFIED', 'on its last day');
  await runJob(app, expireDocumentsJob, night(31));
  assert.equal((await versionOf(id)).status, 'EXPIRED');
  const waiting = await upload({ ...police, expiresOn: days(5) });
  await app.sql('update staff_document set issued_on = null, expires_on = $2 where id = $1', [
    waiting,
    days(-1),
  ]);
  await kavi().refused(
    staffDocumentContract.verify,
    { id: waiting },
    'staff.document-expired',
    await at(waiting),
  );
});
