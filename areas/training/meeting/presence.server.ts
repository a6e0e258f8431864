// When people with a seat were in a room: written by the server alone.
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import type { Interval } from '../attendance/attendance.ts';
import { PRESENCE_EVERY_S } from './room-rules.ts';

export const secondOf = (instant: string | Date): number => Math.round(new Date(instant).getTime() / 1000);

/** Opens the row of a connection of somebody who has a seat; others leave none. */
export const beginPresence = (
  db: Db,
  {
    sessionId,
    userId,
    connectionId,
    now,
  }: { sessionId: string; userId: string; connectionId: string; now: Date },
) =>
  sql`insert into training_presence (franchisee_id, enrollment_id, session_id, connection_id, joined_at, last_seen_at)
    select e.franchisee_id, e.id, x.id, ${connectionId}, ${now.toISOString()}, ${now.toISOString()}
      from training_session x join training_enrollment e on e.training_id = x.training_id and e.seat = 'SEATED'
      join staff s on s.franchisee_id = e.franchisee_id and s.id = e.staff_id and s.user_id = ${userId}
     where x.id = ${sessionId} order by e.franchisee_id limit 1`.execute(db);

export const seePresence = (db: Db, connectionId: string, now: Date) =>
  sql`update training_presence set last_seen_at = ${now.toISOString()} where connection_id = ${connectionId} and left_at is null
    and last_seen_at <= ${now.toISOString()}::timestamptz - make_interval(secs => ${PRESENCE_EVERY_S})`.execute(
    db,
  );

/** Closed now, by its own person. */
export const endPresence = (db: Db, connectionId: string, now: Date) =>
  sql`update training_presence set last_seen_at = ${now.toISOString()}, left_at = ${now.toISOString()}, reason = 'LEAVE'
    where connection_id = ${connectionId} and left_at is null`.execute(db);

/** A person's connections of one session; one that is open lasts until now. */
export async function connectionsOf(
  db: Db,
  { sessionId, userId, now }: { sessionId: string; userId: string; now: Date },
): Promise<Interval[] | null> {
  const { rows } = await sql<{ joined: string | null; left: string | null }>`
    select p.joined_at as joined, coalesce(p.left_at, greatest(p.last_seen_at, ${now.toISOString()})) as left
      from training_session x join training_enrollment e on e.training_id = x.training_id and e.seat = 'SEATED'
      join staff s on s.franchisee_id = e.franchisee_id and s.id = e.staff_id and s.user_id = ${userId}
      left join training_presence p on p.franchisee_id = e.franchisee_id and p.enrollment_id = e.id and p.session_id = x.id
     where x.id = ${sessionId}`.execute(db);
  if (rows.length === 0) return null;
  return rows.flatMap(({ joined, left }) =>
    joined !== null && left !== null ? [{ from: secondOf(joined), to: secondOf(left) }] : [],
  );
}
