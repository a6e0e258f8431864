import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { approvalStep } from '@aangan/server/work/approval.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { compileActor } from '../access/compile-actor.server.ts';
import { refuseSystem } from '../system.refusals.ts';
import { roleChangeContract } from './role-change.contract.ts';
import { lockRole } from './role-commands.server.ts';
import { isEmptyDelta, roleDelta } from './role-delta.ts';
import { ensureCeiling, inNetwork, tellHolders, tryRoleDelta } from './submit-role-change.server.ts';

async function lockChange(db: Db, id: string) {
  const change = ensureFound(
    await db.selectFrom('role_change').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  );
  return { ...change, delta: roleDelta.parse(change.delta) };
}

export const approveRoleChange = handle(roleChangeContract.approve, async (call) => {
  const { db, actor, input, now } = call;
  const change = await lockChange(db, input.id);
  ensure(change.state === 'PENDING', () => refuse('row.wrong-state'));
  ensure(change.proposed_by !== actor.userId, () => refuseSystem('role-change.own'));
  await ensureMayDecide(db, actor.userId ?? '', change.proposed_by, actor.allModules);
  const row = await lockRole(db, change.role_id);
  if (row.version !== change.base_version || isEmptyDelta(change.delta))
    throw refuseSystem('role-change.stale');
  const role = { id: row.id, needsApproval: row.needs_approval };
  const { effect } = await tryRoleDelta(call, role, change.delta, true);
  // The proposer may have lost since then what they wanted to give.
  await ensureCeiling({ ...call, actor: { ...actor, userId: change.proposed_by } }, effect, change.delta);
  await inNetwork(call, () =>
    approvalStep(db, actor, {
      franchiseeId: HEAD_OFFICE,
      subjectKind: 'ROLE_CHANGE',
      subjectId: change.id,
      decision: 'APPROVE',
      makerId: change.proposed_by,
      note: input.reason ?? null,
    }),
  );
  await close(db, change.id, { state: 'APPLIED', by: userIdOf(actor), now, reason: input.reason ?? null });
  await tellHolders(db, { roleId: row.id, changeId: change.id, effect, by: actor.name });
  return { roleId: row.id };
});

/** A change of money or of a guarded role is decided by a super admin; only where there is no other one, by a second holder of System. */
async function ensureMayDecide(
  db: Db,
  decider: string,
  proposer: string,
  superAdmin: boolean,
): Promise<void> {
  if (superAdmin) return;
  const other = await db
    .selectFrom('app_user')
    .select('id')
    .where('super_admin', '=', true)
    .where('state', '=', 'ACTIVE')
    .where('id', 'not in', [proposer, decider])
    .executeTakeFirst();
  if (other) throw refuseSystem('role-change.super-admin');
}

export const rejectRoleChange = handle(roleChangeContract.reject, async (call) => {
  const { db, actor, input, now } = call;
  const change = await lockChange(db, input.id);
  ensure(change.state === 'PENDING' || change.state === 'STALE', () => refuse('row.wrong-state'));
  const own = change.proposed_by === actor.userId;
  if (!own) {
    await ensureMayDecide(db, actor.userId ?? '', change.proposed_by, actor.allModules);
    await inNetwork(call, () =>
      approvalStep(db, actor, {
        franchiseeId: HEAD_OFFICE,
        subjectKind: 'ROLE_CHANGE',
        subjectId: change.id,
        decision: 'REJECT',
        makerId: change.proposed_by,
        note: input.reason,
      }),
    );
  }
  // Taking one's own proposal back is no decision of a second person, so nobody stands as its decider.
  await close(db, change.id, {
    state: 'REJECTED',
    by: own ? null : userIdOf(actor),
    now,
    reason: input.reason,
  });
  return { roleId: change.role_id };
});

const close = (
  db: Db,
  id: string,
  to: { state: 'APPLIED' | 'REJECTED'; by: string | null; now: Date; reason: string | null },
): Promise<unknown> =>
  db
    .updateTable('role_change')
    .set({ state: to.state, decided_by: to.by, decided_at: to.now.toISOString(), decision_reason: to.reason })
    .where('id', '=', id)
    .execute();

export const rebaseRoleChange = handle(roleChangeContract.rebase, async (call) => {
  const { db, actor, input } = call;
  const change = await lockChange(db, input.id);
  ensure(change.state === 'STALE' || change.state === 'PENDING', () => refuse('row.wrong-state'));
  ensure(change.proposed_by === actor.userId, () => refuse('row.wrong-state'));
  const row = await lockRole(db, change.role_id);
  const user = await compileActor(db, userIdOf(actor), call.now);
  ensure(user?.active, () => refuse('session.ended'));
  const role = { id: row.id, needsApproval: row.needs_approval };
  const { effect } = await tryRoleDelta(call, role, change.delta, false);
  await ensureCeiling(call, effect, change.delta);
  await db
    .updateTable('role_change')
    .set({ state: 'PENDING', base_version: row.version, effect: JSON.stringify(effect) })
    .where('id', '=', change.id)
    .execute();
  return { id: change.id };
});
