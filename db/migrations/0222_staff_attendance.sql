-- Attendance of staff (areas/staff.md 3.1). A day is computed from punches, what somebody marked, shift and calendar; it is
-- stored only where a person wrote something, and as a whole when its month is locked.
create table staff_punch (
  franchisee_id int not null, id uuid not null, staff_id uuid not null, kind text not null check (kind in ('IN', 'OUT')),
  -- The server's time; of a punch that waited for the network the device's.
  at timestamptz not null, offline boolean not null default false,
  -- Evidence, never a gate: null where the device gave no position.
  lat numeric(9, 6) check (lat between -90 and 90), lng numeric(9, 6) check (lng between -180 and 180),
  accuracy_m int check (accuracy_m >= 0), distance_m int check (distance_m >= 0), outside boolean,
  primary key (franchisee_id, id), foreign key (franchisee_id, staff_id) references staff (franchisee_id, id));
select make_centre_table('staff_punch');
select make_append_only('staff_punch');
create index staff_punch_of on staff_punch (franchisee_id, staff_id, at);

create table staff_punch_void (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), punch_id uuid not null,
  reason text not null check (length(reason) between 3 and 300),
  primary key (franchisee_id, id), unique (franchisee_id, punch_id),
  foreign key (franchisee_id, punch_id) references staff_punch (franchisee_id, id));
select make_centre_table('staff_punch_void');
select make_append_only('staff_punch_void');

create table staff_day (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), staff_id uuid not null, day date not null,
  -- Halves that somebody marked; null = computed.
  fn text check (fn in ('P', 'A', 'OD')), an text check (an in ('P', 'A', 'OD')), note text check (length(note) <= 200),
  -- The whole computed day, as it was when its month was locked.
  frozen jsonb,
  primary key (franchisee_id, id), unique (franchisee_id, staff_id, day),
  foreign key (franchisee_id, staff_id) references staff (franchisee_id, id));
select make_centre_table('staff_day');
create index staff_day_on on staff_day (franchisee_id, day);

create table staff_month (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  month date not null check (extract(day from month) = 1),
  status text not null default 'OPEN' check (status in ('OPEN', 'LOCKED')),
  primary key (franchisee_id, id), unique (franchisee_id, month));
select make_centre_table('staff_month');
