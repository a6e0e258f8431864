import { refuse } from '@aangan/contract/refusal.ts';
import { formatInr } from '@aangan/money/format.ts';
import { paise } from '@aangan/money/paise.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type * as z from 'zod';
import { refuseFinance } from '../finance.refusals.ts';
import { HEAD_OFFICE } from '../ledger/chart.ts';
import { feePlanContract, type planInput } from './fee-plan.contract.ts';
import { unbalancedRows } from './matrix.ts';

type PlanInput = z.output<typeof planInput>;

/** A whole plan in one body: what is not in it is gone. Drafts only; a rejected plan becomes a draft again. */
export const saveFeePlan = handle(feePlanContract.save, async ({ db, actor, input }) => {
  if (input.id === undefined) return createPlan(db, actor.franchiseeId ?? HEAD_OFFICE, input);
  await ensureBalanced(db, input);
  const head = await openDraft(db, actor, input.id, input.version);
  await ensureService(db, head.franchisee_id, input);
  const saved = await db
    .updateTable('fee_plan')
    .set({ ...headOf(input), status: 'DRAFT', decision_note: null })
    .where('franchisee_id', '=', head.franchisee_id)
    .where('id', '=', head.id)
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
  await removeParts(db, head.franchisee_id, head.id);
  await writeParts(db, head.franchisee_id, head.id, input);
  return { id: saved.id, version: saved.version };
});

const headOf = (input: PlanInput) => ({
  code: input.code,
  name: input.name,
  academic_year_id: input.academicYearId,
  module: input.module,
  category_id: input.categoryId,
  class_id: input.classId,
  service_id: input.serviceId ?? null,
  programme: input.programme,
  session: input.session,
  valid_from: input.validFrom,
  valid_to: input.validTo,
  total: input.components.reduce((sum, component) => sum + component.amount, 0),
});

/** A new draft. @throws Refusal 'fee-plan.unbalanced' */
export async function createPlan(
  db: Db,
  franchiseeId: number,
  input: PlanInput,
): Promise<{ id: string; version: number }> {
  await ensureBalanced(db, input);
  await ensureService(db, franchiseeId, input);
  const made = await db
    .insertInto('fee_plan')
    .values({ ...headOf(input), franchisee_id: franchiseeId })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
  await writeParts(db, franchiseeId, made.id, input);
  return made;
}

/** A plan that names a service sells that one: of the network or of the plan's own centre. */
async function ensureService(db: Db, franchiseeId: number, { serviceId, module }: PlanInput): Promise<void> {
  if (!serviceId) return;
  ensure(module === 'SERVICE', () =>
    refuse('input.invalid', { fields: { serviceId: 'Only a service plan names a service' } }),
  );
  const service = await db
    .selectFrom('service')
    .select('id')
    .where('id', '=', serviceId)
    .where('franchisee_id', 'in', [HEAD_OFFICE, franchiseeId])
    .executeTakeFirst();
  ensure(service, () => refuse('input.invalid', { fields: { serviceId: 'Choose a service of the list' } }));
}

async function openDraft(db: Db, actor: Actor, id: string, version: number | undefined) {
  const row = ensureFound(
    await db
      .selectFrom('fee_plan')
      .select(['franchisee_id', 'id', 'status', 'version'])
      .where('id', '=', id)
      .$if(actor.franchiseeId !== null, (query) => query.where('franchisee_id', '=', actor.franchiseeId ?? 0))
      .forUpdate()
      .executeTakeFirst(),
  );
  ensure(row.status === 'DRAFT' || row.status === 'REJECTED', () => refuse('row.wrong-state'));
  ensure(version === row.version, () => refuse('row.stale'));
  // Parts are only writable below a draft (0503), so the state moves first.
  if (row.status === 'REJECTED')
    await db
      .updateTable('fee_plan')
      .set({ status: 'DRAFT', submitted_by: null, approved_by: null })
      .where('franchisee_id', '=', row.franchisee_id)
      .where('id', '=', row.id)
      .execute();
  return row;
}

/** Every option's cells make every component's amount, or the save is refused naming the first that does not. */
async function ensureBalanced(db: Db, input: PlanInput): Promise<void> {
  const known = new Set(input.components.map((component) => component.id));
  for (const [index, option] of input.options.entries()) {
    const seqs = new Set(option.instalments.map((instalment) => instalment.seq));
    ensure(seqs.size === option.instalments.length, () =>
      refuse('input.invalid', {
        fields: { [`options.${index}.instalments`]: 'Each instalment needs its own number' },
      }),
    );
    ensure(
      option.cells.every((cell) => known.has(cell.componentId) && seqs.has(cell.seq)),
      () =>
        refuse('input.invalid', {
          fields: { [`options.${index}.cells`]: 'A cell belongs to no component or instalment' },
        }),
    );
    const gap = unbalancedRows(
      input.components.map((c) => ({ componentId: c.id, amount: c.amount, oneTime: false })),
      option.cells,
    )[0];
    if (gap) throw await unbalanced(db, input, { index, ...gap });
  }
}

async function unbalanced(
  db: Db,
  input: PlanInput,
  gap: { index: number; componentId: string; off: number },
) {
  const feeTypeId = input.components.find((component) => component.id === gap.componentId)?.feeTypeId ?? '';
  const type = await db.selectFrom('fee_type').select('name').where('id', '=', feeTypeId).executeTakeFirst();
  return refuseFinance('fee-plan.unbalanced', {
    details: {
      component: type?.name ?? 'A component',
      amount: formatInr(paise(Math.abs(gap.off))),
      direction: gap.off < 0 ? 'short' : 'over',
      componentId: gap.componentId,
      off: gap.off,
    },
    fields: { [`options.${gap.index}.cells`]: `Off by ${formatInr(paise(gap.off))}` },
  });
}

export async function removeParts(db: Db, franchiseeId: number, planId: string): Promise<void> {
  const options = db
    .selectFrom('fee_plan_breakdown')
    .select('id')
    .where('franchisee_id', '=', franchiseeId)
    .where('fee_plan_id', '=', planId);
  await db
    .deleteFrom('fee_plan_cell')
    .where('franchisee_id', '=', franchiseeId)
    .where('breakdown_id', 'in', options)
    .execute();
  await db
    .deleteFrom('fee_plan_instalment')
    .where('franchisee_id', '=', franchiseeId)
    .where('breakdown_id', 'in', options)
    .execute();
  await db
    .deleteFrom('fee_plan_breakdown')
    .where('franchisee_id', '=', franchiseeId)
    .where('fee_plan_id', '=', planId)
    .execute();
  await db
    .deleteFrom('fee_plan_component')
    .where('franchisee_id', '=', franchiseeId)
    .where('fee_plan_id', '=', planId)
    .execute();
}

export async function writeParts(
  db: Db,
  franchiseeId: number,
  planId: string,
  input: Pick<PlanInput, 'components' | 'options'>,
): Promise<void> {
  if (input.components.length > 0)
    await db
      .insertInto('fee_plan_component')
      .values(
        input.components.map((c, index) => ({
          franchisee_id: franchiseeId,
          id: c.id,
          fee_plan_id: planId,
          position: index + 1,
          fee_type_id: c.feeTypeId,
          amount: c.amount,
          tax_inclusive: c.taxInclusive,
          royalty_bp: c.royaltyBp,
          royalty_base: c.royaltyBase,
          proration: c.proration,
          optional: c.optional,
        })),
      )
      .execute();
  for (const option of input.options) {
    await db
      .insertInto('fee_plan_breakdown')
      .values({
        franchisee_id: franchiseeId,
        id: option.id,
        fee_plan_id: planId,
        kind: option.kind,
        name: option.name,
        discount_bp: option.discountBp,
        allow_partial: option.allowPartial,
        min_partial: option.minPartial,
        round_to: option.roundTo,
        residue: option.residue,
      })
      .execute();
    await db
      .insertInto('fee_plan_instalment')
      .values(
        option.instalments.map((i) => ({
          franchisee_id: franchiseeId,
          breakdown_id: option.id,
          seq: i.seq,
          label: i.label,
          due_rule: i.dueRule,
          due_on: i.dueOn,
          days: i.days,
          month_day: i.monthDay,
          grace_days: i.graceDays,
        })),
      )
      .execute();
    const cells = option.cells.filter((cell) => cell.amount > 0);
    if (cells.length > 0)
      await db
        .insertInto('fee_plan_cell')
        .values(
          cells.map((cell) => ({
            franchisee_id: franchiseeId,
            breakdown_id: option.id,
            component_id: cell.componentId,
            seq: cell.seq,
            amount: cell.amount,
          })),
        )
        .execute();
  }
}
