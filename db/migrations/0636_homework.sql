-- Homework and what children hand in (areas/academics.md 2.3). A homework a week past its due day is closed by its date: no status.
create table homework (
  franchisee_id int not null, id uuid not null default gen_random_uuid(),
  academic_year_id int not null references academic_year (id),
  section_id uuid not null, subject_id uuid references subject (id),
  title text not null check (length(title) between 1 and 120), text text not null check (length(text) between 1 and 4000),
  assigned_on date not null, due_on date not null, publish_at timestamptz,
  submission text not null check (submission in ('NONE', 'PHOTO_OR_FILE', 'TICK')),
  all_children boolean not null default true,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PUBLISHED', 'WITHDRAWN')),
  withdraw_reason text check (length(withdraw_reason) <= 300),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, section_id) references section (franchisee_id, id),
  check (due_on >= assigned_on), check (status <> 'PUBLISHED' or publish_at is not null));
create index homework_section on homework (franchisee_id, section_id, due_on desc, id);
create index homework_year on homework (academic_year_id);
create index homework_subject on homework (subject_id);
select make_centre_table('homework');

-- Only of homeworks that are not for the whole section.
create table homework_target (
  franchisee_id int not null, homework_id uuid not null, enrolment_id uuid not null,
  primary key (franchisee_id, homework_id, enrolment_id),
  foreign key (franchisee_id, homework_id) references homework (franchisee_id, id) on delete cascade,
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id));
create index homework_target_child on homework_target (franchisee_id, enrolment_id);
select make_centre_table('homework_target');

create table homework_submission (
  franchisee_id int not null, id uuid not null default gen_random_uuid(),
  homework_id uuid not null, enrolment_id uuid not null,
  attempt smallint not null check (attempt between 1 and 3),
  note text check (length(note) <= 500), handed_in_at timestamptz not null, late boolean not null,
  by_kind text not null check (by_kind in ('FAMILY', 'STAFF')),
  status text not null default 'SUBMITTED' check (status in ('SUBMITTED', 'RETURNED', 'REVIEWED', 'EXEMPT')),
  sticker text check (length(sticker) <= 20), comment text check (length(comment) <= 500),
  reviewed_by uuid references app_user (id), reviewed_at timestamptz,
  primary key (franchisee_id, id),
  foreign key (franchisee_id, homework_id) references homework (franchisee_id, id),
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id),
  check (status <> 'RETURNED' or comment is not null));
create unique index homework_submission_once on homework_submission (franchisee_id, homework_id, enrolment_id, attempt);
create index homework_submission_child on homework_submission (franchisee_id, enrolment_id);
create index homework_submission_reviewer on homework_submission (reviewed_by);
select make_centre_table('homework_submission');

select allow_family('homework_target', 'enrolment_id in (select e.id from enrolment e where e.student_id = any ((select scope_students())::uuid[]))');
select allow_family('homework_submission', 'enrolment_id in (select e.id from enrolment e where e.student_id = any ((select scope_students())::uuid[]))');
select allow_family('homework', $policy$status = 'PUBLISHED' and section_id in (select p.section_id from placement p)
  and exists (select from placement p where p.franchisee_id = homework.franchisee_id and p.section_id = homework.section_id
    and p.from_on <= assigned_on and coalesce(p.before_on, 'infinity') > assigned_on
    and (all_children or exists (select from homework_target t where t.homework_id = homework.id and t.enrolment_id = p.enrolment_id)))$policy$);
