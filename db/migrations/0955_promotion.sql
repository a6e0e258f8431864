-- Moving up into the next year (areas/students.md 2, 3.5): the rules of a class, a run over one class of a centre, and what
-- was proposed and decided for each child. What became of a row is its line of the run's batch.
create table promotion_policy (
  franchisee_id int not null references franchisee (id), id uuid not null unique default gen_random_uuid(),
  class_id int not null references class (id),
  -- Null: the children of this class graduate.
  to_class_id int references class (id),
  min_attendance_bp int check (min_attendance_bp between 0 and 10000),
  -- Paise.
  max_dues bigint check (max_dues >= 0),
  age_check boolean not null default true,
  section_rule text not null default 'SAME_NAME' check (section_rule in ('SAME_NAME', 'BALANCE', 'LATER')),
  plan_rule text not null default 'STANDARD' check (plan_rule in ('STANDARD', 'LATER')),
  primary key (franchisee_id, id), unique (franchisee_id, class_id), check (to_class_id <> class_id));
select make_shared_table('promotion_policy');
create index promotion_policy_class on promotion_policy (class_id);
create index promotion_policy_to_class on promotion_policy (to_class_id);

create table promotion_run (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  academic_year_id int not null references academic_year (id), to_year_id int not null references academic_year (id),
  class_id int not null references class (id), section_id uuid,
  -- RUNNING: begun; how it ended says its batch.
  status text not null default 'READY' check (status in ('READY', 'APPROVED', 'RUNNING', 'CANCELLED')),
  -- The rules as they stood when the class was evaluated.
  policy jsonb not null,
  made_by uuid not null references app_user (id), evaluated_at timestamptz not null default now(),
  approved_by uuid references app_user (id) check (approved_by <> made_by), approved_at timestamptz,
  batch_id uuid, executed_at timestamptz,
  primary key (franchisee_id, id),
  foreign key (franchisee_id, section_id) references section (franchisee_id, id),
  foreign key (franchisee_id, batch_id) references batch (franchisee_id, id),
  check (to_year_id = academic_year_id + 1), check ((status = 'RUNNING') = (batch_id is not null)));
select make_centre_table('promotion_run');
-- One open run of a class; sections of it are parts of the same work.
create unique index promotion_run_open on promotion_run (franchisee_id, academic_year_id, class_id) where status in ('READY', 'APPROVED');
create index promotion_run_year on promotion_run (franchisee_id, academic_year_id, evaluated_at desc);
create index promotion_run_network on promotion_run (evaluated_at desc, id);
create index promotion_run_class on promotion_run (class_id);
create index promotion_run_section on promotion_run (franchisee_id, section_id);
create index promotion_run_batch on promotion_run (franchisee_id, batch_id);
create index promotion_run_from on promotion_run (academic_year_id);
create index promotion_run_to on promotion_run (to_year_id);
create index promotion_run_made on promotion_run (made_by);
create index promotion_run_approved on promotion_run (approved_by);

create table promotion_row (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), run_id uuid not null, enrolment_id uuid not null,
  proposed text not null check (proposed in ('PROMOTE', 'RETAIN', 'GRADUATE', 'LEAVE', 'REVIEW')),
  -- Null: somebody has to decide first.
  decision text check (decision in ('PROMOTE', 'RETAIN', 'GRADUATE', 'LEAVE')),
  reasons text[] not null default '{}',
  -- Paise, as of the evaluation.
  dues bigint not null default 0, advance bigint not null default 0,
  attendance_bp int, target_class_id int references class (id), plan_id uuid, plan_net bigint,
  override_reason text check (length(override_reason) <= 200), decided_by uuid references app_user (id),
  primary key (franchisee_id, id), unique (franchisee_id, run_id, enrolment_id),
  foreign key (franchisee_id, run_id) references promotion_run (franchisee_id, id),
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id),
  check (decision is null or (decision = 'PROMOTE') <= (target_class_id is not null)));
select make_centre_table('promotion_row');
create index promotion_row_enrolment on promotion_row (franchisee_id, enrolment_id);
create index promotion_row_class on promotion_row (target_class_id);
create index promotion_row_decided on promotion_row (decided_by);

-- The year's close looks for what was decided and still runs.
create index enrolment_outcome on enrolment (academic_year_id, franchisee_id) where outcome is not null and status in ('ACTIVE', 'ON_HOLD');
