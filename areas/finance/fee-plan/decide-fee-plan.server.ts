import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, userIdOf } from '@aangan/server/work/ensure.ts';
import { decide, lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { refuseFinance } from '../finance.refusals.ts';
import { feePlanContract } from './fee-plan.contract.ts';
import { feePlanStates } from './fee-plan.states.ts';

export const submitFeePlan = handle(feePlanContract.submit, async ({ db, actor, input, version }) => {
  const plan = await lockRow(db, 'fee_plan', input.id, version);
  const parts = await db
    .selectFrom('fee_plan')
    .select((eb) => [
      eb
        .exists(eb.selectFrom('fee_plan_component').select('id').where('fee_plan_id', '=', plan.id))
        .as('components'),
      eb
        .exists(eb.selectFrom('fee_plan_breakdown').select('id').where('fee_plan_id', '=', plan.id))
        .as('options'),
    ])
    .where('id', '=', plan.id)
    .executeTakeFirst();
  ensure(parts?.components && parts.options, () => refuseFinance('fee-plan.incomplete'));
  const draft =
    plan.status === 'REJECTED'
      ? await moveStatus(db, { states: feePlanStates, table: 'fee_plan', row: plan, action: 'revise' })
      : plan;
  await moveStatus(db, {
    states: feePlanStates,
    table: 'fee_plan',
    row: draft,
    action: 'submit',
    set: {
      submitted_by: userIdOf(actor),
      submitted_at: new Date(),
      approved_by: null,
      decided_at: null,
      decision_note: null,
    },
  });
  return {};
});

export const approveFeePlan = handle(feePlanContract.approve, async ({ db, actor, input, version }) => {
  const plan = await lockRow(db, 'fee_plan', input.id, version);
  // At most one approved version of a code (partial unique index): the former one makes room first.
  const former = await db
    .selectFrom('fee_plan')
    .select('id')
    .where('franchisee_id', '=', plan.franchisee_id)
    .where('code', '=', plan.code)
    .where('status', '=', 'APPROVED')
    .where('id', '<>', plan.id)
    .executeTakeFirst();
  if (former)
    await retire(db, await lockRow(db, 'fee_plan', former.id), `Replaced by version ${plan.plan_version}`);
  await decide(db, actor, {
    ...decisionOn(plan),
    action: 'approve',
    decision: 'APPROVE',
    set: { approved_by: userIdOf(actor), decided_at: new Date() },
  });
  return {};
});

export const rejectFeePlan = handle(feePlanContract.reject, async ({ db, actor, input, version }) => {
  const plan = await lockRow(db, 'fee_plan', input.id, version);
  await decide(db, actor, {
    ...decisionOn(plan),
    action: 'reject',
    decision: 'REJECT',
    reason: input.reason,
    set: { decided_at: new Date(), decision_note: input.reason },
  });
  return {};
});

export const retireFeePlan = handle(feePlanContract.retire, async ({ db, input, version }) => {
  await retire(db, await lockRow(db, 'fee_plan', input.id, version), null);
  return {};
});

type Plan = RowIn<'fee_plan'>;

const retire = (db: Db, row: Plan, reason: string | null) =>
  moveStatus(db, { states: feePlanStates, table: 'fee_plan', row, action: 'retire', reason });

const decisionOn = (row: Plan) => ({
  states: feePlanStates,
  table: 'fee_plan' as const,
  row,
  code: 'PLAN_APPROVE',
  makers: [row.submitted_by, row.created_by],
});
