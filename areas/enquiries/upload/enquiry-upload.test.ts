// Upload of enquiries through HTTP: every faulty row is explained, nothing is half-written, a large file stays quick.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ImportColumns, sampleOf } from '@aangan/contract/file-import.ts';
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
import { enquiryImport } from './enquiry-import.contract.ts';
import { enquiryUploadRows } from './enquiry-upload.listing.ts';
import {
  checkFile,
  commitFile,
  correctFile,
  faultTexts as faultsOf,
  outcomeOf,
  runSave,
  saveFileNow,
} from './upload-testing.ts';

const { endpoints } = enquiryImport;

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

/** How far Bina's file is, and what has become of it. */
const uploadOf = async (jobId: string) => ({
  ...(await app.as('Bina').call(endpoints.status, { jobId })),
  ...(await outcomeOf(app.as('Bina'), jobId)),
});
/** As if its source had ended between the check and the save. */
const endSource = (jobId: string, parent: string) =>
  app.sql(
    `update import_row set ready = jsonb_set(ready, '{source}', '"Moon"') where job_id = $1 and ready ->> 'parent_name' = $2`,
    [jobId, parent],
  );

test('10,000 rows, half of them faulty: every fault is named by row and column, and nothing is written', async (t) => {
  const wanted = new Map<number, string>();
  const lines = Array.from({ length: 10_000 }, (_, n) => {
    if (n % 2 === 0) return good(n);
    const [line, field] = faults[n % faults.length]?.(n) ?? ['', ''];
    wanted.set(n + 2, field);
    return line;
  });
  const started = performance.now();
  const checked = await checkFile(app.as('Bina'), { csv: fileOf(lines) });
  t.diagnostic(`dry run of 10,000 rows with 5,000 faults: ${Math.round(performance.now() - started)} ms`);
  // Their parents are called alike, as the check says and the save will.
  const fresh = checked.fresh + checked.possible;
  assert.deepEqual([checked.total, checked.ok, checked.bad, fresh], [10_000, 5_000, 5_000, 5_000]);
  assert.deepEqual(new Map(checked.errors.map((error) => [error.row, error.field])), wanted);
  assert.ok(checked.errors.every((error) => error.text.length > 5));
  await app.as('Bina').refused(endpoints.commit, { jobId: checked.jobId }, 'import.has-errors');
  assert.equal(await count(), 0);
  assert.equal((await app.sql<{ n: number }>('select count(*)::int as n from enquiry_household'))[0]?.n, 0);
});

test('10,000 sound rows are saved at once, once; the same file again asks again and makes no second child', async (t) => {
  const csv = fileOf(Array.from({ length: 10_000 }, (_, n) => good(n)));
  const bina = app.as('Bina');
  const checked = await checkFile(bina, { csv });
  assert.equal(checked.bad, 0);
  const started = performance.now();
  assert.deepEqual(await commitFile(bina, checked.jobId), { inserted: null });
  // What others see after each piece of work: how far it is, and that nothing stands before all does.
  const seen = new Set<string>();
  await runSave(app, checked.jobId, {
    after: async () => void seen.add(`${(await uploadOf(checked.jobId)).done} ${await count()}`),
  });
  t.diagnostic(`10,000 enquiries in one: ${Math.round(performance.now() - started)} ms`);
  const told = Array.from({ length: 11 }, (_, n) => `${n * 1000} 0`);
  assert.deepEqual([...seen], [...told, '10000 10000']);
  const saved = await uploadOf(checked.jobId);
  assert.deepEqual(
    [saved.state, saved.created, saved.askedAgain, saved.firstCode],
    ['DONE', 10_000, 0, 'ENQ-002-2627-00001'],
  );
  await bina.refused(endpoints.commit, { jobId: checked.jobId }, 'import.done');
  await app.as('Charu').refused(endpoints.commit, { jobId: checked.jobId }, 'row.not-found');
  const again = await checkFile(bina, {
    csv: fileOf([good(1), good(2), 'New Parent,9811111111,Kiaan,,,,Event,,']),
  });
  assert.deepEqual([again.askedAgain, again.fresh, again.bad], [2, 1, 0]);
  const done = await saveFileNow(bina, again.jobId);
  assert.deepEqual([done.created, done.askedAgain], [1, 2]);
  assert.equal(await count(), 10_001);
  const twice = await checkFile(bina, { csv: fileOf([good(7), good(7)]) });
  assert.deepEqual(faultsOf(twice.errors), ['Row 3, child_first_name: same child as row 2.']);
  const page = performance.now();
  const found = await bina.call(enquiryContract.list, { q: 'parent 4711' });
  t.diagnostic(`part of a name among 10,000: ${Math.round(performance.now() - page)} ms`);
  assert.equal(found.rows.length, 1);
});

const touches = async () =>
  (await app.sql<{ n: number }>('select count(*)::int as n from enquiry_touch'))[0]?.n;

// Story 22 with an eighth of its rows, in three steps, for the length of the suite.
const STORY_ROWS = 2500;

test('story 22: the valid rows of a faulty file are saved, the others come back to be fixed; sent again, nothing doubles', async (t) => {
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
  const check = (csv: string) => checkFile(bina, { csv }, 'crm leads.csv');
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
  await bina.refused(endpoints.commit, { jobId }, 'import.has-errors');
  assert.equal(await count(), before_, 'all or nothing writes none');
  assert.deepEqual(await commitFile(bina, jobId, { mode: 'VALID_ROWS' }), { inserted: null });
  assert.equal((await uploadOf(jobId)).state, 'COMMITTING');
  const from = performance.now();
  assert.equal((await runSave(app, jobId)).ok, STORY_ROWS - 3);
  t.diagnostic(`${STORY_ROWS} rows step by step: ${Math.round(performance.now() - from)} ms`);
  const done = await uploadOf(jobId);
  assert.deepEqual(
    [done.state, done.created, done.askedAgain, done.known, done.bad, done.done],
    ['DONE', STORY_ROWS - 3, 0, 0, 3, STORY_ROWS - 3],
  );
  assert.equal(await count(), before_ + STORY_ROWS - 3);
  assert.equal((await runSave(app, jobId)).ok, 0, 'a repeated run finds nothing to do');
  await bina.refused(endpoints.commit, { jobId, mode: 'VALID_ROWS' }, 'import.done');
  const rows = await bina.call(enquiryUploadRows.endpoints.list, { jobId, result: ['NEW'] });
  assert.deepEqual(
    [rows.total.n, rows.rows[0]?.row, rows.rows[0]?.enquiryCode],
    [STORY_ROWS - 3, 2, done.firstCode],
  );

  assert.deepEqual(
    done.parts.map(({ bad, can }) => [bad, can.faulty]),
    [[3, true]],
  );
  const { csv, fileName } = await bina.call(endpoints.faulty, { jobId });
  assert.equal(fileName, 'crm leads to correct.csv');
  const sheet = csv.trimEnd().split('\r\n');
  assert.deepEqual([sheet.length, sheet[0]], [4, `${heading},what_to_correct`]);
  assert.match(sheet[2] ?? '', /,'=Moon\(\),.*Source: There is no source '=Moon\(\)'/);
  const rest = await check(
    csv
      .replace(',12345,', `,97${String(20_000_010)},`)
      .replace(",'=Moon(),", ',Event,')
      .replace('Parent 2400,,', `Parent 2400,97${String(20_002_400)},`),
  );
  assert.deepEqual([rest.total, rest.bad, rest.known, rest.fresh + rest.possible], [3, 0, 0, 3]);
  assert.equal((await saveFileNow(bina, rest.jobId)).created, 3);

  const touched = await touches();
  const again = await check(mended);
  assert.deepEqual([again.bad, again.known, again.fresh, again.askedAgain], [0, STORY_ROWS, 0, 0]);
  await commitFile(bina, again.jobId);
  await runSave(app, again.jobId);
  const saved = await uploadOf(again.jobId);
  assert.deepEqual([saved.created, saved.askedAgain, saved.known], [0, 0, STORY_ROWS]);
  assert.deepEqual([await count(), await touches()], [before_ + STORY_ROWS, touched], 'nothing was written');
  const twice = await check(
    [heading, sound(90_001), sound(90_002).replace('CRM-90002', 'CRM-90001')].join('\r\n'),
  );
  assert.deepEqual(faultsOf(twice.errors), ['Row 3, external_ref: same number as row 2.']);
});

test('a row that cannot be saved any more comes back; a stopped file keeps what it saved; nobody else sees its rows', async () => {
  const bina = app.as('Bina');
  const upload = async (lines: readonly string[]) => (await checkFile(bina, { csv: fileOf(lines) })).jobId;
  const late = await upload([
    'Asha,9733300001,Reva,15-06-2023,Nursery,400053,Event,,',
    'Ravi,9733300002,Neel,15-06-2023,Nursery,400053,Event,,',
  ]);
  await endSource(late, 'Ravi');
  await commitFile(bina, late, { mode: 'VALID_ROWS' });
  const ended = await uploadOf(late);
  assert.deepEqual([ended.state, ended.created, ended.bad, ended.done], ['DONE', 1, 1, 2]);
  const { csv } = await bina.call(endpoints.faulty, { jobId: late });
  assert.match(csv, /Ravi,9733300002,.*There is no such source/);
  assert.doesNotMatch(csv, /Asha/);

  // Stopped after its first thousand rows.
  const before_ = await count();
  const stopped = await upload(
    Array.from(
      { length: 1200 },
      (_, n) => `Halt ${n},97${String(50_000_000 + n)},Omi,15-06-2023,Nursery,400053,Event,,`,
    ),
  );
  await commitFile(bina, stopped, { mode: 'VALID_ROWS' });
  await runSave(app, stopped, {
    after: async () => {
      if ((await uploadOf(stopped)).saved === 1000) await bina.call(endpoints.cancel, { jobId: stopped });
    },
  });
  assert.deepEqual(
    [(await uploadOf(stopped)).state, (await uploadOf(stopped)).created, await count()],
    ['CANCELLED', 1000, before_ + 1000],
  );
  const charu = app.as('Charu');
  assert.equal((await outcomeOf(charu, late)).parts.length, 0);
  await charu.refused(endpoints.faulty, { jobId: late }, 'row.not-found');
});

test('all or none: one row that cannot be saved any more takes all with it; so does stopping', async () => {
  const bina = app.as('Bina');
  const before_ = await count();
  const whole = async (n: number) =>
    (
      await checkFile(bina, {
        csv: fileOf(
          Array.from(
            { length: n },
            (_, at) => `Nina ${at},97${String(60_000_000 + at)},Omi,15-06-2023,Nursery,400053,Event,,`,
          ),
        ),
      })
    ).jobId;
  const small = await whole(2);
  await endSource(small, 'Nina 1');
  const fault = await bina.refused(endpoints.commit, { jobId: small }, 'input.invalid');
  assert.match(fault.fields?.['source'] ?? '', /There is no such source/);
  const refused = await whole(1100);
  await endSource(refused, 'Nina 1050');
  await commitFile(bina, refused);
  await app.sql(`update pg_class set reltuples = 0, relpages = 1000 where oid = 'enquiry'::regclass`);
  await runSave(app, refused);
  const [known] = await app.sql<{ n: number }>(
    `select reltuples::int as n from pg_class where oid = 'enquiry'::regclass`,
  );
  // Else a later file of 20,000 rows takes minutes instead of seconds (0471).
  assert.ok(known && known.n > 0, 'the planner knows again that there are enquiries');
  const ended = await uploadOf(refused);
  assert.deepEqual([ended.state, ended.saved, ended.parts.length, await count()], ['FAILED', 0, 0, before_]);
  assert.match(ended.problem ?? '', /There is no such source/);
  const stopped = await whole(2100);
  await commitFile(bina, stopped);
  // Stopped while its rows are written, before they stand.
  await runSave(app, stopped, {
    after: async () => {
      if ((await uploadOf(stopped)).state === 'COMMITTING')
        await bina.raw(endpoints.cancel, { jobId: stopped });
    },
  });
  assert.deepEqual([(await uploadOf(stopped)).state, await count()], ['CANCELLED', before_]);
  assert.deepEqual(await runSave(app, stopped), { ok: 0, failed: 0 }, 'a repeated run finds nothing to do');
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
  const checked = await checkFile(bina, { csv: [`${STAGE_HEADING},Shoe size`, ...lines].join('\r\n') });
  const reasons =
    'Admission withdrawn, Age, Competitor, Distance, Duplicate, Fees, Junk, Moved to another centre, Not reachable ×7, Transfer city, Wrong class';
  assert.deepEqual(faultsOf(checked.errors), [
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
    const checked = await checkFile(bina, { csv: [STAGE_HEADING, ...lines].join('\r\n') });
    assert.deepEqual(checked.errors, []);
    return { checked, saved: await saveFileNow(bina, checked.jobId) };
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
  const { jobId } = await checkFile(bina, {
    csv: [
      STAGE_HEADING,
      staged(21, { consent_whatsapp: 'Y', consent_sms: 'Y', consent_on: inDays(-190) }),
    ].join('\r\n'),
  });
  await commitFile(bina, jobId);
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
  const uploaded = async (name: string, content: Buffer) => {
    const fileId = await inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test' }, (db) =>
      saveFile(db, {
        franchiseeId: ANDHERI,
        name,
        kind: 'upload',
        mime: 'application/octet-stream',
        content,
      }),
    );
    return { fileId };
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
  const checked = await checkFile(bina, await uploaded('leads.xlsx', sheet));
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
  const { csv } = await bina.call(endpoints.faulty, { jobId: checked.jobId });
  assert.match(csv, /'=Moon\(\),12345,/);
  await commitFile(bina, checked.jobId, { mode: 'VALID_ROWS' });
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
  const utf16 = await checkFile(bina, await uploaded('leads.csv', wide));
  assert.deepEqual([utf16.errors[0]?.row, utf16.errors[0]?.field], [3, 'mobile']);
  const refused = async (name: string, content: Buffer, code: string) =>
    bina.refused(endpoints.check, { ...(await uploaded(name, content)), fileName: name }, code);
  await refused('old.xls', Buffer.from('PK\u0003\u0004 no workbook'), 'sheet.unreadable');
  await refused('old.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'sheet.unreadable');
  const long = Buffer.from(`parent_name,mobile,source\n${'a,1,b\n'.repeat(20_001)}`);
  await refused('long.csv', long, 'sheet.too-large');
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
  const checked = await checkFile(app.as('Bina'), { fileId });
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
  const checked = await checkFile(bina, { csv });
  const { jobId } = checked;
  assert.deepEqual(
    checked.errors.map(({ row, field, value }) => [row, field, value]),
    [
      [2, 'mobile', '12345'],
      [3, 'lost_reason', ''],
    ],
  );
  // The third family's number, and its child: the rows clash now.
  const clash = await correctFile(bina, jobId, [
    { row: 2, column: 'mobile', value: '9877000013' },
    { row: 2, column: 'child_first_name', value: 'Kabir' },
    { row: 3, column: 'lost_reason', value: 'Fees' },
  ]);
  assert.deepEqual(
    [clash.jobId, faultsOf(clash.errors)],
    [jobId, ['Row 4, child_first_name: same child as row 2.']],
  );
  assert.deepEqual([clash.total, clash.ok, clash.bad, clash.closed], [3, 2, 1, 1]);
  const mended = await correctFile(bina, jobId, [{ row: 2, column: 'mobile', value: '9877000011' }]);
  assert.deepEqual([mended.ok, mended.bad, mended.errors], [3, 0, []]);
  const saved = await saveFileNow(bina, jobId, { mode: 'ALL_OR_NOTHING' });
  assert.deepEqual([saved.created, await count()], [3, before + 3]);
});

test('a wrong heading, and a counsellor without the module', async () => {
  const bina = app.as('Bina');
  const wrong = await checkFile(bina, { csv: 'name,telephone\r\nA,B' });
  assert.deepEqual(wrong.missing, ['parent_name', 'mobile', 'source']);
  await bina.refused(endpoints.commit, { jobId: wrong.jobId }, 'import.columns');
  const [titles, example] = sampleOf(enquiryImport.columns as ImportColumns);
  const sample = await checkFile(bina, { csv: [titles, example].map((line) => line.join(',')).join('\r\n') });
  assert.deepEqual([sample.errors, sample.ok], [[], 1]);
  assert.equal((await app.as('Esha').raw(endpoints.check, { csv: 'a', fileName: 'x.csv' })).status, 403);
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
