// A family's own bus: read and answered as the child's centre, after the child was found in the parent's own scope.
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { noteStep } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { consentAllows } from '../../communication/public.server.ts';
import { asFamily, type OwnChild } from '../../students/public.server.ts';
import { placesOfChildren } from '../destination/child-places.server.ts';
import { centrePoint } from '../route/bus-routes.server.ts';
import { refuseTransport } from '../transport.refusals.ts';
import { lastPoint } from '../trip/track.server.ts';
import { vehicleSettingOf } from '../vehicle/setting-values.server.ts';
import { type ChildRide, childBusContract as contract } from './child-bus.contract.ts';

/** Today, and the next day it rides. */
const DAYS = 2;
const MINUTE_MS = 60_000;

interface Row extends Omit<ChildRide, 'place' | 'expectedAt' | 'plannedAt' | 'bus'> {
  readonly tripId: string;
  readonly date: Day;
  readonly stop: string;
  readonly lat: number;
  readonly lng: number;
  readonly stopAt: string | null;
  readonly startsAt: string;
  readonly endsAt: string;
  /** Minutes, of a trip that runs. */
  readonly late: number;
}

async function ridesOf(db: Db, child: OwnChild, from: Day): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select c.id, t.id as "tripId", t.service_date as date, t.direction, t.status as trip, r.code as route, b.name as stop, (b.lat_e7 / 1e7)::float8 as lat,
           (b.lng_e7 / 1e7)::float8 as lng, c.state,
           c.on_at as "onAt", c.off_at as "offAt", c.received_by as "receivedBy", c.returned,
           s.planned_at as "stopAt", t.planned_start as "startsAt", t.planned_end as "endsAt",
           greatest(0, floor(extract(epoch from coalesce((select x.reached_at - x.planned_at from trip_stop x
               where x.franchisee_id = t.franchisee_id and x.trip_id = t.id and x.reached_at is not null order by x.reached_at desc limit 1),
             t.started_at - t.planned_start, interval '0')) / 60))::int as late
      from trip_child c join trip t on t.franchisee_id = c.franchisee_id and t.id = c.trip_id
      join bus_route r on r.franchisee_id = t.franchisee_id and r.id = t.route_id
      join bus_stop b on b.franchisee_id = c.franchisee_id and b.id = c.stop_id
      left join trip_stop s on s.franchisee_id = c.franchisee_id and s.trip_id = c.trip_id and s.stop_id = c.stop_id
     where c.franchisee_id = ${child.franchiseeId} and c.student_id = ${child.studentId} and t.service_date >= ${from}::date
     order by t.service_date, t.planned_start, t.id limit 20`.execute(db);
  return rows;
}

/** When the child is picked up or brought; before it gets in, on the way home, when the bus leaves. */
function plannedAt(row: Row): string | null {
  if (row.direction === 'PICKUP') return row.state === 'BOARDED' ? row.endsAt : row.stopAt;
  return row.state === 'BOARDED' ? row.stopAt : row.startsAt;
}

const expectedAt = (row: Row): string | null => {
  const planned = plannedAt(row);
  const ahead = row.state === 'EXPECTED' || row.state === 'BOARDED';
  return row.trip === 'IN_PROGRESS' && ahead && planned !== null
    ? new Date(Date.parse(planned) + row.late * MINUTE_MS).toISOString()
    : null;
};

/** Until when a family may say something of a ride. */
const cutOff = (row: Row, minutes: number): number =>
  Date.parse((row.direction === 'PICKUP' ? row.stopAt : null) ?? row.startsAt) - minutes * MINUTE_MS;

function mayTurn(row: Row, excused: boolean, at: { now: Date; minutes: number }): boolean {
  const open = row.trip === 'SCHEDULED' || (excused && row.trip === 'IN_PROGRESS');
  return (
    open && row.state === (excused ? 'EXPECTED' : 'EXCUSED') && at.now.getTime() <= cutOff(row, at.minutes)
  );
}

export const myChildBus = handle(contract.mine, ({ db, actor, input, now }) =>
  asFamily(db, actor, input.student, async (child) => {
    const today = todayIst(now);
    const minutes = await vehicleSettingOf(db, child.franchiseeId, 'excuse_cutoff_min', today);
    const byDay = [...Map.groupBy(await ridesOf(db, child, today), ({ date }) => date)].slice(0, DAYS);
    const days = [];
    for (const [date, rows] of byDay) {
      const rides: ChildRide[] = [];
      for (const row of rows) rides.push(await shown(db, child, row, now));
      const may = (excused: boolean) => rows.some((row) => mayTurn(row, excused, { now, minutes }));
      days.push({ date, rides, can: { excuse: may(true), come: may(false) } });
    }
    return { days };
  }),
);

/** Gone as soon as the child is off the bus, and never there where the family does not share it. */
async function busOf(db: Db, child: OwnChild, row: Row, now: Date): Promise<ChildRide['bus']> {
  if (row.trip !== 'IN_PROGRESS' || row.state !== 'BOARDED') return null;
  const { franchiseeId, studentId } = child;
  const allowed = await consentAllows(db, {
    franchiseeId,
    studentIds: [studentId],
    purpose: 'TRANSPORT_LIVE',
  });
  if (allowed.get(studentId) !== true) return null;
  const last = await lastPoint(db, { franchiseeId, tripId: row.tripId, now });
  const to =
    row.direction === 'PICKUP' ? await centrePoint(db, franchiseeId) : { lat: row.lat, lng: row.lng };
  return last && { ...last, to };
}

async function shown(db: Db, child: OwnChild, row: Row, now: Date): Promise<ChildRide> {
  const places = await placesOfChildren(db, {
    franchiseeId: child.franchiseeId,
    studentIds: [child.studentId],
    day: row.date,
    direction: row.direction,
  });
  const {
    tripId: _,
    date: __,
    lat: _lat,
    lng: _lng,
    stop,
    stopAt: ___,
    startsAt: ____,
    endsAt: _____,
    late: ______,
    ...ride
  } = row;
  return {
    ...ride,
    place: places.get(child.studentId)?.name ?? stop,
    plannedAt: plannedAt(row),
    expectedAt: expectedAt(row),
    bus: await busOf(db, child, row, now),
  };
}

export const excuseFromBus = handle(contract.excuse, ({ db, actor, input, now }) =>
  asFamily(db, actor, input.student, async (child) => {
    const minutes = await vehicleSettingOf(db, child.franchiseeId, 'excuse_cutoff_min', todayIst(now));
    const ofDay = (await ridesOf(db, child, input.on)).filter(({ date }) => date === input.on);
    // In the order of their ids, as everybody who needs several trips; what is said counts as the trip stands then.
    for (const id of ofDay.map(({ tripId }) => tripId).toSorted())
      await sql`select from trip where franchisee_id = ${child.franchiseeId} and id = ${id} for update`.execute(
        db,
      );
    const rides = (await ridesOf(db, child, input.on)).filter(
      (row) => row.date === input.on && mayTurn(row, input.excused, { now, minutes }),
    );
    ensure(rides.length > 0, () => refuseTransport('excuse.too-late'));
    const state = input.excused ? ('EXCUSED' as const) : ('EXPECTED' as const);
    for (const { id, state: from } of rides) {
      await db
        .updateTable('trip_child')
        .set({ state })
        .where('franchisee_id', '=', child.franchiseeId)
        .where('id', '=', id)
        .execute();
      const action = input.excused ? 'excuse' : 'come';
      const { franchiseeId } = child;
      await noteStep(db, { franchiseeId, subject: 'trip_child', id, action, from, to: state });
    }
    return {};
  }),
);
