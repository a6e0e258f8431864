-- Online classes of children (areas/training.md 2.2): held at another service's address; who teaches, which sections, which
-- children are invited, when each was let in and joined. The next classes of a series are rows of their own.
create table online_class (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  academic_year_id int not null references academic_year (id),
  title text not null check (length(title) between 1 and 120), subject text check (length(subject) between 1 and 60),
  starts_at timestamptz not null, ends_at timestamptz not null, host_staff_id uuid not null, series_id uuid,
  provider text not null default 'LINK' check (provider in ('LINK')), link_url text not null check (link_url ~ '^https://' and length(link_url) <= 500),
  lobby boolean not null default true,
  status text not null default 'SCHEDULED' check (status in ('SCHEDULED', 'LIVE', 'COMPLETED', 'CANCELLED')),
  cancel_reason text check (length(cancel_reason) between 5 and 300),
  opened_at timestamptz, ended_at timestamptz check (ended_at >= opened_at), links_sent_at timestamptz,
  primary key (franchisee_id, id), foreign key (franchisee_id, host_staff_id) references staff (franchisee_id, id),
  check (ends_at - starts_at between interval '10 minutes' and interval '3 hours'),
  check ((status = 'CANCELLED') = (cancel_reason is not null)), check (status <> 'LIVE' or opened_at is not null));
create index online_class_starts on online_class (franchisee_id, starts_at desc, id);
create index online_class_host on online_class (franchisee_id, host_staff_id, starts_at);
create index online_class_due on online_class (starts_at) where status in ('SCHEDULED', 'LIVE');
create index online_class_year on online_class (academic_year_id);
select make_centre_table('online_class');

create table online_class_section (
  franchisee_id int not null, online_class_id uuid not null, section_id uuid not null,
  primary key (franchisee_id, online_class_id, section_id),
  foreign key (franchisee_id, online_class_id) references online_class (franchisee_id, id),
  foreign key (franchisee_id, section_id) references section (franchisee_id, id));
create index online_class_section_of on online_class_section (franchisee_id, section_id);
select make_centre_table('online_class_section');

-- Who teaches, the host (Organizer) among them.
create table online_class_staff (
  franchisee_id int not null, online_class_id uuid not null, staff_id uuid not null,
  kind text not null check (kind in ('Organizer', 'Moderator', 'Expert')),
  primary key (franchisee_id, online_class_id, staff_id),
  foreign key (franchisee_id, online_class_id) references online_class (franchisee_id, id),
  foreign key (franchisee_id, staff_id) references staff (franchisee_id, id));
create index online_class_staff_of on online_class_staff (franchisee_id, staff_id);
select make_centre_table('online_class_staff');

create table online_class_child (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), online_class_id uuid not null, enrolment_id uuid not null,
  asked_at timestamptz, admitted_at timestamptz, joined_at timestamptz check (joined_at >= admitted_at),
  -- Counted when the class ends: from joining to the end.
  attended_s int not null default 0 check (attended_s >= 0),
  primary key (franchisee_id, id), unique (franchisee_id, online_class_id, enrolment_id),
  foreign key (franchisee_id, online_class_id) references online_class (franchisee_id, id),
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id));
create index online_class_child_of on online_class_child (franchisee_id, enrolment_id);
select make_centre_table('online_class_child');
