// CCTV documents: uploaded by the centre, verified by another person, then unchangeable (areas/audits.md story 24).

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, type Day, todayIst } from '@aangan/contract/period.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { uploadedFile } from '@aangan/testkit/uploaded-file.ts';
import { ANDHERI, type PersonName, people } from '@aangan/testkit/world.ts';
import { cctvDocumentContract as contract } from './cctv-document.contract.ts';
import { cctvDocuments } from './cctv-document.listing.ts';
import { expiryJob } from './cctv-expiry.server.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());

const today = todayIst(new Date());
const day = (n: number): Day => addDays(today, n);
const bina = () => app.as('Bina', { centre: ANDHERI });
const kavi = () => app.as('Kavi', { centre: ANDHERI });

const fileOf = (by: PersonName, name: string) => uploadedFile(app, { by, name });

type Kind = 'CAMERA_LAYOUT' | 'NOTICE_PHOTO' | 'VENDOR_KYC' | 'MAINTENANCE_CONTRACT';
async function given(
  kind: Kind,
  { by = 'Bina', file = 'plan.pdf' }: { by?: PersonName; file?: string } = {},
) {
  return {
    kind,
    periodFrom: day(-30),
    periodTo: day(0),
    validTo: day(30),
    cameras: 8,
    retentionDays: 30,
    fileIds: [await fileOf(by, file)],
  };
}
const upload = async (kind: Kind) => (await bina().call(contract.upload, await given(kind))).id;
const view = (id: string) => bina().call(contract.view, { id });
const at = async (id: string) => ({ version: (await view(id)).version });

test('a document is uploaded, verified by another person, and cannot be changed any more', async () => {
  const id = await upload('CAMERA_LAYOUT');
  const before = await view(id);
  assert.deepEqual(
    [before.status, before.files[0]?.name, before.can['verify']],
    ['SUBMITTED', 'plan.pdf', false],
  );
  const reads = await app.sql(`select 1 from access_log where subject_id = $1 and purpose = 'cctv'`, [id]);
  assert.ok(reads.length > 0, 'who opens its files is in the access log');
  await bina().refused(contract.verify, { id }, 'module.missing', await at(id));
  await kavi().call(contract.verify, { id }, await at(id));
  const change = { id, ...(await given('CAMERA_LAYOUT')) };
  const error = await bina().refused(contract.edit, change, 'cctv.verified', await at(id));
  assert.match(error.message, /cannot be changed/);
  await kavi().refused(contract.reject, { id, reason: 'It is out of date' }, 'row.wrong-state', await at(id));
});

test('nobody verifies what they uploaded; the database refuses it too', async () => {
  const { id } = await app
    .as('Asha', { centre: ANDHERI })
    .call(contract.upload, await given('VENDOR_KYC', { by: 'Asha' }));
  const asha = app.as('Asha', { centre: ANDHERI });
  await asha.refused(contract.verify, { id }, 'cctv.own-upload', await at(id));
  await asha.refused(
    contract.reject,
    { id, reason: 'A long enough reason' },
    'cctv.own-upload',
    await at(id),
  );
  await assert.rejects(
    app.sql('update cctv_document set decided_by = uploaded_by where id = $1', [id]),
    /cctv_document_not_own/,
  );
  await kavi().call(contract.verify, { id }, await at(id));
});

test('a rejected document tells its uploader why; corrected it waits again, and whoever corrected it does not verify it', async () => {
  const id = await upload('NOTICE_PHOTO');
  await kavi().refused(contract.reject, { id, reason: 'Blurred' }, 'input.invalid', await at(id));
  await kavi().call(contract.reject, { id, reason: 'The notice cannot be read' }, await at(id));
  const bell = await app.sql(
    `select 1 from notice where kind = 'audits.cctv-rejected' and user_id = $1 and link like '%' || $2`,
    [people.Bina.id, id],
  );
  assert.equal(bell.length, 1);
  const rejected = await view(id);
  assert.deepEqual([rejected.status, rejected.reason], ['REJECTED', 'The notice cannot be read']);
  const second = await fileOf('Asha', 'again.pdf');
  const change = { id, ...(await given('NOTICE_PHOTO')), fileIds: [rejected.files[0]?.id ?? '', second] };
  await app.as('Asha', { centre: ANDHERI }).call(contract.edit, change, await at(id));
  const again = await view(id);
  assert.deepEqual(
    [again.status, again.reason, again.files.map(({ name }) => name)],
    ['SUBMITTED', null, ['plan.pdf', 'again.pdf']],
  );
  await app.as('Asha', { centre: ANDHERI }).refused(contract.verify, { id }, 'cctv.own-upload', await at(id));
  await bina().refused(contract.edit, change, 'row.stale', { version: rejected.version });
  await kavi().call(contract.verify, { id }, await at(id));
});

test('the newest verified document of a kind counts, and the checklist shows what is missing', async () => {
  const first = await upload('CAMERA_LAYOUT');
  await kavi().call(contract.verify, { id: first }, await at(first));
  const second = await upload('CAMERA_LAYOUT');
  const layout = async () =>
    (await bina().call(contract.checklist, {})).kinds.find(({ kind }) => kind === 'CAMERA_LAYOUT');
  assert.equal((await layout())?.id, first, 'one that waits does not replace one that counts');
  await kavi().call(contract.verify, { id: second }, await at(second));
  assert.deepEqual([(await layout())?.id, (await layout())?.status], [second, 'VERIFIED']);
  assert.equal((await view(first)).superseded, true);
  const { kinds } = await bina().call(contract.checklist, {});
  assert.equal(kinds.length, 7);
  assert.equal(kinds.find(({ kind }) => kind === 'RECORDER_HEALTH_REPORT')?.id, null);
});

test('bad input is named at its field and nothing is written', async () => {
  const count = async () =>
    (await app.sql<{ n: number }>('select count(*)::int as n from cctv_document'))[0]?.n;
  const earlier = await count();
  const good = await given('VENDOR_KYC');
  const wrong: [string, object][] = [
    ['periodFrom', { periodFrom: day(1), periodTo: day(1) }],
    ['periodTo', { periodTo: day(-31) }],
    ['validTo', { validTo: day(-1) }],
    ['cameras', { cameras: 201 }],
    ['fileIds', { fileIds: [] }],
  ];
  for (const [field, change] of wrong) {
    const error = await bina().refused(
      contract.upload,
      { ...good, ...change } as typeof good,
      'input.invalid',
    );
    assert.deepEqual(Object.keys(error.fields ?? {}), [field]);
  }
  const film = { ...good, fileIds: [await fileOf('Bina', 'camera.mp4')] };
  await bina().refused(contract.upload, film, 'file.wrong-type');
  const theirs = { ...good, fileIds: [await fileOf('Esha', 'hers.pdf')] };
  await bina().refused(contract.upload, theirs, 'row.not-found');
  assert.equal(await count(), earlier);
});

test('another centre neither sees nor changes it', async () => {
  const id = await upload('VENDOR_KYC');
  const charu = app.as('Charu');
  await charu.refused(contract.view, { id }, 'row.not-found');
  await charu.refused(contract.edit, { id, ...(await given('VENDOR_KYC')) }, 'row.not-found', await at(id));
  const { rows } = await charu.call(cctvDocuments.endpoints.list, {});
  assert.equal(
    rows.some((row) => row.id === id),
    false,
  );
});

test('the centre is reminded 30, 7 and 0 days before the last day, once each', async () => {
  const id = await upload('MAINTENANCE_CONTRACT');
  await kavi().call(contract.verify, { id }, await at(id));
  const bells = async () =>
    (
      await app.sql(
        `select 1 from notice where kind = 'audits.cctv-expiring' and user_id = $1 and link like '%' || $2`,
        [people.Bina.id, id],
      )
    ).length;
  const morning = (n: number) =>
    expiryJob.run({
      now: new Date(`${day(n)}T07:00:00+05:30`),
      data: null,
      ports: { ...app.ports, afterCommit: () => undefined },
      work: (centre, work) => inUnitOfWork(app.pool, systemActor(centre), { command: 'test' }, work),
    });
  await morning(-1);
  assert.equal(await bells(), 0, 'thirty-one days before');
  for (const [n, expected] of [
    [0, 1],
    [0, 1],
    [10, 1],
    [23, 2],
    [30, 3],
    [31, 3],
  ] as const) {
    await morning(n);
    assert.equal(await bells(), expected, `on day ${n}`);
  }
});
