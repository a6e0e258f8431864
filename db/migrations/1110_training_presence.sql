-- When somebody with a seat was in the room of a session: a row for each connection, kept by the server alone. Its end is written when
-- the person leaves; of a connection that fell silent it is the last moment it was seen.
create table training_presence (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  enrollment_id uuid not null, session_id uuid not null references training_session (id) on delete cascade, connection_id uuid not null,
  joined_at timestamptz not null, last_seen_at timestamptz not null check (last_seen_at >= joined_at),
  left_at timestamptz check (left_at >= joined_at), reason text check (reason in ('LEAVE', 'TIMEOUT', 'REMOVED', 'ENDED')),
  primary key (franchisee_id, id), unique (franchisee_id, connection_id), check ((left_at is null) = (reason is null)),
  foreign key (franchisee_id, enrollment_id) references training_enrollment (franchisee_id, id) on delete cascade);
create index training_presence_of on training_presence (franchisee_id, enrollment_id, session_id);
create index training_presence_session on training_presence (session_id);
create index training_presence_connection on training_presence (connection_id);
create index training_presence_open on training_presence (last_seen_at) where left_at is null;
select make_centre_table('training_presence');
-- Its times are the record, written every twenty seconds: a journal of them would say nothing more.
drop trigger record_change on training_presence;
