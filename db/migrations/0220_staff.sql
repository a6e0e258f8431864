-- Staff of a centre: who works here, with which documents, and who may be with children (areas/staff.md 2).
create table staff_designation (
  id uuid primary key default gen_random_uuid(), name text not null unique check (length(name) between 1 and 60),
  category text not null check (category in ('TEACHING', 'CARE', 'ADMIN', 'TRANSPORT', 'SUPPORT', 'MANAGEMENT')),
  position int not null default 0 check (position between 0 and 999), active boolean not null default true);
select make_network_table('staff_designation');
insert into staff_designation (name, category, position) values
  ('Centre Head', 'MANAGEMENT', 1), ('Academic Coordinator', 'MANAGEMENT', 2), ('Teacher', 'TEACHING', 10), ('Assistant Teacher', 'TEACHING', 11),
  ('Day-care Attendant', 'CARE', 20), ('Counsellor', 'ADMIN', 30), ('Administrator', 'ADMIN', 31), ('Driver', 'TRANSPORT', 40),
  ('Bus Attendant', 'TRANSPORT', 41), ('Housekeeping', 'SUPPORT', 50), ('Security Guard', 'SUPPORT', 51);

create table staff_document_kind (
  id uuid primary key default gen_random_uuid(), name text not null unique check (length(name) between 1 and 80),
  categories text[] not null check (cardinality(categories) > 0 and categories <@ array['TEACHING', 'CARE', 'ADMIN', 'TRANSPORT', 'SUPPORT', 'MANAGEMENT']),
  -- Must be verified before a person of these categories is approved.
  for_approval boolean not null default false,
  -- Null: does not expire. Otherwise the usual months of validity, offered when a document is added.
  valid_months int check (valid_months between 1 and 120),
  sensitive boolean not null default false, position int not null default 0 check (position between 0 and 999), active boolean not null default true);
select make_network_table('staff_document_kind');
insert into staff_document_kind (name, categories, for_approval, valid_months, sensitive, position)
select name, case when taught then array['TEACHING'] else array['TEACHING', 'CARE', 'ADMIN', 'TRANSPORT', 'SUPPORT', 'MANAGEMENT'] end, for_approval, months, sensitive, position
  from (values
    ('Photo', false, true, null::int, false, 1), ('Identity proof', false, true, null, true, 2), ('Address proof', false, true, null, true, 3),
    ('Qualification certificate', true, true, null, false, 4), ('Teacher training certificate (NTT/ECCEd)', true, true, null, false, 5),
    ('Police verification', false, true, 36, true, 6), ('Medical fitness', false, false, 12, true, 7),
    ('Child-safety undertaking (POCSO policy)', false, true, null, false, 8), ('Experience letter', false, false, null, false, 9),
    ('Bank proof', false, false, null, true, 10), ('Appointment letter', false, false, null, false, 11)
  ) k (name, taught, for_approval, months, sensitive, position);

create table staff_shift (
  franchisee_id int not null references franchisee (id), id uuid not null unique default gen_random_uuid(), name text not null check (length(name) between 1 and 60),
  starts_at time not null, half_at time not null, ends_at time not null,
  grace_minutes int not null default 10 check (grace_minutes between 0 and 120),
  -- Least minutes of presence that make a half day.
  half_minutes int not null default 120 check (half_minutes between 15 and 480),
  weekly_off text[] not null default '{SUN}' check (weekly_off <@ array['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']),
  saturday_rule text not null default 'WORKING' check (saturday_rule in ('WORKING', 'OFF', 'SECOND_FOURTH_OFF')),
  active boolean not null default true,
  primary key (franchisee_id, id), unique (franchisee_id, name),
  check (starts_at < half_at and half_at < ends_at));
select make_shared_table('staff_shift');
insert into staff_shift (franchisee_id, name, starts_at, half_at, ends_at) values (1, 'School day', '08:30', '12:30', '16:30');

create table staff (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(), user_id uuid references app_user (id),
  -- Centre's number in three digits and a running one: 014-0007.
  employee_code text not null check (employee_code ~ '^[0-9]{3,}-[0-9]{4,}$'),
  first_name text not null check (length(first_name) between 1 and 60), last_name text not null default '' check (length(last_name) <= 60),
  name text not null generated always as (trim(first_name || ' ' || last_name)) stored,
  gender text check (gender in ('MALE', 'FEMALE', 'OTHER')), born_on date,
  mobile text check (mobile ~ '^\+91[6-9][0-9]{9}$'), email text check (email = lower(email)), photo_file uuid,
  category text not null check (category in ('TEACHING', 'CARE', 'ADMIN', 'TRANSPORT', 'SUPPORT', 'MANAGEMENT')),
  designation_id uuid references staff_designation (id), department_id smallint references department (id),
  employment text not null default 'FULL_TIME' check (employment in ('FULL_TIME', 'PART_TIME', 'CONTRACT', 'INTERN')),
  joined_on date not null, probation_until date, reports_to uuid references app_user (id),
  -- The network's or the own centre's; the command looks which.
  shift_id uuid references staff_shift (id),
  address text check (length(address) <= 300), pincode text check (pincode ~ '^[1-9][0-9]{5}$'),
  emergency_name text check (length(emergency_name) <= 80), emergency_mobile text check (emergency_mobile ~ '^\+91[6-9][0-9]{9}$'),
  blood_group text check (blood_group in ('A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-')),
  qualification text check (length(qualification) <= 200), experience_months int check (experience_months between 0 and 720),
  languages text[] not null default '{}', aadhaar_last4 text check (aadhaar_last4 ~ '^[0-9]{4}$'),
  -- PAN, bank account, PF and ESI numbers, sealed as one JSON.
  private bytea,
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED', 'SUSPENDED', 'LEFT')),
  status_reason text check (length(status_reason) <= 300), approved_by uuid, approved_at timestamptz,
  -- The last day. Set ahead, the row becomes LEFT when that day is over.
  left_on date, leaving_reason text check (length(leaving_reason) <= 300), rehire boolean not null default true,
  search_text text generated always as (lower(first_name || ' ' || last_name || ' ' || employee_code || ' ' || coalesce(mobile, '') || ' ' || coalesce(email, ''))) stored,
  primary key (franchisee_id, id), unique (franchisee_id, employee_code),
  foreign key (franchisee_id, photo_file) references file (franchisee_id, id),
  check (left_on >= joined_on), check (status <> 'LEFT' or left_on is not null), check (born_on <= joined_on - interval '18 years'),
  constraint staff_not_own check (approved_by <> user_id));
select make_centre_table('staff', '{private}');
alter table staff add constraint staff_not_maker check (approved_by <> created_by);
-- One employment of a person, and one holder of a number, at a centre.
create unique index staff_user on staff (franchisee_id, user_id) where status <> 'LEFT';
create unique index staff_mobile on staff (franchisee_id, mobile) where status not in ('LEFT', 'REJECTED');
create index staff_name on staff (franchisee_id, name, id);
create index staff_status on staff (franchisee_id, status, category);
create index staff_of_user on staff (user_id);
create index staff_leaving on staff (left_on) where status <> 'LEFT' and left_on is not null;
create index staff_search on staff using gin (search_text gin_trgm_ops);
create index staff_designation_of on staff (designation_id);
create index staff_department on staff (department_id);
create index staff_reports_to on staff (reports_to);
create index staff_shift_of on staff (shift_id);
create index staff_photo on staff (franchisee_id, photo_file);

create table staff_document (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), staff_id uuid not null, kind_id uuid not null references staff_document_kind (id),
  -- Null where the original was seen and no copy is kept.
  file_id uuid, number_sealed bytea, issued_on date, expires_on date,
  status text not null default 'UPLOADED' check (status in ('UPLOADED', 'VERIFIED', 'REJECTED', 'EXPIRED', 'REPLACED')),
  uploaded_by uuid default scope_user(), verified_by uuid, verified_at timestamptz, reason text check (length(reason) <= 300),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, staff_id) references staff (franchisee_id, id),
  foreign key (franchisee_id, file_id) references file (franchisee_id, id),
  check (expires_on >= issued_on), constraint staff_document_not_own check (verified_by <> uploaded_by));
select make_centre_table('staff_document', '{number_sealed}');
create unique index staff_document_live on staff_document (franchisee_id, staff_id, kind_id) where status in ('UPLOADED', 'VERIFIED');
create index staff_document_staff on staff_document (franchisee_id, staff_id);
create index staff_document_kind_of on staff_document (kind_id);
create index staff_document_file on staff_document (franchisee_id, file_id);
create index staff_document_expiry on staff_document (franchisee_id, expires_on) where status = 'VERIFIED' and expires_on is not null;

-- Rights follow the row from now on. Whoever holds the approval today is approved staff where it opens something, so that
-- no teacher loses a screen; a teacher without it waits. One who was created at /user/create/staff is made by the waiting
-- fact instead.
with place as (
  select c.user_id, coalesce(c.franchisee_id, u.franchisee_id) as at, (u.created_at at time zone 'Asia/Kolkata')::date as since, true as approved
    from user_approval_code c join app_user u on u.id = c.user_id where c.code = 'USER_STAFF_APPROVED' and c.revoked_at is null
  union all
  select g.user_id, g.franchisee_id, g.from_on, exists (select from user_approval_code c where c.user_id = g.user_id
      and c.code = 'USER_STAFF_APPROVED' and c.revoked_at is null and c.franchisee_id is null)
    from user_role g join role r on r.id = g.role_id
   where r.needs_staff_approval and g.scope = 'CENTRE' and g.ended_at is null and coalesce(g.to_on, 'infinity') >= current_date),
 person as (select user_id, at, min(since) as since, bool_or(approved) as approved from place group by user_id, at)
insert into staff (franchisee_id, id, user_id, employee_code, first_name, last_name, mobile, email, category, joined_on, status, created_by)
select p.at, gen_random_uuid(), u.id, lpad(p.at::text, 3, '0') || '-' || lpad(next_number(p.at, 'STAFF', '')::text, 4, '0'),
       u.first_name, u.last_name, u.mobile_norm, u.email_norm, 'TEACHING', p.since, case when p.approved then 'APPROVED' else 'PENDING' end, u.created_by
  from person p join app_user u on u.id = p.user_id and u.state <> 'DISABLED'
 where p.approved or not exists (select from outbox o where o.kind = 'network.staff-user-created' and o.dedupe_key = u.id::text)
 order by p.at, u.created_at, u.id;

-- One approval everywhere becomes one at each place, where a decision can take it away again.
insert into user_approval_code (user_id, code, franchisee_id)
select s.user_id, 'USER_STAFF_APPROVED', s.franchisee_id from staff s
 where s.status = 'APPROVED' and exists (select from user_approval_code c where c.user_id = s.user_id and c.code = 'USER_STAFF_APPROVED'
   and c.revoked_at is null and c.franchisee_id is null)
on conflict (user_id, code, (coalesce(franchisee_id, 0))) where revoked_at is null do nothing;
update user_approval_code set revoked_at = now() where code = 'USER_STAFF_APPROVED' and revoked_at is null and franchisee_id is null;
