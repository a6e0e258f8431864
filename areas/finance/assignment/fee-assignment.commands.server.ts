import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, ensureFresh } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { findFeeAccount } from '../fee-account/fee-account.server.ts';
import { refuseFinance } from '../finance.refusals.ts';
import { lockAssignment } from './assignment-row.server.ts';
import { approveAssignment, rejectAssignment } from './decide-assignment.server.ts';
import { cancelAssignment } from './end-assignment.server.ts';
import { feeAssignmentContract } from './fee-assignment.contract.ts';
import { assignPlan, submitAssignment } from './save-assignment.server.ts';

export const saveFeeAssignment = handle(feeAssignmentContract.save, async ({ db, actor, input }) => {
  const { ref, ...wanted } = input;
  const account = ensureFound(await findFeeAccount(db, ref));
  const saved = await assignPlan(db, actor, {
    ...wanted,
    franchiseeId: account.franchiseeId,
    studentAdmissionId: ref,
  });
  const row = await lockAssignment(db, account.franchiseeId, saved.assignmentId);
  return { id: row.id, franchiseeId: row.franchisee_id, version: row.version, net: saved.net };
});

export const submitFeeAssignment = handle(
  feeAssignmentContract.submit,
  async ({ db, actor, input, version }) => {
    const { status } = await submitAssignment(db, actor, {
      franchiseeId: await centreOf(db, actor, input),
      assignmentId: input.id,
      version,
    });
    return { status: status as 'PENDING' | 'APPROVED' };
  },
);

export const cancelFeeAssignment = handle(
  feeAssignmentContract.cancel,
  async ({ db, actor, input, version }) => {
    const row = await lockAssignment(db, await centreOf(db, actor, input), input.id);
    ensureFresh(row.version === version ? 1 : 0);
    await cancelAssignment(db, row);
    return {};
  },
);

export const approveFeeAssignment = handle(
  feeAssignmentContract.approve,
  async ({ db, actor, input, version, now }) =>
    approveAssignment(db, actor, {
      franchiseeId: await centreOf(db, actor, input),
      assignmentId: input.id,
      version,
      note: input.note,
      on: todayIst(now),
    }),
);

export const rejectFeeAssignment = handle(
  feeAssignmentContract.reject,
  async ({ db, actor, input, version, now }) => {
    await rejectAssignment(db, actor, {
      franchiseeId: await centreOf(db, actor, input),
      assignmentId: input.id,
      version,
      note: input.reason,
      on: todayIst(now),
    });
    return {};
  },
);

/**
 * Head office works over all its centres, so the row says which one it is (finance.md 4: no centre flag). A service's plan
 * is decided with its seat, by services.
 */
async function centreOf(
  db: Db,
  actor: Actor,
  input: { id: string; franchiseeId?: number | undefined },
): Promise<number> {
  const centre = input.franchiseeId ?? actor.franchiseeId;
  const row = ensureFound(
    await db
      .selectFrom('fee_assignment')
      .select(['franchisee_id', 'module'])
      .where('id', '=', input.id)
      .$if(centre !== null, (query) => query.where('franchisee_id', '=', centre ?? 0))
      .executeTakeFirst(),
  );
  ensure(row.module === 'ACADEMIC', () => refuseFinance('fee-assignment.of-service'));
  return row.franchisee_id;
}
