// One trip as the people on the bus see it: stops in order, the children of each, and on the way home who may receive them.

import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { placesOfChildren, placesOfVehicle } from '../destination/child-places.server.ts';
import { vehicleSettingOf } from '../vehicle/setting-values.server.ts';
import { ownTrips } from './own-trips.server.ts';
import { type Receiver, receiversOf } from './receivers.server.ts';
import { tripContract as contract, type Run, type RunChild } from './trip.contract.ts';
import { headColumns, headJoins } from './trip-rows.server.ts';

type Head = Omit<Run, 'stops' | 'can' | 'checkPhoto' | 'attendantNeeded' | 'places'> & {
  readonly franchiseeId: number;
  readonly vehicleId: string | null;
};
type ChildRow = Omit<RunChild, 'receivers' | 'place'> & {
  readonly stopId: string;
  readonly studentId: string;
};
type StopRow = Omit<Run['stops'][number], 'children'>;

/** "Aarav S.": enough at a bus door. */
const shortName = (name: string): string => {
  const [first = '', ...rest] = name.split(' ');
  const last = rest.at(-1);
  return last ? `${first} ${last.charAt(0)}.` : first;
};

async function childrenOf(db: Db, franchiseeId: number, tripId: string): Promise<ChildRow[]> {
  const { rows } = await sql<ChildRow>`
    select c.id, s.name, k.name as "className", c.state, c.on_at as "onAt", c.off_at as "offAt", c.received_by as "receivedBy", c.returned,
           c.stop_id as "stopId", c.student_id as "studentId"
      from trip_child c join student s on s.franchisee_id = c.franchisee_id and s.id = c.student_id
      join enrolment e on e.franchisee_id = c.franchisee_id and e.id = c.enrolment_id left join class k on k.id = e.class_id
     where c.franchisee_id = ${franchiseeId} and c.trip_id = ${tripId} order by s.name, c.id`.execute(db);
  return rows;
}

export const runOfTrip = handle(contract.run, async ({ db, actor, input, now }) => {
  const { rows } =
    await sql<Head>`select ${headColumns}, t.franchisee_id as "franchiseeId", t.vehicle_id as "vehicleId" from trip t ${headJoins}
    where t.id = ${input.id} and ${ownTrips(actor)}`.execute(db);
  const { franchiseeId, vehicleId, ...head } = ensureFound(rows[0]);
  const { rows: stops } = await sql<StopRow>`
    select s.stop_id as id, s.seq, b.name, s.planned_at as "plannedAt", s.reached_at as "reachedAt"
      from trip_stop s join bus_stop b on b.franchisee_id = s.franchisee_id and b.id = s.stop_id
     where s.franchisee_id = ${franchiseeId} and s.trip_id = ${head.id} order by s.seq`.execute(db);
  const children = await childrenOf(db, franchiseeId, head.id);
  // Only while the trip runs, and only where somebody waits at the stop.
  const asked = head.direction === 'DROPOFF' && head.status === 'IN_PROGRESS';
  const waiting = asked ? children.filter(({ state }) => state === 'BOARDED' || state === 'EXPECTED') : [];
  const receivers = Map.groupBy(
    await receiversOf(db, {
      franchiseeId,
      studentIds: waiting.map(({ studentId }) => studentId),
      day: head.date,
    }),
    ({ studentId }) => studentId,
  );
  const way = { franchiseeId, day: head.date, direction: head.direction };
  const places = await placesOfChildren(db, {
    ...way,
    studentIds: children.map(({ studentId }) => studentId),
  });
  const listed = ({ studentId }: ChildRow) =>
    (receivers.get(studentId) ?? []).map(({ studentId: _, ...one }: Receiver) => one);
  const mayWrite = mayCall(actor, contract.scan);
  return {
    ...head,
    checkPhoto: await vehicleSettingOf(db, franchiseeId, 'require_check_photo', head.date),
    attendantNeeded: await vehicleSettingOf(db, franchiseeId, 'require_attendant', head.date),
    places: await placesOfVehicle(db, { ...way, vehicleId }),
    stops: stops.map((stop) => ({
      ...stop,
      children: children
        .filter(({ stopId }) => stopId === stop.id)
        .map((child) => {
          const { stopId: _, studentId, ...shown } = child;
          const place = places.get(studentId)?.name ?? null;
          return { ...shown, place, name: shortName(child.name), receivers: listed(child) };
        }),
    })),
    can: {
      start: mayWrite && head.status === 'SCHEDULED' && head.date === todayIst(now),
      scan: mayWrite && head.status === 'IN_PROGRESS',
      check: mayWrite && head.status === 'CHECK_DUE',
    },
  };
});
