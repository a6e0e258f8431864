import { academicYearDays, academicYearLabel, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre, chosenYear, ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { type PlanChoice, planOptionsFor } from '../../finance/public.server.ts';
import { refuseStudent } from '../refusals.ts';
import { promotionContract } from './promotion.contract.ts';
import { childrenToPromote, policyOf } from './promotion-facts.server.ts';
import { propose } from './propose.ts';

/** The next year is offered, and open at the centre. */
export async function isYearOpen(
  db: Db,
  franchiseeId: number,
  yearId: number,
  today: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('franchisee_year as c')
    .innerJoin('academic_year as y', 'y.id', 'c.academic_year_id')
    .select('y.id')
    .where('c.franchisee_id', '=', franchiseeId)
    .where('c.academic_year_id', '=', yearId)
    .where('c.state', '=', 'OPEN')
    .where('y.opened_on', '<=', today)
    .executeTakeFirst();
  return row !== undefined;
}

export const evaluatePromotion = handle(promotionContract.evaluate, async ({ db, actor, input, now }) => {
  const [franchiseeId, yearId] = [chosenCentre(actor), chosenYear(actor)];
  ensure(await isYearOpen(db, franchiseeId, yearId + 1, todayIst(now)), () =>
    refuseStudent('promotion.year-closed', { details: { year: academicYearLabel(yearId + 1) } }),
  );
  const sectionId = input.sectionId ?? null;
  const of = { franchiseeId, yearId, classId: input.classId, sectionId };
  if (sectionId) await ensureSectionOf(db, { ...of, sectionId });
  return evaluateClass(db, { ...of, makerId: userIdOf(actor), now });
});

interface Evaluated {
  franchiseeId: number;
  yearId: number;
  classId: number;
  /** Null: the whole class. */
  sectionId: string | null;
  makerId: string;
  now: Date;
}

/** Proposes for each child of a class what happens next year, in place of an open run of the class. */
export async function evaluateClass(db: Db, of: Evaluated): Promise<{ id: string; children: number }> {
  const { franchiseeId, yearId, classId, now } = of;
  const policy = await policyOf(db, franchiseeId, classId);
  const children = await childrenToPromote(db, { ...of, today: todayIst(now) });
  ensure(children.length > 0, () => refuseStudent('promotion.nobody'));
  await dropOpenRun(db, of);
  const { id } = await db
    .insertInto('promotion_run')
    .values({
      franchisee_id: franchiseeId,
      academic_year_id: yearId,
      to_year_id: yearId + 1,
      class_id: classId,
      section_id: of.sectionId,
      policy: JSON.stringify(policy),
      made_by: of.makerId,
      evaluated_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const plans = await plansFor(db, { franchiseeId, yearId: yearId + 1 });
  const firstDay = academicYearDays(yearId + 1).from;
  const rows = children.map((child) => {
    const { proposed, decision, reasons } = propose(child, policy, firstDay);
    const target = decision === 'RETAIN' ? classId : policy.toClassId;
    const plan = policy.planRule === 'STANDARD' ? plans(target, child.daySession) : null;
    return {
      franchisee_id: franchiseeId,
      run_id: id,
      enrolment_id: child.enrolmentId,
      proposed,
      decision,
      reasons: sql<string[]>`${reasons}::text[]`,
      dues: child.dues,
      advance: child.advance,
      attendance_bp: child.attendanceBp,
      target_class_id: target,
      plan_id: plan?.planId ?? null,
      plan_net: plan?.total ?? null,
    };
  });
  await db.insertInto('promotion_row').values(rows).execute();
  return { id, children: children.length };
}

async function ensureSectionOf(
  db: Db,
  of: { franchiseeId: number; yearId: number; classId: number; sectionId: string },
): Promise<void> {
  ensureFound(
    await db
      .selectFrom('section')
      .select('id')
      .where('franchisee_id', '=', of.franchiseeId)
      .where('id', '=', of.sectionId)
      .where('class_id', '=', of.classId)
      .where('academic_year_id', '=', of.yearId)
      .executeTakeFirst(),
  );
}

/** A class has one open run; evaluating it again replaces it. The lock lets two presses come one after the other. */
async function dropOpenRun(
  db: Db,
  of: Pick<Evaluated, 'franchiseeId' | 'yearId' | 'classId'>,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`promotion:${of.franchiseeId}:${of.yearId}:${of.classId}`}, 0))`.execute(
    db,
  );
  await db
    .updateTable('promotion_run')
    .set({ status: 'CANCELLED' })
    .where('franchisee_id', '=', of.franchiseeId)
    .where('academic_year_id', '=', of.yearId)
    .where('class_id', '=', of.classId)
    .where('status', 'in', ['READY', 'APPROVED'])
    .execute();
}

/** The plan a child of a class and session gets by itself: the first approved one that fits both. */
export async function plansFor(
  db: Db,
  of: { franchiseeId: number; yearId: number },
): Promise<(classId: number | null, session: string) => PlanChoice | null> {
  const all = await planOptionsFor(db, of);
  const fits = (plan: PlanChoice, classId: number | null, session: string): boolean =>
    plan.classId === classId &&
    ['NONE', session === 'FULL_DAY' ? 'FULL_DAY' : 'HALF_DAY'].includes(plan.session) &&
    plan.options.length > 0;
  return (classId, session) =>
    classId === null
      ? null
      : (all.find((plan) => fits(plan, classId, session)) ??
        all.find((plan) => fits(plan, null, session)) ??
        null);
}
