-- Which sessions of the parent-toddler programme a child has (areas/students.md 2, 3.11): a batch (its section), weekdays,
-- an hour, and a number of sessions. A change while it runs is a successor from a day on.
create table programme_assignment (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), enrolment_id uuid not null, section_id uuid not null,
  days text[] not null check (days <@ array['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] and cardinality(days) > 0),
  slot_from time not null, slot_to time not null check (slot_to > slot_from),
  from_on date not null, to_on date not null check (to_on >= from_on),
  sessions_total smallint not null check (sessions_total between 1 and 200),
  -- Used in the assignment this one follows.
  sessions_before smallint not null default 0 check (sessions_before >= 0 and sessions_before < sessions_total),
  companion_name text check (length(companion_name) <= 100),
  status text not null default 'SCHEDULED' check (status in ('SCHEDULED', 'RUNNING', 'COMPLETED', 'STOPPED', 'CANCELLED')),
  stop_reason text check (length(stop_reason) <= 200), follows uuid, told_at timestamptz,
  primary key (franchisee_id, id),
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id),
  foreign key (franchisee_id, section_id) references section (franchisee_id, id),
  foreign key (franchisee_id, follows) references programme_assignment (franchisee_id, id));
select make_centre_table('programme_assignment');
create index programme_assignment_enrolment on programme_assignment (franchisee_id, enrolment_id, from_on desc);
create index programme_assignment_section on programme_assignment (franchisee_id, section_id, status);
create index programme_assignment_follows on programme_assignment (franchisee_id, follows);
create index programme_assignment_live on programme_assignment (franchisee_id) where status in ('SCHEDULED', 'RUNNING');
