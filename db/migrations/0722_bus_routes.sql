-- Bus routes of a centre and year with their stops (areas/transport.md 2.2). Latitude and longitude are whole numbers of 1e-7 degrees.
create table bus_route (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  academic_year_id int not null references academic_year (id),
  code text not null check (length(code) between 1 and 12), name text not null check (length(name) between 1 and 80),
  shift text not null check (shift in ('MORNING', 'NOON', 'AFTERNOON')), runs text not null check (runs in ('PICKUP', 'DROPOFF', 'ROUND_TRIP')),
  days text[] not null check (days <@ '{MON,TUE,WED,THU,FRI,SAT,SUN}' and cardinality(days) between 1 and 7),
  -- Bit 0 is Monday: what is compared with the days of children and of the calendar.
  days_mask smallint not null generated always as (
    case when 'MON' = any (days) then 1 else 0 end + case when 'TUE' = any (days) then 2 else 0 end + case when 'WED' = any (days) then 4 else 0 end
    + case when 'THU' = any (days) then 8 else 0 end + case when 'FRI' = any (days) then 16 else 0 end
    + case when 'SAT' = any (days) then 32 else 0 end + case when 'SUN' = any (days) then 64 else 0 end) stored,
  vehicle_id uuid, pickup_start time, dropoff_start time,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  primary key (franchisee_id, id), unique (franchisee_id, academic_year_id, code),
  foreign key (franchisee_id, vehicle_id) references vehicle (franchisee_id, id),
  check (runs = 'DROPOFF' or pickup_start is not null), check (runs = 'PICKUP' or dropoff_start is not null));
select make_centre_table('bus_route');
create index bus_route_vehicle on bus_route (franchisee_id, vehicle_id);
create index bus_route_year on bus_route (academic_year_id);

create table bus_stop (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(), route_id uuid not null,
  seq smallint not null check (seq between 1 and 60), name text not null check (length(name) between 1 and 80), landmark text check (length(landmark) between 1 and 120),
  lat_e7 int not null check (lat_e7 between 60000000 and 380000000), lng_e7 int not null check (lng_e7 between 680000000 and 980000000),
  radius_m int not null default 100 check (radius_m between 30 and 500), pickup_at time, dropoff_at time,
  -- From the stop to the centre; services makes the price of it.
  distance_m int not null check (distance_m between 0 and 100000),
  primary key (franchisee_id, id), foreign key (franchisee_id, route_id) references bus_route (franchisee_id, id),
  -- Renumbered in one statement, which may pass through the same number twice.
  constraint bus_stop_order unique (franchisee_id, route_id, seq) deferrable initially immediate);
select make_centre_table('bus_stop');
