-- Who learns by which module (areas/training.md 2.3): enrolled by their centre or head office, approved by another person where
-- the module asks for it.
create table teacher_enrollment (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  staff_id uuid not null, module_id uuid not null references teacher_module (id),
  -- What was published when it began; later editions move no goal posts.
  edition int not null check (edition > 0), cycle_no int not null default 1 check (cycle_no > 0),
  status text not null check (status in ('REQUESTED', 'APPROVED', 'REJECTED', 'IN PROGRESS', 'COMPLETED', 'WITHDRAWN', 'LAPSED')),
  source text not null default 'ASSIGNED' check (source in ('ASSIGNED', 'REQUEST')),
  requested_by uuid not null references app_user (id), decided_by uuid references app_user (id), decided_at timestamptz,
  reason text check (length(reason) <= 300), note text check (length(note) <= 300), due_on date,
  started_at timestamptz, completed_at timestamptz,
  progress_bp int not null default 0 check (progress_bp between 0 and 10000), best_score_bp int check (best_score_bp between 0 and 10000),
  primary key (franchisee_id, id), unique (franchisee_id, staff_id, module_id, cycle_no),
  foreign key (franchisee_id, staff_id) references staff (franchisee_id, id),
  constraint teacher_enrollment_other check (decided_by <> requested_by),
  check (status <> 'COMPLETED' or completed_at is not null));
-- One at a time of a module.
create unique index teacher_enrollment_open on teacher_enrollment (franchisee_id, staff_id, module_id) where status in ('REQUESTED', 'APPROVED', 'IN PROGRESS');
create index teacher_enrollment_list on teacher_enrollment (franchisee_id, status, due_on);
create index teacher_enrollment_module on teacher_enrollment (module_id);
create index teacher_enrollment_requested_by on teacher_enrollment (requested_by);
create index teacher_enrollment_decided_by on teacher_enrollment (decided_by);
create index teacher_enrollment_due on teacher_enrollment (due_on) where status in ('APPROVED', 'IN PROGRESS');
select make_centre_table('teacher_enrollment');
