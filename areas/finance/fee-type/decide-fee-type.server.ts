import type { Actor } from '@aangan/server/actor.ts';
import { approvalStep } from '@aangan/server/approval.ts';
import { ensure, ensureFound, ensureFresh, ensureStep, userIdOf } from '@aangan/server/ensure.ts';
import { handle } from '@aangan/server/handle.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import type { ComponentKind } from '../fee-plan/plan-shape.ts';
import { refuseFinance } from '../finance.refusals.ts';
import { type AccountCode, HEAD_OFFICE } from '../ledger/chart.ts';
import { feeTypeContract } from './fee-type.contract.ts';
import { feeTypeStates } from './fee-type.states.ts';

/** Journals are chosen by kind, never typed in (finance.md 3.11). */
const ACCOUNTS: Readonly<Record<ComponentKind, AccountCode>> = {
  TUITION: '4110',
  ADMISSION: '4120',
  APPLICATION: '4130',
  REGISTRATION: '4130',
  ACTIVITY: '4140',
  KIT: '4150',
  TRANSPORT: '4160',
  SERVICE: '4170',
  DEPOSIT: '2110',
  LATE_FEE: '4200',
  BOUNCE: '4210',
  OTHER: '4170',
};

export const createFeeType = handle(feeTypeContract.create, async ({ db, actor, input }) =>
  db
    .insertInto('fee_type')
    .values({
      franchisee_id: actor.franchiseeId ?? HEAD_OFFICE,
      code: input.code,
      name: input.name,
      component_kind: input.componentKind,
      income_account: ACCOUNTS[input.componentKind],
      refundable: input.refundable || input.componentKind === 'DEPOSIT',
      one_time: input.oneTime,
      royalty_base: input.royaltyBase,
      tax_code: input.taxCode ?? null,
      sac: input.sac ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow(),
);

export const approveFeeType = handle(feeTypeContract.approve, async ({ db, actor, input, version }) => {
  await decide(db, actor, { id: input.id, version, action: 'approve', note: null });
  return {};
});

export const rejectFeeType = handle(feeTypeContract.reject, async ({ db, actor, input, version }) => {
  await decide(db, actor, { id: input.id, version, action: 'reject', note: input.reason });
  return {};
});

export const retireFeeType = handle(feeTypeContract.retire, async ({ db, input, version }) => {
  const row = await lock(db, input.id, version);
  await db
    .updateTable('fee_type')
    .set({ status: ensureStep(feeTypeStates, row.status, 'retire') })
    .where('id', '=', row.id)
    .execute();
  return {};
});

async function decide(
  db: Db,
  actor: Actor,
  to: { id: string; version: number; action: 'approve' | 'reject'; note: string | null },
): Promise<void> {
  const row = await lock(db, to.id, to.version);
  const status = ensureStep(feeTypeStates, row.status, to.action);
  ensure(row.created_by !== actor.userId, () => refuseFinance('fee-type.own'));
  await approvalStep(db, actor, {
    franchiseeId: row.franchisee_id,
    subjectKind: 'FEE_TYPE',
    subjectId: row.id,
    subjectVersion: row.version,
    code: 'PLAN_APPROVE',
    decision: to.action === 'approve' ? 'APPROVE' : 'REJECT',
    makerId: row.created_by ?? '',
    note: to.note,
  });
  await db
    .updateTable('fee_type')
    .set({ status, decided_by: userIdOf(actor), decided_at: new Date(), decision_note: to.note })
    .where('id', '=', row.id)
    .execute();
}

async function lock(db: Db, id: string, version: number) {
  const row = ensureFound(
    await db.selectFrom('fee_type').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  );
  ensureFresh(row.version === version ? 1 : 0);
  return row;
}
