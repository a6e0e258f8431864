-- The calendar that says on which days a centre works (areas/academics.md 2.1, 3.1). Head office (1) keeps a template; a
-- centre's own holds from its publication on. Classes are named by number (decision 0004).
create table academic_calendar (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  academic_year_id int not null references academic_year (id),
  name text not null check (length(name) between 1 and 60),
  -- Weekday mask, Monday = 1 (areas/README §4.28). Saturdays have a rule of their own.
  week_off smallint not null default 64 check (week_off between 0 and 126 and week_off & 32 = 0),
  saturdays text not null default 'OFF' check (saturdays in ('WORK', 'OFF', 'SECOND_FOURTH_OFF')),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PUBLISHED')),
  revision int not null default 0,
  published_by uuid references app_user (id), published_at timestamptz,
  primary key (franchisee_id, id));
create unique index academic_calendar_year on academic_calendar (franchisee_id, academic_year_id);
create index academic_calendar_of_year on academic_calendar (academic_year_id);
create index academic_calendar_publisher on academic_calendar (published_by);
select make_shared_table('academic_calendar');

create table academic_calendar_day (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), calendar_id uuid not null, on_date date not null,
  kind text not null check (kind in ('HOLIDAY', 'VACATION', 'HALF_DAY', 'WORKING_OFF_DAY', 'CLOSED_UNPLANNED', 'EVENT')),
  title text not null check (length(title) between 1 and 80),
  class_ids int[], staff_works boolean not null default false,
  primary key (franchisee_id, id),
  foreign key (franchisee_id, calendar_id) references academic_calendar (franchisee_id, id) on delete cascade);
create unique index academic_calendar_day_once on academic_calendar_day (franchisee_id, calendar_id, on_date, kind);
create index academic_calendar_day_date on academic_calendar_day (franchisee_id, on_date);
select make_shared_table('academic_calendar_day');

-- Terms of the network, and how far a centre moves their dates (at most 21 days: checked by the command).
create table term_map (
  id uuid primary key default gen_random_uuid(),
  academic_year_id int not null references academic_year (id), class_id int not null references class (id),
  term_no smallint not null check (term_no between 1 and 4), name text not null check (length(name) between 1 and 30),
  from_on date not null, to_on date not null, entry_from date not null, entry_to date not null, publish_on date,
  check (to_on > from_on and entry_to >= entry_from),
  exclude using gist (class_id with =, daterange(from_on, to_on, '[]') with &&));
create unique index term_map_no on term_map (academic_year_id, class_id, term_no);
create index term_map_class on term_map (class_id);
select make_network_table('term_map');

create table term_override (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  term_map_id uuid not null references term_map (id),
  from_on date not null, to_on date not null, entry_from date not null, entry_to date not null, publish_on date,
  reason text not null check (length(reason) between 1 and 200),
  primary key (franchisee_id, id),
  check (to_on > from_on and entry_to >= entry_from));
create unique index term_override_term on term_override (franchisee_id, term_map_id);
create index term_override_map on term_override (term_map_id);
select make_centre_table('term_override');
