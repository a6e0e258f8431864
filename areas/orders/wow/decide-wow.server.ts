import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, ensureStep, userIdOf } from '@aangan/server/work/ensure.ts';
import { decide, lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import { refuseOrders } from '../orders.refusals.ts';
import { tellWow } from './tell-wow.server.ts';
import { wowOrderContract as contract } from './wow-order.contract.ts';
import { wowCodes, wowStates } from './wow-order.states.ts';

const REASON = 10; // characters

export const decideWowOrder = handle(contract.decide, async ({ db, actor, input, version, now }) => {
  const reason = input.reason ?? null;
  if (input.decision === 'reject' && (reason?.length ?? 0) < REASON)
    throw refuse('input.invalid', { fields: { reason: `Say why, in at least ${REASON} characters` } });
  const row = await lockRow(db, 'wow_order', input.id, version);
  ensureStep(wowStates, row.status, input.decision);
  const by = userIdOf(actor);
  ensure(row.zsm_by !== by, () => refuseOrders('approval.second-level'));
  const approves = input.decision === 'approve';
  const decided = await decide(db, actor, {
    states: wowStates,
    table: 'wow_order',
    row,
    action: input.decision,
    decision: approves ? 'APPROVE' : 'REJECT',
    code: wowCodes[row.status] ?? '',
    makers: [row.made_by],
    reason,
    set: !approves
      ? { reason }
      : row.status === 'PENDING'
        ? { zsm_by: by, zsm_at: now }
        : { final_by: by, final_at: now },
  });
  await tellWow(db, decided, by);
  return {};
});

export const withdrawWowOrder = handle(contract.withdraw, async ({ db, actor, input, version }) => {
  const row = await lockRow(db, 'wow_order', input.id, version);
  ensureStep(wowStates, row.status, 'withdraw');
  ensure(row.made_by === actor.userId, () => refuse('row.wrong-state'));
  await moveStatus(db, {
    states: wowStates,
    table: 'wow_order',
    row,
    action: 'withdraw',
    set: { withdrawn: true },
  });
  return {};
});
