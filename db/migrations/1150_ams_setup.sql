-- What the visits of academic managers rest on (areas/audits.md 2.3): roles, days without travel, settings, cycles, categories.
create extension if not exists btree_gist;

create table ams_role_map (
  id uuid primary key default gen_random_uuid(),
  part text not null check (part in ('AM', 'ZM', 'NATIONAL_HEAD')), role_id int not null references role (id),
  unique (part, role_id));
create index ams_role_map_role on ams_role_map (role_id);
select make_network_table('ams_role_map');
insert into ams_role_map (part, role_id) values ('AM', 12), ('ZM', 13), ('NATIONAL_HEAD', 2);

create table ams_holiday (
  id uuid primary key default gen_random_uuid(), on_date date not null, name text not null check (length(name) between 1 and 80),
  level text not null check (level in ('NATIONAL', 'STATE', 'CITY')),
  state_code text check (length(state_code) = 2), city_id int references city (id),
  constraint ams_holiday_once unique nulls not distinct (on_date, level, state_code, city_id),
  check (level <> 'STATE' or state_code is not null), check (level <> 'CITY' or city_id is not null));
create index ams_holiday_level on ams_holiday (level, on_date);
create index ams_holiday_city on ams_holiday (city_id);
select make_network_table('ams_holiday');

-- A set of values holds from its day until the next one's; sets that began are never changed.
create table ams_setting (
  effective_from date primary key,
  visits_per_day int not null default 2 check (visits_per_day between 1 and 3),
  min_gap_days int not null default 45 check (min_gap_days between 0 and 180),
  max_km int not null default 25 check (max_km between 1 and 200),
  geofence_m int not null default 200 check (geofence_m between 50 and 2000),
  announce_days int not null default 3 check (announce_days between 0 and 30),
  submit_deadline_hours int not null default 24 check (submit_deadline_hours between 1 and 240),
  publish_deadline_hours int not null default 48 check (publish_deadline_hours between 1 and 240),
  moves_without_approval int not null default 2 check (moves_without_approval between 0 and 5),
  first_audit_from_days int not null default 7 check (first_audit_from_days between 0 and 180),
  first_audit_to_days int not null default 30 check (first_audit_to_days between 1 and 180),
  follow_up_days int not null default 21 check (follow_up_days between 1 and 90),
  photo_max_px int not null default 1600 check (photo_max_px between 800 and 4000),
  photo_quality int not null default 80 check (photo_quality between 40 and 95),
  max_photos_per_audit int not null default 150 check (max_photos_per_audit between 1 and 300),
  pack_days_ahead int not null default 3 check (pack_days_ahead between 1 and 14),
  check (first_audit_to_days >= first_audit_from_days));
select make_network_table('ams_setting');
insert into ams_setting (effective_from) values ('2020-01-01');

create table ams_cycle (
  id uuid primary key default gen_random_uuid(), academic_year_id int not null references academic_year (id),
  name text not null check (length(name) between 1 and 40), from_on date not null, to_on date not null,
  state text not null default 'DRAFT' check (state in ('DRAFT', 'ACTIVE', 'CLOSED')),
  check (to_on > from_on),
  constraint ams_cycle_overlap exclude using gist (daterange(from_on, to_on, '[]') with &&));
create unique index ams_cycle_name on ams_cycle (academic_year_id, lower(name));
select make_network_table('ams_cycle');

-- The audit type stands as its slug; the catalogue of types has it as a name of its own.
create table ams_cycle_rule (
  cycle_id uuid not null references ams_cycle (id),
  centre_category text not null check (centre_category in ('NEW', 'A', 'B', 'C', 'D')),
  audit_type text not null check (audit_type ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  visits int not null check (visits between 1 and 6), surprise_visits int not null default 0 check (surprise_visits between 0 and visits),
  primary key (cycle_id, centre_category, audit_type));
select make_network_table('ams_cycle_rule');

create table ams_centre_category (
  id uuid primary key default gen_random_uuid(), franchisee_id int not null references franchisee (id),
  category text not null check (category in ('NEW', 'A', 'B', 'C', 'D')), effective_from date not null,
  source text not null check (source in ('COMPUTED', 'OVERRIDE')), basis jsonb,
  reason text check (length(reason) between 10 and 300), expires_on date,
  constraint ams_centre_category_once unique (franchisee_id, effective_from, source),
  -- An override ends by itself; one that was taken back ends the day before.
  check ((source = 'OVERRIDE') = (reason is not null and expires_on is not null)),
  check (expires_on between effective_from - 1 and effective_from + 180));
select make_network_table('ams_centre_category');
