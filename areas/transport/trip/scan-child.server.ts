// What a scan changes of a child, and what it tells of the bus. The trip is locked.
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { placesOfChildren } from '../destination/child-places.server.ts';
import { tellFamily } from '../family/tell-family.server.ts';
import { vehicleSettingOf } from '../vehicle/setting-values.server.ts';
import { raiseAlarm } from './alarm.server.ts';
import { type ChildKind, judgeScan, type RosterChild, type Verdict } from './judge-scan.ts';
import type { Trip } from './own-trips.server.ts';
import { type Receiver, receiversOf } from './receivers.server.ts';
import type { ChildState } from './trip.states.ts';

export type Child = RowIn<'trip_child'>;
const SECOND_MS = 1000;
/** Denied twice within this time, somebody insists. */
const INSISTS_MIN = 5;

export interface ChildScan {
  readonly id: string;
  readonly kind: ChildKind;
  readonly receiverId: string | null;
  /** When it happened; `now` is when it arrived. */
  readonly at: Date;
  readonly now: Date;
}

async function lastScan(db: Db, trip: Trip, child: Child): Promise<RosterChild['last']> {
  const row = await db
    .selectFrom('scan_log')
    .select(['kind', 'at', 'before'])
    .where('franchisee_id', '=', trip.franchisee_id)
    .where('trip_id', '=', trip.id)
    .where('subject_id', '=', child.student_id)
    .where('result', '<>', 'DENIED')
    .orderBy('at', 'desc')
    .orderBy('received_at', 'desc')
    // Several of one moment stand as the device counted them.
    .orderBy('seq', (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  return {
    kind: row.kind as ChildKind,
    at: Date.parse(row.at),
    before: (row.before ?? child.state) as ChildState,
  };
}

async function stopReached(db: Db, trip: Trip, stopId: string): Promise<number | null> {
  const row = await db
    .selectFrom('trip_stop')
    .select('reached_at')
    .where('franchisee_id', '=', trip.franchisee_id)
    .where('trip_id', '=', trip.id)
    .where('stop_id', '=', stopId)
    .executeTakeFirst();
  return row?.reached_at ? Date.parse(row.reached_at) : null;
}

const nobody = { receiver_kind: null, receiver_id: null, received_by: null } as const;

interface Off {
  readonly receiver: Receiver | undefined;
  /** Where the child is brought today, when not to the stop or the centre. */
  readonly place: string | null;
}

/** The columns of the child after the scan. */
function columnsAfter(kind: ChildKind, state: ChildState, at: string, { receiver, place }: Off) {
  switch (kind) {
    case 'BOARD':
      return { state, on_at: at };
    case 'NO_SHOW':
      return { state };
    case 'ALIGHT':
      return { state, off_at: at, place };
    case 'RETURN':
      return { state, off_at: at, returned: true };
    case 'HANDOVER':
      return {
        state,
        off_at: at,
        place,
        receiver_kind: receiver?.kind ?? null,
        receiver_id: receiver?.id ?? null,
        received_by: receiver?.name ?? null,
      };
    case 'UNDO':
      return {
        state,
        off_at: null,
        returned: false,
        place: null,
        ...nobody,
        ...(state === 'BOARDED' ? {} : { on_at: null }),
      };
  }
}

/** A scan at a stop tells that the bus was there; at the centre, that it has arrived. */
async function noteTimes(db: Db, trip: Trip, child: Child, kind: ChildKind, at: string): Promise<void> {
  if (kind === 'ALIGHT' || kind === 'RETURN') await reached(db, trip, null, at);
  else if (kind === 'HANDOVER' || trip.direction === 'PICKUP') await reached(db, trip, child.stop_id, at);
  if (kind === 'ALIGHT' || kind === 'RETURN' || kind === 'HANDOVER')
    await sql`update trip set last_off_at = ${at} where franchisee_id = ${trip.franchisee_id} and id = ${trip.id}`.execute(
      db,
    );
}

/** Null: the centre. The first time counts; at a stop the last one is when the bus left. */
export async function reached(db: Db, trip: Trip, stopId: string | null, at: string): Promise<void> {
  if (stopId === null)
    await sql`update trip set arrived_at = ${at} where franchisee_id = ${trip.franchisee_id} and id = ${trip.id} and arrived_at is null`.execute(
      db,
    );
  else
    await sql`update trip_stop set reached_at = coalesce(reached_at, ${at}::timestamptz), left_at = ${at}
      where franchisee_id = ${trip.franchisee_id} and trip_id = ${trip.id} and stop_id = ${stopId}`.execute(
      db,
    );
}

/** What a scan that is taken back told of the bus is taken back, too; what was known before stays. */
async function forgetTimes(db: Db, trip: Trip, child: Child, scannedAt: string): Promise<void> {
  await sql`update trip_stop set reached_at = nullif(left_at, reached_at), left_at = nullif(left_at, reached_at)
    where franchisee_id = ${trip.franchisee_id} and trip_id = ${trip.id} and stop_id = ${child.stop_id} and reached_at = ${scannedAt}::timestamptz`.execute(
    db,
  );
  await sql`update trip set arrived_at = null
    where franchisee_id = ${trip.franchisee_id} and id = ${trip.id} and arrived_at = ${scannedAt}::timestamptz`.execute(
    db,
  );
}

async function alarmIfInsisted(db: Db, trip: Trip, child: Child, { at, now }: ChildScan): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from scan_log
    where franchisee_id = ${trip.franchisee_id} and trip_id = ${trip.id} and subject_id = ${child.student_id} and reason = 'NOT_A_RECEIVER'
      and at > ${at.toISOString()}::timestamptz - make_interval(mins => ${INSISTS_MIN})`.execute(db);
  if ((rows[0]?.n ?? 0) < 2) return;
  const of = { franchiseeId: trip.franchisee_id, tripId: trip.id, enrolmentId: child.enrolment_id };
  await raiseAlarm(db, { ...of, kind: 'HANDOVER_DENIED', level: 1, now });
}

export interface Judged {
  readonly verdict: Verdict;
  readonly last: RosterChild['last'];
  readonly receiver: Receiver | undefined;
}

export async function judgeChild(db: Db, trip: Trip, child: Child, scan: ChildScan): Promise<Judged> {
  const { franchisee_id: franchiseeId, service_date: day } = trip;
  const known =
    scan.kind === 'HANDOVER'
      ? await receiversOf(db, { franchiseeId, studentIds: [child.student_id], day })
      : [];
  const receivers = known.filter(({ refused }) => !refused);
  const last = await lastScan(db, trip, child);
  const verdict = judgeScan(
    {
      direction: trip.direction,
      status: trip.status,
      waitMs: (await vehicleSettingOf(db, franchiseeId, 'wait_at_stop_s', day)) * SECOND_MS,
      children: [
        {
          id: child.id,
          state: child.state,
          stopReachedAt: await stopReached(db, trip, child.stop_id),
          last,
          receivers: receivers.map(({ id }) => id),
        },
      ],
    },
    { kind: scan.kind, childId: child.id, receiverId: scan.receiverId, at: scan.at.getTime() },
  );
  return { verdict, last, receiver: receivers.find(({ id }) => id === scan.receiverId) };
}

/** After the scan is in the log. */
export async function applyChild(
  db: Db,
  trip: Trip,
  child: Child,
  { scan, verdict, last, receiver }: Judged & { scan: ChildScan },
): Promise<void> {
  if (verdict.result === 'DENIED' || verdict.state === null) {
    if (verdict.reason === 'NOT_A_RECEIVER') await alarmIfInsisted(db, trip, child, scan);
    return;
  }
  const places = await placesOfChildren(db, {
    franchiseeId: trip.franchisee_id,
    studentIds: [child.student_id],
    day: trip.service_date,
    direction: trip.direction,
  });
  const place = places.get(child.student_id)?.name ?? null;
  const at = scan.at.toISOString();
  await db
    .updateTable('trip_child')
    .set(columnsAfter(scan.kind, verdict.state, at, { receiver, place }))
    .where('franchisee_id', '=', child.franchisee_id)
    .where('id', '=', child.id)
    .execute();
  const { id: scanId, kind, now } = scan;
  await tellFamily(db, { scanId, kind, child, receiver: receiver?.name ?? null, at: scan.at, now });
  if (kind !== 'UNDO') await noteTimes(db, trip, child, kind, at);
  else if (last) await forgetTimes(db, trip, child, new Date(last.at).toISOString());
}
