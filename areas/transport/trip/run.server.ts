// One trip as the people on the bus see it: stops in order, the children of each, and on the way home who may receive them.

import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { placesOfChildren, placesOfVehicle } from '../destination/child-places.server.ts';
import { vehicleSettingOf } from '../vehicle/setting-values.server.ts';
import { scanReasons } from './judge-scan.ts';
import { ownTrips } from './own-trips.server.ts';
import { type Receiver, receiversOf } from './receivers.server.ts';
import { isOnTrip } from './track.server.ts';
import { tripContract as contract, type Run, type RunChild } from './trip.contract.ts';
import { headColumns, headJoins } from './trip-rows.server.ts';

type Head = Omit<
  Run,
  'stops' | 'can' | 'own' | 'checkPhoto' | 'waitMs' | 'seq' | 'refused' | 'attendantNeeded' | 'places'
> & {
  readonly franchiseeId: number;
  readonly vehicleId: string | null;
};
type ChildRow = Omit<RunChild, 'receivers' | 'place'> & {
  readonly stopId: string;
  readonly studentId: string;
};
type StopRow = Omit<Run['stops'][number], 'children'>;

const SECOND_MS = 1000;
const MOST_REFUSED = 30;

/** "Aarav S.": enough at a bus door. */
const shortName = (name: string): string => {
  const [first = '', ...rest] = name.split(' ');
  const last = rest.at(-1);
  return last ? `${first} ${last.charAt(0)}.` : first;
};

async function childrenOf(db: Db, franchiseeId: number, tripId: string): Promise<ChildRow[]> {
  const { rows } = await sql<ChildRow>`
    select c.id, s.name, k.name as "className", c.state, c.on_at as "onAt", c.off_at as "offAt", c.received_by as "receivedBy", c.returned,
           c.stop_id as "stopId", c.student_id as "studentId",
           (select jsonb_build_object('kind', x.kind, 'at', x.at, 'before', coalesce(x.before, c.state)) from scan_log x
             where x.franchisee_id = c.franchisee_id and x.trip_id = c.trip_id and x.subject_id = c.student_id and x.result <> 'DENIED'
             order by x.at desc, x.received_at desc, x.seq desc nulls last limit 1) as last
      from trip_child c join student s on s.franchisee_id = c.franchisee_id and s.id = c.student_id
      join enrolment e on e.franchisee_id = c.franchisee_id and e.id = c.enrolment_id left join class k on k.id = e.class_id
     where c.franchisee_id = ${franchiseeId} and c.trip_id = ${tripId} order by s.name, c.id`.execute(db);
  return rows;
}

async function refusedOf(db: Db, franchiseeId: number, tripId: string): Promise<Run['refused']> {
  const { rows } = await sql<Omit<Run['refused'][number], 'text'>>`
    select x.id, x.kind, s.name as child, x.at, x.reason from scan_log x
      left join student s on s.franchisee_id = x.franchisee_id and s.id = x.subject_id and x.subject_kind = 'CHILD'
     where x.franchisee_id = ${franchiseeId} and x.trip_id = ${tripId} and x.result = 'DENIED' and x.reason is not null
     order by x.at desc, x.received_at desc, x.seq desc nulls last limit ${MOST_REFUSED}`.execute(db);
  return rows.map((row) => ({
    ...row,
    child: row.child && shortName(row.child),
    text: scanReasons[row.reason],
  }));
}

/** Where the queue of the caller stands, so that a phone that lost its own count goes on after it. */
async function seqOf(db: Db, { franchiseeId, tripId }: { franchiseeId: number; tripId: string }, by: string) {
  const { rows } = await sql<{ seq: number }>`select coalesce(max(seq), 0)::int as seq from scan_log
    where franchisee_id = ${franchiseeId} and trip_id = ${tripId} and by_user = ${by}::uuid`.execute(db);
  return rows[0]?.seq ?? 0;
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
    own: await isOnTrip(db, { franchisee_id: franchiseeId, id: head.id }, userIdOf(actor)),
    waitMs: (await vehicleSettingOf(db, franchiseeId, 'wait_at_stop_s', head.date)) * SECOND_MS,
    seq: await seqOf(db, { franchiseeId, tripId: head.id }, userIdOf(actor)),
    refused: await refusedOf(db, franchiseeId, head.id),
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
