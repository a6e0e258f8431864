// Somebody's place in a room, and what every call of theirs asks first.

import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseTraining } from '../training.refusals.ts';
import { type Layout, layoutOf, leads, type Part, SILENT_S } from './room-rules.ts';

export interface Peer {
  id: string;
  sessionId: string;
  trainingId: string;
  userId: string;
  part: Part;
  layout: Layout;
  joinedAt: Date;
  startsAt: Date;
  endsAt: Date;
  heldFrom: Date | null;
  bridgeS: number;
}

/** The caller's own place in a room that goes on, by the id of the connection. */
export async function ownPeer(db: Db, actor: Actor, connectionId: string, now: Date): Promise<Peer> {
  const { rows } = await sql<{
    session_id: string;
    training_id: string;
    part: Part;
    state: string;
    joined_at: string;
    last_seen_at: string;
    starts_at: string;
    ends_at: string;
    held_from: string | null;
    held_to: string | null;
    status: string;
    capacity: number | null;
    bridge_gap_s: number;
  }>`
    select p.session_id, x.training_id, p.part, p.state, p.joined_at, p.last_seen_at, x.starts_at, x.ends_at, x.held_from, x.held_to,
        t.status, t.capacity, t.bridge_gap_s
      from meeting_peer p join training_session x on x.id = p.session_id join training t on t.id = x.training_id
     where p.id = ${connectionId} and p.user_id = ${userIdOf(actor)}`.execute(db);
  const [row] = rows;
  ensure(row, () => refuseTraining('meeting.gone'));
  ensure(row.state !== 'REMOVED', () => refuseTraining('meeting.removed'));
  const endsAt = new Date(row.ends_at);
  ensure(row.held_to === null && row.status !== 'CANCELLED' && now < endsAt, () =>
    refuseTraining('meeting.ended'),
  );
  // Whoever was silent for so long was not there: the time between is not theirs.
  ensure(now.getTime() - new Date(row.last_seen_at).getTime() < SILENT_S * 1000, () =>
    refuseTraining('meeting.gone'),
  );
  return {
    id: connectionId,
    sessionId: row.session_id,
    trainingId: row.training_id,
    userId: userIdOf(actor),
    part: row.part,
    layout: layoutOf(row.capacity),
    joinedAt: new Date(row.joined_at),
    startsAt: new Date(row.starts_at),
    endsAt,
    heldFrom: row.held_from === null ? null : new Date(row.held_from),
    bridgeS: row.bridge_gap_s,
  };
}

export async function ownHost(db: Db, actor: Actor, connectionId: string, now: Date): Promise<Peer> {
  const peer = await ownPeer(db, actor, connectionId, now);
  ensure(leads(peer.part), () => refuseTraining('meeting.host-leads'));
  return peer;
}
