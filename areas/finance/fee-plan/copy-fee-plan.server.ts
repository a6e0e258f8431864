import { randomUUID } from 'node:crypto';
import { academicYearDays, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { reaches } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { HEAD_OFFICE } from '../ledger/chart.ts';
import { feePlanContract } from './fee-plan.contract.ts';
import { loadPlan } from './load-plan.server.ts';
import { writeParts } from './save-fee-plan.server.ts';

export const newFeePlanVersion = handle(feePlanContract.newVersion, async ({ db, input, now }) => {
  const plan = ensureFound(
    await db
      .selectFrom('fee_plan')
      .selectAll()
      .where('id', '=', input.id)
      .where('status', '=', 'APPROVED')
      .forUpdate()
      .executeTakeFirst(),
  );
  const newest = await db
    .selectFrom('fee_plan')
    .select(['id', 'status', 'plan_version'])
    .where('franchisee_id', '=', plan.franchisee_id)
    .where('code', '=', plan.code)
    .orderBy('plan_version', 'desc')
    .executeTakeFirstOrThrow();
  if (newest.id !== plan.id && newest.status === 'DRAFT') return { id: newest.id };
  ensure(newest.id === plan.id || newest.status === 'RETIRED' || newest.status === 'APPROVED', () =>
    refuse('row.wrong-state'),
  );
  const id = await copy(db, plan.id, {
    franchiseeId: plan.franchisee_id,
    yearId: plan.academic_year_id,
    planVersion: newest.plan_version + 1,
    previousId: plan.id,
    today: todayIst(now),
  });
  return { id };
});

export const copyFeePlan = handle(feePlanContract.copyTo, async ({ db, actor, input, now }) => {
  const plan = ensureFound(
    await db
      .selectFrom('fee_plan')
      .select(['franchisee_id', 'id', 'code', 'academic_year_id'])
      .where('id', '=', input.id)
      .executeTakeFirst(),
  );
  const targets = input.franchiseeIds ?? [actor.franchiseeId ?? HEAD_OFFICE];
  ensure(
    targets.every((id) => reaches(actor, id)),
    () => refuse('context.foreign'),
  );
  const yearId = input.academicYearId ?? plan.academic_year_id;
  const made: { id: string; franchiseeId: number }[] = [];
  const skipped: number[] = [];
  for (const franchiseeId of targets) {
    const code = yearId === plan.academic_year_id ? plan.code : codeOf(plan.code, yearId);
    const there = await db
      .selectFrom('fee_plan')
      .select('id')
      .where('franchisee_id', '=', franchiseeId)
      .where('code', '=', code)
      .executeTakeFirst();
    if (there) skipped.push(franchiseeId);
    else
      made.push({
        franchiseeId,
        id: await copy(db, plan.id, {
          franchiseeId,
          yearId,
          planVersion: 1,
          previousId: null,
          today: todayIst(now),
          code,
        }),
      });
  }
  return { made, skipped };
});

/** NUR-FD-2627 becomes NUR-FD-2728; a code without a year gets one. */
function codeOf(code: string, yearId: number): string {
  const year = `${String(yearId % 100).padStart(2, '0')}${String((yearId + 1) % 100).padStart(2, '0')}`;
  return /\d{4}$/.test(code) ? code.replace(/\d{4}$/, year) : `${code.slice(0, 25)}-${year}`;
}

interface CopyTo {
  franchiseeId: number;
  yearId: number;
  planVersion: number;
  previousId: string | null;
  today: string;
  code?: string;
}

async function serviceAt(db: Db, serviceId: string | null, franchiseeId: number): Promise<string | null> {
  if (serviceId === null) return null;
  const service = await db
    .selectFrom('service')
    .select('id')
    .where('id', '=', serviceId)
    .where('franchisee_id', 'in', [1, franchiseeId])
    .executeTakeFirst();
  return service?.id ?? null;
}

async function copy(db: Db, planId: string, to: CopyTo): Promise<string> {
  const head = await db.selectFrom('fee_plan').selectAll().where('id', '=', planId).executeTakeFirstOrThrow();
  const plan = await loadPlan(db, planId, to.today);
  const { id } = await db
    .insertInto('fee_plan')
    .values({
      franchisee_id: to.franchiseeId,
      code: to.code ?? head.code,
      name: head.name,
      academic_year_id: to.yearId,
      module: head.module,
      category_id: head.category_id,
      class_id: head.class_id,
      // A centre's own service stays with its centre.
      service_id: await serviceAt(db, head.service_id, to.franchiseeId),
      programme: head.programme,
      session: head.session,
      plan_version: to.planVersion,
      previous_id: to.previousId,
      copied_from_id: planId,
      valid_from: to.yearId === head.academic_year_id ? head.valid_from : academicYearDays(to.yearId).from,
      valid_to: null,
      total: head.total,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ids = new Map(plan.components.map((component) => [component.id, randomUUID()]));
  const fresh = (componentId: string): string => ids.get(componentId) ?? componentId;
  await writeParts(db, to.franchiseeId, id, {
    components: plan.components.map((c) => ({
      id: fresh(c.id),
      feeTypeId: c.feeTypeId,
      amount: c.amount,
      taxInclusive: c.taxInclusive,
      royaltyBp: c.royaltyBp,
      royaltyBase: c.royaltyBase,
      proration: c.proration,
      optional: c.optional,
    })),
    options: plan.options.map((option) => ({
      ...option,
      id: randomUUID(),
      roundTo: option.roundTo as 0 | 100 | 1000,
      // A fixed day belongs to the old year; the same day of the new year takes its place.
      instalments: option.instalments.map((i) => ({
        ...i,
        dueOn: i.dueOn === null ? null : shifted(i.dueOn, to.yearId - head.academic_year_id),
      })),
      cells: option.cells.map((cell) => ({ ...cell, componentId: fresh(cell.componentId) })),
    })),
  });
  return id;
}

function shifted(day: string, years: number): string {
  const moved = `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
  return moved.endsWith('-02-29') && years % 4 !== 0 ? moved.replace('-29', '-28') : moved;
}
