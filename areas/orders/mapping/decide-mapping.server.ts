import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, ensureStep, userIdOf } from '@aangan/server/work/ensure.ts';
import { decide, lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { atHeadOffice } from '../head-office.server.ts';
import { refuseOrders } from '../orders.refusals.ts';
import { kitMappingContract } from './kit-mapping.contract.ts';
import { mappingCodes, mappingStates } from './kit-mapping.states.ts';
import { sameKey } from './mapping-row.server.ts';
import { keyIn } from './save-mapping.server.ts';
import { tellMapping } from './tell-mapping.server.ts';

interface Step {
  id: string;
  version: number | undefined;
  action: 'approve' | 'reject';
  reason: string | null;
}

async function take(db: Db, actor: Actor, { id, version, action, reason }: Step): Promise<void> {
  const row = await lockRow(db, 'kit_mapping', id, version);
  ensureStep(mappingStates, row.status, action);
  const by = userIdOf(actor);
  ensure(row.ch1_by !== by, () => refuseOrders('approval.second-level'));
  const final = row.status === 'CH1_APPROVED';
  const holds = final && action === 'approve';
  // The version before stops holding in the same transaction; one of a key holds at any time.
  if (holds)
    await sql`update kit_mapping set current = false where ${sameKey(keyIn(row))} and current`.execute(db);
  const decided = await decide(db, actor, {
    states: mappingStates,
    table: 'kit_mapping',
    row,
    action,
    decision: action === 'approve' ? 'APPROVE' : 'REJECT',
    code: mappingCodes[row.status] ?? '',
    makers: [row.made_by],
    reason,
    set: action === 'reject' ? {} : final ? { approved_by: by, current: true } : { ch1_by: by },
  });
  await tellMapping(db, decided, by);
}

export const approveMapping = handle(kitMappingContract.approve, ({ db, actor, input, version }) =>
  atHeadOffice(db, actor, async () => {
    await take(db, actor, { id: input.id, version, action: 'approve', reason: input.note ?? null });
    return {};
  }),
);

export const rejectMapping = handle(kitMappingContract.reject, ({ db, actor, input, version }) =>
  atHeadOffice(db, actor, async () => {
    await take(db, actor, { id: input.id, version, action: 'reject', reason: input.reason });
    return {};
  }),
);
