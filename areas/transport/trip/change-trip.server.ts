// Before it starts a trip may get another vehicle or other people, or not run at all.
import { formatTime } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, ensureFresh } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus, noteStep } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { tellCancelled } from '../family/tell-family.server.ts';
import { type EscortRole, escortRoles } from '../person/escort.states.ts';
import { refuseTransport } from '../transport.refusals.ts';
import { settleAlarms } from './alarm.server.ts';
import { lockTrip, type Trip } from './own-trips.server.ts';
import { ensureMayDrive } from './start-trip.server.ts';
import { tripContract as contract } from './trip.contract.ts';
import { tripStates } from './trip.states.ts';

async function ensureRole(
  db: Db,
  trip: Trip,
  of: { field: 'driverId' | 'attendantId'; id: string; roles: readonly EscortRole[] },
): Promise<void> {
  const person = await db
    .selectFrom('escort_person')
    .select(['name', 'role'])
    .where('franchisee_id', '=', trip.franchisee_id)
    .where('id', '=', of.id)
    .executeTakeFirst();
  ensure(person && of.roles.includes(person.role), () =>
    refuse('input.invalid', {
      fields: {
        [of.field]: person
          ? `${person.name} works as ${escortRoles[person.role].toLowerCase()}`
          : 'Choose somebody of this centre',
      },
    }),
  );
}

async function ensureSeats(db: Db, trip: Trip, vehicle: { child_seats: number }, reg: string): Promise<void> {
  const { n } = await db
    .selectFrom('trip_child')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('franchisee_id', '=', trip.franchisee_id)
    .where('trip_id', '=', trip.id)
    .executeTakeFirstOrThrow();
  ensure(n <= vehicle.child_seats, () =>
    refuseTransport('trip.vehicle-small', { details: { reg, seats: vehicle.child_seats, n } }),
  );
}

export const swapTrip = handle(contract.swap, async ({ db, actor, input, version, now }) => {
  const trip = await lockTrip(db, actor, input.id);
  ensureFresh(trip.version === version ? 1 : 0);
  ensure(trip.status === 'SCHEDULED', () => refuse('row.wrong-state'));
  const franchiseeId = trip.franchisee_id;
  const vehicle = await lockRow(db, 'vehicle', input.vehicleId);
  ensure(vehicle.franchisee_id === franchiseeId, () => refuse('row.not-found'));
  const attendantId = input.attendantId ?? null;
  await ensureRole(db, trip, { field: 'driverId', id: input.driverId, roles: ['DRIVER'] });
  if (attendantId)
    await ensureRole(db, trip, { field: 'attendantId', id: attendantId, roles: ['ATTENDANT', 'CONDUCTOR'] });
  const chosen = { vehicleId: vehicle.id, driverId: input.driverId, attendantId };
  const { reg } = await ensureMayDrive(db, { franchiseeId, now }, chosen);
  await ensureSeats(db, trip, vehicle, reg);
  await db
    .updateTable('trip')
    .set({ vehicle_id: vehicle.id, driver_id: input.driverId, attendant_id: attendantId, swapped: true })
    .where('franchisee_id', '=', franchiseeId)
    .where('id', '=', trip.id)
    .execute();
  const step = { subject: 'trip', action: 'swap', from: trip.status, to: trip.status };
  await noteStep(db, { franchiseeId, id: trip.id, ...step });
  return {};
});

export const cancelTrip = handle(contract.cancel, async ({ db, actor, input, version, now }) => {
  const trip = await lockTrip(db, actor, input.id);
  ensureFresh(trip.version === version ? 1 : 0);
  await moveStatus(db, {
    states: tripStates,
    table: 'trip',
    row: trip,
    action: 'cancel',
    reason: input.reason,
    set: { cancel_reason: input.reason },
  });
  await tellCancelled(db, trip, input.reason);
  const note = `Cancelled at ${formatTime(now)}`;
  await settleAlarms(db, {
    franchiseeId: trip.franchisee_id,
    tripId: trip.id,
    kinds: ['TRIP_NOT_STARTED'],
    note,
    now,
  });
  return {};
});
