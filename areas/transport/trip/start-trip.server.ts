// A trip starts: on its day and about its time, with a vehicle and people that may run now, at the sticker of this very vehicle.
import { randomUUID } from 'node:crypto';
import { formatDate, formatTime, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, ensureStep, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { tellStarted } from '../family/tell-family.server.ts';
import { judgePeople } from '../person/judge-people.server.ts';
import { refuseTransport } from '../transport.refusals.ts';
import { judgeVehicles } from '../vehicle/readiness.server.ts';
import { vehicleSettingOf } from '../vehicle/setting-values.server.ts';
import { formatPlate } from '../vehicle/vehicle-fields.ts';
import { settleAlarms } from './alarm.server.ts';
import { followRoute } from './make-trips.server.ts';
import { lockTrip, type Trip } from './own-trips.server.ts';
import { stickerOf } from './sticker.server.ts';
import { tripContract as contract } from './trip.contract.ts';
import { startCheckNames, startChecks, tripStates } from './trip.states.ts';

const MINUTE_MS = 60_000;
const EARLIEST_MS = 60 * MINUTE_MS;
const LATEST_MS = 180 * MINUTE_MS;

function ensureTime(trip: Trip, now: Date): void {
  ensure(trip.service_date === todayIst(now), () =>
    refuseTransport('trip.not-today', { details: { date: formatDate(trip.service_date) } }),
  );
  const planned = Date.parse(trip.planned_start);
  ensure(now.getTime() >= planned - EARLIEST_MS, () =>
    refuseTransport('trip.too-early', { details: { time: formatTime(planned - EARLIEST_MS) } }),
  );
  ensure(now.getTime() <= planned + LATEST_MS, () =>
    refuseTransport('trip.too-late', { details: { time: formatTime(planned + LATEST_MS) } }),
  );
}

interface Chosen {
  readonly vehicleId: string;
  readonly driverId: string;
  readonly attendantId: string | null;
}

/** Vehicle and people as they may run at this moment; what was believed of them is kept with the trip. */
export async function ensureMayDrive(
  db: Db,
  at: { franchiseeId: number; now: Date },
  { vehicleId, driverId, attendantId }: Chosen,
) {
  const today = todayIst(at.now);
  const { vehicles } = await judgeVehicles(db, { ...at, today, ids: [vehicleId] });
  const [vehicle] = vehicles;
  ensure(vehicle, () => refuse('row.not-found'));
  const reg = formatPlate(vehicle.regNo);
  ensure(vehicle.readiness !== 'BLOCKED', () =>
    refuseTransport('vehicle.blocked', {
      details: { reg, reasons: vehicle.reasons.join('; ') },
      fields: { vehicleId: vehicle.reasons.join('; ') },
    }),
  );
  const ids = [driverId, ...(attendantId ? [attendantId] : [])];
  const people = await judgePeople(db, { franchiseeId: at.franchiseeId, today, ids });
  for (const id of ids) {
    const person = people.get(id);
    ensure(person, () => refuse('row.not-found'));
    ensure(person.readiness !== 'BLOCKED', () =>
      refuseTransport('person.blocked', {
        details: { name: person.name, reasons: person.reasons.join('; ') },
        fields: { [id === driverId ? 'driverId' : 'attendantId']: person.reasons.join('; ') },
      }),
    );
  }
  return { reg, vehicle, people: [...people.values()] };
}

/** One vehicle and one person are on one road at a time. Two starts at once meet at the unique indexes. */
async function ensureFree(db: Db, trip: Trip, reg: string): Promise<void> {
  const staff = [trip.driver_id, trip.attendant_id].filter((id) => id !== null);
  const { rows } = await sql<{ vehicle: boolean; name: string | null }>`
    select t.vehicle_id = ${trip.vehicle_id}::uuid as vehicle, p.name from trip t
      left join escort_person p on p.franchisee_id = t.franchisee_id and p.id in (t.driver_id, t.attendant_id) and p.id = any (${staff}::uuid[])
     where t.franchisee_id = ${trip.franchisee_id} and t.id <> ${trip.id} and t.status in ('IN_PROGRESS', 'CHECK_DUE')
       and (t.vehicle_id = ${trip.vehicle_id}::uuid or p.id is not null) order by 1 desc limit 1`.execute(db);
  const [busy] = rows;
  ensure(!busy, () =>
    busy?.vehicle
      ? refuseTransport('trip.vehicle-busy', { details: { reg } })
      : refuseTransport('trip.person-busy', { details: { name: busy?.name ?? '' } }),
  );
}

export const startTrip = handle(contract.start, async ({ db, actor, input, now }) => {
  const trip = await lockTrip(db, actor, input.id);
  // Two pressed at once: the second one sees the trip that runs.
  if (trip.status === 'IN_PROGRESS') return {};
  ensureStep(tripStates, trip.status, 'start');
  ensureTime(trip, now);
  const franchiseeId = trip.franchisee_id;
  const { vehicle_id: vehicleId, driver_id: driverId, attendant_id: attendantId } = trip;
  ensure(vehicleId !== null, () => refuseTransport('trip.no-vehicle'));
  ensure(driverId !== null, () => refuseTransport('trip.no-driver'));
  const needed = await vehicleSettingOf(db, franchiseeId, 'require_attendant', trip.service_date);
  ensure(attendantId !== null || !needed, () => refuseTransport('trip.no-attendant'));
  await lockRow(db, 'vehicle', vehicleId);
  const chosen = { vehicleId, driverId, attendantId };
  const { reg, vehicle, people } = await ensureMayDrive(db, { franchiseeId, now }, chosen);
  const sticker = await stickerOf(db, franchiseeId, input.code);
  ensure(sticker?.vehicleId === vehicleId, () =>
    sticker
      ? refuseTransport('trip.wrong-sticker', {
          details: { reg: sticker.reg },
          fields: { code: `Of ${sticker.reg}` },
        })
      : refuseTransport('trip.no-sticker', { fields: { code: 'No sticker of a vehicle has this code' } }),
  );
  ensure(sticker.side === 'VEHICLE_FRONT', () =>
    refuseTransport('trip.front-needed', { fields: { code: 'This is the sticker of the back seat' } }),
  );
  const failed = startCheckNames.filter((name) => input.checks[name] !== true);
  const stops = failed.find((name) => startChecks[name].critical && (name !== 'attendant' || needed));
  ensure(stops === undefined, () =>
    refuseTransport('trip.checklist', { details: { item: startChecks[stops ?? 'doors'].label } }),
  );
  await ensureFree(db, trip, reg);
  await followRoute(db, { franchiseeId, day: trip.service_date, tripId: trip.id });
  const papers = {
    vehicle: {
      readiness: vehicle.readiness,
      reasons: vehicle.reasons,
      papers: vehicle.cells.map(({ kind, endsOn }) => ({ kind, endsOn })),
    },
    people: people.map(({ id, readiness, reasons }) => ({ id, readiness, reasons })),
    notInOrder: failed,
  };
  await moveStatus(db, {
    states: tripStates,
    table: 'trip',
    row: trip,
    action: 'start',
    set: { started_at: now.toISOString(), papers: JSON.stringify(papers) },
  });
  await db
    .insertInto('scan_log')
    .values({
      franchisee_id: franchiseeId,
      id: randomUUID(),
      at_device: now.toISOString(),
      trip_id: trip.id,
      kind: 'START',
      subject_kind: 'VEHICLE',
      subject_id: vehicleId,
      by_user: userIdOf(actor),
      at: now.toISOString(),
      result: 'ALLOWED',
    })
    .execute();
  await tellStarted(db, trip, now);
  const note = `Started at ${formatTime(now)}`;
  await settleAlarms(db, { franchiseeId, tripId: trip.id, kinds: ['TRIP_NOT_STARTED'], note, now });
  return {};
});
