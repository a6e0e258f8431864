-- Reports that are made and sent by themselves (areas/reports.md 2). A schedule belongs to the place its owner made it at;
-- head office's are of the network. Whoever gets one gets a file of their own, made with their own rights of that moment.
create table report_schedule (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  owner_id uuid not null references app_user (id), name text not null check (length(name) between 1 and 80),
  -- Name of the report as its operations have it, and the time it is asked for.
  report text not null check (length(report) <= 60), period text check (length(period) <= 20),
  format text not null check (format in ('csv', 'xlsx')),
  every text not null check (every in ('DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY')),
  -- 31 = the last day of the month.
  weekday text check (weekday in ('MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN')), day_of_month smallint check (day_of_month between 1 and 31), at time not null,
  user_ids uuid[] not null default '{}', role_ids int[] not null default '{}',
  only_if_rows boolean not null default false,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PAUSED', 'ENDED')), reason text check (length(reason) <= 300),
  -- Runs in a row of which nothing reached anybody.
  failures smallint not null default 0 check (failures >= 0), next_run_at timestamptz,
  primary key (franchisee_id, id),
  check ((every = 'WEEKLY') = (weekday is not null)), check ((every in ('MONTHLY', 'QUARTERLY')) = (day_of_month is not null)),
  check (cardinality(user_ids) + cardinality(role_ids) > 0), check ((status = 'ACTIVE') = (next_run_at is not null)));
select make_centre_table('report_schedule');
create index report_schedule_due on report_schedule (next_run_at) where status = 'ACTIVE';
create index report_schedule_owner on report_schedule (owner_id);

-- One line a slot and person, however many schedulers look at the same minute.
create table report_schedule_run (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), schedule_id uuid not null,
  slot timestamptz not null, recipient_id uuid not null references app_user (id), export_job_id uuid,
  state text not null default 'STARTED' check (state in ('STARTED', 'DONE', 'EMPTY', 'FAILED', 'SKIPPED')),
  rows int check (rows >= 0), error text check (length(error) <= 300),
  primary key (franchisee_id, id),
  constraint report_schedule_run_once unique (franchisee_id, schedule_id, slot, recipient_id),
  foreign key (franchisee_id, schedule_id) references report_schedule (franchisee_id, id));
select make_centre_table('report_schedule_run');
create index report_schedule_run_open on report_schedule_run (export_job_id) where state = 'STARTED';
create index report_schedule_run_recipient on report_schedule_run (recipient_id);
