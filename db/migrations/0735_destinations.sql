-- Places that vehicles go to and children are brought to, who may receive a child there, and where each one got off (areas/transport.md 2.4).
create table destination (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  name text not null check (length(name) between 1 and 80),
  kind text not null check (kind in ('CENTRE', 'STOP', 'DAYCARE', 'HOME', 'EVENT', 'OTHER')),
  address text check (length(address) <= 300), phone text,
  primary key (franchisee_id, id), unique (franchisee_id, name));
select make_centre_table('destination');
create index destination_newest on destination (created_at, id);

create table vehicle_destination (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  vehicle_id uuid not null, destination_id uuid not null,
  direction text not null check (direction in ('PICKUP', 'DROPOFF')),
  days text[] not null check (days <@ '{MON,TUE,WED,THU,FRI,SAT,SUN}' and cardinality(days) between 1 and 7),
  -- Bit 0 is Monday.
  days_mask smallint not null generated always as (
    case when 'MON' = any (days) then 1 else 0 end + case when 'TUE' = any (days) then 2 else 0 end + case when 'WED' = any (days) then 4 else 0 end
    + case when 'THU' = any (days) then 8 else 0 end + case when 'FRI' = any (days) then 16 else 0 end
    + case when 'SAT' = any (days) then 32 else 0 end + case when 'SUN' = any (days) then 64 else 0 end) stored,
  arrive_at time, from_on date not null, to_on date check (to_on >= from_on),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, vehicle_id) references vehicle (franchisee_id, id),
  foreign key (franchisee_id, destination_id) references destination (franchisee_id, id));
select make_centre_table('vehicle_destination');
create index vehicle_destination_vehicle on vehicle_destination (franchisee_id, vehicle_id, from_on);
create index vehicle_destination_place on vehicle_destination (franchisee_id, destination_id);
create index vehicle_destination_newest on vehicle_destination (created_at, id);

-- A day counts by its range alone; one that never begins ends on the day before its first. A row of one day wins over the others.
create table student_destination (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  enrolment_id uuid not null, student_id uuid not null, destination_id uuid not null,
  direction text not null check (direction in ('PICKUP', 'DROPOFF')),
  days_mask smallint not null check (days_mask between 1 and 127),
  from_on date not null, to_on date check (to_on >= from_on - 1),
  one_day boolean not null default false check (not one_day or to_on <= from_on),
  -- Guardians and people to pick up of the child.
  receiver_ids uuid[] not null default '{}' check (cardinality(receiver_ids) <= 6),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id),
  foreign key (franchisee_id, student_id) references student (franchisee_id, id),
  foreign key (franchisee_id, destination_id) references destination (franchisee_id, id));
select make_centre_table('student_destination');
create index student_destination_student on student_destination (franchisee_id, student_id, from_on);
create index student_destination_enrolment on student_destination (franchisee_id, enrolment_id, from_on);
create index student_destination_place on student_destination (franchisee_id, destination_id);
create index student_destination_newest on student_destination (created_at, id);

-- Where the child got off, as it was called then; null: at the centre or the stop.
alter table trip_child add column place text check (length(place) <= 80);
