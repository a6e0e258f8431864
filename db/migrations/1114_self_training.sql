-- What somebody who learns by a module has seen, read and answered (areas/training.md 3.5).
create table topic_item_progress (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  enrollment_id uuid not null,
  -- An item of the enrolment's edition; the item itself may be gone since.
  item_id uuid not null,
  intervals jsonb not null default '[]' check (jsonb_typeof(intervals) = 'array'),
  seconds int not null default 0 check (seconds >= 0), furthest int not null default 0 check (furthest >= 0),
  last_position int not null default 0 check (last_position >= 0),
  last_at timestamptz not null, completed_at timestamptz,
  primary key (franchisee_id, id), unique (franchisee_id, enrollment_id, item_id),
  foreign key (franchisee_id, enrollment_id) references teacher_enrollment (franchisee_id, id));
select make_centre_table('topic_item_progress');

-- After the last attempt the centre may allow one more.
alter table teacher_enrollment add column extra_attempts int not null default 0 check (extra_attempts between 0 and 20);

create table assessment_attempt (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  enrollment_id uuid not null, assessment_id uuid not null references teacher_assessment (id),
  attempt_no int not null check (attempt_no > 0),
  status text not null default 'OPEN' check (status in ('OPEN', 'MARKED', 'EXPIRED')),
  -- As they were asked, in their order, with their keys: what an author changes later marks nobody anew. Neither they nor the
  -- answers stand in the journal of changes.
  questions jsonb not null check (jsonb_typeof(questions) = 'array'),
  answers jsonb not null default '{}' check (jsonb_typeof(answers) = 'object'),
  pass_bp int not null check (pass_bp between 0 and 10000),
  started_at timestamptz not null, deadline_at timestamptz, ended_at timestamptz,
  score_bp int check (score_bp between 0 and 10000), passed boolean not null default false,
  primary key (franchisee_id, id), unique (franchisee_id, enrollment_id, assessment_id, attempt_no),
  foreign key (franchisee_id, enrollment_id) references teacher_enrollment (franchisee_id, id),
  constraint assessment_attempt_ended check ((status = 'OPEN') = (ended_at is null) and (status = 'OPEN') = (score_bp is null)));
create unique index assessment_attempt_open on assessment_attempt (franchisee_id, enrollment_id, assessment_id) where status = 'OPEN';
create index assessment_attempt_assessment on assessment_attempt (assessment_id);
create index assessment_attempt_deadline on assessment_attempt (deadline_at) where status = 'OPEN';
select make_centre_table('assessment_attempt', array['questions', 'answers']);
