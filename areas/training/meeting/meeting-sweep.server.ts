// What the clock does to rooms: closes connections that fell silent, and what is over, with the marks of it.
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { heldSessions, markPresence } from '../attendance/mark-presence.server.ts';
import { sumUp } from '../attendance/sum-up.server.ts';
import { certifyLater } from '../certificate/certify.server.ts';
import { holdTraining, lockSeats } from '../seat/seats.server.ts';
import { SIGNAL_KEPT_S, SILENT_S } from './room-rules.ts';

/** A session that no host opened did not take place: known so long after its end. */
const NOT_HELD_AFTER_MIN = 15;
/** Held for less than that is not held. */
const HELD_LEAST_S = 60;
/** Whoever was seen so shortly before the end stayed to the end. */
const STAYED_S = 10;

/** Silent for too long: they were there until they were last seen. Whoever was removed, until then. */
async function closeSilent(db: Db, now: string): Promise<void> {
  const silent = sql`last_seen_at < ${now}::timestamptz - make_interval(secs => ${SILENT_S})`;
  // A beat locks its place before its presence.
  await sql`select from meeting_peer where state = 'REMOVED' or ${silent} order by id for update`.execute(db);
  await sql`
    update training_presence p set left_at = greatest(p.last_seen_at, coalesce(r.last_seen_at, p.last_seen_at)),
        last_seen_at = greatest(p.last_seen_at, coalesce(r.last_seen_at, p.last_seen_at)), reason = case r.state when 'REMOVED' then 'REMOVED' else 'TIMEOUT' end
      from training_presence q left join meeting_peer r on r.id = q.connection_id
     where p.franchisee_id = q.franchisee_id and p.id = q.id and q.left_at is null
       and (r.state = 'REMOVED' or (r.id is null and q.${silent}) or r.${silent})`.execute(db);
  await sql`delete from meeting_peer where ${silent} and (state = 'IN' or last_seen_at < ${now}::timestamptz - interval '1 day')`.execute(
    db,
  );
  await sql`delete from meeting_signal where created_at < ${now}::timestamptz - make_interval(secs => ${SIGNAL_KEPT_S})`.execute(
    db,
  );
}

interface Over {
  id: string;
  training_id: string;
  cancelled: boolean;
}

async function closeSession(db: Db, { id, training_id, cancelled }: Over, now: string): Promise<void> {
  const training = await holdTraining(db, training_id);
  const seats = await lockSeats(db, training_id);
  await sql`update training_session set closed_at = ${now}, held_to = case when held_from is not null then least(coalesce(held_to, ends_at), ends_at) end
     where id = ${id}`.execute(db);
  await sql`select from meeting_peer where session_id = ${id} order by id for update`.execute(db);
  await sql`
    update training_presence p set left_at = w.until, last_seen_at = w.until, reason = 'ENDED'
      from (select q.franchisee_id, q.id, case when greatest(q.last_seen_at, r.last_seen_at) >= x.held_to - make_interval(secs => ${STAYED_S})
          then greatest(x.held_to, q.last_seen_at) else greatest(q.last_seen_at, r.last_seen_at) end as until
        from training_presence q join training_session x on x.id = q.session_id left join meeting_peer r on r.id = q.connection_id
       where q.session_id = ${id} and q.left_at is null) w
     where p.franchisee_id = w.franchisee_id and p.id = w.id`.execute(db);
  await sql`delete from meeting_peer where session_id = ${id}`.execute(db);
  if (cancelled) {
    await sql`update training_session set status = 'CANCELLED' where id = ${id}`.execute(db);
    return;
  }
  const [session] = await heldSessions(db, sql`x.id = ${id}`);
  if (!session || session.held.to - session.held.from < HELD_LEAST_S) {
    await sql`update training_session set status = 'NOT_HELD', held_from = null, held_to = null where id = ${id}`.execute(
      db,
    );
    return;
  }
  await markPresence(db, session);
  await sql`update training_session set status = 'HELD' where id = ${id}`.execute(db);
  await sumUp(db, training_id, {
    presentPct: training.present_pct,
    partialPct: training.partial_pct,
    attended: seats.attended,
  });
  if (training.status === 'COMPLETED')
    await certifyLater(db, { trainingId: training_id, franchiseeId: HEAD_OFFICE, key: `room:${id}` });
}

/** Closes what fell silent, and the rooms of sessions that are over. */
export async function sweep(db: Db, at: Date): Promise<number> {
  const now = at.toISOString();
  await closeSilent(db, now);
  const { rows } = await sql<Over>`
    select x.id, x.training_id, t.status = 'CANCELLED' as cancelled
      from training_session x join training t on t.id = x.training_id
     where t.provider = 'MESH' and x.closed_at is null and x.status in ('SCHEDULED', 'LIVE', 'HELD') and (
         (x.held_from is not null and (x.held_to is not null or x.ends_at <= ${now} or t.status = 'CANCELLED'))
         -- In a hall it may have been held all the same, and somebody may have been marked by hand.
         or (x.held_from is null and t.mode = 'ONLINE' and t.status <> 'CANCELLED'
           and x.ends_at <= ${now}::timestamptz - make_interval(mins => ${NOT_HELD_AFTER_MIN})
           and not exists (select from training_session_mark k where k.session_id = x.id)))
     order by x.training_id, x.session_no limit 100`.execute(db);
  for (const one of rows) await closeSession(db, one, now);
  return rows.length;
}

export const sweepJob: JobDeclaration = {
  name: 'meeting.sweep',
  title: 'Close meeting rooms that are over, and mark who was there',
  schedule: '* * * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 600,
  timeoutS: 60,
  run: (tools) => tools.work(null, async (db) => ({ ok: await sweep(db, tools.now), failed: 0 })),
};
