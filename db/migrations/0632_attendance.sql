-- Attendance of children (areas/academics.md 2.2): one register a section and day, one mark a child and day, absences
-- that families announce, corrections of days that are closed.
create table attendance_register (
  franchisee_id int not null, id uuid not null default gen_random_uuid(),
  section_id uuid not null, on_date date not null, session text not null check (session in ('MORNING', 'AFTERNOON', 'FULL_DAY')),
  status text not null default 'OPEN' check (status in ('OPEN', 'SUBMITTED', 'CANCELLED')),
  submitted_by uuid references app_user (id), submitted_at timestamptz,
  primary key (franchisee_id, id),
  foreign key (franchisee_id, section_id) references section (franchisee_id, id),
  check ((status = 'SUBMITTED') <= (submitted_at is not null)));
create unique index attendance_register_once on attendance_register (franchisee_id, section_id, on_date, session);
create index attendance_register_date on attendance_register (franchisee_id, on_date, status);
create index attendance_register_submitter on attendance_register (submitted_by);
select make_centre_table('attendance_register');

create table attendance_mark (
  franchisee_id int not null, on_date date not null, enrolment_id uuid not null,
  session text not null check (session in ('MORNING', 'AFTERNOON', 'FULL_DAY')),
  section_id uuid not null, register_id uuid not null,
  code text not null check (code in ('P', 'LATE', 'EARLY', 'HD', 'A', 'L')),
  in_at time, out_at time,
  reason text check (reason in ('SICK', 'FAMILY', 'TRAVEL', 'WEATHER', 'TRANSPORT', 'OTHER')),
  note text check (length(note) <= 200),
  source text not null default 'TEACHER' check (source in ('TEACHER', 'FAMILY', 'IMPORT', 'CORRECTION')),
  -- Of the operation that wrote it last: the same one again changes nothing.
  op_id uuid not null, marked_by uuid references app_user (id), marked_at_device timestamptz,
  -- One row a child, day and session, whatever two devices send.
  primary key (franchisee_id, on_date, enrolment_id, session),
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id),
  foreign key (franchisee_id, section_id) references section (franchisee_id, id),
  foreign key (franchisee_id, register_id) references attendance_register (franchisee_id, id));
create index attendance_mark_child on attendance_mark (franchisee_id, enrolment_id, on_date);
create index attendance_mark_section on attendance_mark (franchisee_id, section_id, on_date);
create index attendance_mark_register on attendance_mark (franchisee_id, register_id);
create index attendance_mark_by on attendance_mark (marked_by);
select make_centre_table('attendance_mark');

create table absence_note (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), enrolment_id uuid not null,
  from_on date not null, to_on date not null,
  reason text not null check (reason in ('SICK', 'FAMILY', 'TRAVEL', 'WEATHER', 'TRANSPORT', 'OTHER')),
  note text check (length(note) <= 300), told_by uuid references app_user (id),
  status text not null default 'SENT' check (status in ('SENT', 'SEEN', 'CANCELLED')),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id),
  check (to_on between from_on and from_on + 29));
create index absence_note_days on absence_note (franchisee_id, from_on, to_on);
create index absence_note_child on absence_note (franchisee_id, enrolment_id);
create index absence_note_by on absence_note (told_by);
select make_centre_table('absence_note');

create table attendance_correction (
  franchisee_id int not null, id uuid not null default gen_random_uuid(),
  on_date date not null, enrolment_id uuid not null, section_id uuid not null,
  -- Null: the child was not marked.
  old_code text check (old_code in ('P', 'LATE', 'EARLY', 'HD', 'A', 'L')),
  new_code text not null check (new_code in ('P', 'LATE', 'EARLY', 'HD', 'A', 'L')),
  reason text not null check (length(reason) <= 300),
  status text not null default 'REQUESTED' check (status in ('REQUESTED', 'APPROVED', 'REJECTED')),
  requested_by uuid not null references app_user (id), decided_by uuid references app_user (id), decided_at timestamptz,
  decision_note text check (length(decision_note) <= 300),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id),
  foreign key (franchisee_id, section_id) references section (franchisee_id, id),
  check (new_code is distinct from old_code),
  constraint attendance_correction_not_own check (decided_by <> requested_by));
create unique index attendance_correction_open on attendance_correction (franchisee_id, enrolment_id, on_date) where status = 'REQUESTED';
create index attendance_correction_status on attendance_correction (franchisee_id, status, on_date);
create index attendance_correction_child on attendance_correction (franchisee_id, enrolment_id);
create index attendance_correction_section on attendance_correction (franchisee_id, section_id);
create index attendance_correction_maker on attendance_correction (requested_by);
create index attendance_correction_decider on attendance_correction (decided_by);
select make_centre_table('attendance_correction');

-- What a family sees of it: its own children, and that by a sub-select that runs once a query.
select allow_family('attendance_mark', 'enrolment_id in (select e.id from enrolment e where e.student_id = any ((select scope_students())::uuid[]))');
select allow_family('absence_note', 'enrolment_id in (select e.id from enrolment e where e.student_id = any ((select scope_students())::uuid[]))');
