// Upload of enquiries through HTTP: every faulty row is explained, nothing is half-written, a large file stays quick.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemActor } from '@aangan/server/actor.ts';
import { inUnitOfWork } from '@aangan/server/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
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
import { saveUploadJob } from './upload-job.server.ts';

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

/** Runs the job of a file that is saved step by step, as the queue would. */
const saveSteps = (batchId: string) =>
  saveUploadJob.run({
    work: (franchiseeId, work) =>
      inUnitOfWork(app.pool, systemActor(franchiseeId), { command: saveUploadJob.name }, work),
    now: new Date(),
    data: { batchId, franchiseeId: ANDHERI },
    ports: { ...app.ports, afterCommit: () => undefined },
  });
const uploadOf = async (id: string) => {
  const [row] = (await app.as('Bina').call(enquiryUploadContract.list, { id })).rows;
  assert.ok(row);
  return row;
};
const touches = async () =>
  (await app.sql<{ n: number }>('select count(*)::int as n from enquiry_touch'))[0]?.n;

// Story 22 with an eighth of its rows, in three steps, for the length of the suite.
const STORY_ROWS = 2500;

test('story 22: the sound rows of a faulty file are saved, the others come back to mend; sent again, nothing doubles', async (t) => {
  const bina = app.as('Bina');
  const before_ = await count();
  const line = (n: number, mobile: string, source: string) =>
    `Parent ${n},${mobile},${NAMES[n % NAMES.length]},15-06-2023,Nursery,400053,${source},,Y,CRM-${n}`;
  const sound = (n: number) => line(n, `97${String(20_000_000 + n)}`, 'Event');
  const heading = `${HEADING},external_ref`;
  const lines = Array.from({ length: STORY_ROWS }, (_, n) => sound(n));
  const mended = [heading, ...lines].join('\r\n');
  lines[10] = line(10, '12345', 'Event');
  lines[700] = line(700, `97${String(20_000_700)}`, '=Moon()');
  lines[2400] = line(2400, '', 'Event');
  const check = (csv: string) => bina.call(enquiryUploadContract.check, { csv, fileName: 'crm leads.csv' });
  const checked = await check([heading, ...lines].join('\r\n'));
  assert.deepEqual(
    checked.errors.map(({ row, field }) => [row, field]),
    [
      [12, 'mobile'],
      [702, 'source'],
      [2402, 'mobile'],
    ],
  );
  const { jobId } = checked;
  await bina.refused(enquiryUploadContract.commit, { jobId }, 'upload.has-errors');
  assert.equal(await count(), before_, 'all or nothing writes none');
  const started = await bina.call(enquiryUploadContract.commit, { jobId, mode: 'VALID_ROWS' });
  assert.equal(started.state, 'QUEUED');
  assert.deepEqual([(await uploadOf(jobId)).state, (await uploadOf(jobId)).can['cancel']], ['QUEUED', true]);
  const from = performance.now();
  assert.equal((await saveSteps(jobId)).ok, STORY_ROWS - 3);
  t.diagnostic(`${STORY_ROWS} rows step by step: ${Math.round(performance.now() - from)} ms`);
  const done = await uploadOf(jobId);
  assert.deepEqual(
    [done.state, done.created, done.askedAgain, done.known, done.bad, done.done, done.hasFaulty],
    ['DONE', STORY_ROWS - 3, 0, 0, 3, STORY_ROWS - 3, true],
  );
  assert.equal(await count(), before_ + STORY_ROWS - 3);
  assert.equal((await saveSteps(jobId)).ok, 0, 'a repeated run finds nothing to do');
  await bina.refused(enquiryUploadContract.commit, { jobId, mode: 'VALID_ROWS' }, 'upload.done');
  const rows = await bina.call(enquiryUploadContract.rows, { id: jobId, result: 'NEW' });
  assert.deepEqual(
    [rows.total.n, rows.rows[0]?.row, rows.rows[0]?.enquiryCode],
    [STORY_ROWS - 3, 2, done.firstCode],
  );

  const { csv, fileName } = await bina.call(enquiryUploadContract.faulty, { id: jobId });
  assert.equal(fileName, 'crm leads - to mend.csv');
  const sheet = csv.trimEnd().split('\r\n');
  assert.deepEqual([sheet.length, sheet[0]], [4, `${heading},what_to_mend`]);
  assert.match(sheet[2] ?? '', /,'=Moon\(\),.*,source: There is no such source$/);
  const rest = await check(
    csv
      .replace(',12345,', `,97${String(20_000_010)},`)
      .replace("'=Moon()", 'Event')
      .replace('Parent 2400,,', `Parent 2400,97${String(20_002_400)},`),
  );
  assert.deepEqual([rest.total, rest.bad, rest.known, rest.fresh], [3, 0, 0, 3]);
  assert.equal((await bina.call(enquiryUploadContract.commit, { jobId: rest.jobId })).created, 3);

  const touched = await touches();
  const again = await check(mended);
  assert.deepEqual([again.bad, again.known, again.fresh, again.askedAgain], [0, STORY_ROWS, 0, 0]);
  const saved = await bina.call(enquiryUploadContract.commit, { jobId: again.jobId });
  assert.deepEqual([saved.created, saved.askedAgain, saved.known], [0, 0, STORY_ROWS]);
  assert.deepEqual([await count(), await touches()], [before_ + STORY_ROWS, touched], 'nothing was written');
  const twice = await check(
    [heading, sound(90_001), sound(90_002).replace('CRM-90002', 'CRM-90001')].join('\r\n'),
  );
  assert.deepEqual(twice.errors, [{ row: 3, field: 'external_ref', text: 'same number as row 2.' }]);
});

test('a row that cannot be saved any more comes back too; a stopped file keeps what it saved; nobody else sees it', async () => {
  const bina = app.as('Bina');
  const upload = async (lines: readonly string[]) =>
    (await bina.call(enquiryUploadContract.check, { csv: fileOf(lines), fileName: 'late.csv' })).jobId;
  const late = await upload([
    'Asha,9733300001,Reva,15-06-2023,Nursery,400053,Event,,',
    'Ravi,9733300002,Neel,15-06-2023,Nursery,400053,Event,,',
  ]);
  // An id that is no source any more stands for one that ended between the check and the save.
  await app.sql(
    `update import_job set rows = jsonb_set(rows, '{families,1,family,sourceId}', to_jsonb(gen_random_uuid()::text)) where id = $1`,
    [late],
  );
  await bina.call(enquiryUploadContract.commit, { jobId: late, mode: 'VALID_ROWS' });
  await saveSteps(late);
  const ended = await uploadOf(late);
  assert.deepEqual([ended.state, ended.created, ended.bad, ended.done], ['DONE', 1, 1, 2]);
  const { csv } = await bina.call(enquiryUploadContract.faulty, { id: late });
  assert.match(csv, /Ravi,9733300002,.*Choose an entry of the list/);
  assert.doesNotMatch(csv, /Asha/);

  const stopped = await upload(['Asha,9733300003,Reva,15-06-2023,Nursery,400053,Event,,']);
  await bina.call(enquiryUploadContract.commit, { jobId: stopped, mode: 'VALID_ROWS' });
  await bina.call(enquiryUploadContract.cancel, { id: stopped });
  await saveSteps(stopped);
  assert.deepEqual([(await uploadOf(stopped)).state, (await uploadOf(stopped)).created], ['CANCELLED', 0]);
  await bina.refused(enquiryUploadContract.cancel, { id: stopped }, 'upload.ended');
  const charu = app.as('Charu');
  assert.equal((await charu.call(enquiryUploadContract.list, { id: late })).rows.length, 0);
  await charu.refused(enquiryUploadContract.rows, { id: late }, 'row.not-found');
  await charu.refused(enquiryUploadContract.faulty, { id: late }, 'upload.no-faulty');
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
