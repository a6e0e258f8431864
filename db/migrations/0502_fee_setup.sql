-- What fees are made of (finance.md 2.1 'Set-up'): heads, receipt fee types, bank accounts, dated rates, concessions.
create extension if not exists btree_gist;

-- A shared row may be the network's or the centre's own; a foreign key alone would take any centre's id (finance.md 2.1).
create function check_shared_reference() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid := nullif(to_jsonb(new) ->> tg_argv[0], '')::uuid;
  v_found boolean;
begin
  if v_id is null then return new; end if;
  execute format('select exists (select from public.%I where id = $1 and franchisee_id in (1, $2))', tg_argv[1]) into v_found using v_id, new.franchisee_id;
  if not v_found then
    raise exception '%.% points to a row of another centre', tg_table_name, tg_argv[0] using errcode = '23503', detail = format('Key (%s) is not present', tg_argv[0]);
  end if;
  return new;
end $$;

create table tax_rate (
  id uuid primary key default gen_random_uuid(),
  code text not null check (code ~ '^[A-Z][A-Z0-9_]{1,19}$'), sac text check (sac ~ '^[0-9]{4,8}$'), description text not null check (length(description) <= 120),
  rate_bp int not null check (rate_bp between 0 and 10000), exempt boolean not null default false, exemption_note text check (length(exemption_note) <= 200),
  from_on date not null, to_on date check (to_on >= from_on),
  check (not exempt or rate_bp = 0),
  constraint tax_rate_overlap exclude using gist (code with =, daterange(from_on, to_on, '[]') with &&));
select make_network_table('tax_rate');
-- Rates and the exemption are to be verified by the operator's tax adviser (finance.md D14); they are data, not code.
insert into tax_rate (code, sac, description, rate_bp, exempt, exemption_note, from_on) values
  ('EDUCATION', '999210', 'Pre-school education', 0, true, 'Educational services exempt, Notification 12/2017, entry 66', '2017-07-01'),
  ('DAY_CARE', '999351', 'Day care and extra hours', 1800, false, null, '2017-07-01'),
  ('SERVICE', '999299', 'Other services', 1800, false, null, '2017-07-01'),
  ('GOODS', null, 'Standalone goods', 1800, false, null, '2017-07-01'),
  ('ROYALTY', '998396', 'Royalty and marketing contribution', 1800, false, null, '2017-07-01'),
  ('TRAINING', '999293', 'Commercial training', 1800, false, null, '2017-07-01');

create table tds_rate (
  id uuid primary key default gen_random_uuid(),
  law text not null check (length(law) <= 80), section text not null check (length(section) <= 60), payment_code text check (length(payment_code) <= 10),
  rate_bp int not null check (rate_bp between 0 and 10000), no_pan_rate_bp int not null default 2000 check (no_pan_rate_bp between 0 and 10000),
  threshold bigint not null check (threshold >= 0), certificate_form text not null, return_form text not null,
  from_on date not null, to_on date check (to_on >= from_on),
  constraint tds_rate_overlap exclude using gist (section with =, daterange(from_on, to_on, '[]') with &&));
select make_network_table('tds_rate');
insert into tds_rate (law, section, payment_code, rate_bp, threshold, certificate_form, return_form, from_on, to_on) values
  ('Income-tax Act 1961', '194J', null, 1000, 3000000, '16A', '26Q', '2020-04-01', '2025-03-31'),
  ('Income-tax Act 1961', '194J', null, 1000, 5000000, '16A', '26Q', '2025-04-01', '2026-03-31'),
  ('Income-tax Act 2025', '393(1) Sl. 6(iii)', '1027', 1000, 5000000, '131', '140', '2026-04-01', null);

create table fee_type (
  franchisee_id int not null references franchisee (id), id uuid not null unique default gen_random_uuid(),
  code text not null check (code ~ '^[A-Z][A-Z0-9_]{1,29}$'), name text not null check (length(name) between 1 and 80),
  component_kind text not null check (component_kind in ('TUITION', 'ADMISSION', 'APPLICATION', 'REGISTRATION', 'ACTIVITY', 'KIT', 'TRANSPORT', 'SERVICE', 'DEPOSIT', 'LATE_FEE', 'BOUNCE', 'OTHER')),
  income_account text not null references account (code), refundable boolean not null default false, one_time boolean not null default false,
  royalty_base text not null check (royalty_base in ('NONE', 'GROSS', 'NET')),
  tax_code text, sac text check (sac ~ '^[0-9]{4,8}$'),
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED', 'RETIRED')),
  decided_by uuid, decided_at timestamptz, decision_note text check (length(decision_note) <= 500),
  primary key (franchisee_id, id), unique (franchisee_id, code));
select make_shared_table('fee_type');
alter table fee_type add constraint fee_type_not_maker check (decided_by <> created_by);
create index fee_type_account on fee_type (income_account);
create index fee_type_state on fee_type (status, franchisee_id);
insert into fee_type (franchisee_id, code, name, component_kind, income_account, refundable, one_time, royalty_base, tax_code, sac, status) values
  (1, 'TUITION', 'Tuition Fees', 'TUITION', '4110', false, false, 'NET', 'EDUCATION', '999210', 'APPROVED'),
  (1, 'ADMISSION', 'Admission Fee', 'ADMISSION', '4120', false, true, 'NET', 'EDUCATION', '999210', 'APPROVED'),
  (1, 'APPLICATION', 'Application Fee', 'APPLICATION', '4130', false, true, 'NONE', 'EDUCATION', '999210', 'APPROVED'),
  (1, 'REGISTRATION', 'Registration Fee', 'REGISTRATION', '4130', false, true, 'NONE', 'EDUCATION', '999210', 'APPROVED'),
  (1, 'ACTIVITY', 'Activity Fees', 'ACTIVITY', '4140', false, false, 'NET', 'EDUCATION', '999210', 'APPROVED'),
  (1, 'KIT', 'Student Kit', 'KIT', '4150', false, true, 'NONE', 'EDUCATION', '999210', 'APPROVED'),
  (1, 'TRANSPORT', 'Transport Fees', 'TRANSPORT', '4160', false, false, 'NONE', 'EDUCATION', '999210', 'APPROVED'),
  (1, 'DAY_CARE', 'Day Care', 'SERVICE', '4170', false, false, 'NET', 'DAY_CARE', '999351', 'APPROVED'),
  (1, 'DEPOSIT', 'Refundable Deposit', 'DEPOSIT', '2110', true, true, 'NONE', null, null, 'APPROVED'),
  (1, 'LATE_FEE', 'Late Fee', 'LATE_FEE', '4200', false, false, 'NONE', null, null, 'APPROVED'),
  (1, 'BOUNCE', 'Cheque Return Charge', 'BOUNCE', '4210', false, false, 'NONE', null, null, 'APPROVED'),
  (1, 'OTHER', 'Other Charges', 'OTHER', '4170', false, false, 'NONE', null, null, 'APPROVED');

create table bank_account (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  holder text not null check (length(holder) between 1 and 120), account_no_cipher bytea not null, account_no_index bytea not null,
  last4 text not null check (last4 ~ '^[0-9A-Z]{4}$'), ifsc text not null check (ifsc ~ '^[A-Z]{4}0[A-Z0-9]{6}$'),
  bank text not null check (length(bank) <= 80), branch text not null check (length(branch) <= 80),
  upi_vpa text check (upi_vpa ~ '^[A-Za-z0-9._-]{2,64}@[A-Za-z0-9.]{2,32}$'),
  kind text not null check (kind in ('COLLECTION', 'PAYOUT', 'NODAL', 'OPERATING')), proof_file uuid,
  status text not null default 'PENDING' check (status in ('DRAFT', 'PENDING', 'VERIFIED', 'REJECTED', 'CLOSED')),
  verified_by uuid, verified_at timestamptz, penny_drop_ref text check (length(penny_drop_ref) <= 40), valid_from date, note text check (length(note) <= 500),
  replaces_id uuid,
  primary key (franchisee_id, id),
  foreign key (franchisee_id, replaces_id) references bank_account (franchisee_id, id));
select make_centre_table('bank_account', '{account_no_cipher,account_no_index}');
alter table bank_account add constraint bank_account_not_maker check (verified_by <> created_by);
-- A rejected or closed number may be entered again.
create unique index bank_account_number on bank_account (franchisee_id, account_no_index, kind) where status not in ('REJECTED', 'CLOSED');
create unique index bank_account_payout on bank_account (franchisee_id) where kind = 'PAYOUT' and status = 'VERIFIED';
create index bank_account_state on bank_account (franchisee_id, status, created_at desc);
create index bank_account_replaces on bank_account (franchisee_id, replaces_id);

create table receipt_fee_type (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  name text not null check (length(name) between 1 and 80),
  reference_type text not null check (reference_type in ('APPLICATION_FORM', 'REGISTRATION_FORM', 'ADMISSION_FORM', 'APPLICATION_FORM_OFFLINE', 'APPLICATION_FORM_FILL', 'APPLICATION_FORM_FILL_OFFLINE', 'TUITION FEES')),
  fee_type_id uuid not null references fee_type (id), academic_year_id int not null references academic_year (id), class_id int references class (id),
  amount bigint not null check (amount between 0 and 10000000000000), bank_account_id uuid,
  online boolean not null default true, offline boolean not null default true, refundable_until date, active boolean not null default true,
  primary key (franchisee_id, id),
  unique nulls not distinct (franchisee_id, academic_year_id, reference_type, class_id),
  foreign key (franchisee_id, bank_account_id) references bank_account (franchisee_id, id));
select make_centre_table('receipt_fee_type');
create trigger check_fee_type before insert or update of fee_type_id on receipt_fee_type for each row execute function check_shared_reference('fee_type_id', 'fee_type');
create index receipt_fee_type_type on receipt_fee_type (fee_type_id);
create index receipt_fee_type_year on receipt_fee_type (academic_year_id);
create index receipt_fee_type_class on receipt_fee_type (class_id);
create index receipt_fee_type_bank on receipt_fee_type (franchisee_id, bank_account_id);
create index receipt_fee_type_reference on receipt_fee_type (franchisee_id, reference_type);
create index receipt_fee_type_name on receipt_fee_type (franchisee_id, name, id);

create table late_fee_rule (
  franchisee_id int not null references franchisee (id), id uuid not null unique default gen_random_uuid(),
  grace_days int not null default 5 check (grace_days between 0 and 90),
  type text not null check (type in ('FLAT', 'PER_DAY', 'SLAB', 'PERCENT_MONTH')),
  amount bigint check (amount >= 0), rate_bp int check (rate_bp between 0 and 10000), slabs jsonb, cap bigint check (cap >= 0), cap_bp int check (cap_bp between 0 and 10000),
  component_kinds text[] not null default '{}', from_on date not null,
  primary key (franchisee_id, id), unique (franchisee_id, from_on));
select make_shared_table('late_fee_rule');

create table refund_band (
  id uuid primary key default gen_random_uuid(),
  component_kind text not null, from_day int, to_day int, percent_bp int not null check (percent_bp between 0 and 10000),
  band_version int not null default 1, from_on date not null, check (to_day >= from_day));
select make_network_table('refund_band');
insert into refund_band (component_kind, from_day, to_day, percent_bp, from_on)
  select k.kind, b.from_day, b.to_day, case when k.kind in ('TUITION', 'ACTIVITY') then b.bp when k.kind = 'KIT' then b.kit else 0 end, date '2023-04-01'
    from unnest(array['TUITION', 'ACTIVITY', 'KIT', 'ADMISSION', 'APPLICATION', 'REGISTRATION']) k (kind),
         (values (null::int, -1, 10000, 10000), (0, 30, 5000, 0), (31, null, 0, 0)) b (from_day, to_day, bp, kit);
insert into refund_band (component_kind, from_day, to_day, percent_bp, from_on) values ('DEPOSIT', null, null, 10000, '2023-04-01');

-- Which level decides: the first row whose limit is not passed; both limits null = above all others.
create table approval_band (
  id uuid primary key default gen_random_uuid(),
  subject text not null check (subject in ('CONCESSION', 'REFUND', 'PLAN_DEVIATION', 'WRITE_OFF', 'SETTLEMENT', 'NOTE')),
  level smallint not null check (level between 1 and 3), up_to_bp int check (up_to_bp between 0 and 10000), up_to_amount bigint check (up_to_amount >= 0),
  approval_code text not null, unique (subject, level));
select make_network_table('approval_band');
insert into approval_band (subject, level, up_to_bp, up_to_amount, approval_code) values
  ('CONCESSION', 1, 1000, null, 'CONCESSION_L1'), ('CONCESSION', 2, 2000, null, 'CONCESSION_L2'), ('CONCESSION', 3, null, null, 'CONCESSION_L3'),
  ('REFUND', 1, null, 1000000, 'REFUND_L1'), ('REFUND', 2, null, 10000000, 'REFUND_L2'), ('REFUND', 3, null, null, 'REFUND_L3');

create table concession (
  franchisee_id int not null references franchisee (id), id uuid not null unique default gen_random_uuid(),
  name text not null check (length(name) between 1 and 80),
  concession_type text not null check (concession_type in ('SIBLING', 'EARLY_BIRD', 'STAFF', 'REFERRAL', 'SCHOLARSHIP', 'FULL_YEAR', 'MANUAL', 'Royalty Concession')),
  basis text not null check (basis in ('PERCENT', 'AMOUNT')), percent int check (percent between 0 and 10000), amount bigint check (amount between 0 and 10000000000000),
  level text not null check (level in ('COMPONENT', 'PLAN')), component_kinds text[] not null default '{}',
  stackable boolean not null default false, cap_amount bigint check (cap_amount >= 0), cap_percent int check (cap_percent between 0 and 10000),
  valid_from date not null, valid_to date check (valid_to >= valid_from), max_uses int check (max_uses > 0),
  document_needed boolean not null default false, royalty_treatment text not null default 'NET' check (royalty_treatment in ('GROSS', 'NET', 'NET_IF_HO')),
  active boolean not null default true,
  primary key (franchisee_id, id),
  check ((basis = 'PERCENT' and percent is not null) or (basis = 'AMOUNT' and amount is not null)),
  check (concession_type <> 'Royalty Concession' or basis = 'PERCENT'));
select make_shared_table('concession');
create index concession_name on concession (franchisee_id, name, id);
create index concession_type on concession (franchisee_id, concession_type);

create table concession_budget (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  academic_year_id int not null references academic_year (id), term int not null check (term between 0 and 4), amount bigint not null check (amount >= 0),
  primary key (franchisee_id, id), unique (franchisee_id, academic_year_id, term));
select make_centre_table('concession_budget');
create index concession_budget_year on concession_budget (academic_year_id);
