// Upload of enquiries through HTTP: every faulty row is explained, nothing is half-written, a large file stays quick.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { academicsServer } from '../../academics/area.server.ts';
import { authenticate } from '../../shell/area.server.ts';
import { enquiriesServer } from '../area.server.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { publicEnquiryContract } from '../public-form/public-enquiry.contract.ts';
import { enquiryQrContract } from '../qr/enquiry-qr.contract.ts';
import { enquirySource } from '../settings/enquiry-source.record.ts';
import { enquiryStage } from '../settings/enquiry-stage.record.ts';
import { enquirySubStatus } from '../settings/enquiry-sub-status.record.ts';
import { lostReason } from '../settings/lost-reason.record.ts';
import { enquiryUploadContract } from './enquiry-upload.contract.ts';

let app: TestApp;
before(async () => {
  app = await testApp({
    areas: [enquiriesServer, academicsServer],
    authenticate: (database) => (facts) => authenticate(database, facts),
  });
});
after(() => app.close());

const HEADING =
  'parent_name,mobile,child_first_name,child_dob,class,pincode,source,owner_email,consent_whatsapp';
const NAMES = ['Aarav', 'Riya', 'Kabir', 'Anaya', 'Vivaan', 'Myra', 'Ishaan', 'Zoya', 'Dev', 'Tara'];
const good = (n: number) =>
  `Parent ${n},98${String(20_000_000 + n)},${NAMES[n % NAMES.length]},15-06-2023,Nursery,400053,Event,,Y`;
// One fault each, in every column that can be wrong.
const faults: ((n: number) => [string, string])[] = [
  (n) => [`Parent ${n},12345,Aarav,15-06-2023,Nursery,400053,Event,,Y`, 'mobile'],
  (n) => [`,98${String(20_000_000 + n)},Aarav,15-06-2023,Nursery,400053,Event,,Y`, 'parent_name'],
  (n) => [`Parent ${n},98${String(20_000_000 + n)},Aarav,31-02-2023,Nursery,400053,Event,,Y`, 'child_dob'],
  (n) => [`Parent ${n},98${String(20_000_000 + n)},Aarav,15-06-2003,Nursery,400053,Event,,Y`, 'child_dob'],
  (n) => [`Parent ${n},98${String(20_000_000 + n)},Aarav,15-06-2023,Class X,400053,Event,,Y`, 'class'],
  (n) => [`Parent ${n},98${String(20_000_000 + n)},Aarav,15-06-2023,Nursery,4000,Event,,Y`, 'pincode'],
  (n) => [`Parent ${n},98${String(20_000_000 + n)},Aarav,15-06-2023,Nursery,400053,Moon,,Y`, 'source'],
  (n) => [
    `Parent ${n},98${String(20_000_000 + n)},Aarav,15-06-2023,Nursery,400053,Event,charu@aangan.test,Y`,
    'owner_email',
  ],
  (n) => [
    `Parent ${n},98${String(20_000_000 + n)},Aarav,15-06-2023,Nursery,400053,Event,,maybe`,
    'consent_whatsapp',
  ],
];
const fileOf = (lines: readonly string[]) => [HEADING, ...lines].join('\r\n');
const count = async () => (await app.as('Bina').call(enquiryContract.enquiryCount, {})).totalLeadCount;

test('10,000 rows, half of them faulty: every fault is named by row and column, and nothing is written', async (t) => {
  const wanted = new Map<number, string>();
  const lines = Array.from({ length: 10_000 }, (_, n) => {
    if (n % 2 === 0) return good(n);
    const [line, field] = faults[n % faults.length]?.(n) ?? ['', ''];
    wanted.set(n + 2, field);
    return line;
  });
  const started = performance.now();
  const checked = await app
    .as('Bina')
    .call(enquiryUploadContract.check, { csv: fileOf(lines), fileName: 'leads.csv' });
  t.diagnostic(`dry run of 10,000 rows with 5,000 faults: ${Math.round(performance.now() - started)} ms`);
  assert.deepEqual([checked.total, checked.ok, checked.bad, checked.fresh], [10_000, 5_000, 5_000, 5_000]);
  assert.deepEqual(new Map(checked.errors.map((error) => [error.row, error.field])), wanted);
  assert.ok(checked.errors.every((error) => error.text.length > 5));
  await app.as('Bina').refused(enquiryUploadContract.commit, { jobId: checked.jobId }, 'upload.has-errors');
  assert.equal(await count(), 0);
  assert.equal((await app.sql<{ n: number }>('select count(*)::int as n from enquiry_household'))[0]?.n, 0);
});

test('10,000 sound rows are saved at once, once; the same file again asks again and makes no second child', async (t) => {
  const csv = fileOf(Array.from({ length: 10_000 }, (_, n) => good(n)));
  const bina = app.as('Bina');
  const checked = await bina.call(enquiryUploadContract.check, { csv, fileName: 'leads.csv' });
  assert.equal(checked.bad, 0);
  const started = performance.now();
  const saved = await bina.call(enquiryUploadContract.commit, { jobId: checked.jobId });
  t.diagnostic(`commit of 10,000 enquiries: ${Math.round(performance.now() - started)} ms`);
  assert.deepEqual([saved.created, saved.askedAgain, await count()], [10_000, 0, 10_000]);
  await bina.refused(enquiryUploadContract.commit, { jobId: checked.jobId }, 'upload.done');
  await app.as('Charu').refused(enquiryUploadContract.commit, { jobId: checked.jobId }, 'row.not-found');
  const again = await bina.call(enquiryUploadContract.check, {
    csv: fileOf([good(1), good(2), 'New Parent,9811111111,Kiaan,,,,Event,,']),
    fileName: 'more.csv',
  });
  assert.deepEqual([again.askedAgain, again.fresh, again.bad], [2, 1, 0]);
  assert.deepEqual(
    await bina
      .call(enquiryUploadContract.commit, { jobId: again.jobId })
      .then((done) => [done.created, done.askedAgain]),
    [1, 2],
  );
  assert.equal(await count(), 10_001);
  const twice = await bina.call(enquiryUploadContract.check, {
    csv: fileOf([good(7), good(7)]),
    fileName: 'twice.csv',
  });
  assert.deepEqual(twice.errors, [{ row: 3, field: 'child_first_name', text: 'same child as row 2.' }]);
  const page = performance.now();
  const found = await bina.call(enquiryContract.list, { q: 'parent 4711' });
  t.diagnostic(`part of a name among 10,000: ${Math.round(performance.now() - page)} ms`);
  assert.equal(found.rows.length, 1);
});

test('a wrong heading, an unreadable file, the template and a counsellor without the module', async () => {
  const bina = app.as('Bina');
  const refused = await bina.refused(
    enquiryUploadContract.check,
    { csv: 'name,phone\r\nA,B', fileName: 'x.csv' },
    'upload.header',
  );
  assert.equal(refused.message, 'The file lacks the columns: parent_name, mobile, source.');
  await bina.refused(
    enquiryUploadContract.check,
    { csv: `${HEADING}\r\n"broken`, fileName: 'x.csv' },
    'upload.unreadable',
  );
  const { csv } = await bina.call(enquiryUploadContract.template, {});
  assert.equal((await bina.call(enquiryUploadContract.check, { csv, fileName: 'template.csv' })).bad, 0);
  assert.equal(
    (await app.as('Esha').raw(enquiryUploadContract.check, { csv, fileName: 'x.csv' })).status,
    403,
  );
});

test('an enquiry code credits its source; a paused one no longer does', async () => {
  const esha = app.as('Esha');
  const { sources } = await esha.call(enquiryContract.choices, {});
  const event = sources.find((one) => one.name === 'Event');
  assert.ok(event);
  const made = await esha.call(enquiryQrContract.create, {
    label: 'Summer fair',
    placement: 'EVENT',
    sourceId: event.id,
  });
  assert.match(made.path, /^\/enquiry-form\/2\?mid=[A-Za-z0-9]{22}$/);
  const codes = await esha.call(enquiryQrContract.list, {});
  // Beside it stands the centre's standard code.
  const row = codes.rows.find((one) => one.id === made.id);
  assert.deepEqual([codes.rows.length, row?.sourceName, row?.enquiries], [2, 'Event', 0]);
  await esha.call(
    enquiryQrContract.setActive,
    { id: made.id, active: false },
    { version: row?.version ?? 0 },
  );
  assert.equal((await app.stranger.call(publicEnquiryContract.form, { fid: 2, mid: 'unknown' })).open, true);
  const others = (await app.as('Rekha').call(enquiryQrContract.list, {})).rows;
  assert.deepEqual(
    others.map((one) => one.id),
    [null],
    'her centre’s standard code alone',
  );
});

test('sources, stages and reasons are read by whoever may set them up; a centre adds its own source', async () => {
  const bina = app.as('Bina');
  for (const [record, n] of [
    [enquirySource, 13],
    [enquiryStage, 13],
    // Eleven to choose from, and the one of erased families.
    [lostReason, 12],
    [enquirySubStatus, 35],
  ] as const) {
    const { body } = await bina.raw(record.endpoints.list, { limit: 200 });
    assert.equal((body as { rows: unknown[] }).rows.length, n, record.name);
  }
  const { create } = enquirySource.endpoints;
  assert.ok(create);
  assert.equal(
    (
      await bina.raw(create, {
        name: 'Andheri fair',
        channel: 'EVENT',
        digital: false,
        needsReferrer: false,
        active: true,
      })
    ).status,
    200,
  );
  const named = async (name: 'Esha' | 'Rekha') =>
    (await app.as(name).call(enquiryContract.choices, {})).sources.some((one) => one.name === 'Andheri fair');
  assert.deepEqual([await named('Esha'), await named('Rekha')], [true, false]);
});
