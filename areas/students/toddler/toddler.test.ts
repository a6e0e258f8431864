// Places of the mother toddler programme (areas/students.md 3.11, stories 19, 20): who fits when, what changes, what is told.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addDays } from '@aangan/contract/period.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { type Db, inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, YEAR } from '@aangan/testkit/world.ts';
import { children } from '@aangan/testkit/world-families.ts';
import { createStudentFromAdmission, newStudentAdmission } from '../student/create-student.server.ts';
import { toddlerContract } from './toddler.contract.ts';
import { toddlers } from './toddler.listing.ts';
import { toddlerRollJob } from './toddler-roll.server.ts';

const CIRCLE = 1;
const BATCH = '0190b000-0000-7000-8005-0000000000d1';
const OTHER = '0190b000-0000-7000-8005-0000000000d2';
const TODAY = '2026-06-15'; // a Monday
let app: TestApp;
let kids: string[];

before(async () => {
  app = await testApp();
  app.moveClock(new Date(`${TODAY}T10:00:00+05:30`));
  for (const [id, name] of [
    [BATCH, 'Tots'],
    [OTHER, 'Minis'],
  ])
    await app.sql(
      `insert into section (franchisee_id, id, academic_year_id, class_id, name, day_session, starts_at, ends_at, capacity)
       values ($1, $2, $3, $4, $5, 'MORNING', '09:00', '12:00', 12)`,
      [ANDHERI, id, YEAR, CIRCLE, name],
    );
  kids = [];
  for (let n = 0; n < 13; n += 1) kids.push(await toddler(n));
});
after(() => app.close());
beforeEach(async () => {
  await app.sql('delete from attendance_mark where enrolment_id = any ($1)', [kids]);
  await app.sql('update programme_assignment set follows = null');
  await app.sql('delete from programme_assignment');
});

const work = <T>(run: (db: Db) => Promise<T>): Promise<T> =>
  inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test' }, run);

async function toddler(n: number): Promise<string> {
  const admissionId = await work((db) => newStudentAdmission(db, { franchiseeId: ANDHERI, yearId: YEAR }));
  await work((db) =>
    createStudentFromAdmission(db, {
      franchiseeId: ANDHERI,
      admissionId,
      academicYearId: YEAR,
      admissionNo: `TOD/${n}`,
      classId: CIRCLE,
      daySession: 'MORNING',
      startOn: '2026-06-01',
      today: TODAY,
      child: { name: `Toddler ${n}`, callName: null, dateOfBirth: '2025-02-10', gender: 'FEMALE' },
      familyId: null,
      family: { address: null, pincode: null, language: 'en' },
      guardians: [],
    }),
  );
  return admissionId;
}

const bina = () => app.as('Bina');
const place = (n: number, over: object = {}) => ({
  enrolmentId: kids[n] ?? '',
  sectionId: BATCH,
  days: ['MON' as const, 'WED' as const, 'FRI' as const],
  slotFrom: '10:00',
  from: TODAY,
  sessions: 6,
  companion: 'Asha',
  ...over,
});
const assign = (n: number, over: object = {}) => bina().call(toddlerContract.assign, place(n, over));
const childOf = (n: number) => bina().call(toddlerContract.child, { id: kids[n] ?? '' });
const came = async (n: number, days: readonly string[]) => {
  await app.sql(
    `insert into attendance_register (franchisee_id, section_id, on_date, session) select $1, $2, d::date, 'MORNING' from unnest($3::text[]) d
     on conflict do nothing`,
    [ANDHERI, BATCH, days],
  );
  await app.sql(
    `insert into attendance_mark (franchisee_id, section_id, enrolment_id, on_date, session, register_id, code, op_id)
     select $1, $2, $3, r.on_date, 'MORNING', r.id, 'P', gen_random_uuid() from attendance_register r where r.section_id = $2 and r.on_date = any ($4::date[])`,
    [ANDHERI, BATCH, kids[n], days],
  );
};
const roll = (day: string) =>
  toddlerRollJob.run({
    now: new Date(`${day}T06:00:00+05:30`),
    work: (centre, run) => inUnitOfWork(app.pool, systemActor(centre), { command: 'roll' }, run),
    data: {},
    ports: { ...app.ports, afterCommit: async () => undefined } as never,
  });

test('six sessions from a Monday end on the Friday of the next week; the register of the batch knows the child', async () => {
  const { toOn } = await assign(0);
  assert.equal(toOn, '2026-06-26');
  const child = await childOf(0);
  assert.deepEqual(
    child.assignments.map(({ batch, days, slotFrom, slotTo, total, used, status, companion }) => ({
      batch,
      days,
      slot: `${slotFrom}-${slotTo}`,
      of: `${used}/${total}`,
      status,
      companion,
    })),
    [
      {
        batch: 'Tots',
        days: ['MON', 'WED', 'FRI'],
        slot: '10:00-11:00',
        of: '0/6',
        status: 'RUNNING',
        companion: 'Asha',
      },
    ],
  );
  assert.deepEqual([child.ageMonths, child.ageOutOn, child.nextFrom], [16, '2027-02-10', '2026-06-27']);
  const [row] = await app.sql<{ section: string }>(
    'select section_id as section from enrolment where id = $1',
    [kids[0]],
  );
  assert.equal(row?.section, BATCH);
});

test('a full batch refuses the thirteenth and names what is free; of several at once for one place one gets it', async () => {
  for (let n = 0; n < 11; n += 1) await assign(n, { days: ['TUE'] });
  const answers = await Promise.all(
    [11, 12].map((n) => bina().raw(toddlerContract.assign, place(n, { days: ['TUE'] }))),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  const refused = answers.find(({ status }) => status === 409)?.body as { code: string; message: string };
  assert.equal(refused.code, 'toddler.batch-full');
  assert.match(
    refused.message,
    /^Batch Tots TUE 10:00 is full \(12\)\. Free: MON 10:00 \(12\) · WED 10:00 \(12\)/,
  );
  const loser = answers[0]?.status === 409 ? 11 : 12;
  const preview = await bina().call(toddlerContract.preview, {
    ...place(loser, { days: ['TUE'] }),
    companion: undefined,
  } as never);
  assert.deepEqual(
    [preview.refusal, preview.free.find(({ day }) => day === 'TUE')?.left],
    [refused.message, 0],
  );
  await bina().call(toddlerContract.assign, place(loser, { days: ['TUE'], slotFrom: '11:00' }));
});

test('students story 19: two hundred at once for the last place of a batch: exactly one gets it', async () => {
  const many = await Promise.all(Array.from({ length: 200 }, (_, n) => toddler(100 + n)));
  for (let n = 0; n < 11; n += 1) await assign(n, { days: ['THU'] });
  // On a busy machine a call may be turned away before it was looked at (503): it asks again.
  const ask = async (enrolmentId: string) => {
    for (;;) {
      const answer = await bina().raw(toddlerContract.assign, place(0, { enrolmentId, days: ['THU'] }));
      if (answer.status !== 503) return answer;
    }
  };
  const answers = await Promise.all(many.map(ask));
  const won = answers.filter(({ status }) => status === 200).length;
  const full = answers.filter(({ body }) => (body as { code?: string }).code === 'toddler.batch-full').length;
  assert.deepEqual([won, full], [1, 199]);
  const [taken] = await app.sql(
    `select count(*)::int as n from programme_assignment where section_id = $1 and status in ('SCHEDULED', 'RUNNING')`,
    [BATCH],
  );
  assert.deepEqual(taken, { n: 12 });
});

test('two places of a child do not overlap; another class, year’s end and an earlier day are refused', async () => {
  await assign(0);
  await bina().refused(
    toddlerContract.assign,
    place(0, { sectionId: OTHER, slotFrom: '10:30' }),
    'toddler.clash',
  );
  await bina().refused(toddlerContract.assign, place(1, { sessions: 200 }), 'toddler.sessions');
  await bina().refused(
    toddlerContract.assign,
    place(1, { enrolmentId: children.Aarav.admissionId }),
    'toddler.not-enrolled',
  );
  const early = await bina().raw(toddlerContract.assign, place(1, { from: addDays(TODAY, -1) }));
  assert.deepEqual(
    [early.status, (early.body as { fields?: object }).fields],
    [422, { from: 'Today or later' }],
  );
});

test('before its first day a place is changed where it stands; running it gets a successor that keeps the used sessions', async () => {
  const { id } = await assign(0, { from: '2026-06-22' });
  const scheduled = (await childOf(0)).assignments[0];
  assert.equal(scheduled?.status, 'SCHEDULED');
  const moved = {
    id,
    sectionId: OTHER,
    days: ['TUE' as const],
    slotFrom: '09:00',
    from: '2026-06-23',
    sessions: 4,
  };
  await bina().call(toddlerContract.change, moved, { version: scheduled?.version ?? 0 });
  assert.deepEqual(
    (await childOf(0)).assignments.map((one) => [one.id === id, one.batch, one.fromOn, one.toOn]),
    [[true, 'Minis', '2026-06-23', '2026-07-14']],
  );
  const running = await assign(1, { sessions: 36 });
  await came(1, ['2026-06-15']);
  const before = (await childOf(1)).assignments[0];
  assert.equal(before?.used, 1);
  const change = {
    ...moved,
    id: running.id,
    from: '2026-06-16',
    sessions: 36,
    days: ['TUE' as const, 'THU' as const],
  };
  await bina().refused(toddlerContract.change, { ...change, sessions: 1 }, 'input.invalid', {
    version: before?.version ?? 0,
  });
  await bina().call(toddlerContract.change, change, { version: before?.version ?? 0 });
  await bina().refused(toddlerContract.change, change, 'row.stale', { version: before?.version ?? 0 });
  assert.deepEqual(
    (await childOf(1)).assignments.map((one) => [one.batch, one.fromOn, one.used, one.total, one.status]),
    [
      ['Minis', '2026-06-16', 1, 36, 'SCHEDULED'],
      ['Tots', '2026-06-15', 1, 36, 'RUNNING'],
    ],
  );
  await roll('2026-06-16');
  assert.deepEqual(
    (await childOf(1)).assignments.map((one) => one.status),
    ['RUNNING', 'COMPLETED'],
  );
});

test('at three sessions left the family is told once, and a used-up place ends', async () => {
  const { id } = await assign(0, { sessions: 5 });
  await came(0, ['2026-06-15', '2026-06-17']);
  const told = () =>
    app.sql<{ n: number }>(
      `select count(*)::int as n from programme_assignment where id = $1 and told_at is not null`,
      [id],
    );
  assert.equal((await roll('2026-06-18')).ok, 1);
  assert.equal((await told())[0]?.n, 1);
  assert.equal((await roll('2026-06-18')).ok, 0, 'once');
  const list = await bina().call(toddlers.endpoints.list, { q: 'toddler 0' });
  assert.deepEqual([list.rows[0]?.status, list.rows[0]?.used, list.rows[0]?.can.assign], ['ENDING', 2, true]);
  await came(0, ['2026-06-19', '2026-06-22', '2026-06-24']);
  await roll('2026-06-24');
  assert.deepEqual(
    (await childOf(0)).assignments.map((one) => [one.status, one.used]),
    [['COMPLETED', 5]],
  );
});

test('stop and cancel fit the state; another centre and a teacher find nothing', async () => {
  const running = await assign(0);
  const [place0] = (await childOf(0)).assignments;
  const version = place0?.version ?? 0;
  const reason = 'They travel';
  await bina().refused(toddlerContract.cancel, { id: running.id, reason }, 'row.wrong-state', { version });
  await app
    .as('Charu')
    .refused(toddlerContract.stop, { id: running.id, reason }, 'row.not-found', { version });
  await app.as('Charu').refused(toddlerContract.child, { id: kids[0] ?? '' }, 'row.not-found');
  await app.as('Charu').refused(toddlerContract.assign, place(1), 'row.not-found');
  await app.as('Esha').refused(toddlerContract.assign, place(1), 'module.missing');
  await bina().call(toddlerContract.stop, { id: running.id, reason }, { version });
  const [stopped] = (await childOf(0)).assignments;
  assert.deepEqual([stopped?.status, stopped?.toOn, stopped?.stopReason], ['STOPPED', TODAY, reason]);
  await assign(0, { from: '2026-06-22' });
  const [next] = (await childOf(0)).assignments;
  await bina().call(toddlerContract.cancel, { id: next?.id ?? '', reason }, { version: next?.version ?? 0 });
  const week = await bina().call(toddlerContract.week, {});
  assert.deepEqual(week.rows, [], 'nobody runs');
});
