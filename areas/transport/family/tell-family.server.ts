// What a tap on the bus tells the family. It leaves a moment later, so that a tap taken back at once tells nobody.
import { formatTime } from '@aangan/contract/period.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { cancelMessages, consentAllows, queueMessage } from '../../communication/public.server.ts';
import type { ChildKind } from '../trip/judge-scan.ts';

const UNDO_MS = 15_000;
const USEFUL_MS = 30 * 60_000;
const KINDS = {
  BOARD: 'transport.boarded',
  ALIGHT: 'transport.reached',
  HANDOVER: 'transport.handed-over',
  NO_SHOW: 'transport.no-show',
  RETURN: 'transport.returned',
} as const;
/** Safety does not ask: these are told whatever the family said of the bus. */
const ALWAYS: ReadonlySet<ChildKind> = new Set(['NO_SHOW', 'RETURN']);

interface Told {
  readonly scanId: string;
  readonly kind: ChildKind;
  readonly child: RowIn<'trip_child'>;
  readonly receiver: string | null;
  /** When it happened; `now` is when we heard of it. */
  readonly at: Date;
  readonly now: Date;
}

export async function tellFamily(db: Db, { scanId, kind, child, receiver, at, now }: Told): Promise<void> {
  const franchiseeId = child.franchisee_id;
  const source = { kind: 'trip-child', id: child.id };
  if (kind === 'UNDO') {
    await cancelMessages(db, { franchiseeId, source });
    return;
  }
  const studentIds = [child.student_id];
  if (!ALWAYS.has(kind)) {
    // From a phone that had no network for long: nobody is told any more that a child got on.
    if (now.getTime() - at.getTime() > USEFUL_MS) return;
    const allowed = await consentAllows(db, { franchiseeId, studentIds, purpose: 'TRANSPORT_LIVE' });
    if (allowed.get(child.student_id) !== true) return;
  }
  const { rows } = await sql<{ name: string; route: string }>`
    select coalesce(s.call_name, split_part(s.name, ' ', 1)) as name, r.code as route from student s
      join trip t on t.franchisee_id = s.franchisee_id and t.id = ${child.trip_id}
      join bus_route r on r.franchisee_id = t.franchisee_id and r.id = t.route_id
     where s.franchisee_id = ${franchiseeId} and s.id = ${child.student_id}`.execute(db);
  const [about] = rows;
  if (!about) return;
  const last = kind === 'HANDOVER' ? { receiver: receiver ?? '' } : { route: about.route };
  await queueMessage(db, {
    kind: KINDS[kind],
    franchiseeId,
    about: { studentIds },
    values: { child: about.name, ...last, time: formatTime(at) },
    appLink: '/student/dashboard',
    dedupeKey: scanId,
    notBefore: new Date(now.getTime() + UNDO_MS),
    expiresAt: new Date(now.getTime() + USEFUL_MS),
    source,
  });
}

/** The families of a pick-up that starts, with when the bus is expected by what it is late now. On the way home they hear of the child. */
export async function tellStarted(db: Db, trip: RowIn<'trip'>, now: Date): Promise<void> {
  if (trip.direction !== 'PICKUP') return;
  const { franchisee_id: franchiseeId } = trip;
  const { rows } = await sql<{
    id: string;
    studentId: string;
    name: string;
    route: string;
    stop: string;
    at: string;
  }>`
    select c.id, s.id as "studentId", coalesce(s.call_name, split_part(s.name, ' ', 1)) as name, r.code as route, b.name as stop, x.planned_at as at
      from trip_child c join student s on s.franchisee_id = c.franchisee_id and s.id = c.student_id
      join bus_route r on r.franchisee_id = c.franchisee_id and r.id = ${trip.route_id}
      join bus_stop b on b.franchisee_id = c.franchisee_id and b.id = c.stop_id
      join trip_stop x on x.franchisee_id = c.franchisee_id and x.trip_id = c.trip_id and x.stop_id = c.stop_id and x.planned_at is not null
     where c.franchisee_id = ${franchiseeId} and c.trip_id = ${trip.id} and c.state = 'EXPECTED' order by c.id`.execute(
    db,
  );
  const studentIds = rows.map(({ studentId }) => studentId);
  const allowed = await consentAllows(db, { franchiseeId, studentIds, purpose: 'TRANSPORT_LIVE' });
  const late = Math.max(0, now.getTime() - Date.parse(trip.planned_start));
  for (const { id, studentId, name, route, stop, at } of rows) {
    if (allowed.get(studentId) !== true) continue;
    const expected = new Date(Date.parse(at) + late);
    await queueMessage(db, {
      kind: 'transport.started',
      franchiseeId,
      about: { studentIds: [studentId] },
      values: { child: name, route, stop, time: formatTime(expected) },
      appLink: '/student/dashboard',
      dedupeKey: id,
      expiresAt: expected,
      source: { kind: 'trip-start', id },
    });
  }
}

/** Told whatever the family said of the bus: somebody would wait at the stop. */
export async function tellCancelled(db: Db, trip: RowIn<'trip'>, reason: string): Promise<void> {
  const { rows } = await sql<{ id: string; studentId: string; name: string; route: string }>`
    select c.id, s.id as "studentId", coalesce(s.call_name, split_part(s.name, ' ', 1)) as name, r.code as route
      from trip_child c join student s on s.franchisee_id = c.franchisee_id and s.id = c.student_id
      join bus_route r on r.franchisee_id = c.franchisee_id and r.id = ${trip.route_id}
     where c.franchisee_id = ${trip.franchisee_id} and c.trip_id = ${trip.id} and c.state = 'EXPECTED' order by c.id`.execute(
    db,
  );
  for (const { id, studentId, name, route } of rows)
    await queueMessage(db, {
      kind: 'transport.cancelled',
      franchiseeId: trip.franchisee_id,
      about: { studentIds: [studentId] },
      values: { child: name, route, date: trip.service_date, time: formatTime(trip.planned_start), reason },
      appLink: '/student/dashboard',
      dedupeKey: id,
      expiresAt: new Date(trip.planned_end),
      source: { kind: 'trip-child', id },
    });
}
