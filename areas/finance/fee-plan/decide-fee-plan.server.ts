import type { Actor } from '@aangan/server/actor.ts';
import { approvalStep } from '@aangan/server/approval.ts';
import { ensure, ensureFound, ensureFresh, ensureStep, userIdOf } from '@aangan/server/ensure.ts';
import { handle } from '@aangan/server/handle.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { refuseFinance } from '../finance.refusals.ts';
import { feePlanContract } from './fee-plan.contract.ts';
import { feePlanStates } from './fee-plan.states.ts';

export const submitFeePlan = handle(feePlanContract.submit, async ({ db, actor, input, version }) => {
  const plan = await lock(db, input.id, version);
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
  const from = plan.status === 'REJECTED' ? ensureStep(feePlanStates, plan.status, 'revise') : plan.status;
  const status = ensureStep(feePlanStates, from, 'submit');
  await db
    .updateTable('fee_plan')
    .set({
      status,
      submitted_by: userIdOf(actor),
      submitted_at: new Date(),
      approved_by: null,
      decided_at: null,
      decision_note: null,
    })
    .where('franchisee_id', '=', plan.franchisee_id)
    .where('id', '=', plan.id)
    .execute();
  return {};
});

export const approveFeePlan = handle(feePlanContract.approve, async ({ db, actor, input, version }) => {
  const plan = await decide(db, actor, { id: input.id, version, action: 'approve', note: null });
  // At most one approved version of a code (partial unique index): the former one makes room first.
  await db
    .updateTable('fee_plan')
    .set({ status: 'RETIRED' })
    .where('franchisee_id', '=', plan.franchisee_id)
    .where('code', '=', plan.code)
    .where('status', '=', 'APPROVED')
    .where('id', '<>', plan.id)
    .execute();
  await db
    .updateTable('fee_plan')
    .set({ status: 'APPROVED', approved_by: userIdOf(actor), decided_at: new Date() })
    .where('franchisee_id', '=', plan.franchisee_id)
    .where('id', '=', plan.id)
    .execute();
  return {};
});

export const rejectFeePlan = handle(feePlanContract.reject, async ({ db, actor, input, version }) => {
  const plan = await decide(db, actor, { id: input.id, version, action: 'reject', note: input.reason });
  await db
    .updateTable('fee_plan')
    .set({ status: 'REJECTED', decided_at: new Date(), decision_note: input.reason })
    .where('franchisee_id', '=', plan.franchisee_id)
    .where('id', '=', plan.id)
    .execute();
  return {};
});

export const retireFeePlan = handle(feePlanContract.retire, async ({ db, input, version }) => {
  const plan = await lock(db, input.id, version);
  await db
    .updateTable('fee_plan')
    .set({ status: ensureStep(feePlanStates, plan.status, 'retire') })
    .where('franchisee_id', '=', plan.franchisee_id)
    .where('id', '=', plan.id)
    .execute();
  return {};
});

async function decide(
  db: Db,
  actor: Actor,
  to: { id: string; version: number; action: 'approve' | 'reject'; note: string | null },
) {
  const plan = await lock(db, to.id, to.version);
  ensureStep(feePlanStates, plan.status, to.action);
  ensure(actor.userId !== plan.submitted_by && actor.userId !== plan.created_by, () =>
    refuseFinance('fee-plan.own'),
  );
  await approvalStep(db, actor, {
    franchiseeId: plan.franchisee_id,
    subjectKind: 'FEE_PLAN',
    subjectId: plan.id,
    subjectVersion: plan.version,
    code: 'PLAN_APPROVE',
    decision: to.action === 'approve' ? 'APPROVE' : 'REJECT',
    makerId: plan.submitted_by ?? '',
    note: to.note,
  });
  return plan;
}

async function lock(db: Db, id: string, version: number) {
  const plan = ensureFound(
    await db.selectFrom('fee_plan').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  );
  ensureFresh(plan.version === version ? 1 : 0);
  return plan;
}
