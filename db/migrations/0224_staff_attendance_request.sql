-- What a person asks about the own attendance: a check-in that was missed, duty elsewhere, a correction. An approved
-- request marks the days (staff_day).
create table staff_attendance_request (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), staff_id uuid not null,
  -- Whose days these are: who may not decide.
  user_id uuid references app_user (id),
  kind text not null check (kind in ('MISSED_PUNCH', 'ON_DUTY', 'CORRECTION')),
  from_on date not null, to_on date not null, halves text not null check (halves in ('DAY', 'FN', 'AN')),
  want text not null check (want in ('P', 'OD', 'A')), in_at time, out_at time,
  reason text not null check (length(reason) between 5 and 300), file_id uuid,
  status text not null default 'APPLIED' check (status in ('APPLIED', 'APPROVED', 'REJECTED', 'WITHDRAWN')),
  decided_by uuid, decided_at timestamptz, note text check (length(note) <= 300),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, staff_id) references staff (franchisee_id, id),
  foreign key (franchisee_id, file_id) references file (franchisee_id, id),
  check (to_on >= from_on and to_on - from_on <= 31), check (out_at > in_at),
  constraint staff_attendance_request_not_own check (decided_by <> user_id));
select make_centre_table('staff_attendance_request');
create index staff_attendance_request_list on staff_attendance_request (franchisee_id, from_on desc, id desc);
create index staff_attendance_request_staff on staff_attendance_request (franchisee_id, staff_id, from_on desc);
create index staff_attendance_request_user on staff_attendance_request (user_id);
create index staff_attendance_request_file on staff_attendance_request (franchisee_id, file_id);
