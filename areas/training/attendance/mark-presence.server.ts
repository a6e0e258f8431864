// Marks of what was held in a room of our own, computed from when people were there (areas/training.md 3.3). A mark by hand stays.
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Interval, markOf, presenceOf, presenceSentence } from './attendance.ts';

interface HeldSession {
  sessionId: string;
  held: Interval;
  presentPct: number;
  partialPct: number;
  bridgeS: number;
  /** Others sat in a hall: only who was in the room is marked by it. */
  hybrid: boolean;
}

/** Sessions `x` of trainings `t` that were held in a room of our own and are over. */
export async function heldSessions(db: Db, where: RawBuilder<unknown>): Promise<HeldSession[]> {
  const { rows } = await sql<HeldSession & { from: number; to: number }>`
    select x.id as "sessionId", extract(epoch from x.held_from)::int as from, extract(epoch from x.held_to)::int as to,
        t.present_pct as "presentPct", t.partial_pct as "partialPct", t.bridge_gap_s as "bridgeS", t.mode = 'HYBRID' as hybrid
      from training_session x join training t on t.id = x.training_id
     where t.provider = 'MESH' and x.held_from is not null and x.held_to is not null and x.status in ('LIVE', 'HELD') and ${where}
     order by x.session_no limit 100`.execute(db);
  return rows.map(({ from, to, ...one }) => ({ ...one, held: { from, to } }));
}

/** Marks everybody in reach with a seat; under the lock of the seats. How many marks are new or have changed. */
export async function markPresence(db: Db, session: HeldSession): Promise<number> {
  const { held, bridgeS, hybrid } = session;
  const { rows } = await sql<{ id: string; franchisee_id: number; connections: Interval[] }>`
    select e.id, e.franchisee_id, coalesce(jsonb_agg(jsonb_build_object('from', extract(epoch from p.joined_at)::int,
        'to', extract(epoch from coalesce(p.left_at, p.last_seen_at))::int)) filter (where p.id is not null), '[]') as connections
      from training_session x join training_enrollment e on e.training_id = x.training_id and e.seat = 'SEATED'
      left join training_presence p on p.franchisee_id = e.franchisee_id and p.enrollment_id = e.id and p.session_id = x.id
     where x.id = ${session.sessionId} group by e.franchisee_id, e.id order by e.franchisee_id, e.id`.execute(
    db,
  );
  const marks = rows
    .filter(({ connections }) => !hybrid || connections.length > 0)
    .map(({ id, franchisee_id, connections }) => {
      const { attendedS, heldS } = presenceOf(connections, held, bridgeS);
      return { id, franchisee_id, attended: attendedS, held: heldS, mark: markOf(attendedS, heldS, session) };
    });
  // What was marked by hand meanwhile counts of what was held in the end.
  const whole = held.to - held.from;
  await sql`
    update training_session_mark set held_s = ${whole}, attended_s = case mark when 'PRESENT' then ${whole}::int when 'PARTIAL' then ${whole}::int / 2 else 0 end
     where session_id = ${session.sessionId} and source = 'MANUAL' and held_s <> ${whole}`.execute(db);
  const { numAffectedRows } = await sql`
    insert into training_session_mark as k (franchisee_id, enrollment_id, session_id, mark, source, attended_s, held_s)
    select q.franchisee_id, q.id, ${session.sessionId}, q.mark, 'AUTO', q.attended, q.held
      from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as q (franchisee_id int, id uuid, mark text, attended int, held int)
     order by q.franchisee_id, q.id
    on conflict (franchisee_id, enrollment_id, session_id) do update set mark = excluded.mark, attended_s = excluded.attended_s, held_s = excluded.held_s
     where k.source = 'AUTO' and (k.mark, k.attended_s, k.held_s) is distinct from (excluded.mark, excluded.attended_s, excluded.held_s)`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}

/** What the room says of one person, session by session: also beside a mark by hand. */
export async function presenceTold(
  db: Db,
  enrollmentId: string,
  trainingId: string,
): Promise<Map<string, string>> {
  const { rows } = await sql<Interval & { sessionId: string }>`
    select p.session_id as "sessionId", extract(epoch from p.joined_at)::int as from, extract(epoch from coalesce(p.left_at, p.last_seen_at))::int as to
      from training_presence p where p.enrollment_id = ${enrollmentId} limit 1000`.execute(db);
  const sessions = await heldSessions(db, sql`x.training_id = ${trainingId} and x.closed_at is not null`);
  return new Map(
    sessions
      .filter(({ hybrid, sessionId }) => !hybrid || rows.some((one) => one.sessionId === sessionId))
      .map(({ sessionId, held, bridgeS }) => {
        const own = rows.filter((one) => one.sessionId === sessionId);
        return [sessionId, presenceSentence(presenceOf(own, held, bridgeS))];
      }),
  );
}
