-- Who rides where, from which day to which: the row is the seat (areas/README decision 7). A day counts by its range alone, so an
-- ended one keeps its days up to the last; one that never begins ends on the day before its first.
create table route_assignment (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  academic_year_id int not null references academic_year (id), enrolment_id uuid not null, student_id uuid not null,
  route_id uuid not null, stop_id uuid not null,
  direction text not null check (direction in ('PICKUP', 'DROPOFF', 'BOTH')),
  -- Bit 0 = Monday (areas/README decision 28).
  days_mask smallint not null check (days_mask between 1 and 127),
  from_on date not null, to_on date not null check (to_on >= from_on - 1),
  status text not null check (status in ('HELD', 'ACTIVE', 'ENDED')),
  -- Last day on which a held seat counts.
  hold_until date check ((status = 'HELD') = (hold_until is not null)),
  service_assignment_id uuid, end_reason text check (length(end_reason) <= 300),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id),
  foreign key (franchisee_id, student_id) references student (franchisee_id, id),
  foreign key (franchisee_id, route_id) references bus_route (franchisee_id, id),
  foreign key (franchisee_id, stop_id) references bus_stop (franchisee_id, id),
  foreign key (franchisee_id, service_assignment_id) references service_assignment (franchisee_id, id));
select make_centre_table('route_assignment');
create index route_assignment_seats on route_assignment (franchisee_id, route_id, from_on);
create index route_assignment_stop on route_assignment (franchisee_id, stop_id);
create index route_assignment_enrolment on route_assignment (franchisee_id, enrolment_id, from_on);
create index route_assignment_student on route_assignment (franchisee_id, student_id, from_on);
create index route_assignment_service on route_assignment (franchisee_id, service_assignment_id);
create index route_assignment_year on route_assignment (academic_year_id, franchisee_id, created_at, id);
