// One child of a run: its outcome, its enrolment of the next year, section and fee plan (areas/students.md 3.5 steps 4, 5).
// A second run with the same decision writes nothing.
import { academicYearDays, type Day, todayIst } from '@aangan/contract/period.ts';
import { later } from '@aangan/server/background/outbox.ts';
import { serveBatch } from '@aangan/server/batch/serve-batch.ts';
import { several } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { ensurePlaceMovingUp } from '../../admissions/public.server.ts';
import {
  assignPlan,
  findFeeAccount,
  hasPlanOf,
  type PlanChoice,
  planState,
  submitAssignment,
  withdrawFeePlan,
} from '../../finance/public.server.ts';
import { releaseKits } from '../../orders/public.server.ts';
import { endTransport } from '../../transport/public.server.ts';
import { live } from '../placement/roster.server.ts';
import { refuseStudent } from '../refusals.ts';
import { newStudentAdmission, programmeOf } from '../student/create-student.server.ts';
import { plansFor } from './evaluate.server.ts';
import { placeInNextYear } from './place-next-year.server.ts';
import { promotionBatch } from './promotion.contract.ts';
import type { Decision } from './promotion.states.ts';
import type { PolicyFacts } from './propose.ts';

type Enrolment = RowIn<'enrolment'>;
const UNCHANGED = { skipped: 'Nothing changed' };

interface Step {
  run: RowIn<'promotion_run'>;
  old: Enrolment;
  /** Enrolment of the next year that an earlier run made. */
  next: Enrolment | null;
  decision: Decision;
  targetClassId: number | null;
  /** The standard plan, as it is offered now. */
  plan: PlanChoice | null;
  today: Day;
  actor: Actor;
}

export const promotionBatchHandlers = serveBatch(promotionBatch, {
  prepare: async (db, _items, { data }) => {
    const run = await db
      .selectFrom('promotion_run')
      .selectAll()
      .where('id', '=', data.runId)
      .executeTakeFirstOrThrow();
    const plans = await plansFor(db, { franchiseeId: run.franchisee_id, yearId: run.to_year_id });
    return { run, plans };
  },
  each: async (db, { id }, { run, plans }, { actor, franchiseeId, now }) => {
    const row = await db
      .selectFrom('promotion_row')
      .selectAll()
      .where('franchisee_id', '=', franchiseeId)
      .where('run_id', '=', run.id)
      .where('enrolment_id', '=', id)
      .executeTakeFirstOrThrow();
    const old = await lockRow(db, 'enrolment', id);
    if (!['UPCOMING', 'ACTIVE', 'ON_HOLD'].includes(old.status)) return { skipped: 'Has left meanwhile' };
    ensure(row.decision, () => refuseStudent('promotion.nobody-decided'));
    return move(db, {
      run,
      old,
      next: await nextOf(db, old, run.to_year_id),
      decision: row.decision,
      targetClassId: row.target_class_id,
      plan: row.plan_id ? plans(row.target_class_id, old.day_session) : null,
      today: todayIst(now),
      actor,
    });
  },
  names: async (db, franchiseeId, ids) => {
    const { rows } = await sql<{ id: string; label: string; second: string; code: string }>`
      select e.id, s.name as label, s.admission_no as second, s.id as code from enrolment e
        join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id
       where e.franchisee_id = ${franchiseeId} and ${several('e.id', ids, 'uuid')}`.execute(db);
    return new Map(rows.map((row) => [row.id, row]));
  },
});

/** The child's live enrolment of the next year that came from this one. */
async function nextOf(db: Db, old: Enrolment, yearId: number): Promise<Enrolment | null> {
  const { rows } = await sql<Enrolment>`
    select * from enrolment where franchisee_id = ${old.franchisee_id} and student_id = ${old.student_id} and academic_year_id = ${yearId}
      and status in ${live} and (from_enrolment_id = ${old.id} or programme = ${old.programme}) limit 1 for update`.execute(
    db,
  );
  return rows[0] ?? null;
}

async function move(db: Db, step: Step): Promise<{ skipped: string } | undefined> {
  const { old, next, decision } = step;
  const moves = decision === 'PROMOTE' || decision === 'RETAIN';
  const same = old.outcome === decision;
  if (!moves) {
    if (same && !next) return UNCHANGED;
    if (next) await takeBack(db, next, step.today);
  } else {
    const targetClassId = ensureFound(step.targetClassId);
    if (same && next?.class_id === targetClassId) return UNCHANGED;
    await enrolNextYear(db, step, targetClassId);
  }
  await db
    .updateTable('enrolment')
    .set({ outcome: decision })
    .where('franchisee_id', '=', old.franchisee_id)
    .where('id', '=', old.id)
    .execute();
  return undefined;
}

/** Nothing was paid and no day of it has come: only then may a decision still be changed. */
async function ensureUnused(db: Db, next: Enrolment, today: Day): Promise<void> {
  const of = { franchiseeId: next.franchisee_id, studentAdmissionId: next.id };
  const paid = (await planState(db, of)).paid;
  ensure(next.status === 'UPCOMING' && next.joined_on > today && paid === 0, () =>
    refuseStudent('promotion.row-used'),
  );
  await withdrawFeePlan(db, { ...of, on: today, reason: 'Promotion decided anew' });
}

async function takeBack(db: Db, next: Enrolment, today: Day): Promise<void> {
  await ensureUnused(db, next, today);
  await db
    .updateTable('enrolment')
    .set({ status: 'CANCELLED', roll_no: null })
    .where('franchisee_id', '=', next.franchisee_id)
    .where('id', '=', next.id)
    .execute();
  await releaseKits(db, {
    franchiseeId: next.franchisee_id,
    enrolmentId: next.id,
    reason: 'Promotion decided anew',
  });
  await endTransport(db, { enrolmentId: next.id, on: today, reason: 'Promotion decided anew' });
}

async function enrolNextYear(db: Db, step: Step, classId: number): Promise<void> {
  const { old, next, run, decision, today } = step;
  const franchiseeId = old.franchisee_id;
  const key = { franchiseeId, yearId: run.to_year_id, classId, daySession: old.day_session };
  const firstDay = academicYearDays(run.to_year_id).from;
  if (next) await ensureUnused(db, next, today);
  if (next?.class_id !== classId) await ensurePlaceMovingUp(db, key, new Date());
  const facts = {
    class_id: classId,
    programme: await programmeOf(db, classId),
    entry: decision === 'PROMOTE' ? ('PROMOTED' as const) : ('RETAINED' as const),
    from_enrolment_id: old.id,
    joined_on: firstDay > today ? firstDay : today,
  };
  const id = next ? await change(db, next, facts) : await insert(db, step, facts);
  await placeInNextYear(db, {
    franchiseeId,
    enrolmentId: id,
    yearId: run.to_year_id,
    classId,
    daySession: old.day_session,
    from: facts.joined_on,
    today,
    oldSectionId: old.section_id,
    rule: (run.policy as unknown as PolicyFacts).sectionRule,
  });
  await givePlan(db, step, id, facts.joined_on);
  // Another class, another fact: what was allocated follows it.
  await later(
    db,
    'orders.entitle-kits',
    { enrolmentId: id },
    { franchiseeId, dedupeKey: `${id}:${classId}`, lane: 'FACT' },
  );
}

interface NextFacts {
  class_id: number;
  programme: Enrolment['programme'];
  entry: 'PROMOTED' | 'RETAINED';
  from_enrolment_id: string;
  joined_on: Day;
}

async function change(db: Db, next: Enrolment, facts: NextFacts): Promise<string> {
  await db
    .updateTable('enrolment')
    .set({ ...facts, section_id: null, roll_no: null })
    .where('franchisee_id', '=', next.franchisee_id)
    .where('id', '=', next.id)
    .execute();
  await db
    .deleteFrom('placement')
    .where('franchisee_id', '=', next.franchisee_id)
    .where('enrolment_id', '=', next.id)
    .execute();
  return next.id;
}

async function insert(db: Db, { old, run }: Step, facts: NextFacts): Promise<string> {
  const franchiseeId = old.franchisee_id;
  const id = await newStudentAdmission(db, { franchiseeId, yearId: run.to_year_id });
  const { rows } = await sql<{ admissionNo: string }>`
    update student_admission a set student_id = ${old.student_id} from student s
     where a.franchisee_id = ${franchiseeId} and a.id = ${id} and s.franchisee_id = a.franchisee_id and s.id = ${old.student_id}
    returning s.admission_no as "admissionNo"`.execute(db);
  await db
    .insertInto('enrolment')
    .values({
      ...facts,
      franchisee_id: franchiseeId,
      id,
      student_id: old.student_id,
      academic_year_id: run.to_year_id,
      day_session: old.day_session,
      enrolment_no: `${ensureFound(rows[0]).admissionNo}/${String(run.to_year_id).slice(-2)}`,
      status: 'UPCOMING',
    })
    .execute();
  return id;
}

/** The standard plan, submitted under the new enrolment: finance finds the account by the child. */
async function givePlan(
  db: Db,
  { old, run, plan, actor }: Step,
  enrolmentId: string,
  joinsOn: Day,
): Promise<void> {
  const franchiseeId = old.franchisee_id;
  const account = await findFeeAccount(db, enrolmentId);
  const option = plan?.options[0];
  if (!account || !plan || !option) return;
  // What somebody has given for that year already stays as it is.
  if (await hasPlanOf(db, { franchiseeId, feeAccountId: account.id, yearId: run.to_year_id })) return;
  const { assignmentId } = await assignPlan(db, actor, {
    franchiseeId,
    studentAdmissionId: enrolmentId,
    planId: plan.planId,
    breakdownId: option.id,
    joinsOn,
  });
  await submitAssignment(db, actor, { franchiseeId, assignmentId });
}
