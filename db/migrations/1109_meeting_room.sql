-- The meeting room of our own (areas/training.md 3.6): when a session was held, who is in its room now, and what their browsers say
-- to each other while they connect. Pictures and sound never pass here.
alter table training_session
  -- From the first moment, not before the start, at which a host was in the room, until a host ended it or its time was over.
  add column held_from timestamptz, add column held_to timestamptz,
  -- When its room was closed and who was there was marked.
  add column closed_at timestamptz,
  add constraint training_session_held check (held_to is null or held_to >= held_from);

-- Rows live as long as somebody is in the room; whoever was removed stays until the session is over, so as not to come back.
create table meeting_peer (
  id uuid primary key default gen_random_uuid(), session_id uuid not null references training_session (id) on delete cascade,
  user_id uuid not null references app_user (id),
  part text not null check (part in ('Organizer', 'Moderator', 'Expert', 'Participant', 'Observer')),
  mic boolean not null default false, cam boolean not null default false, hand boolean not null default false, screen boolean not null default false,
  state text not null default 'IN' check (state in ('IN', 'REMOVED')),
  joined_at timestamptz not null, last_seen_at timestamptz not null check (last_seen_at >= joined_at));
create index meeting_peer_session on meeting_peer (session_id);
create index meeting_peer_user on meeting_peer (user_id);
grant select, insert, update, delete on meeting_peer to rt_centre, rt_network;

-- What waits for one connection: offers, answers, ways through the network, lines of the chat. Gone when fetched, or after a minute.
create unlogged table meeting_signal (
  -- No keys to meeting_peer: nobody who sends waits for somebody who leaves.
  id uuid not null, to_peer uuid not null, from_peer uuid not null, no bigint generated always as identity,
  kind text not null check (kind in ('SIGNAL', 'CHAT', 'MUTE')), body text not null check (length(body) <= 20000),
  created_at timestamptz not null, primary key (to_peer, id));
create index meeting_signal_from on meeting_signal (from_peer);
create index meeting_signal_created on meeting_signal (created_at);
grant select, insert, delete on meeting_signal to rt_centre, rt_network;
