// What a file does with children who are here already: the check says it row by row, and the save does just that.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { academicsServer } from '../../academics/area.server.ts';
import { authenticate } from '../../shell/area.server.ts';
import { enquiriesServer } from '../area.server.ts';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import type { UploadMatches } from './enquiry-import.contract.ts';
import { enquiryUploadRows } from './enquiry-upload.listing.ts';
import { checkFile, commitFile, outcomeOf, saveFileNow } from './upload-testing.ts';

let app: TestApp;
before(async () => {
  app = await testApp({
    areas: [enquiriesServer, academicsServer],
    authenticate: (database) => (facts) => authenticate(database, facts),
  });
});
after(() => app.close());

const COLUMNS = [
  'parent_name',
  'mobile',
  'alternate_mobile',
  'email',
  'child_first_name',
  'child_dob',
  'class',
  'programme',
  'pincode',
  'source',
  'stage',
  'lost_reason',
  'consent_sms',
  'consent_on',
  'external_ref',
] as const;
type Row = Partial<Record<(typeof COLUMNS)[number], string>>;

const sheet = (rows: readonly Row[]) =>
  [
    COLUMNS.join(','),
    ...rows.map((row) => COLUMNS.map((column) => ({ source: 'Event', ...row })[column] ?? '').join(',')),
  ].join('\r\n');
const check = (rows: readonly Row[]) => checkFile(app.as('Bina'), { csv: sheet(rows) });
const upload = async (rows: readonly Row[], matches?: UploadMatches) => {
  const { jobId } = await check(rows);
  return { id: jobId, ...(await saveFileNow(app.as('Bina'), jobId, matches ? { matches } : {})) };
};

interface Stored {
  id: string;
  child: string | null;
  key: string | null;
  dob: string | null;
  class: string | null;
  category: string | null;
  programme: string | null;
  email: string | null;
  pincode: string | null;
  stage: string;
  next: string | null;
  cycle: number;
  version: number;
  active: string;
  touches: number;
  numbers: number;
  papers: number;
}
/** Everything that a file could have changed of a parent's only enquiry. */
const stored = async (parent: string) => {
  const rows = await app.sql<Stored>(
    `select e.id, e.child_first_name as child, e.child_name_key as key, e.child_dob::text as dob, c.name as class, e.class_category as category, e.programme, e.email_norm as email, e.pincode,
       e.stage_code as stage, e.next_follow_up_on::text as next, e.cycle, e.version, e.last_activity_at::text as active,
       (select count(*)::int from enquiry_touch t where t.enquiry_id = e.id) as touches,
       (select count(*)::int from household_contact h where h.household_id = e.household_id) as numbers,
       (select count(*)::int from consent_answer a where a.subject_id = e.household_id) as papers
       from enquiry e left join class c on c.id = e.class_id where e.guardian_name = $1`,
    [parent],
  );
  assert.equal(rows.length, 1, `${parent} has one enquiry`);
  return rows[0] as Stored;
};
const rowsOf = async (id: string) =>
  (await app.as('Bina').call(enquiryUploadRows.endpoints.list, { jobId: id })).rows.map((row) => [
    row.row,
    row.result,
    row.filled?.split(', ') ?? [],
  ]);

test('the check names each row that is here already, with the blanks it would fill', async () => {
  await upload([
    { parent_name: 'Bare Rao', mobile: '9866000001' },
    { parent_name: 'Full Rao', mobile: '9866000002', child_first_name: 'Riya', pincode: '400053' },
    { parent_name: 'Mail Rao', mobile: '9866000003', child_first_name: 'Dev', email: 'mail@rao.test' },
    { parent_name: 'Two Rao', mobile: '9866000004', child_first_name: 'Myra', child_dob: '15-06-2023' },
    { parent_name: 'Two Rao', mobile: '9866000004', child_first_name: 'Kabir', child_dob: '15-06-2022' },
  ]);
  const checked = await check([
    {
      parent_name: 'X',
      mobile: '9866000001',
      child_first_name: 'Zoya',
      class: 'Nursery',
      email: 'bare@rao.test',
    },
    { parent_name: 'X', mobile: '9866000002', child_first_name: 'Riya', pincode: '400001' },
    // Known by the e-mail alone: the family gets the number.
    { parent_name: 'X', mobile: '9866000033', child_first_name: 'Dev', email: 'mail@rao.test' },
    // Which of the two is meant nobody knows.
    { parent_name: 'X', mobile: '9866000004', pincode: '400053' },
    { parent_name: 'New Rao', mobile: '9866000005', child_first_name: 'Tara' },
    { parent_name: 'New Rao', mobile: '9866000005', child_first_name: 'Omi', child_dob: '15-06-2022' },
  ]);
  assert.deepEqual(
    checked.matched.map(({ row, childName, fills, ambiguous }) => [row, childName, fills, ambiguous]),
    [
      [2, 'Zoya', ['email', 'child_first_name', 'class'], false],
      [3, 'Riya', [], false],
      [4, 'Dev', ['mobile'], false],
      [5, 'X', [], true],
    ],
  );
  assert.ok(checked.matched.every(({ enquiryCode }) => /^ENQ-002-2627-\d{5}$/.test(enquiryCode)));
  assert.deepEqual(
    [checked.askedAgain, checked.fillable, checked.fresh, checked.siblings],
    [4, 2, 1, 1],
    'a sister or brother in the same file is one',
  );
});

test('fill blanks: only what is blank, with its history; no touch, no new date, no revival, and nothing a second time', async () => {
  const lost = { parent_name: 'Lost Jain', mobile: '9866000012', child_first_name: 'Zoya' };
  await upload([
    { parent_name: 'Bare Jain', mobile: '9866000011', external_ref: 'OLD-1' },
    { ...lost, stage: 'Close', lost_reason: 'Fees' },
    { parent_name: 'Full Jain', mobile: '9866000013', child_first_name: 'Riya', pincode: '400053' },
    { parent_name: 'Two Jain', mobile: '9866000014', child_first_name: 'Myra', child_dob: '15-06-2023' },
    { parent_name: 'Twin Jain', mobile: '9866000014', child_first_name: 'Kabir', child_dob: '15-06-2022' },
  ]);
  const [bare, gone, full, two, twin] = [
    await stored('Bare Jain'),
    await stored('Lost Jain'),
    await stored('Full Jain'),
    await stored('Two Jain'),
    await stored('Twin Jain'),
  ];
  const rows: Row[] = [
    {
      parent_name: 'Other',
      mobile: '9866000011',
      alternate_mobile: '9866000091',
      child_first_name: 'Aarav',
      child_dob: '15-06-2023',
      class: 'Nursery',
      programme: 'Regular',
      email: 'bare@jain.test',
      pincode: '400053',
      consent_sms: 'Y',
      consent_on: '01-06-2026',
      external_ref: 'NEW-1',
    },
    { ...lost, parent_name: 'Other', pincode: '400001' },
    {
      parent_name: 'Other',
      mobile: '9866000013',
      child_first_name: 'Riya',
      pincode: '400001',
      external_ref: 'NEW-3',
    },
    { parent_name: 'New Jain', mobile: '9866000015', child_first_name: 'Tara' },
    // The same child once more: what the first of the two filled is not blank for the second.
    { parent_name: 'Other', mobile: '9866000011', child_first_name: 'Aarav', pincode: '400099' },
    // Which of the two is meant nobody knows: neither is touched.
    { parent_name: 'Other', mobile: '9866000014', pincode: '400053' },
  ];
  const done = await upload(rows, 'FILL_BLANKS');
  assert.deepEqual([done.created, done.askedAgain, done.filled, done.known], [1, 0, 2, 3]);
  assert.deepEqual(await rowsOf(done.id), [
    [
      2,
      'FILLED',
      ['alternate_mobile', 'email', 'child_first_name', 'child_dob', 'class', 'programme', 'pincode'],
    ],
    [3, 'FILLED', ['pincode']],
    [4, 'KNOWN', []],
    [5, 'NEW', []],
    [6, 'KNOWN', []],
    [7, 'KNOWN', []],
  ]);
  const after_ = await stored('Bare Jain');
  assert.deepEqual(after_, {
    ...bare,
    child: 'Aarav',
    key: 'arav',
    dob: '2023-06-15',
    class: 'Nursery',
    programme: 'Regular',
    email: 'bare@jain.test',
    pincode: '400053',
    numbers: 3,
    category: after_.category,
    version: bare.version + 1,
  });
  assert.deepEqual(await stored('Lost Jain'), { ...gone, pincode: '400001', version: gone.version + 1 });
  assert.deepEqual(await stored('Full Jain'), full);
  assert.deepEqual(await stored('Two Jain'), two);
  assert.deepEqual(await stored('Twin Jain'), twin);
  const [history] = await app.sql<{ actor: string; diff: Record<string, unknown> }>(
    `select u.first_name as actor, r.diff from record_change r join app_user u on u.id::text = r.actor::text
      where r.table_name = 'enquiry' and r.op = 'U' and r.row_key = $1 order by r.id desc limit 1`,
    [bare.id],
  );
  assert.deepEqual([history?.actor, history?.diff['pincode']], ['Bina', [null, '400053']]);

  const again = await upload(rows, 'FILL_BLANKS');
  assert.deepEqual([again.created, again.askedAgain, again.filled, again.known], [0, 0, 0, 6]);
  assert.deepEqual(await stored('Bare Jain'), after_);
  const refs = await app.sql<{ ref: string }>(
    `select ref from enquiry_external_ref where ref like 'NEW-%' order by ref`,
  );
  assert.deepEqual(refs, [{ ref: 'NEW-1' }], 'a row that wrote nothing leaves no number behind');
  const { parts } = await outcomeOf(app.as('Bina'), done.id);
  assert.deepEqual([parts[0]?.matches, parts[0]?.filled], ['FILL_BLANKS', 2]);
});

test('skip: a child who is here already is left alone, the others are saved', async () => {
  await upload([{ parent_name: 'Bare Sen', mobile: '9866000021', email: 'bare@sen.test' }]);
  const bare = await stored('Bare Sen');
  const done = await upload(
    [
      {
        parent_name: 'Other',
        mobile: '9866000021',
        alternate_mobile: '9866000092',
        child_first_name: 'Aarav',
        pincode: '400053',
        consent_sms: 'Y',
        consent_on: '01-06-2026',
        external_ref: 'SKIP-1',
      },
      // Known by the e-mail: its number is not added either.
      { parent_name: 'Other', mobile: '9866000093', email: 'bare@sen.test' },
      {
        parent_name: 'New Sen',
        mobile: '9866000022',
        alternate_mobile: '9866000094',
        child_first_name: 'Tara',
      },
    ],
    'SKIP',
  );
  assert.deepEqual([done.created, done.askedAgain, done.filled, done.known], [1, 0, 0, 2]);
  assert.deepEqual(await stored('Bare Sen'), bare);
  assert.equal((await stored('New Sen')).numbers, 2);
  // Skipped, it may still ask again another day.
  const asked = await upload([
    { parent_name: 'Other', mobile: '9866000021', external_ref: 'SKIP-1', pincode: '400053' },
  ]);
  assert.deepEqual([asked.created, asked.askedAgain], [0, 1]);
  assert.deepEqual(await rowsOf(asked.id), [[2, 'AGAIN', ['pincode']]]);
  const now = await stored('Bare Sen');
  assert.deepEqual([now.touches, now.pincode], [bare.touches + 1, '400053']);
});

test('what a counsellor saves in the same moment stands: the file waits and finds no blank', async () => {
  await upload([{ parent_name: 'Race Bose', mobile: '9866000031', child_first_name: 'Riya' }]);
  const { id } = await stored('Race Bose');
  const { jobId } = await check([
    {
      parent_name: 'Other',
      mobile: '9866000031',
      child_first_name: 'Riya',
      pincode: '400001',
      class: 'Nursery',
    },
  ]);
  let saving: ReturnType<typeof saveFileNow> | undefined;
  await inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test' }, async (db) => {
    await db
      .updateTable('enquiry')
      .set({ pincode: '400053' })
      .where('franchisee_id', '=', ANDHERI)
      .where('id', '=', id)
      .execute();
    saving = saveFileNow(app.as('Bina'), jobId, { matches: 'FILL_BLANKS' });
    // Until the file waits for this very row.
    for (let waits = false; !waits; )
      waits =
        (
          await app.sql(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          )
        ).length > 0;
  });
  assert.equal((await saving)?.filled, 1);
  const row = await stored('Race Bose');
  assert.deepEqual([row.pincode, row.class], ['400053', 'Nursery']);
  assert.deepEqual(await rowsOf(jobId), [[2, 'FILLED', ['class']]]);
  // And the other way round: an edit that was opened before the file came is refused, not lost.
  const opened = (await stored('Race Bose')).version - 1;
  const late = await app
    .as('Esha')
    .raw(enquiryContract.update, { id, changes: { pincode: '400099' } }, { version: opened });
  assert.equal(late.status, 412);
});

test('two files at once fill one blank once, and the choice holds for the valid rows alone too', async () => {
  await upload([{ parent_name: 'Pair Nair', mobile: '9866000041', child_first_name: 'Riya' }]);
  const of = async (pincode: string) =>
    (await check([{ parent_name: 'Other', mobile: '9866000041', child_first_name: 'Riya', pincode }])).jobId;
  const jobs = [await of('400001'), await of('400002')];
  const done = await Promise.all(
    jobs.map((jobId) => saveFileNow(app.as('Bina'), jobId, { matches: 'FILL_BLANKS' })),
  );
  assert.deepEqual(done.map(({ filled, known }) => `${filled} ${known}`).sort(), ['0 1', '1 0']);

  const { jobId } = await check([
    { parent_name: 'Other', mobile: '9866000041', child_first_name: 'Riya', class: 'Nursery' },
    { parent_name: 'New Nair', mobile: '9866000042', child_first_name: 'Tara' },
  ]);
  const before_ = await stored('Pair Nair');
  await commitFile(app.as('Bina'), jobId, { mode: 'VALID_ROWS', matches: 'SKIP' });
  assert.deepEqual(
    (await rowsOf(jobId)).map(([, result]) => result),
    ['KNOWN', 'NEW'],
  );
  assert.deepEqual(await stored('Pair Nair'), before_);
});
