// What ends a trip otherwise than by the scans of its people: a call for help, and the desk that closes it.
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { holdsCode, refuseApproval } from '@aangan/server/work/approval.ts';
import { ensure, ensureFresh, ensureStep } from '@aangan/server/work/ensure.ts';
import { moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { usersWith } from '../../network/public.server.ts';
import { notify } from '../../shell/public.server.ts';
import { refuseTransport } from '../transport.refusals.ts';
import { raiseAlarm, settleAlarms } from './alarm.server.ts';
import { FORCE_CODE } from './board.server.ts';
import { lockTrip, type Trip } from './own-trips.server.ts';
import { tripContract as contract } from './trip.contract.ts';
import { tripStates } from './trip.states.ts';

const ofBus = { states: tripStates, table: 'trip' as const };

/** Those on the bus first: they are who must not be forgotten. */
async function ensureNobodyOpen(db: Db, trip: Trip): Promise<void> {
  const open = await db
    .selectFrom('trip_child as c')
    .innerJoin('student as s', (on) =>
      on.onRef('s.franchisee_id', '=', 'c.franchisee_id').onRef('s.id', '=', 'c.student_id'),
    )
    .select(['s.name'])
    .where('c.franchisee_id', '=', trip.franchisee_id)
    .where('c.trip_id', '=', trip.id)
    .where('c.state', 'in', ['EXPECTED', 'BOARDED'])
    .orderBy('c.state')
    .orderBy('s.name')
    .execute();
  ensure(open.length === 0, () =>
    refuseTransport('trip.children-open', { details: { names: open.map(({ name }) => name).join(', ') } }),
  );
}

export const callForHelp = handle(contract.sos, async ({ db, actor, input, now }) => {
  const trip = await lockTrip(db, actor, input.id);
  ensure(trip.status === 'IN_PROGRESS' || trip.status === 'CHECK_DUE', () => refuse('row.wrong-state'));
  await raiseAlarm(db, { franchiseeId: trip.franchisee_id, tripId: trip.id, kind: 'SOS', level: 3, now });
  return {};
});

export const forceClose = handle(contract.forceClose, async ({ db, actor, input, version, now }) => {
  const trip = await lockTrip(db, actor, input.id);
  ensureFresh(trip.version === version ? 1 : 0);
  ensure(holdsCode(actor, FORCE_CODE), () => refuseApproval('approval.code-missing'));
  ensureStep(tripStates, trip.status, 'force-close');
  await ensureNobodyOpen(db, trip);
  await moveStatus(db, {
    ...ofBus,
    row: trip,
    action: 'force-close',
    reason: input.reason,
    set: { completed_at: now.toISOString(), forced: true },
  });
  const of = { franchiseeId: trip.franchisee_id, tripId: trip.id, now };
  await settleAlarms(db, {
    ...of,
    kinds: ['CHECK_OVERDUE', 'CHILD_ON_BOARD'],
    note: `Closed by ${actor.name}: ${input.reason}`,
  });
  for (const { id: userId } of await usersWith(db, { code: 'SAFETY_DESK' }))
    await notify(db, {
      userId,
      kind: 'transport.force-closed',
      title: 'A bus trip was closed without the check of the seats',
      body: `${actor.name}: ${input.reason}`,
      link: `/transport/routes?trip=${trip.id}`,
      franchiseeId: trip.franchisee_id,
      sourceArea: 'transport',
      dedupeKey: `transport:force-close:${trip.id}`,
    });
  return {};
});
