-- Vehicles of a centre, the rules they run by, and the exceptions somebody answered for (areas/transport.md 2.1).
create table vehicle (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  -- As on the plate, without spaces: MH02AB1234, or 22BH1234AA.
  reg_no text not null check (reg_no ~ '^([A-Z]{2}[0-9]{1,2}[A-Z]{0,3}[0-9]{4}|[0-9]{2}BH[0-9]{4}[A-Z]{1,2})$'),
  name text check (length(name) between 1 and 40), make text not null check (length(make) between 1 and 40),
  model text not null check (length(model) between 1 and 40),
  kind text not null check (kind in ('BUS', 'MINI_BUS', 'VAN', 'CAR')), fuel text not null check (fuel in ('DIESEL', 'PETROL', 'CNG', 'ELECTRIC')),
  registered_seats int not null check (registered_seats between 2 and 70), child_seats int not null check (child_seats between 1 and 105),
  ownership text not null check (ownership in ('OWN', 'VENDOR')), registered_on date not null,
  colour text check (length(colour) between 1 and 30), chassis_no text check (length(chassis_no) <= 30), engine_no text check (length(engine_no) <= 30),
  has_cctv boolean not null, has_speed_governor boolean not null, has_first_aid boolean not null, has_extinguisher boolean not null,
  photo_id uuid, status text not null default 'ACTIVE' check (status in ('ACTIVE', 'MAINTENANCE', 'INACTIVE', 'RETIRED')),
  primary key (franchisee_id, id), unique (franchisee_id, reg_no),
  foreign key (franchisee_id, photo_id) references file (franchisee_id, id));
select make_centre_table('vehicle');
create index vehicle_status on vehicle (franchisee_id, status);
create index vehicle_photo on vehicle (franchisee_id, photo_id);

-- Keyed rules: the network's (franchisee 1) hold for every centre, a centre's own stand over them from their day on. The
-- closed list of keys with kinds and bounds is areas/transport/vehicle/setting-keys.ts.
create table vehicle_setting (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  key text not null check (key ~ '^[a-z_]{3,40}$'), value text not null check (length(value) between 1 and 200),
  from_on date not null, note text check (length(note) <= 300),
  primary key (franchisee_id, id), unique (franchisee_id, key, from_on));
select make_shared_table('vehicle_setting');

-- Somebody with the code lets a vehicle run for at most 48 hours without a paper that is being renewed.
create table transport_override (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  subject text not null check (subject in ('VEHICLE', 'PERSON')), subject_id uuid not null,
  kind text not null check (kind in ('FITNESS', 'POLLUTION', 'ROAD_TAX', 'PERMIT', 'POLICE')),
  reason text not null check (length(reason) between 20 and 500), file_id uuid not null,
  from_at timestamptz not null, to_at timestamptz not null check (to_at > from_at and to_at <= from_at + interval '48 hours'),
  primary key (franchisee_id, id), foreign key (franchisee_id, file_id) references file (franchisee_id, id));
select make_centre_table('transport_override');
select make_append_only('transport_override');
create index transport_override_subject on transport_override (franchisee_id, subject_id, to_at desc);
create index transport_override_file on transport_override (franchisee_id, file_id);

-- Codes of stickers and cards: what is printed is only known to the paper, here stands its hash.
create table escort_card (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  subject text not null check (subject in ('CHILD', 'PERSON', 'GUARDIAN', 'PICKUP_PERSON', 'VEHICLE_FRONT', 'VEHICLE_REAR')),
  subject_id uuid not null, card_hash bytea not null check (length(card_hash) = 32), short_code text check (short_code ~ '^[A-HJ-NP-Z2-9]{6}$'),
  valid_to date, status text not null check (status in ('PROPOSED', 'ACTIVE', 'REVOKED', 'REPLACED')), printed_at timestamptz,
  primary key (franchisee_id, id), unique (franchisee_id, card_hash));
select make_centre_table('escort_card', '{card_hash}');
create unique index escort_card_active on escort_card (franchisee_id, subject, subject_id) where status = 'ACTIVE';
create unique index escort_card_short on escort_card (franchisee_id, short_code) where status = 'ACTIVE';
