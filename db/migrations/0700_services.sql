-- What a centre sells beside the class: categories, services, their offering in a centre's year, and the bands of distance
-- that price a transport service (areas/services.md 2.1; bounds as areas/README decision 8).
create table service_category (
  franchisee_id int not null references franchisee (id), id uuid not null unique default gen_random_uuid(),
  name text not null check (length(name) between 1 and 60), code text not null check (code ~ '^[A-Z0-9][A-Z0-9-]{1,19}$'),
  -- Null: an ordinary service. Only TRANSPORT has behaviour of its own (decision S1).
  service_type text check (service_type in ('TRANSPORT')),
  icon text not null check (icon in ('BUS', 'SUN', 'BALL', 'BRUSH', 'MUSIC', 'BOOK', 'TENT', 'STAR')),
  position int not null check (position between 0 and 999), active boolean not null default true,
  primary key (franchisee_id, id), unique (franchisee_id, code));
select make_shared_table('service_category');

create table service (
  franchisee_id int not null references franchisee (id), id uuid not null unique default gen_random_uuid(),
  category_id uuid not null references service_category (id),
  name text not null check (length(name) between 1 and 80), code text not null check (code ~ '^[A-Z0-9][A-Z0-9-]{1,19}$'),
  description text check (length(description) <= 2000),
  age_from_months int not null check (age_from_months between 0 and 240), age_to_months int not null check (age_to_months between 1 and 240),
  weekdays text[] not null check (weekdays <@ array['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] and cardinality(weekdays) > 0),
  time_from time, time_to time,
  capacity_mode text not null check (capacity_mode in ('NONE', 'SEATS', 'ROUTE_SEATS')),
  open_to text not null check (open_to in ('STUDENTS', 'ANYONE')),
  notice_days int not null default 30 check (notice_days between 0 and 120), pause_min_days int not null default 15 check (pause_min_days between 1 and 120),
  included_minutes int check (included_minutes between 1 and 1440),
  photo uuid, active boolean not null default true,
  primary key (franchisee_id, id), unique (franchisee_id, code),
  foreign key (franchisee_id, photo) references file (franchisee_id, id),
  check (age_to_months > age_from_months), check (time_to > time_from));
select make_shared_table('service');
create index service_category_of on service (category_id);
create index service_photo on service (franchisee_id, photo);
create trigger check_category before insert or update of category_id on service for each row execute function check_shared_reference('category_id', 'service_category');

-- The record engine refuses the removal of a row that others point to without saying which: this names them.
create function refuse_category_in_use() returns trigger
language plpgsql set search_path = 'public' as $$
declare v_n int;
begin
  select count(*) into v_n from service where category_id = old.id;
  if v_n > 0 then
    raise exception 'Used by % %', v_n, case when v_n = 1 then 'service' else 'services' end using errcode = 'AA409', column = 'name';
  end if;
  return old;
end $$;
create trigger refuse_in_use before delete on service_category for each row execute function refuse_category_in_use();

create table service_offering (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  service_id uuid not null references service (id), academic_year_id int not null references academic_year (id),
  -- Null: as many as come, or as many as the bus has.
  seats int check (seats between 1 and 2000),
  starts_on date not null, ends_on date not null check (ends_on >= starts_on),
  waitlist boolean not null default true, active boolean not null default true,
  primary key (franchisee_id, id),
  constraint service_offering_once unique (franchisee_id, service_id, academic_year_id));
select make_centre_table('service_offering');
create index service_offering_service on service_offering (service_id);
create index service_offering_year on service_offering (franchisee_id, academic_year_id);
create index service_offering_of_year on service_offering (academic_year_id);
create trigger check_service before insert or update of service_id on service_offering for each row execute function check_shared_reference('service_id', 'service');

create table service_fare_slab (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), offering_id uuid not null,
  slab text not null check (slab in ('A', 'B', 'C', 'D', 'E')), direction text not null check (direction in ('PICKUP', 'DROPOFF', 'BOTH')),
  -- Metres from the centre: from_m belongs to the band, to_m to the next one.
  from_m int not null check (from_m between 0 and 200000), to_m int not null check (to_m between 1 and 200000),
  fee_plan_id uuid not null references fee_plan (id),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, offering_id) references service_offering (franchisee_id, id),
  check (to_m > from_m),
  constraint service_fare_slab_once unique (franchisee_id, offering_id, slab, direction),
  constraint service_fare_slab_overlap exclude using gist (franchisee_id with =, offering_id with =, direction with =, int4range(from_m, to_m) with &&));
select make_centre_table('service_fare_slab');
create index service_fare_slab_plan on service_fare_slab (fee_plan_id);
create trigger check_fee_plan before insert or update of fee_plan_id on service_fare_slab for each row execute function check_shared_reference('fee_plan_id', 'fee_plan');
