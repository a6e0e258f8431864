// A route is planned, changed, copied to the next year and turned round for the way home. A vehicle that may not run is refused.
import { randomUUID } from 'node:crypto';
import type { ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenCentre, chosenYear, ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { ensureRidersFit } from '../assignment/riders.server.ts';
import { refuseTransport } from '../transport.refusals.ts';
import { judgeVehicles } from '../vehicle/readiness.server.ts';
import { formatPlate } from '../vehicle/vehicle-fields.ts';
import { busRouteContract as contract } from './bus-route.contract.ts';
import { centrePoint } from './bus-routes.server.ts';
import { minutesOf, type Point, roadM, timeOf } from './geometry.ts';

type Input = ParsedInputOf<typeof contract.add>;
interface At {
  readonly franchiseeId: number;
  readonly yearId: number;
  /** Null for a new one. */
  readonly id: string | null;
  readonly now: Date;
}

async function ensureCodeFree(db: Db, { franchiseeId, yearId, id }: At, code: string): Promise<void> {
  const same = await db
    .selectFrom('bus_route')
    .select('id')
    .where('franchisee_id', '=', franchiseeId)
    .where('academic_year_id', '=', yearId)
    .where('code', '=', code)
    .executeTakeFirst();
  ensure(!same || same.id === id, () =>
    refuseTransport('route.exists', {
      details: { code },
      fields: { code: 'This year has a route with this code already' },
    }),
  );
}

/** On the route's first day: today, or when its year begins. The vehicle stays locked, so it cannot be retired meanwhile. */
async function ensureMayRun(db: Db, { franchiseeId, yearId, now }: At, vehicleId: string): Promise<void> {
  const vehicle = await lockRow(db, 'vehicle', vehicleId);
  ensureFound(vehicle.franchisee_id === franchiseeId ? vehicle : null);
  const year = ensureFound(
    await db.selectFrom('academic_year').select('starts_on').where('id', '=', yearId).executeTakeFirst(),
  );
  const today = todayIst(now);
  const first = year.starts_on > today ? year.starts_on : today;
  const { vehicles } = await judgeVehicles(db, { franchiseeId, today: first, now, ids: [vehicleId] });
  const [judged] = vehicles;
  ensure(judged?.readiness !== 'BLOCKED', () =>
    refuseTransport('vehicle.blocked', {
      details: { reg: formatPlate(vehicle.reg_no), reasons: (judged?.reasons ?? []).join('; ') },
      fields: { vehicleId: (judged?.reasons ?? []).join('; ') },
    }),
  );
}

function ensureTimes({ runs, pickupStart, dropoffStart }: Input): void {
  const missing = {
    ...(runs !== 'DROPOFF' && !pickupStart && { pickupStart: 'Enter when the pick-up starts' }),
    ...(runs !== 'PICKUP' && !dropoffStart && { dropoffStart: 'Enter when the drop-off starts' }),
  };
  ensure(Object.keys(missing).length === 0, () => refuse('input.invalid', { fields: missing }));
}

const columnsOf = (input: Input) => ({
  code: input.code,
  name: input.name,
  shift: input.shift,
  runs: input.runs,
  days: [...new Set(input.days)],
  vehicle_id: input.vehicleId ?? null,
  // A start of a run that the route does not make would only confuse.
  pickup_start: input.runs === 'DROPOFF' ? null : (input.pickupStart ?? null),
  dropoff_start: input.runs === 'PICKUP' ? null : (input.dropoffStart ?? null),
  status: input.status,
});

export const addBusRoute = handle(contract.add, async ({ db, actor, input, now }) => {
  const at = { franchiseeId: chosenCentre(actor), yearId: chosenYear(actor), id: null, now };
  ensureTimes(input);
  await ensureCodeFree(db, at, input.code);
  if (input.vehicleId && input.status === 'ACTIVE') await ensureMayRun(db, at, input.vehicleId);
  const id = randomUUID();
  const key = { franchisee_id: at.franchiseeId, academic_year_id: at.yearId, id };
  await db
    .insertInto('bus_route')
    .values({ ...key, ...columnsOf(input) })
    .execute();
  return { id };
});

export const changeBusRoute = handle(contract.change, async ({ db, input, version, now }) => {
  const row = await lockRow(db, 'bus_route', input.id, version);
  const at = { franchiseeId: row.franchisee_id, yearId: row.academic_year_id, id: row.id, now };
  ensureTimes(input);
  await ensureCodeFree(db, at, input.code);
  await ensureRidersFit(db, row, input, todayIst(now));
  // What stands is not judged anew by a change of its name: the board and every start do that.
  const newly = input.vehicleId !== row.vehicle_id || row.status !== 'ACTIVE';
  if (input.vehicleId && input.status === 'ACTIVE' && newly) await ensureMayRun(db, at, input.vehicleId);
  await db
    .updateTable('bus_route')
    .set(columnsOf(input))
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return {};
});

export const copyBusRoute = handle(contract.copyYear, async ({ db, input, now }) => {
  const row = await lockRow(db, 'bus_route', input.id);
  const year = await db
    .selectFrom('academic_year')
    .select(['id', 'academic_year'])
    .where('id', '=', row.academic_year_id + 1)
    .executeTakeFirst();
  ensure(year, () => refuseTransport('route.no-next-year'));
  const at = { franchiseeId: row.franchisee_id, yearId: year.id, id: null, now };
  await ensureCodeFree(db, at, row.code);
  const id = randomUUID();
  // Without its vehicle: it is judged when it is given one for that year.
  await sql`insert into bus_route (franchisee_id, id, academic_year_id, code, name, shift, runs, days, pickup_start, dropoff_start)
    select franchisee_id, ${id}::uuid, ${year.id}::int, code, name, shift, runs, days, pickup_start, dropoff_start from bus_route
     where franchisee_id = ${row.franchisee_id} and id = ${row.id}`.execute(db);
  await sql`insert into bus_stop (franchisee_id, route_id, seq, name, landmark, lat_e7, lng_e7, radius_m, pickup_at, dropoff_at, distance_m)
    select franchisee_id, ${id}::uuid, seq, name, landmark, lat_e7, lng_e7, radius_m, pickup_at, dropoff_at, distance_m from bus_stop
     where franchisee_id = ${row.franchisee_id} and route_id = ${row.id}`.execute(db);
  return { id, year: year.academic_year };
});

// In the town, where nobody has measured yet.
const METRES_A_MINUTE = 330;
const HOUSE_MIN = 2;

/** When each stop is reached on the way home: as long between them as in the morning, else by their distance. */
function homeTimes(
  stops: readonly (Point & { pickupAt: string | null })[],
  start: { at: string; from: Point | null },
): string[] {
  let minutes = minutesOf(start.at);
  return stops.map((stop, i) => {
    const before = stops[i - 1];
    const planned =
      before?.pickupAt && stop.pickupAt ? minutesOf(before.pickupAt) - minutesOf(stop.pickupAt) : 0;
    const from = before ?? start.from;
    const measured = from ? Math.ceil(roadM(from, stop) / METRES_A_MINUTE) + 1 : HOUSE_MIN;
    minutes += planned > 0 ? planned : measured;
    return timeOf(minutes);
  });
}

export const reverseBusRoute = handle(contract.reverse, async ({ db, input, now }) => {
  const row = await lockRow(db, 'bus_route', input.id);
  ensure(row.runs === 'PICKUP', () => refuseTransport('route.not-pickup', { details: { code: row.code } }));
  const at = { franchiseeId: row.franchisee_id, yearId: row.academic_year_id, id: null, now };
  await ensureCodeFree(db, at, input.code);
  const { rows: stops } = await sql<Point & { id: string; pickupAt: string | null }>`
    select id, lat_e7 / 1e7::float8 as lat, lng_e7 / 1e7::float8 as lng, to_char(pickup_at, 'HH24:MI') as "pickupAt"
      from bus_stop where franchisee_id = ${row.franchisee_id} and route_id = ${row.id} order by seq desc`.execute(
    db,
  );
  const id = randomUUID();
  if (row.vehicle_id && row.status === 'ACTIVE') await ensureMayRun(db, at, row.vehicle_id);
  await sql`insert into bus_route (franchisee_id, id, academic_year_id, code, name, shift, runs, days, vehicle_id, dropoff_start, status)
    select franchisee_id, ${id}::uuid, academic_year_id, ${input.code}, name, shift, 'DROPOFF', days, vehicle_id, ${input.dropoffStart}::time, status
      from bus_route where franchisee_id = ${row.franchisee_id} and id = ${row.id}`.execute(db);
  const times = homeTimes(stops, {
    at: input.dropoffStart,
    from: await centrePoint(db, row.franchisee_id),
  });
  const order = JSON.stringify(
    stops.map((stop, i) => ({ id: stop.id, seq: i + 1, dropoff_at: times[i] ?? null })),
  );
  await sql`insert into bus_stop (franchisee_id, route_id, seq, name, landmark, lat_e7, lng_e7, radius_m, dropoff_at, distance_m)
    select s.franchisee_id, ${id}::uuid, o.seq, s.name, s.landmark, s.lat_e7, s.lng_e7, s.radius_m, o.dropoff_at, s.distance_m
      from jsonb_to_recordset(${order}::jsonb) as o (id uuid, seq smallint, dropoff_at time)
      join bus_stop s on s.franchisee_id = ${row.franchisee_id} and s.id = o.id`.execute(db);
  return { id };
});
