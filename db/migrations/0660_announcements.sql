-- Announcements (areas/communication.md 2.4): what a centre or head office (franchisee 1, to many centres) tells families and staff.
create table announcement (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  title text not null check (length(title) between 1 and 120), title_hi text check (length(title_hi) between 1 and 120),
  body text not null check (length(body) between 1 and 4000), body_hi text check (length(body_hi) between 1 and 4000),
  people text not null check (people in ('ALL', 'PARENT', 'STAFF')),
  -- Nothing chosen means everybody of the centre; for head office no centre means every centre.
  centre_ids int[] not null default '{}', class_ids int[] not null default '{}', section_ids uuid[] not null default '{}', student_ids uuid[] not null default '{}',
  -- The target in words as it stood when it was saved.
  target text not null check (length(target) <= 300),
  extra_channels text[] not null default '{}' check (extra_channels <@ array['SMS', 'EMAIL']),
  publish_at timestamptz, expires_at timestamptz not null, pinned_until date,
  ack_required boolean not null default false, ack_by date check (ack_by is null or ack_required),
  -- Rises when everyone is asked again: what was seen and acknowledged before counts for the older text.
  version_no int not null default 1 check (version_no > 0),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'WAITING', 'SCHEDULED', 'PUBLISHED', 'WITHDRAWN')),
  submitted_by uuid, approved_by uuid, withdraw_reason text check (length(withdraw_reason) <= 300), reminded_at timestamptz,
  primary key (franchisee_id, id), unique (id),
  check (status not in ('SCHEDULED', 'PUBLISHED') or publish_at is not null),
  check (publish_at is null or expires_at > publish_at));
create index announcement_state on announcement (franchisee_id, status, publish_at desc);
select make_centre_table('announcement');
create index announcement_list on announcement (franchisee_id, created_at desc, id desc);
alter table announcement add check (approved_by is null or approved_by <> created_by);

-- Whom it reached, made when it is published; the row security of readers.
create table announcement_recipient (
  -- Of any centre: head office's has readers everywhere.
  franchisee_id int not null, announcement_id uuid not null,
  person_kind text not null check (person_kind in ('GUARDIAN', 'STAFF')), person_id uuid not null,
  -- The sign-in, if any; families and children for the lists.
  user_id uuid references app_user (id), family_id uuid, student_ids uuid[] not null default '{}',
  seen_version int, seen_at timestamptz, ack_version int, ack_at timestamptz, reminded smallint not null default 0,
  primary key (franchisee_id, announcement_id, person_kind, person_id));
create index announcement_recipient_of on announcement_recipient (announcement_id);
create index announcement_recipient_user on announcement_recipient (user_id, announcement_id);
select make_centre_table('announcement_recipient');
-- A guardian reads while one of the children it was about is theirs to see: a restriction ends it with the next request.
-- Without a context the scope raises before a row is looked at.
select allow_family('announcement_recipient', $policy$user_id = (select x.u from (select (select scope_centres()) as c, scope_user() as u) x where x.c is not null)
  and exists (select from student_guardian g where g.franchisee_id = announcement_recipient.franchisee_id and g.guardian_id = person_id
    and g.student_id = any (announcement_recipient.student_ids) and not g.restricted)$policy$);

create table announcement_file (
  franchisee_id int not null, announcement_id uuid not null, file_id uuid not null, position smallint not null,
  -- Beside the file's own row, which readers elsewhere in the network do not see.
  name text not null, picture boolean not null,
  primary key (franchisee_id, announcement_id, file_id),
  foreign key (franchisee_id, announcement_id) references announcement (franchisee_id, id) on delete cascade,
  foreign key (franchisee_id, file_id) references file (franchisee_id, id));
create index announcement_file_file on announcement_file (franchisee_id, file_id);
select make_centre_table('announcement_file');

-- Readers beyond the own centre: families by their recipient rows, and centres what head office published for somebody there.
grant select on announcement, announcement_file to rt_family;
create policy family on announcement for select to rt_family
  using (status = (select case when (select scope_centres()) is not null then 'PUBLISHED' end) and exists (select from announcement_recipient r where r.announcement_id = announcement.id));
create policy addressed on announcement for select to rt_centre
  using (franchisee_id = 1 and status = (select case when (select scope_centres()) is not null then 'PUBLISHED' end) and exists (select from announcement_recipient r where r.announcement_id = announcement.id));
create policy family on announcement_file for select to rt_family
  using ((select scope_centres()) is not null and exists (select from announcement a where a.id = announcement_file.announcement_id));
create policy addressed on announcement_file for select to rt_centre
  using ((select scope_centres()) is not null and franchisee_id = 1 and exists (select from announcement a where a.id = announcement_file.announcement_id));
