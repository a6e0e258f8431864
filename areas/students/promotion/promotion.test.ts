// Moving up into the next year (areas/students.md 3.5, stories 9, 10, 11, 13): proposals, decisions, runs, the year's close.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { runBatch } from '@aangan/testkit/run-batch.ts';
import { ANDHERI, people, YEAR } from '@aangan/testkit/world.ts';
import { children, NURSERY, sections } from '@aangan/testkit/world-families.ts';
import { nurseryPlan } from '../../finance/assignment/nursery-testing.ts';
import { startEnrolmentsJob } from '../placement/start-enrolments.server.ts';
import { closeYearJob } from './close-year.server.ts';
import { promotionBatch, promotionContract } from './promotion.contract.ts';
import { propose } from './propose.ts';

const { Aarav, Kabir } = children;
const JUNIOR_KG = 4;
const NEXT = YEAR + 1;
const JUNIOR_A = '0190b000-0000-7000-8005-0000000000c1';

let app: TestApp;
before(async () => {
  app = await testApp();
  app.moveClock(new Date('2027-03-10T10:00:00+05:30'));
  await app.sql(`insert into user_approval_code (user_id, code) values ($1, 'PLAN_APPROVE')`, [
    people.Chetan.id,
  ]);
  await app.sql(`update academic_year set opened_on = '2026-11-01' where id = $1`, [NEXT]);
  await app.sql(
    `insert into section (franchisee_id, id, academic_year_id, class_id, name, day_session, starts_at, ends_at, capacity)
     values ($1, $2, $3, $4, 'A', 'MORNING', '09:00', '12:00', 20)`,
    [ANDHERI, JUNIOR_A, NEXT, JUNIOR_KG],
  );
});
after(() => app.close());

beforeEach(async () => {
  await app.sql('delete from promotion_row');
  await app.sql('delete from promotion_run');
  await app.sql('delete from promotion_policy');
  await app.sql('delete from class_seat where academic_year_id = $1', [NEXT]);
  await app.sql(
    'delete from placement where enrolment_id in (select id from enrolment where academic_year_id = $1)',
    [NEXT],
  );
  await app.sql(`update student set current_enrolment_id = $2, state = 'STUDYING' where id = $1`, [
    Aarav.studentId,
    Aarav.admissionId,
  ]);
  await app.sql('delete from enrolment where academic_year_id = $1', [NEXT]);
  await app.sql(
    `update enrolment set outcome = null, status = 'ACTIVE', left_on = null, section_id = $2 where id = any ($1)`,
    [[Aarav.admissionId, Kabir.admissionId], sections[ANDHERI]],
  );
  await app.sql(`update student set date_of_birth = '2022-08-15' where id = any ($1)`, [
    [Aarav.studentId, Kabir.studentId],
  ]);
});

const bina = () => app.as('Bina');
const get = (id: string) => bina().call(promotionContract.get, { id });
const evaluate = async () => (await bina().call(promotionContract.evaluate, { classId: NURSERY })).id;

async function decide(
  id: string,
  ids: readonly string[],
  decision: 'PROMOTE' | 'RETAIN' | 'GRADUATE' | 'LEAVE',
  reason?: string,
) {
  const { version } = await get(id);
  await bina().call(
    promotionContract.decide,
    { id, enrolmentIds: [...ids], decision, ...(reason ? { reason } : {}) },
    { version },
  );
}

async function approveAsFarid(id: string) {
  const farid = app.as('Farid', { centre: ANDHERI });
  const { version } = await farid.call(promotionContract.get, { id });
  await farid.call(promotionContract.approve, { id }, { version });
}

async function execute(id: string) {
  const { version } = await get(id);
  const { batchId } = await bina().call(promotionContract.execute, { id }, { version });
  await runBatch(app, batchId);
  return get(id);
}

const nextOf = (studentId: string) =>
  app.sql<Record<string, unknown>>(
    `select e.id, e.class_id as "classId", e.status, e.entry, e.from_enrolment_id as "from", e.section_id as section, e.joined_on::text as joined, e.version
       from enrolment e where e.student_id = $1 and e.academic_year_id = $2 order by e.created_at`,
    [studentId, NEXT],
  );
const outcomeOf = async (id: string) =>
  (await app.sql<{ outcome: string | null }>('select outcome from enrolment where id = $1', [id]))[0]
    ?.outcome;

test('what is proposed follows the policy: age, dues, attendance, graduation, an earlier decision', () => {
  const policy = {
    toClassId: 4,
    toClassName: 'Junior KG',
    toAgeMonths: 42,
    minAttendanceBp: 7500,
    maxDues: 500_000,
    ageCheck: true,
    sectionRule: 'SAME_NAME',
    planRule: 'STANDARD',
  } as const;
  const child = { dateOfBirth: '2022-08-15', dues: 0, attendanceBp: 9000, outcome: null };
  const what = (over: object, rule: object = {}) => {
    const { proposed, decision, reasons } = propose(
      { ...child, ...over },
      { ...policy, ...rule },
      '2027-04-01',
    );
    return [proposed, decision, ...reasons];
  };
  assert.deepEqual(what({}), ['PROMOTE', 'PROMOTE']);
  assert.deepEqual(what({ dateOfBirth: '2023-10-01' }), ['PROMOTE', 'PROMOTE'], '42 months on the first day');
  assert.deepEqual(what({ dateOfBirth: '2023-10-02' }), ['RETAIN', 'RETAIN', 'AGE']);
  assert.deepEqual(what({ dateOfBirth: '2023-10-02' }, { ageCheck: false }), ['PROMOTE', 'PROMOTE']);
  assert.deepEqual(what({ dues: 500_000 }), ['PROMOTE', 'PROMOTE']);
  assert.deepEqual(what({ dues: 500_001, attendanceBp: 7499 }), ['REVIEW', null, 'DUES', 'ATTENDANCE']);
  assert.deepEqual(
    what({ attendanceBp: null }),
    ['PROMOTE', 'PROMOTE'],
    'without registers nobody is held back',
  );
  assert.deepEqual(what({ dues: 900_000 }, { toClassId: null }), ['GRADUATE', 'GRADUATE']);
  assert.deepEqual(what({ outcome: 'LEAVE' }), ['LEAVE', 'LEAVE', 'DECIDED']);
});

test('a class is evaluated and carried out; a second run changes nothing', async () => {
  const id = await evaluate();
  const ready = await get(id);
  assert.deepEqual(
    ready.children.map((child) => [child.name, child.decision, child.section]),
    [
      ['Aarav', 'PROMOTE', 'A'],
      ['Kabir', 'PROMOTE', 'A'],
    ],
  );
  assert.deepEqual(ready.places, [{ session: 'MORNING', wanted: 2, free: null }]);
  const done = await execute(id);
  assert.deepEqual(
    [done.status, done.children.map((child) => child.next)],
    ['COMPLETED', ['Junior KG A', 'Junior KG A']],
  );
  const [next, second] = await nextOf(Aarav.studentId);
  assert.equal(second, undefined);
  assert.deepEqual(
    { ...next, id: '', version: 0 },
    {
      id: '',
      classId: JUNIOR_KG,
      status: 'UPCOMING',
      entry: 'PROMOTED',
      from: Aarav.admissionId,
      section: JUNIOR_A,
      joined: '2027-04-01',
      version: 0,
    },
  );
  const again = await execute(await evaluate());
  assert.deepEqual(
    again.children.map((child) => [child.reasons, child.result]),
    Array.from({ length: 2 }, () => [['DECIDED'], { state: 'SKIPPED', reason: 'Nothing changed' }]),
  );
  assert.deepEqual(await nextOf(Aarav.studentId), [next], 'not even a version moved');
});

test('another decision needs a reason, and a person who neither made nor decided the run', async () => {
  const id = await evaluate();
  const { version } = await get(id);
  const wanted = { id, enrolmentIds: [Kabir.admissionId], decision: 'RETAIN' as const };
  const refused = await bina().raw(promotionContract.decide, wanted, { version });
  assert.deepEqual(
    [refused.status, (refused.body as { fields?: object }).fields],
    [422, { reason: 'Say why it is not what was proposed' }],
  );
  await bina().refused(promotionContract.approve, { id }, 'promotion.nothing-to-approve', { version });
  await decide(id, [Kabir.admissionId], 'RETAIN', 'Needs another year');
  await bina().refused(promotionContract.decide, wanted, 'row.stale', { version });
  const decided = await get(id);
  assert.deepEqual([decided.overrides, decided.can['execute'], decided.can['approve']], [1, false, false]);
  const at = { version: decided.version };
  await bina().refused(promotionContract.execute, { id }, 'promotion.needs-approval', at);
  await bina().refused(promotionContract.approve, { id }, 'approval.own', at);
  await approveAsFarid(id);
  const done = await execute(id);
  assert.deepEqual([done.status, done.approvedByName], ['COMPLETED', 'Farid Khan']);
  const [kept] = await nextOf(Kabir.studentId);
  assert.deepEqual(
    [kept?.['classId'], kept?.['entry'], await outcomeOf(Kabir.admissionId)],
    [NURSERY, 'RETAINED', 'RETAIN'],
  );
});

test('deciding anew after the approval takes the approval back', async () => {
  const id = await evaluate();
  await decide(id, [Kabir.admissionId], 'LEAVE', 'They move to Pune');
  await approveAsFarid(id);
  assert.equal((await get(id)).status, 'APPROVED');
  await decide(id, [Aarav.admissionId], 'LEAVE', 'So do they');
  const { status, approvedByName } = await get(id);
  assert.deepEqual([status, approvedByName], ['READY', null]);
});

test('a child whose dues are above the limit stays undecided, and in the old year', async () => {
  await app.sql(
    `insert into promotion_policy (franchisee_id, class_id, to_class_id, max_dues, plan_rule) values ($1, $2, $3, 0, 'LATER')`,
    [ANDHERI, NURSERY, JUNIOR_KG],
  );
  const [account] = await app.sql<{ id: string }>(
    `insert into fee_account (franchisee_id, child_label, student_admission_id, student_id) values ($1, 'Kabir', $2, $3)
     returning id`,
    [ANDHERI, Kabir.admissionId, Kabir.studentId],
  );
  const [type] = await app.sql<{ id: string }>(
    `select id from fee_type where code = 'TUITION' and franchisee_id = 1`,
  );
  await app.sql(
    `insert into fee_line (franchisee_id, academic_year_id, fee_account_id, fee_type_id, component_kind, royalty_base, kind, label, due_on, gross, state) values ($1, ${YEAR}, $2, $3, 'TUITION', 'NONE', 'NOTE', 'Trip', '2027-02-01', 60000, 'OPEN')`,
    [ANDHERI, account?.id, type?.id],
  );
  const id = await evaluate();
  const [first] = (await get(id)).children;
  assert.deepEqual(
    [first?.name, first?.proposed, first?.decision, first?.reasons, first?.dues],
    ['Kabir', 'REVIEW', null, ['DUES'], 60000],
  );
  const done = await execute(id);
  assert.deepEqual([done.status, done.undecided, await nextOf(Kabir.studentId)], ['COMPLETED', 1, []]);
  await app.sql('delete from fee_line where fee_account_id = $1', [account?.id]);
  await app.sql('delete from fee_account where id = $1', [account?.id]);
});

test('where places are short the oldest move first; the others are tried again when there is room', async () => {
  await app.sql(`update student set date_of_birth = '2022-01-01' where id = $1`, [Kabir.studentId]);
  await app.sql(
    `insert into class_seat (franchisee_id, academic_year_id, class_id, day_session, capacity) values ($1, $2, $3, 'MORNING', 1)`,
    [ANDHERI, NEXT, JUNIOR_KG],
  );
  const id = await evaluate();
  assert.deepEqual((await get(id)).places, [{ session: 'MORNING', wanted: 2, free: 1 }]);
  const part = await execute(id);
  assert.equal(part.status, 'PARTIAL');
  assert.deepEqual(
    part.children.map((child) => [
      child.name,
      child.result?.state,
      child.result?.reason?.slice(0, 26) ?? null,
    ]),
    [
      ['Aarav', 'FAILED', 'Junior KG Morning is full.'],
      ['Kabir', 'DONE', null],
    ],
  );
  assert.equal(await outcomeOf(Aarav.admissionId), null);
  await app.sql('update class_seat set capacity = 2 where academic_year_id = $1', [NEXT]);
  await bina().call(promotionBatch.endpoints.again, { id: part.batchId ?? '' });
  await runBatch(app, part.batchId ?? '');
  assert.equal((await get(id)).status, 'COMPLETED');
  assert.equal((await nextOf(Aarav.studentId)).length, 1);
});

test('a full section is never filled above its places; the child waits without one', async () => {
  await app.sql('update section set capacity = 1 where id = $1', [JUNIOR_A]);
  const done = await execute(await evaluate());
  assert.deepEqual(done.children.map((child) => child.next).sort(), ['Junior KG', 'Junior KG A']);
  await app.sql('update section set capacity = 20 where id = $1', [JUNIOR_A]);
});

test('before the year begins a decision is changed in place; afterwards it is refused', async () => {
  await execute(await evaluate());
  const [first] = await nextOf(Aarav.studentId);
  const retain = await evaluate();
  await decide(retain, [Aarav.admissionId], 'RETAIN', 'The family asked for it');
  await approveAsFarid(retain);
  await execute(retain);
  const [changed, other] = await nextOf(Aarav.studentId);
  assert.deepEqual([changed?.['id'], changed?.['classId'], other], [first?.['id'], NURSERY, undefined]);
  const leave = await evaluate();
  await decide(leave, [Aarav.admissionId], 'LEAVE', 'They move');
  await approveAsFarid(leave);
  await execute(leave);
  assert.deepEqual(
    [(await nextOf(Aarav.studentId))[0]?.['status'], await outcomeOf(Aarav.admissionId)],
    ['CANCELLED', 'LEAVE'],
  );
  await app.sql(`update enrolment set status = 'ACTIVE' where student_id = $1 and academic_year_id = $2`, [
    Kabir.studentId,
    NEXT,
  ]);
  const late = await evaluate();
  await decide(late, [Kabir.admissionId], 'LEAVE', 'Too late');
  await approveAsFarid(late);
  const refused = await execute(late);
  assert.deepEqual(refused.children.find((child) => child.name === 'Kabir')?.result, {
    state: 'FAILED',
    reason: 'The next enrolment has begun or was paid for. Change its class or end it on the student’s page.',
  });
  assert.equal(await outcomeOf(Kabir.admissionId), 'PROMOTE');
});

test('the standard plan of the next class is submitted under the new enrolment, and taken back with it', async () => {
  const plan = await nurseryPlan(app, 'JKG-2728', (body) =>
    Object.assign(body, {
      academicYearId: NEXT,
      classId: JUNIOR_KG,
      session: 'HALF_DAY',
      validFrom: '2027-04-01',
    }),
  );
  await app.sql(
    `insert into fee_account (franchisee_id, child_label, student_admission_id, student_id) values ($1, 'Aarav', $2, $3)`,
    [ANDHERI, Aarav.admissionId, Aarav.studentId],
  );
  const ready = await get(await evaluate());
  assert.equal(ready.children[0]?.planNet, 9_200_000);
  await execute(ready.id);
  const [next] = await nextOf(Aarav.studentId);
  const assigned = () =>
    app.sql(
      `select student_admission_id as id, status, academic_year_id as year from fee_assignment where fee_plan_id = $1`,
      [plan.planId],
    );
  assert.deepEqual(await assigned(), [{ id: next?.['id'], status: 'PENDING', year: NEXT }]);
  const leave = await evaluate();
  await decide(leave, [Aarav.admissionId], 'LEAVE', 'They move');
  await approveAsFarid(leave);
  await execute(leave);
  assert.deepEqual(await assigned(), [{ id: next?.['id'], status: 'CANCELLED', year: NEXT }]);
});

test('on 1 April what was decided closes, and whoever is undecided stays', async () => {
  const id = await evaluate();
  await app.sql(`update promotion_row set decision = null where run_id = $1 and enrolment_id = $2`, [
    id,
    Kabir.admissionId,
  ]);
  // What is known of the child is looked through anew each year (students story 3).
  await app.sql(`update enrolment set edit_status = 'completed' where id = $1`, [Aarav.admissionId]);
  await execute(id);
  const nightly = (job: JobDeclaration, minute: string) =>
    job.run({
      now: new Date(`2027-04-01T00:${minute}:00+05:30`),
      work: (centre, work) => inUnitOfWork(app.pool, systemActor(centre), { command: job.name }, work),
      data: {},
      ports: { ...app.ports, afterCommit: async () => undefined } as never,
    });
  await nightly(startEnrolmentsJob, '05');
  assert.equal((await nightly(closeYearJob, '10')).ok, 1);
  const state = (student: string) =>
    app.sql(
      `select s.state, e.academic_year_id as year, e.status, e.edit_status as profile, o.status as old, o.left_on::text as left from student s
         join enrolment e on e.id = s.current_enrolment_id join enrolment o on o.student_id = s.id and o.academic_year_id = $2 where s.id = $1`,
      [student, YEAR],
    );
  assert.deepEqual(await state(Aarav.studentId), [
    {
      state: 'STUDYING',
      year: NEXT,
      status: 'ACTIVE',
      profile: 'pending',
      old: 'COMPLETED',
      left: '2027-03-31',
    },
  ]);
  assert.deepEqual(await state(Kabir.studentId), [
    { state: 'STUDYING', year: YEAR, status: 'ACTIVE', profile: 'pending', old: 'ACTIVE', left: null },
  ]);
  assert.equal((await nightly(closeYearJob, '10')).ok, 0, 'once');
});

test('another centre, a teacher, a closed year and a class without children are refused', async () => {
  const id = await evaluate();
  const { version } = await get(id);
  const charu = app.as('Charu');
  await charu.refused(promotionContract.get, { id }, 'row.not-found');
  await charu.refused(promotionContract.execute, { id }, 'row.not-found', { version });
  await charu.refused(
    promotionContract.evaluate,
    { classId: NURSERY, sectionId: sections[ANDHERI] },
    'row.not-found',
  );
  await app.as('Divya').refused(promotionContract.classes, {}, 'module.missing');
  await bina().refused(promotionContract.evaluate, { classId: 5 }, 'promotion.nobody');
  await bina().call(promotionContract.cancel, { id, reason: 'Wrong class' }, { version });
  await bina().refused(promotionContract.execute, { id }, 'row.wrong-state', { version: version + 1 });
  await app.sql('update academic_year set opened_on = null where id = $1', [NEXT]);
  assert.equal((await bina().call(promotionContract.classes, {})).open, false);
  await bina().refused(promotionContract.evaluate, { classId: NURSERY }, 'promotion.year-closed');
  await app.sql(`update academic_year set opened_on = '2026-11-01' where id = $1`, [NEXT]);
});
