// Entering a room of our own, the beat of everybody in it, leaving it.

import type { OutputOf, ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { formatDateTime } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { personName } from '@aangan/server/sql.ts';
import { ensure, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { presenceOf } from '../attendance/attendance.ts';
import { isOver, type Meeting, meetingBehind, opensAt, partOf } from '../response/reference.server.ts';
import { acceptByJoining } from '../response/respond.server.ts';
import { refuseTraining } from '../training.refusals.ts';
import { iceServersOf } from './ice.server.ts';
import { meetingContract as contract } from './meeting.contract.ts';
import { ownPeer, type Peer } from './peer.server.ts';
import { beginPresence, connectionsOf, endPresence, secondOf, seePresence } from './presence.server.ts';
import {
  CAMERAS_MOST,
  type Layout,
  layoutOf,
  leads,
  placesOf,
  SIGNAL_KEPT_S,
  sends,
  trains,
  UNSEEN_S,
} from './room-rules.ts';

/** Two devices of a person are two connections; of a third one the oldest goes. */
const CONNECTIONS_MOST = 2;
/** More than that waits for nobody: a browser that sends it is not one of ours. */
const WAITING_MOST = 2_000;

async function leaveAs(db: Db, connectionId: string, userId: string, now: Date): Promise<void> {
  const { rows } =
    await sql`delete from meeting_peer where id = ${connectionId} and user_id = ${userId} and state = 'IN' returning id`.execute(
      db,
    );
  if (rows.length > 0) await endPresence(db, connectionId, now);
}

/** Refuses who was removed, and who finds no place; the session's row is locked. */
async function ensurePlace(
  db: Db,
  meeting: Meeting,
  { userId, layout, now }: { userId: string; layout: Layout; now: Date },
) {
  const { rows } = await sql<{ id: string; user_id: string; part: string; state: string; seen: boolean }>`
    select id, user_id, part, state, last_seen_at > ${now.toISOString()}::timestamptz - make_interval(secs => ${UNSEEN_S}) as seen
      from meeting_peer where session_id = ${meeting.id} order by joined_at`.execute(db);
  const own = rows.filter((one) => one.user_id === userId);
  ensure(!own.some(({ state }) => state === 'REMOVED'), () => refuseTraining('meeting.removed'));
  const others = rows.filter(
    (one) => one.user_id !== userId && one.state === 'IN' && one.seen && !trains(one.part),
  );
  ensure(trains(partOf(meeting)) || new Set(others.map((one) => one.user_id)).size < placesOf(layout), () =>
    refuseTraining('meeting.full'),
  );
  for (const { id } of own.slice(0, Math.max(0, own.length - CONNECTIONS_MOST + 1)))
    await leaveAs(db, id, userId, now);
}

export const enter = handle(contract.enter, async ({ db, actor, input, now, ports }) => {
  const userId = userIdOf(actor);
  const meeting = await meetingBehind(db, actor, input.referenceID, now);
  ensure(meeting.url === null, () => refuseTraining('meeting.not-found'));
  const opens = opensAt(meeting);
  ensure(now.getTime() >= opens, () =>
    refuseTraining('meeting.not-open', { details: { time: formatDateTime(new Date(opens)) } }),
  );
  ensure(!isOver(meeting, now), () => refuseTraining('meeting.ended'));
  await acceptByJoining(db, { trainingId: meeting.trainingId, userId, now });
  const part = partOf(meeting);
  const layout = layoutOf(meeting.capacity);
  // The session's row first, as everybody: the last place is given once.
  await sql`select from training_session where id = ${meeting.id} for update`.execute(db);
  if (input.instead !== null) await leaveAs(db, input.instead, userId, now);
  await ensurePlace(db, meeting, { userId, layout, now });
  const { id } = await db
    .insertInto('meeting_peer')
    .values({
      session_id: meeting.id,
      user_id: userId,
      part,
      joined_at: now.toISOString(),
      last_seen_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await beginPresence(db, { sessionId: meeting.id, userId, connectionId: id, now });
  return {
    connectionId: id,
    title: meeting.title,
    part,
    layout,
    leads: leads(part),
    sends: sends(layout, part),
    ice: iceServersOf(ports.config, id, now),
  };
});

type Beat = ParsedInputOf<typeof contract.beat>;

/** Keeps what the caller sends for those it is for, once: a beat whose answer was lost comes again. */
async function post(db: Db, peer: Peer, { signals, chat, got }: Beat, now: Date): Promise<void> {
  if (got.length > 0)
    await sql`delete from meeting_signal where to_peer = ${peer.id} and id = any (${got}::uuid[])`.execute(
      db,
    );
  if (signals.length + chat.length === 0) return;
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from meeting_signal where from_peer = ${peer.id}`.execute(db);
  ensure((rows[0]?.n ?? 0) < WAITING_MOST, () =>
    refuse('rate.limited', { details: { seconds: SIGNAL_KEPT_S } }),
  );
  const out = JSON.stringify([
    ...signals.map(({ id, to, body }, no) => ({ id, to, kind: 'SIGNAL', body, no })),
    ...chat.map(({ id, text }, no) => ({ id, to: null, kind: 'CHAT', body: text, no: signals.length + no })),
  ]);
  await sql`
    insert into meeting_signal (id, to_peer, from_peer, kind, body, created_at)
    select q.id, p.id, ${peer.id}, q.kind, q.body, ${now.toISOString()}
      from jsonb_to_recordset(${out}::jsonb) as q (id uuid, "to" uuid, kind text, body text, no int)
      join meeting_peer p on p.session_id = ${peer.sessionId} and p.state = 'IN' and p.id <> ${peer.id} and (q."to" is null or p.id = q."to")
     order by q.no, p.id on conflict do nothing`.execute(db);
}

type Answer = OutputOf<typeof contract.beat>;

const inboxOf = async (db: Db, peer: Peer): Promise<Answer['inbox']> => {
  const { rows } = await sql<Answer['inbox'][number]>`
    select g.id, g.from_peer as from, coalesce(${personName('u')}, '–') as name, g.kind, g.body
      from meeting_signal g join meeting_peer p on p.id = g.from_peer join app_user u on u.id = p.user_id
     where g.to_peer = ${peer.id} order by g.no limit 200`.execute(db);
  return rows;
};

async function peersOf(db: Db, peer: Peer, now: Date): Promise<Answer['peers']> {
  const { rows } = await sql<Omit<Answer['peers'][number], 'sends' | 'leads'>>`
    select p.id, coalesce(${personName('u')}, '–') as name, p.part, p.mic, p.cam, p.hand, p.screen
      from meeting_peer p join app_user u on u.id = p.user_id
     where p.session_id = ${peer.sessionId} and p.id <> ${peer.id} and p.state = 'IN'
       and p.last_seen_at > ${now.toISOString()}::timestamptz - make_interval(secs => ${UNSEEN_S})
     order by p.joined_at, p.id limit 60`.execute(db);
  return rows.map((one) => ({ ...one, sends: sends(peer.layout, one.part), leads: leads(one.part) }));
}

/** The session is held from the first host in it, not before its start. */
async function beginHeld(db: Db, peer: Peer, now: Date): Promise<Date | null> {
  if (peer.heldFrom !== null || !leads(peer.part) || now < peer.startsAt) return peer.heldFrom;
  const from = peer.joinedAt < peer.startsAt ? peer.startsAt : peer.joinedAt;
  await sql`update training_session set held_from = ${from.toISOString()},
      status = case status when 'SCHEDULED' then 'LIVE' else status end
     where id = ${peer.sessionId} and held_from is null and status in ('SCHEDULED', 'LIVE', 'HELD')`.execute(
    db,
  );
  return from;
}

export const beat = handle(contract.beat, async ({ db, actor, input, now }) => {
  const peer = await ownPeer(db, actor, input.connectionId, now);
  const heldFrom = await beginHeld(db, peer, now);
  const peers = await peersOf(db, peer, now);
  const may = sends(peer.layout, peer.part);
  const mayFilm = may && peers.filter(({ cam, screen }) => cam || screen).length < CAMERAS_MOST;
  const { mic, cam, hand, screen } = {
    mic: input.mic && may,
    cam: input.cam && mayFilm,
    hand: input.hand,
    screen: input.screen && mayFilm,
  };
  await sql`update meeting_peer set last_seen_at = ${now.toISOString()}, mic = ${mic}, cam = ${cam}, hand = ${hand}, screen = ${screen}
     where id = ${peer.id}`.execute(db);
  await seePresence(db, peer.id, now);
  await post(db, peer, input, now);
  const connections = await connectionsOf(db, { ...peer, now });
  const held = { from: secondOf(heldFrom ?? now), to: secondOf(now) };
  return {
    peers,
    inbox: await inboxOf(db, peer),
    startsAt: peer.startsAt.toISOString(),
    endsAt: peer.endsAt.toISOString(),
    mayFilm,
    there: connections && presenceOf(connections, held, peer.bridgeS),
  };
});

export const leave = handle(contract.leave, async ({ db, actor, input, now }) => {
  await leaveAs(db, input.connectionId, userIdOf(actor), now);
  return {};
});
