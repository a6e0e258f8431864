// What the hosts of a room do: mute, remove, extend, end.
import { randomUUID } from 'node:crypto';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseTraining } from '../training.refusals.ts';
import { meetingContract as contract } from './meeting.contract.ts';
import { ownHost, type Peer } from './peer.server.ts';
import { EXTENDS_MOST_MIN, leads } from './room-rules.ts';

/** Somebody else in the same room. */
async function otherPeer(db: Db, host: Peer, peerId: string): Promise<{ user_id: string; part: string }> {
  const { rows } = await sql<{ user_id: string; part: string }>`
    select user_id, part from meeting_peer where id = ${peerId} and session_id = ${host.sessionId} and id <> ${host.id} and state = 'IN'`.execute(
    db,
  );
  return ensureFound(rows[0]);
}

export const mute = handle(contract.mute, async ({ db, actor, input, now }) => {
  const host = await ownHost(db, actor, input.connectionId, now);
  await otherPeer(db, host, input.peerId);
  await db
    .insertInto('meeting_signal')
    .values({
      id: randomUUID(),
      to_peer: input.peerId,
      from_peer: host.id,
      kind: 'MUTE',
      body: '',
      created_at: now.toISOString(),
    })
    .execute();
  return {};
});

export const remove = handle(contract.remove, async ({ db, actor, input, now }) => {
  const host = await ownHost(db, actor, input.connectionId, now);
  const { user_id, part } = await otherPeer(db, host, input.peerId);
  // Whoever leads it is not put out by another who does.
  ensure(!leads(part), () => refuseTraining('meeting.host-leads'));
  await sql`update meeting_peer set state = 'REMOVED', last_seen_at = greatest(last_seen_at, ${now.toISOString()}), hand = false
     where session_id = ${host.sessionId} and user_id = ${user_id} and state = 'IN'`.execute(db);
  return {};
});

export const extend = handle(contract.extend, async ({ db, actor, input, now }) => {
  const host = await ownHost(db, actor, input.connectionId, now);
  // The planned end is the training's own time on the day of the session.
  const { rows } = await sql<{ ends_at: string }>`
    update training_session x set ends_at = x.ends_at + make_interval(mins => ${input.minutes}) from training t
     where x.id = ${host.sessionId} and t.id = x.training_id
       and x.ends_at + make_interval(mins => ${input.minutes})
         <= x.starts_at + (t.to_time - t.from_time) + make_interval(mins => ${EXTENDS_MOST_MIN}) returning x.ends_at`.execute(
    db,
  );
  const [row] = rows;
  ensure(row, () => refuseTraining('meeting.extended'));
  return { endsAt: new Date(row.ends_at).toISOString() };
});

export const end = handle(contract.end, async ({ db, actor, input, now }) => {
  const host = await ownHost(db, actor, input.connectionId, now);
  ensure(now >= host.startsAt, () => refuseTraining('training.session-not-begun'));
  await sql`update training_session set held_from = coalesce(held_from, ${now.toISOString()}), held_to = ${now.toISOString()},
      status = case status when 'SCHEDULED' then 'LIVE' else status end
     where id = ${host.sessionId} and held_to is null`.execute(db);
  return {};
});
