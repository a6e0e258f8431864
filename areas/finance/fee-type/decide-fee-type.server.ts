import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { userIdOf } from '@aangan/server/work/ensure.ts';
import { decide, lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type { ComponentKind } from '../fee-plan/plan-shape.ts';
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
  const row = await lockRow(db, 'fee_type', input.id, version);
  await decideFeeType(db, actor, row, { action: 'approve', decision: 'APPROVE', reason: null });
  return {};
});

export const rejectFeeType = handle(feeTypeContract.reject, async ({ db, actor, input, version }) => {
  const row = await lockRow(db, 'fee_type', input.id, version);
  await decideFeeType(db, actor, row, { action: 'reject', decision: 'REJECT', reason: input.reason });
  return {};
});

export const retireFeeType = handle(feeTypeContract.retire, async ({ db, input, version }) => {
  const row = await lockRow(db, 'fee_type', input.id, version);
  await moveStatus(db, { states: feeTypeStates, table: 'fee_type', row, action: 'retire' });
  return {};
});

const decideFeeType = (
  db: Db,
  actor: Actor,
  row: RowIn<'fee_type'>,
  step: { action: 'approve' | 'reject'; decision: 'APPROVE' | 'REJECT'; reason: string | null },
) =>
  decide(db, actor, {
    states: feeTypeStates,
    table: 'fee_type',
    row,
    code: 'PLAN_APPROVE',
    makers: [row.created_by],
    set: { decided_by: userIdOf(actor), decided_at: new Date(), decision_note: step.reason },
    ...step,
  });
