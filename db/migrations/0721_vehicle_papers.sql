-- The ten dated papers of a vehicle, one table each with its own fields (areas/transport.md 2.1): `ends_on` is the last day that
-- counts. Status is never stored: paper_status() says it of a day, and vehicle_paper lays all ten side by side.
create table vehicle_insurance (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(), vehicle_id uuid not null,
  insurer text not null check (length(insurer) between 1 and 120), number text not null check (length(number) between 1 and 60),
  cover text not null check (cover in ('COMPREHENSIVE', 'THIRD_PARTY')), idv bigint check (idv >= 0),
  starts_on date not null, ends_on date not null check (ends_on >= starts_on), claim_phone text,
  amount bigint not null check (amount >= 0), vendor_name text check (length(vendor_name) <= 120), file_id uuid, remark text check (length(remark) <= 500),
  primary key (franchisee_id, id), unique (franchisee_id, number),
  foreign key (franchisee_id, vehicle_id) references vehicle (franchisee_id, id),
  foreign key (franchisee_id, file_id) references file (franchisee_id, id));
select make_centre_table('vehicle_insurance');
create index vehicle_insurance_file on vehicle_insurance (franchisee_id, file_id);
create index vehicle_insurance_end on vehicle_insurance (franchisee_id, vehicle_id, ends_on desc);

create table vehicle_repair (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(), vehicle_id uuid not null,
  kind text not null check (kind in ('REPAIR', 'BREAKDOWN', 'ACCIDENT')), reported_on date not null, place text check (length(place) <= 120),
  description text not null check (length(description) between 10 and 1000), parts text check (length(parts) <= 500), labour bigint check (labour >= 0),
  out_from date not null, out_to date check (out_to >= out_from),
  amount bigint check (amount >= 0), vendor_name text check (length(vendor_name) <= 120), file_id uuid, remark text check (length(remark) <= 500),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, vehicle_id) references vehicle (franchisee_id, id),
  foreign key (franchisee_id, file_id) references file (franchisee_id, id));
select make_centre_table('vehicle_repair');
create index vehicle_repair_file on vehicle_repair (franchisee_id, file_id);
create index vehicle_repair_out on vehicle_repair (franchisee_id, vehicle_id, out_from desc);

create table vehicle_fitness (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(), vehicle_id uuid not null,
  number text not null check (length(number) between 1 and 60), station text not null check (length(station) between 1 and 120),
  inspected_on date not null, starts_on date not null, ends_on date not null check (ends_on >= starts_on),
  amount bigint check (amount >= 0), vendor_name text check (length(vendor_name) <= 120), file_id uuid, remark text check (length(remark) <= 500),
  primary key (franchisee_id, id), unique (franchisee_id, number),
  foreign key (franchisee_id, vehicle_id) references vehicle (franchisee_id, id),
  foreign key (franchisee_id, file_id) references file (franchisee_id, id));
select make_centre_table('vehicle_fitness');
create index vehicle_fitness_file on vehicle_fitness (franchisee_id, file_id);
create index vehicle_fitness_end on vehicle_fitness (franchisee_id, vehicle_id, ends_on desc);

create table vehicle_pollution (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(), vehicle_id uuid not null,
  number text not null check (length(number) between 1 and 60), station text not null check (length(station) between 1 and 120),
  starts_on date not null, ends_on date not null check (ends_on >= starts_on),
  amount bigint check (amount >= 0), vendor_name text check (length(vendor_name) <= 120), file_id uuid, remark text check (length(remark) <= 500),
  primary key (franchisee_id, id), unique (franchisee_id, number),
  foreign key (franchisee_id, vehicle_id) references vehicle (franchisee_id, id),
  foreign key (franchisee_id, file_id) references file (franchisee_id, id));
select make_centre_table('vehicle_pollution');
create index vehicle_pollution_file on vehicle_pollution (franchisee_id, file_id);
create index vehicle_pollution_end on vehicle_pollution (franchisee_id, vehicle_id, ends_on desc);

create table vehicle_maintenance (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(), vehicle_id uuid not null,
  kind text not null check (kind in ('SERVICE', 'OIL', 'TYRE', 'BRAKE', 'BATTERY', 'AC', 'FIRST_AID', 'EXTINGUISHER', 'CCTV', 'OTHER')),
  done_on date not null, odometer_km int not null check (odometer_km between 0 and 2000000), work text not null check (length(work) between 1 and 500),
  next_due_on date check (next_due_on > done_on), next_due_km int check (next_due_km > odometer_km),
  amount bigint check (amount >= 0), vendor_name text check (length(vendor_name) <= 120), file_id uuid, remark text check (length(remark) <= 500),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, vehicle_id) references vehicle (franchisee_id, id),
  foreign key (franchisee_id, file_id) references file (franchisee_id, id));
select make_centre_table('vehicle_maintenance');
create index vehicle_maintenance_file on vehicle_maintenance (franchisee_id, file_id);
create index vehicle_maintenance_done on vehicle_maintenance (franchisee_id, vehicle_id, done_on desc);

create table vehicle_fuel (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(), vehicle_id uuid not null,
  filled_at timestamptz not null, litres numeric(7, 2) not null check (litres > 0), rate bigint not null check (rate > 0),
  odometer_km int not null check (odometer_km between 0 and 2000000), full_tank boolean not null,
  amount bigint not null check (amount > 0), vendor_name text check (length(vendor_name) <= 120), file_id uuid, remark text check (length(remark) <= 500),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, vehicle_id) references vehicle (franchisee_id, id),
  foreign key (franchisee_id, file_id) references file (franchisee_id, id));
select make_centre_table('vehicle_fuel');
create index vehicle_fuel_file on vehicle_fuel (franchisee_id, file_id);
create index vehicle_fuel_filled on vehicle_fuel (franchisee_id, vehicle_id, filled_at desc);

create table vehicle_loan (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(), vehicle_id uuid not null,
  lender text not null check (length(lender) between 1 and 120),
  -- Of the account's number no more than this is kept.
  account_tail text not null check (account_tail ~ '^[0-9A-Z]{4}$'), principal bigint not null check (principal > 0),
  rate_bp int not null check (rate_bp between 0 and 10000), emi_day int not null check (emi_day between 1 and 28),
  starts_on date not null, ends_on date not null check (ends_on >= starts_on),
  amount bigint not null check (amount > 0), vendor_name text check (length(vendor_name) <= 120), file_id uuid, remark text check (length(remark) <= 500),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, vehicle_id) references vehicle (franchisee_id, id),
  foreign key (franchisee_id, file_id) references file (franchisee_id, id));
select make_centre_table('vehicle_loan');
create index vehicle_loan_file on vehicle_loan (franchisee_id, file_id);
create index vehicle_loan_end on vehicle_loan (franchisee_id, vehicle_id, ends_on desc);

create table vehicle_road_tax (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(), vehicle_id uuid not null,
  number text not null check (length(number) between 1 and 60), period text not null check (period in ('QUARTER', 'YEAR', 'LIFETIME')),
  starts_on date not null, ends_on date check (ends_on >= starts_on), check ((ends_on is null) = (period = 'LIFETIME')),
  amount bigint not null check (amount >= 0), vendor_name text check (length(vendor_name) <= 120), file_id uuid, remark text check (length(remark) <= 500),
  primary key (franchisee_id, id), unique (franchisee_id, number),
  foreign key (franchisee_id, vehicle_id) references vehicle (franchisee_id, id),
  foreign key (franchisee_id, file_id) references file (franchisee_id, id));
select make_centre_table('vehicle_road_tax');
create index vehicle_road_tax_file on vehicle_road_tax (franchisee_id, file_id);
create index vehicle_road_tax_end on vehicle_road_tax (franchisee_id, vehicle_id, ends_on desc);

create table vehicle_challan (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(), vehicle_id uuid not null,
  number text not null check (length(number) between 1 and 60), offence_at timestamptz not null,
  offence text not null check (offence in ('SIGNAL', 'LANE', 'OVERSPEED', 'DRUNK', 'DANGEROUS', 'DOCUMENT', 'OVERLOAD', 'PARKING', 'OTHER')),
  place text check (length(place) <= 120), due_on date not null, paid_on date,
  amount bigint not null check (amount > 0), vendor_name text check (length(vendor_name) <= 120), file_id uuid, remark text check (length(remark) <= 500),
  primary key (franchisee_id, id), unique (franchisee_id, number),
  foreign key (franchisee_id, vehicle_id) references vehicle (franchisee_id, id),
  foreign key (franchisee_id, file_id) references file (franchisee_id, id));
select make_centre_table('vehicle_challan');
create index vehicle_challan_file on vehicle_challan (franchisee_id, file_id);
create index vehicle_challan_due on vehicle_challan (franchisee_id, vehicle_id, due_on);

create table vehicle_permit (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(), vehicle_id uuid not null,
  kind text not null check (kind in ('CONTRACT_CARRIAGE', 'SCHOOL_BUS', 'PRIVATE_SERVICE')), number text not null check (length(number) between 1 and 60),
  authority text check (length(authority) <= 120), permitted_seats int check (permitted_seats between 1 and 105),
  starts_on date not null, ends_on date not null check (ends_on >= starts_on),
  amount bigint check (amount >= 0), vendor_name text check (length(vendor_name) <= 120), file_id uuid, remark text check (length(remark) <= 500),
  primary key (franchisee_id, id), unique (franchisee_id, number),
  foreign key (franchisee_id, vehicle_id) references vehicle (franchisee_id, id),
  foreign key (franchisee_id, file_id) references file (franchisee_id, id));
select make_centre_table('vehicle_permit');
create index vehicle_permit_file on vehicle_permit (franchisee_id, file_id);
create index vehicle_permit_end on vehicle_permit (franchisee_id, vehicle_id, ends_on desc);

-- The same rule as areas/transport/vehicle/paper-cover.ts; a test compares them. No end: for ever.
create function paper_status(p_today date, p_ends_on date, p_soon_days int) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when p_ends_on is null or p_ends_on - p_today > p_soon_days then 'VALID' when p_ends_on >= p_today then 'DUE_SOON' else 'EXPIRED' end
$$;

-- All ten side by side. `open` is a repair that goes on or a fine that nobody paid.
create view vehicle_paper with (security_invoker = true) as
  select franchisee_id, vehicle_id, id, 'INSURANCE' as kind, number, insurer as detail, starts_on, ends_on, false as open, null::int as next_due_km, amount, file_id from vehicle_insurance
  union all select franchisee_id, vehicle_id, id, 'PERMIT', number, kind, starts_on, ends_on, false, null, amount, file_id from vehicle_permit
  union all select franchisee_id, vehicle_id, id, 'FITNESS', number, station, starts_on, ends_on, false, null, amount, file_id from vehicle_fitness
  union all select franchisee_id, vehicle_id, id, 'POLLUTION', number, station, starts_on, ends_on, false, null, amount, file_id from vehicle_pollution
  union all select franchisee_id, vehicle_id, id, 'ROAD_TAX', number, period, starts_on, ends_on, false, null, amount, file_id from vehicle_road_tax
  union all select franchisee_id, vehicle_id, id, 'REPAIR', null, kind, out_from, out_to, out_to is null, null, amount, file_id from vehicle_repair
  union all select franchisee_id, vehicle_id, id, 'MAINTENANCE', null, kind, done_on, next_due_on, false, next_due_km, amount, file_id from vehicle_maintenance
  union all select franchisee_id, vehicle_id, id, 'CHALLAN', number, offence, (offence_at at time zone 'Asia/Kolkata')::date, due_on, paid_on is null, null, amount, file_id from vehicle_challan
  union all select franchisee_id, vehicle_id, id, 'LOAN', account_tail, lender, starts_on, ends_on, false, null, amount, file_id from vehicle_loan
  union all select franchisee_id, vehicle_id, id, 'FUEL', null, vendor_name, (filled_at at time zone 'Asia/Kolkata')::date, null, false, null, amount, file_id from vehicle_fuel;
grant select on vehicle_paper to rt_centre, rt_network;
