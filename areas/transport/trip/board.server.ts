// The trips of a day as the desk sees them, and an escort the own ones.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { actionsFrom } from '@aangan/contract/states.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { holdsCode } from '@aangan/server/work/approval.ts';
import { chosenCentre } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { dayKind } from '../../academics/public.server.ts';
import { alarmContract, type TripAlarm } from './alarm.contract.ts';
import { ownTrips } from './own-trips.server.ts';
import { tripContract as contract, type TripRow } from './trip.contract.ts';
import { tripStates } from './trip.states.ts';
import { headColumns, headJoins } from './trip-rows.server.ts';

const MOST = 300;
const MINUTE_MS = 60_000;
export const FORCE_CODE = 'TRANSPORT_OVERRIDE';

type Row = Omit<TripRow, 'can' | 'delayMin'> & {
  /** Plan and truth of the last place that was reached. */
  readonly lastPlanned: string | null;
  readonly lastReached: string | null;
};

const minutes = (later: number, earlier: string | null): number | null =>
  earlier === null ? null : Math.round((later - Date.parse(earlier)) / MINUTE_MS);

function delayOf(row: Row, now: number): number | null {
  if (row.status === 'SCHEDULED') return Math.max(0, minutes(now, row.plannedStart) ?? 0) || null;
  if (row.status === 'CANCELLED') return null;
  if (row.arrivedAt !== null) return minutes(Date.parse(row.arrivedAt), row.plannedEnd);
  if (row.lastReached !== null) return minutes(Date.parse(row.lastReached), row.lastPlanned);
  return row.startedAt === null ? null : minutes(Date.parse(row.startedAt), row.plannedStart);
}

function canOf(row: Row, actor: Actor, today: string): Record<string, boolean> {
  const steps = new Set<string>(actionsFrom(tripStates, row.status));
  return {
    run: row.status !== 'CANCELLED' && (row.status !== 'SCHEDULED' || row.date === today),
    swap: row.status === 'SCHEDULED' && mayCall(actor, contract.swap),
    cancel: steps.has('cancel') && mayCall(actor, contract.cancel),
    forceClose:
      steps.has('force-close') && mayCall(actor, contract.forceClose) && holdsCode(actor, FORCE_CODE),
  };
}

async function tripsOf(db: Db, where: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${headColumns}, t.vehicle_id as "vehicleId", t.driver_id as "driverId", t.attendant_id as "attendantId", t.forced,
           t.cancel_reason as "cancelReason", c.expected, c.on_board as "onBoard", c.off, n.name as "nextStop", l.planned_at as "lastPlanned", l.reached_at as "lastReached"
      from trip t ${headJoins}
      join lateral (select count(*) filter (where state in ('EXPECTED', 'BOARDED', 'ALIGHTED', 'HANDED_OVER'))::int as expected,
          count(*) filter (where state = 'BOARDED')::int as on_board, count(*) filter (where state in ('ALIGHTED', 'HANDED_OVER'))::int as off
        from trip_child where franchisee_id = t.franchisee_id and trip_id = t.id) c on true
      left join lateral (select b.name from trip_stop s join bus_stop b on b.franchisee_id = s.franchisee_id and b.id = s.stop_id
         where s.franchisee_id = t.franchisee_id and s.trip_id = t.id and s.reached_at is null and t.status = 'IN_PROGRESS' and t.arrived_at is null
         order by s.seq limit 1) n on true
      left join lateral (select planned_at, reached_at from trip_stop
         where franchisee_id = t.franchisee_id and trip_id = t.id and reached_at is not null and planned_at is not null order by seq desc limit 1) l on true
     where ${where} order by t.planned_start, r.code limit ${MOST}`.execute(db);
  return rows;
}

async function alarmsOf(db: Db, franchiseeId: number, actor: Actor): Promise<TripAlarm[]> {
  const { rows } = await sql<Omit<TripAlarm, 'can'>>`
    select a.id, a.version, a.kind, a.level, a.raised_at as "raisedAt", a.trip_id as "tripId", r.code as route, a.acked_at as "ackedAt", ${personName('u')} as "ackedBy"
      from safety_alarm a join trip t on t.franchisee_id = a.franchisee_id and t.id = a.trip_id
      join bus_route r on r.franchisee_id = t.franchisee_id and r.id = t.route_id left join app_user u on u.id = a.acked_by
     where a.franchisee_id = ${franchiseeId} and a.resolved_at is null and ${ownTrips(actor)} order by a.level desc, a.raised_at limit ${MOST}`.execute(
    db,
  );
  return rows.map((row) => ({
    ...row,
    can: {
      ack: row.ackedAt === null && mayCall(actor, alarmContract.ack),
      resolve: mayCall(actor, alarmContract.resolve),
    },
  }));
}

export const tripBoard = handle(contract.board, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  const today = todayIst(now);
  const date = input.date ?? today;
  // What was left open is nobody's past: it stands on today's board until it is closed.
  const left = sql`(${date === today} and t.status in ('IN_PROGRESS', 'CHECK_DUE') and t.service_date < ${date}::date)`;
  const rows = await tripsOf(
    db,
    sql`t.franchisee_id = ${franchiseeId} and (t.service_date = ${date}::date or ${left}) and ${ownTrips(actor)}`,
  );
  const kind = await dayKind(db, { franchiseeId }, date);
  const output: OutputOf<typeof contract.board> = {
    date,
    today,
    closed: kind.works ? null : (kind.title ?? 'No children come that day'),
    trips: rows.map(({ lastPlanned, lastReached, ...row }) => {
      const whole = { ...row, lastPlanned, lastReached };
      return { ...row, delayMin: delayOf(whole, now.getTime()), can: canOf(whole, actor, today) };
    }),
    alarms: await alarmsOf(db, franchiseeId, actor),
    can: { make: kind.works && date >= today && mayCall(actor, contract.make) },
  };
  return output;
});
