// Upload of enquiries through HTTP: every faulty row is explained, nothing is half-written, a large file stays quick.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addDays, formatDate, todayIst } from '@aangan/contract/period.ts';
import type { ExportColumn } from '@aangan/server/endpoint/area-extras.ts';
import { saveFile } from '@aangan/server/files/files.ts';
import { toXlsx } from '@aangan/server/files/sheet-writer.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { academicsServer } from '../../academics/area.server.ts';
import { takeBackMessages } from '../../communication/public.server.ts';
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
const faultsOf = ({ errors }: { errors: readonly { row: number; field: string; text: string }[] }) =>
  errors.map(({ row, field, text }) => `Row ${row}, ${field}: ${text}`);
const count = async () => (await app.as('Bina').call(enquiryContract.enquiryCount, {})).totalLeadCount;

/** Runs the job of a file as the queue would. */
const saveSteps = (batchId: string, after = async () => {}) =>
  saveUploadJob.run({
    work: async (franchiseeId, work) => {
      const result = await inUnitOfWork(
        app.pool,
        systemActor(franchiseeId),
        { command: saveUploadJob.name },
        work,
      );
      await after();
      return result;
    },
    now: new Date(),
    data: { batchId, franchiseeId: ANDHERI },
    ports: { ...app.ports, afterCommit: () => undefined },
  });
const uploadOf = async (id: string) => {
  const [row] = (await app.as('Bina').call(enquiryUploadContract.list, { id })).rows;
  assert.ok(row);
  return row;
};

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
  // Their parents are called alike, as the check says and the save will.
  const fresh = checked.fresh + checked.possible;
  assert.deepEqual([checked.total, checked.ok, checked.bad, fresh], [10_000, 5_000, 5_000, 5_000]);
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
  const queued = await bina.call(enquiryUploadContract.commit, { jobId: checked.jobId });
  assert.deepEqual([queued.state, queued.created], ['QUEUED', 0]);
  // What others see after each piece of work: how far it is, and that nothing stands before all does.
  const seen: [number, number][] = [];
  await saveSteps(checked.jobId, async () => {
    const { done } = await uploadOf(checked.jobId);
    seen.push([done, await count()]);
  });
  t.diagnostic(`10,000 enquiries in one: ${Math.round(performance.now() - started)} ms`);
  const told = Array.from({ length: 11 }, (_, n): [number, number] => [n * 1000, 0]);
  assert.deepEqual(seen, [[0, 0], ...told, [10_000, 10_000]]);
  const saved = await uploadOf(checked.jobId);
  assert.deepEqual(
    [saved.state, saved.created, saved.askedAgain, saved.firstCode],
    ['DONE', 10_000, 0, 'ENQ-002-2627-00001'],
  );
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
  assert.deepEqual(faultsOf(twice), ['Row 3, child_first_name: same child as row 2.']);
  const page = performance.now();
  const found = await bina.call(enquiryContract.list, { q: 'parent 4711' });
  t.diagnostic(`part of a name among 10,000: ${Math.round(performance.now() - page)} ms`);
  assert.equal(found.rows.length, 1);
});

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
  assert.match(
    sheet[2] ?? '',
    /,'=Moon\(\),.*,"source: There is no such source\. Choose one of Walk-in, Phone call, .*and 1 more\."$/,
  );
  const rest = await check(
    csv
      .replace(',12345,', `,97${String(20_000_010)},`)
      .replace("'=Moon()", 'Event')
      .replace('Parent 2400,,', `Parent 2400,97${String(20_002_400)},`),
  );
  assert.deepEqual([rest.total, rest.bad, rest.known, rest.fresh + rest.possible], [3, 0, 0, 3]);
  assert.equal((await bina.call(enquiryUploadContract.commit, { jobId: rest.jobId })).created, 3);

  const touched = await touches();
  const again = await check(mended);
  assert.deepEqual([again.bad, again.known, again.fresh, again.askedAgain], [0, STORY_ROWS, 0, 0]);
  await bina.call(enquiryUploadContract.commit, { jobId: again.jobId });
  await saveSteps(again.jobId);
  const saved = await uploadOf(again.jobId);
  assert.deepEqual([saved.created, saved.askedAgain, saved.known], [0, 0, STORY_ROWS]);
  assert.deepEqual([await count(), await touches()], [before_ + STORY_ROWS, touched], 'nothing was written');
  const twice = await check(
    [heading, sound(90_001), sound(90_002).replace('CRM-90002', 'CRM-90001')].join('\r\n'),
  );
  assert.deepEqual(faultsOf(twice), ['Row 3, external_ref: same number as row 2.']);
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

test('all or none as a job: one row that cannot be saved any more takes all with it; so does stopping', async () => {
  const bina = app.as('Bina');
  const before_ = await count();
  // A file of more than a thousand rows goes this way; two rows say as much.
  const asWhole = async (mobiles: readonly string[]) => {
    const csv = fileOf(
      mobiles.map((mobile, n) => `Nina ${n},${mobile},Omi,15-06-2023,Nursery,400053,Event,,`),
    );
    const { jobId } = await bina.call(enquiryUploadContract.check, { csv, fileName: 'whole.csv' });
    await bina.call(enquiryUploadContract.commit, { jobId, mode: 'VALID_ROWS' });
    await app.sql(`update enquiry_upload set mode = 'ALL_OR_NOTHING' where id = $1`, [jobId]);
    return jobId;
  };
  const refused = await asWhole(['9733400001', '9733400002']);
  await app.sql(
    `update import_job set rows = jsonb_set(rows, '{families,1,family,sourceId}', to_jsonb(gen_random_uuid()::text)) where id = $1`,
    [refused],
  );
  await app.sql(`update pg_class set reltuples = 0, relpages = 1000 where oid = 'enquiry'::regclass`);
  assert.deepEqual(await saveSteps(refused), { ok: 0, failed: 1 });
  const [known] = await app.sql<{ n: number }>(
    `select reltuples::int as n from pg_class where oid = 'enquiry'::regclass`,
  );
  // Else a later file of 20,000 rows takes minutes instead of seconds (0471).
  assert.ok(known && known.n > 0, 'the planner knows again that there are enquiries');
  const ended = await uploadOf(refused);
  assert.deepEqual(
    [ended.state, ended.created, ended.done, ended.bad, await count()],
    ['CANCELLED', 0, 0, 1, before_],
  );
  assert.match(
    (await bina.call(enquiryUploadContract.faulty, { id: refused })).csv,
    /9733400002.*Choose an entry/,
  );
  const stopped = await asWhole(['9733400003']);
  // Stopped while its rows are written, before they stand.
  await saveSteps(stopped, async () => {
    if ((await uploadOf(stopped)).state === 'RUNNING')
      await bina.raw(enquiryUploadContract.cancel, { id: stopped });
  });
  assert.deepEqual(
    [(await uploadOf(stopped)).state, (await uploadOf(stopped)).created, await count()],
    ['CANCELLED', 0, before_],
  );
  assert.deepEqual(await saveSteps(stopped), { ok: 0, failed: 0 }, 'a repeated run finds nothing to do');
});

const STAGE_HEADING =
  'parent_name,mobile,child_first_name,class,programme,source,enquiry_date,stage,sub_status,lost_reason,competitor,next_follow_up,remarks,consent_whatsapp,consent_sms,consent_on';
/** A row by its columns; the rest is the same for all. */
const staged = (n: number, cells: Readonly<Record<string, string>>) => {
  const all: Readonly<Record<string, string>> = {
    parent_name: `Staged ${n}`,
    mobile: `97445${String(n).padStart(5, '0')}`,
    child_first_name: NAMES[n % NAMES.length] ?? '',
    source: 'Event',
    ...cells,
  };
  return STAGE_HEADING.split(',')
    .map((column) => all[column] ?? '')
    .join(',');
};
const inDays = (days: number) => formatDate(addDays(todayIst(new Date()), days));

test('the stage of a row: faults by cell in plain words, counted as the spreadsheet counts', async () => {
  const bina = app.as('Bina');
  const lines = [
    staged(1, { stage: 'Admission Confirmed' }),
    '',
    staged(2, { stage: 'Warm' }),
    ',,,',
    staged(3, { stage: 'Close' }),
    staged(4, { stage: 'In Conversation', lost_reason: 'Fees' }),
    staged(5, { stage: 'Drop Off', lost_reason: 'Fees', next_follow_up: inDays(3) }),
    staged(6, { stage: 'Offline Counselling Done', class: 'Nursery', remarks: 'short' }),
    staged(7, { stage: 'Wrong class/Drop-off', lost_reason: 'Age' }),
    staged(8, { stage: 'Close', lost_reason: 'Competitor' }),
    staged(9, { stage: 'Appointment Fixed', next_follow_up: inDays(3) }),
    staged(10, { stage: 'In Conversation', sub_status: 'RNR-1' }),
    staged(11, { stage: 'Close', lost_reason: 'Too far' }),
    staged(12, { consent_on: inDays(-3) }),
  ];
  const checked = await bina.call(enquiryUploadContract.check, {
    csv: [`${STAGE_HEADING},Shoe size`, ...lines].join('\r\n'),
    fileName: 'stages.csv',
  });
  const reasons =
    'Admission withdrawn, Age, Competitor, Distance, Duplicate, Fees, Junk, Moved to another centre, Not reachable ×7, Transfer city, Wrong class';
  assert.deepEqual(faultsOf(checked), [
    'Row 2, stage: Admission Confirmed comes from admissions.',
    'Row 4, stage: There is no such stage. Choose one of Yet_to_call, In Conversation, Appointment Fixed, Online Counselling Done, Offline Counselling Done, Close, Drop Off.',
    `Row 6, lost_reason: Close needs this. Choose one of ${reasons}.`,
    'Row 7, lost_reason: This goes with Close or Drop Off alone. Name that stage, or leave this empty.',
    'Row 8, next_follow_up: Drop Off has no next follow-up. Leave this empty.',
    'Row 9, programme: Offline Counselling Done needs this. Choose an entry.',
    'Row 9, remarks: Offline Counselling Done needs this. At least 10 characters.',
    'Row 10, stage: Wrong class/Drop-off is set on the enquiry itself. A file may say Close or Drop Off.',
    'Row 11, competitor: Close needs this. Name the other school.',
    'Row 12, next_follow_up: Give the day and time of the visit: DD-MM-YYYY HH:MM',
    'Row 13, sub_status: There is no such sub-status of In Conversation. Choose one of Interested, Details shared, Will visit, Appointment fixed, Rescheduled, No-show, Not this year.',
    `Row 14, lost_reason: There is no such reason. Choose one of ${reasons}.`,
    'Row 15, consent_on: No consent of this row says Y. Leave this empty, or put Y.',
  ]);
  assert.deepEqual([checked.total, checked.ok, checked.ignored], [12, 0, ['Shoe size']]);
});

interface StagedRow {
  id: string;
  stage: string;
  sub: string | null;
  group: string;
  open: boolean;
  next: string | null;
  sla: string | null;
  closed: boolean;
  reason: string | null;
  household: string;
  log: string;
  allocated: number;
}
const stagedRow = async (n: number) => {
  const [row] = await app.sql<StagedRow>(
    `select e.id, e.stage_code as stage, e.sub_status as sub, e.follow_up_group as "group", e.is_open as open, e.next_follow_up_on::text as next, e.sla_due_at::text as sla, e.closed_at is not null as closed, e.household_id as household,
       (select name from lost_reason where id = e.lost_reason_id) as reason,
       (select string_agg(l.action || ' ' || l.via || ' ' || l.to_stage, ', ' order by l.seq) from enquiry_stage_log l where l.enquiry_id = e.id) as log,
       (select count(*)::int from allocation_log a where a.enquiry_id = e.id) as allocated
       from enquiry e where e.guardian_name = $1`,
    [`Staged ${n}`],
  );
  assert.ok(row);
  return row;
};

test('the stage of a row is taken by the pipeline’s own step; what is over stays over and is nobody’s work', async () => {
  const bina = app.as('Bina');
  const upload = async (lines: readonly string[]) => {
    const checked = await bina.call(enquiryUploadContract.check, {
      csv: [STAGE_HEADING, ...lines].join('\r\n'),
      fileName: 'history.csv',
    });
    assert.deepEqual(checked.errors, []);
    return { checked, saved: await bina.call(enquiryUploadContract.commit, { jobId: checked.jobId }) };
  };
  const { checked, saved } = await upload([
    staged(21, {
      stage: 'Close',
      lost_reason: 'fees',
      enquiry_date: inDays(-200),
      consent_whatsapp: 'Y',
      consent_on: inDays(-190),
    }),
    staged(22, {
      stage: 'drop off',
      lost_reason: 'Competitor',
      competitor: 'Little Steps',
      consent_sms: 'Y',
    }),
    staged(23, { stage: 'In Conversation', sub_status: 'interested', next_follow_up: inDays(4) }),
    staged(24, { stage: 'Appointment Fixed', next_follow_up: `${inDays(3)} 11:30` }),
    staged(25, {
      stage: 'Offline Counselling Done',
      class: 'Nursery',
      programme: 'Regular',
      remarks: 'Liked the garden very much',
    }),
    staged(26, { sub_status: 'RNR-1' }),
  ]);
  assert.deepEqual(
    [checked.fresh, checked.closed, checked.consents, checked.undatedConsents, saved.created],
    [6, 2, 1, 1, 6],
  );
  const over = await stagedRow(21);
  assert.deepEqual(
    [
      over.stage,
      over.sub,
      over.group,
      over.open,
      over.next,
      over.sla,
      over.closed,
      over.reason,
      over.allocated,
    ],
    ['Close', null, 'CLOSED', false, null, null, true, 'Fees', 0],
  );
  assert.equal(over.log, 'capture UPLOAD Yet_to_call, close UPLOAD Close');
  assert.deepEqual(
    [(await stagedRow(22)).log, (await stagedRow(22)).reason],
    ['capture UPLOAD Yet_to_call, drop-off UPLOAD Drop Off', 'Competitor'],
  );
  const places = [];
  for (const n of [23, 24, 25, 26]) {
    const { stage, sub, group, open, allocated } = await stagedRow(n);
    places.push([stage, sub, group, open, allocated]);
  }
  assert.deepEqual(places, [
    ['In Conversation', 'Interested', 'WARM', true, 1],
    ['Appointment Fixed', 'Appointment fixed', 'WARM', true, 1],
    ['Offline Counselling Done', 'Walk-in done', 'HOT', true, 1],
    ['Yet_to_call', 'RNR-1', 'COLD', true, 1],
  ]);
  const listed = await bina.call(enquiryContract.list, { q: 'staged 2' });
  assert.deepEqual(
    listed.rows.map((row) => [row.guardianName, row.bucket === 'closed']).sort(),
    [21, 22, 23, 24, 25, 26].map((n) => [`Staged ${n}`, n < 23]),
  );

  // The same family once more as history: the open one stays as it is, the lost one is not revived.
  const open = await stagedRow(23);
  const again = await upload([
    staged(23, { stage: 'Close', lost_reason: 'Fees', enquiry_date: inDays(-100) }),
    staged(21, { stage: 'Close', lost_reason: 'Fees', enquiry_date: inDays(-100) }),
  ]);
  assert.deepEqual([again.saved.created, again.saved.askedAgain], [0, 2]);
  assert.deepEqual([await stagedRow(23), await stagedRow(21)], [open, over]);
});

test('a yes with its day is a paper in the consent ledger; a STOP after that day stays', async () => {
  const bina = app.as('Bina');
  const { household } = await stagedRow(21);
  const ledger = () =>
    app.sql<{ answer: string; method: string; day: string }>(
      `select answer, method, (at at time zone 'Asia/Kolkata')::date::text as day from consent_answer where subject_id = $1 and purpose = 'MESSAGES_WHATSAPP' order by at`,
      [household],
    );
  const allowed = async () =>
    (
      await app.sql<{ purpose: string; allowed: boolean }>(
        'select purpose, allowed from consent_now where subject_id = $1',
        [household],
      )
    ).map((row) => [row.purpose, row.allowed]);
  const paper = { answer: 'YES', method: 'PAPER', day: addDays(todayIst(new Date()), -190) };
  assert.deepEqual(await ledger(), [paper]);
  assert.deepEqual(await allowed(), [['MESSAGES_WHATSAPP', true]]);
  assert.equal(
    (await app.sql('select from consent_answer where subject_id = $1', [(await stagedRow(22)).household]))
      .length,
    0,
    'a yes without its day is none',
  );
  await inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test' }, (db) =>
    takeBackMessages(db, {
      franchiseeId: ANDHERI,
      subjectKind: 'HOUSEHOLD',
      subjectId: household,
      method: 'WHATSAPP_WORD',
      at: new Date(),
    }),
  );
  const { jobId } = await bina.call(enquiryUploadContract.check, {
    csv: [
      STAGE_HEADING,
      staged(21, { consent_whatsapp: 'Y', consent_sms: 'Y', consent_on: inDays(-190) }),
    ].join('\r\n'),
    fileName: 'papers.csv',
  });
  await bina.call(enquiryUploadContract.commit, { jobId });
  assert.deepEqual(
    (await ledger()).map(({ answer }) => answer),
    ['YES', 'WITHDRAWN'],
    'the same paper adds nothing',
  );
  assert.deepEqual(Object.fromEntries(await allowed()), {
    MESSAGES_WHATSAPP: false,
    MESSAGES_SMS: false,
    MESSAGES_EMAIL: false,
    MESSAGES_MARKETING: false,
  });
});

test('XLSX and UTF-16 beside CSV: typed days, formulas as text, rows as the sheet shows them; no sheet is told', async () => {
  const bina = app.as('Bina');
  const check = async (name: string, content: Buffer) => {
    const fileId = await inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test' }, (db) =>
      saveFile(db, {
        franchiseeId: ANDHERI,
        name,
        kind: 'upload',
        mime: 'application/octet-stream',
        content,
      }),
    );
    return { fileId, fileName: name };
  };
  const columns = ['parent_name', 'mobile', 'source', 'child_dob', 'enquiry_date'].map((key) => ({
    key,
    label: key,
    kind: key === 'child_dob' || key === 'enquiry_date' ? 'date' : key === 'mobile' ? 'integer' : 'text',
  })) as ExportColumn[];
  const born = addDays(todayIst(new Date()), -1200);
  const sheet = await toXlsx(columns, [
    {
      parent_name: 'Xena',
      mobile: 9733500001,
      source: 'Event',
      child_dob: born,
      enquiry_date: addDays(todayIst(new Date()), -9),
    },
    {},
    { parent_name: '=Moon()', mobile: 12345, source: 'Event' },
  ]);
  const checked = await bina.call(enquiryUploadContract.check, await check('leads.xlsx', sheet));
  assert.deepEqual(
    [checked.total, checked.ok, checked.errors.map(({ row, field }) => [row, field])],
    [
      2,
      1,
      [
        [4, 'parent_name'],
        [4, 'mobile'],
      ],
    ],
  );
  const { csv } = await bina.call(enquiryUploadContract.faulty, { id: checked.jobId });
  assert.match(csv, /'=Moon\(\),12345,/);
  await bina.call(enquiryUploadContract.commit, { jobId: checked.jobId, mode: 'VALID_ROWS' });
  await saveSteps(checked.jobId);
  assert.deepEqual(
    await app.sql(
      `select child_dob::text as dob, phone_norm as phone from enquiry where guardian_name = 'Xena'`,
    ),
    [{ dob: born, phone: '+919733500001' }],
  );
  const wide = Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from(`parent_name;mobile;source\r\n\r\nआरव;123;Event\r\n`, 'utf16le'),
  ]);
  const utf16 = await bina.call(enquiryUploadContract.check, await check('leads.csv', wide));
  assert.deepEqual([utf16.errors[0]?.row, utf16.errors[0]?.field], [3, 'mobile']);
  for (const bytes of [
    Buffer.from('PK\u0003\u0004 no workbook'),
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]),
  ])
    await bina.refused(enquiryUploadContract.check, await check('old.xls', bytes), 'sheet.unreadable');
  await bina.refused(
    enquiryUploadContract.check,
    await check('long.csv', Buffer.from(`parent_name,mobile,source\n${'a,1,b\n'.repeat(20_001)}`)),
    'upload.too-large',
  );
  await bina.refused(
    enquiryUploadContract.check,
    await check('heavy.csv', Buffer.alloc(10 * 1024 * 1024 + 1, 'a')),
    'file.too-large',
  );
});

test('headings of another system: what they are taken for is told, chosen, and remembered for the next file', async () => {
  const bina = app.as('Bina');
  const csv =
    'Mother,Phone,Source,Shoe size\r\n,,,\r\nHeadings Rao,9877000001,Event,24\r\nHeadings Shah,9877000002,Event,25\r\n';
  const found = await bina.call(enquiryUploadContract.headings, { csv });
  assert.deepEqual(found, {
    headings: [
      { title: 'Mother', column: null, examples: ['Headings Rao', 'Headings Shah'] },
      { title: 'Phone', column: 'mobile', examples: ['9877000001', '9877000002'] },
      { title: 'Source', column: 'source', examples: ['Event', 'Event'] },
      { title: 'Shoe size', column: null, examples: ['24', '25'] },
    ],
    missing: ['parent_name'],
  });
  const chosen = ['parent_name', 'mobile', 'source', null] as const;
  const twice = await bina.refused(
    enquiryUploadContract.check,
    { csv, fileName: 'x.csv', columns: ['mobile', 'mobile', 'source', 'parent_name'] },
    'input.invalid',
  );
  assert.deepEqual(twice.fields, { columns: 'Two columns of the file are meant for mobile' });
  const checked = await bina.call(enquiryUploadContract.check, {
    csv,
    fileName: 'crm.csv',
    columns: [...chosen],
  });
  assert.deepEqual([checked.total, checked.ok, checked.ignored], [2, 2, ['Shoe size']]);
  const next = await bina.call(enquiryUploadContract.headings, { csv: 'phone,MOTHER ,source\r\n1,2,3\r\n' });
  assert.deepEqual(
    [next.headings.map((one) => one.column), next.missing],
    [['mobile', 'parent_name', 'source'], []],
  );
  const others = await app.as('Charu').call(enquiryUploadContract.headings, { csv });
  assert.deepEqual(others.missing, ['parent_name'], 'somebody else’s choice is theirs');
});

test('a file of an older program: a title above usual headings, Windows-1252, dates with a month’s name', async () => {
  const text =
    'Leads of the fair;;;;\r\nparent_name;Mobile No.;Lead Source;child_first_name;DOB\r\nZoë Rao;98770 00101;Event;Kabir;15-Jun-2023\r\n';
  const fileId = await inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test' }, (db) =>
    saveFile(db, {
      franchiseeId: ANDHERI,
      name: 'old.csv',
      kind: 'sheet',
      mime: 'text/csv',
      content: Buffer.from(text, 'latin1'),
    }),
  );
  const checked = await app.as('Bina').call(enquiryUploadContract.check, { fileId, fileName: 'old.csv' });
  assert.deepEqual([checked.total, checked.ok, checked.errors], [1, 1, []]);
});

test('cells are mended in the check itself, and all of it is checked again: clashes, a column the file lacks', async () => {
  const bina = app.as('Bina');
  const before = await count();
  const csv = [
    'parent_name,mobile,child_first_name,source,stage',
    'Mended One,12345,Aarav,Event,',
    'Mended Two,9877000012,Riya,Event,Close',
    'Mended Three,9877000013,Kabir,Event,',
  ].join('\r\n');
  const checked = await bina.call(enquiryUploadContract.check, { csv, fileName: 'mend.csv' });
  const { jobId } = checked;
  assert.deepEqual(
    checked.errors.map(({ row, field, value }) => [row, field, value]),
    [
      [2, 'mobile', '12345'],
      [3, 'lost_reason', ''],
    ],
  );
  // The third family's number, and its child: the rows clash now.
  const clash = await bina.call(enquiryUploadContract.mend, {
    jobId,
    changes: [
      { row: 2, column: 'mobile', value: '9877000013' },
      { row: 2, column: 'child_first_name', value: 'Kabir' },
      { row: 3, column: 'lost_reason', value: 'Fees' },
    ],
  });
  assert.deepEqual(
    [clash.jobId, faultsOf(clash)],
    [jobId, ['Row 4, child_first_name: same child as row 2.']],
  );
  assert.deepEqual([clash.total, clash.ok, clash.bad, clash.closed], [3, 2, 1, 1]);
  const mended = await bina.call(enquiryUploadContract.mend, {
    jobId,
    changes: [{ row: 2, column: 'mobile', value: '9877000011' }],
  });
  assert.deepEqual([mended.ok, mended.bad, mended.errors], [3, 0, []]);
  const nowhere = await bina.refused(
    enquiryUploadContract.mend,
    { jobId, changes: [{ row: 9, column: 'mobile', value: '9877000011' }] },
    'input.invalid',
  );
  assert.deepEqual(nowhere.fields, { changes: 'The file has no row 9' });
  const change = { jobId, changes: [{ row: 2, column: 'mobile' as const, value: '9877000011' }] };
  await app.as('Charu').refused(enquiryUploadContract.mend, change, 'row.not-found');
  const [kept] = await app.sql<{ errors: string }>('select errors::text from import_job where id = $1', [
    jobId,
  ]);
  assert.ok(!kept?.errors.includes('12345'), 'what a cell says is kept with the rows alone, which end');
  const saved = await bina.call(enquiryUploadContract.commit, { jobId, mode: 'ALL_OR_NOTHING' });
  assert.deepEqual([saved.state, saved.created, await count()], ['DONE', 3, before + 3]);
  await bina.refused(enquiryUploadContract.mend, change, 'upload.expired');
});

test('a wrong heading, an unreadable file, the template and a counsellor without the module', async () => {
  const bina = app.as('Bina');
  const refused = await bina.refused(
    enquiryUploadContract.check,
    { csv: 'name,telephone\r\nA,B', fileName: 'x.csv' },
    'upload.header',
  );
  assert.equal(refused.message, 'The file lacks the columns: parent_name, mobile, source.');
  await bina.refused(
    enquiryUploadContract.check,
    { csv: `${HEADING}\r\n"broken`, fileName: 'x.csv' },
    'sheet.unreadable',
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
    language: 'en',
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
