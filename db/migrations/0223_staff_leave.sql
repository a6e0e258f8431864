-- Leave of staff (areas/staff.md 3.3). The unit is the half day. A balance is the sum of its entries; nothing is ever
-- changed there. The halves of a request that counts are unique, so that two requests cannot meet.
create table leave_type (
  franchisee_id int not null references franchisee (id), id uuid not null unique default gen_random_uuid(),
  code text not null check (code ~ '^[A-Z]{2,6}$'), name text not null check (length(name) between 1 and 60),
  paid boolean not null default true,
  yearly_halves int not null default 0 check (yearly_halves between 0 and 730),
  accrual text not null default 'NONE' check (accrual in ('YEARLY', 'MONTHLY', 'NONE')),
  -- What goes over into the next leave year at most.
  carry_halves int not null default 0 check (carry_halves between 0 and 730),
  -- Holidays and week offs between two days of leave count too.
  counts_between boolean not null default false,
  max_run_halves int check (max_run_halves between 1 and 730),
  notice_days int not null default 0 check (notice_days between 0 and 90),
  back_days int not null default 7 check (back_days between 0 and 90),
  proof_after_halves int check (proof_after_halves between 0 and 730),
  gender text check (gender in ('MALE', 'FEMALE')),
  half_allowed boolean not null default true,
  -- How far below zero a balance may go.
  negative_halves int not null default 0 check (negative_halves between 0 and 730),
  position int not null default 0 check (position between 0 and 999), active boolean not null default true,
  primary key (franchisee_id, id), unique (franchisee_id, code));
select make_shared_table('leave_type');
insert into leave_type (franchisee_id, code, name, paid, yearly_halves, accrual, carry_halves, counts_between, max_run_halves, notice_days, back_days, proof_after_halves, gender, half_allowed, negative_halves, position) values
  (1, 'CL', 'Casual leave', true, 24, 'YEARLY', 0, false, 6, 1, 7, null, null, true, 0, 1),
  (1, 'SL', 'Sick leave', true, 24, 'YEARLY', 0, false, null, 0, 30, 4, null, true, 0, 2),
  (1, 'EL', 'Earned leave', true, 30, 'MONTHLY', 60, true, null, 15, 7, null, null, true, 0, 3),
  (1, 'ML', 'Maternity leave', true, 364, 'NONE', 0, true, null, 0, 30, 0, 'FEMALE', false, 0, 4),
  (1, 'PL', 'Paternity leave', true, 10, 'NONE', 0, false, null, 0, 30, null, 'MALE', false, 0, 5),
  (1, 'CO', 'Compensatory off', true, 0, 'NONE', 0, false, null, 0, 7, null, null, true, 0, 6),
  (1, 'LWP', 'Leave without pay', false, 0, 'NONE', 0, false, null, 0, 7, null, null, true, 730, 7),
  (1, 'SPL', 'Special leave', true, 0, 'NONE', 0, false, null, 0, 7, null, null, true, 0, 8);

create table leave_entry (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), staff_id uuid not null,
  -- The network's or the own centre's; the command looks which.
  type_id uuid not null references leave_type (id),
  -- Calendar year in which the leave year (April to March) begins.
  leave_year int not null check (leave_year between 2000 and 2199),
  halves int not null check (halves <> 0 and abs(halves) <= 730),
  kind text not null check (kind in ('OPENING', 'ACCRUAL', 'GRANT', 'TAKEN', 'RESTORED', 'CARRIED', 'LAPSED')),
  -- What it came from: a month, a request, a grant.
  ref text not null check (length(ref) between 1 and 60), on_date date not null, note text check (length(note) <= 300),
  primary key (franchisee_id, id), unique (franchisee_id, staff_id, type_id, leave_year, kind, ref),
  foreign key (franchisee_id, staff_id) references staff (franchisee_id, id));
select make_centre_table('leave_entry');
select make_append_only('leave_entry');
create index leave_entry_type on leave_entry (type_id);

create table leave_request (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), staff_id uuid not null,
  -- Whose leave it is: who may not decide.
  user_id uuid references app_user (id), type_id uuid not null references leave_type (id),
  from_on date not null, from_half text not null check (from_half in ('FN', 'AN')), to_on date not null, to_half text not null check (to_half in ('FN', 'AN')),
  halves int not null check (halves between 1 and 730), leave_year int not null,
  reason text not null check (length(reason) between 5 and 300), file_id uuid, substitute_id uuid,
  status text not null default 'APPLIED' check (status in ('APPLIED', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'CANCEL_ASKED', 'CANCELLED')),
  decided_by uuid, decided_at timestamptz, note text check (length(note) <= 300),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, staff_id) references staff (franchisee_id, id),
  foreign key (franchisee_id, substitute_id) references staff (franchisee_id, id),
  foreign key (franchisee_id, file_id) references file (franchisee_id, id),
  check (from_on <= to_on), check (from_on < to_on or from_half = to_half or from_half = 'FN'),
  constraint leave_request_not_own check (decided_by <> user_id));
select make_centre_table('leave_request');
create index leave_request_list on leave_request (franchisee_id, from_on desc, id desc);
create index leave_request_staff on leave_request (franchisee_id, staff_id, from_on desc);
create index leave_request_open on leave_request (franchisee_id, created_at) where status in ('APPLIED', 'CANCEL_ASKED');
create index leave_request_type on leave_request (type_id);
create index leave_request_user on leave_request (user_id);
create index leave_request_substitute on leave_request (franchisee_id, substitute_id);
create index leave_request_file on leave_request (franchisee_id, file_id);

create table leave_request_half (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), request_id uuid not null, staff_id uuid not null,
  day date not null, half text not null check (half in ('FN', 'AN')),
  -- False: a day off inside the leave, named in why.
  counted boolean not null, why text check (length(why) <= 120), active boolean not null default true,
  primary key (franchisee_id, id),
  foreign key (franchisee_id, request_id) references leave_request (franchisee_id, id),
  foreign key (franchisee_id, staff_id) references staff (franchisee_id, id));
select make_centre_table('leave_request_half');
create unique index leave_request_half_once on leave_request_half (franchisee_id, staff_id, day, half) where active;
create index leave_request_half_of on leave_request_half (franchisee_id, request_id);
create index leave_request_half_day on leave_request_half (franchisee_id, day) where active and counted;
