-- Runs of routes on a day, who rides, what was scanned, and what rings (areas/transport.md 2.3).
-- An escort's own account: whoever holds transportTrip alone sees the trips of this person and no other.
alter table escort_person add column user_id uuid references app_user (id);
create unique index escort_person_account on escort_person (franchisee_id, user_id) where user_id is not null;
create index escort_person_user on escort_person (user_id);

create table trip (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  route_id uuid not null, service_date date not null, direction text not null check (direction in ('PICKUP', 'DROPOFF')),
  vehicle_id uuid, driver_id uuid, attendant_id uuid,
  -- Somebody chose vehicle or staff for this run: the plan of the route does not change them any more.
  swapped boolean not null default false,
  planned_start timestamptz not null, planned_end timestamptz not null check (planned_end >= planned_start),
  status text not null default 'SCHEDULED' check (status in ('SCHEDULED', 'IN_PROGRESS', 'CHECK_DUE', 'COMPLETED', 'CANCELLED')),
  started_at timestamptz, arrived_at timestamptz, last_off_at timestamptz, check_due_at timestamptz, completed_at timestamptz,
  check_method text check (check_method in ('REAR_QR', 'REAR_CODE')), check_photo_id uuid, check_by uuid, forced boolean not null default false,
  -- What was believed of vehicle and staff at the start.
  papers jsonb, cancel_reason text check (length(cancel_reason) <= 300),
  primary key (franchisee_id, id), unique (franchisee_id, route_id, service_date, direction),
  foreign key (franchisee_id, route_id) references bus_route (franchisee_id, id),
  foreign key (franchisee_id, vehicle_id) references vehicle (franchisee_id, id),
  foreign key (franchisee_id, driver_id) references escort_person (franchisee_id, id),
  foreign key (franchisee_id, attendant_id) references escort_person (franchisee_id, id),
  foreign key (franchisee_id, check_photo_id) references file (franchisee_id, id),
  check (status not in ('IN_PROGRESS', 'CHECK_DUE') or (vehicle_id is not null and driver_id is not null and started_at is not null)));
select make_centre_table('trip');
create index trip_day on trip (franchisee_id, service_date, status);
create index trip_network on trip (status, planned_start);
create index trip_newest on trip (created_at, id);
create index trip_driver on trip (franchisee_id, driver_id);
create index trip_attendant on trip (franchisee_id, attendant_id);
create index trip_vehicle on trip (franchisee_id, vehicle_id);
create index trip_photo on trip (franchisee_id, check_photo_id);
-- A vehicle and a driver are on one road at a time.
create unique index trip_running_vehicle on trip (franchisee_id, vehicle_id) where status in ('IN_PROGRESS', 'CHECK_DUE');
create unique index trip_running_driver on trip (franchisee_id, driver_id) where status in ('IN_PROGRESS', 'CHECK_DUE');

create table trip_stop (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(), trip_id uuid not null,
  stop_id uuid not null, seq smallint not null, planned_at timestamptz, reached_at timestamptz, left_at timestamptz,
  primary key (franchisee_id, id), unique (franchisee_id, trip_id, stop_id),
  foreign key (franchisee_id, trip_id) references trip (franchisee_id, id),
  foreign key (franchisee_id, stop_id) references bus_stop (franchisee_id, id));
select make_centre_table('trip_stop');
create index trip_stop_of on trip_stop (franchisee_id, stop_id);

create table trip_child (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(), trip_id uuid not null,
  enrolment_id uuid not null, student_id uuid not null, stop_id uuid not null,
  state text not null default 'EXPECTED' check (state in ('EXPECTED', 'BOARDED', 'ALIGHTED', 'HANDED_OVER', 'NO_SHOW', 'EXCUSED')),
  on_at timestamptz, off_at timestamptz,
  receiver_kind text check (receiver_kind in ('GUARDIAN', 'PICKUP_PERSON')), receiver_id uuid,
  -- As they were called then: the list of receivers changes.
  received_by text check (length(received_by) <= 100), returned boolean not null default false,
  primary key (franchisee_id, id), unique (franchisee_id, trip_id, enrolment_id),
  foreign key (franchisee_id, trip_id) references trip (franchisee_id, id),
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id),
  foreign key (franchisee_id, student_id) references student (franchisee_id, id),
  foreign key (franchisee_id, stop_id) references bus_stop (franchisee_id, id),
  check ((state = 'HANDED_OVER') = (receiver_id is not null)));
select make_centre_table('trip_child');
create index trip_child_stop on trip_child (franchisee_id, stop_id);
create index trip_child_student on trip_child (franchisee_id, student_id, on_at desc);
create index trip_child_enrolment on trip_child (franchisee_id, enrolment_id);
create index trip_child_newest on trip_child (created_at, id);

-- What was tapped or scanned, allowed or not: never changed. The client gives id and device time, so a resend is the same row.
create table scan_log (
  franchisee_id int not null references franchisee (id), id uuid not null, at_device timestamptz not null, trip_id uuid not null,
  kind text not null check (kind in ('START', 'BOARD', 'NO_SHOW', 'ALIGHT', 'HANDOVER', 'RETURN', 'UNDO', 'REAR_CHECK')),
  subject_kind text not null check (subject_kind in ('CHILD', 'VEHICLE')), subject_id uuid not null, receiver_id uuid,
  by_user uuid, at timestamptz not null, received_at timestamptz not null default now(),
  result text not null check (result in ('ALLOWED', 'DENIED', 'WARNED')), reason text check (reason ~ '^[A-Z_]{3,40}$'),
  -- The child's state before it, which an undo brings back.
  before text,
  primary key (franchisee_id, at_device, id),
  foreign key (franchisee_id, trip_id) references trip (franchisee_id, id));
select make_centre_table('scan_log');
select make_append_only('scan_log');
create index scan_log_trip on scan_log (franchisee_id, trip_id, at);
create index scan_log_subject on scan_log (franchisee_id, subject_id, at desc);

create table safety_alarm (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('TRIP_NOT_STARTED', 'CHECK_OVERDUE', 'CHILD_ON_BOARD', 'HANDOVER_DENIED', 'SOS')),
  trip_id uuid not null, enrolment_id uuid, raised_at timestamptz not null, level smallint not null default 1 check (level between 1 and 3),
  acked_by uuid, acked_at timestamptz, resolved_by uuid, resolved_at timestamptz, note text check (length(note) <= 500),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, trip_id) references trip (franchisee_id, id),
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id),
  check ((resolved_at is null) = (note is null)));
select make_centre_table('safety_alarm');
create unique index safety_alarm_open on safety_alarm (franchisee_id, kind, trip_id, enrolment_id) nulls not distinct where resolved_at is null;
create index safety_alarm_trip on safety_alarm (franchisee_id, trip_id);
create index safety_alarm_enrolment on safety_alarm (franchisee_id, enrolment_id);
