-- Who visits which centres (areas/audits.md 2.3). Ranges are half-open: `to_on` is the first day without it, so that who is
-- followed by another ends on the day the other begins.
create table ams_zm_allocation (
  id uuid primary key default gen_random_uuid(), user_id uuid not null references app_user (id), zone_id int not null references zone (id),
  from_on date not null, to_on date, note text check (length(note) <= 200),
  check (to_on >= from_on),
  constraint ams_zm_allocation_overlap exclude using gist (zone_id with =, daterange(from_on, to_on) with &&));
create index ams_zm_allocation_user on ams_zm_allocation (user_id);
select make_network_table('ams_zm_allocation');

create table ams_am_allocation (
  id uuid primary key default gen_random_uuid(), user_id uuid not null references app_user (id), zone_id int not null references zone (id),
  base_city_id int not null references city (id), visits_per_day int not null default 2 check (visits_per_day between 1 and 3),
  -- Weekday mask, Monday = 1, Sunday = 64 (areas/README §4.28).
  weekly_off int not null default 64 check (weekly_off between 0 and 126),
  from_on date not null, to_on date,
  check (to_on >= from_on),
  constraint ams_am_allocation_overlap exclude using gist (user_id with =, daterange(from_on, to_on) with &&));
create index ams_am_allocation_zone on ams_am_allocation (zone_id);
create index ams_am_allocation_city on ams_am_allocation (base_city_id);
select make_network_table('ams_am_allocation');

create table ams_centre_allocation (
  id uuid primary key default gen_random_uuid(), franchisee_id int not null references franchisee (id),
  am_allocation_id uuid not null references ams_am_allocation (id), from_on date not null, to_on date,
  check (to_on >= from_on),
  constraint ams_centre_allocation_overlap exclude using gist (franchisee_id with =, daterange(from_on, to_on) with &&));
create index ams_centre_allocation_am on ams_centre_allocation (am_allocation_id);
select make_network_table('ams_centre_allocation');
