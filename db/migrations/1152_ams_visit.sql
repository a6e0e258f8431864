-- Visits of academic managers and the schedules they stand in (areas/audits.md 2.3).
create table ams_schedule (
  id uuid primary key default gen_random_uuid(), am_allocation_id uuid not null references ams_am_allocation (id),
  -- The academic manager's, copied: whoever plans never decides.
  user_id uuid not null references app_user (id),
  month date not null check (extract(day from month) = 1),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'SUBMITTED', 'RETURNED', 'APPROVED', 'COMPLETED')),
  submitted_at timestamptz, decided_by uuid references app_user (id), decided_at timestamptz, note text check (length(note) <= 500),
  constraint ams_schedule_once unique (am_allocation_id, month),
  check (decided_by <> user_id));
create index ams_schedule_status on ams_schedule (status, month desc);
create index ams_schedule_user on ams_schedule (user_id);
create index ams_schedule_decider on ams_schedule (decided_by);
select make_network_table('ams_schedule');

create table ams_visit (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  schedule_id uuid not null references ams_schedule (id), cycle_id uuid references ams_cycle (id),
  am_allocation_id uuid not null references ams_am_allocation (id), audit_type_id uuid not null references audit_type (id),
  planned_on date not null, slot text not null check (slot in ('FORENOON', 'AFTERNOON', 'FULL_DAY')),
  kind text not null check (kind in ('ANNOUNCED', 'SURPRISE', 'FIRST', 'FOLLOW_UP')),
  status text not null default 'PLANNED' check (status in ('PLANNED', 'SCHEDULED', 'MOVE_REQUESTED', 'IN_PROGRESS', 'SUBMITTED', 'COMPLETED', 'RESCHEDULED', 'CANCELLED', 'MISSED')),
  -- Why a soft rule does not hold here; why it was moved or cancelled.
  reason text check (length(reason) <= 300), step_reason text check (length(step_reason) <= 300),
  -- Moves behind this row; each one is a row of its own.
  moves int not null default 0 check (moves >= 0), replaces_visit_id uuid,
  move_to date, move_slot text check (move_slot in ('FORENOON', 'AFTERNOON', 'FULL_DAY')), started_at timestamptz,
  primary key (franchisee_id, id),
  foreign key (franchisee_id, replaces_visit_id) references ams_visit (franchisee_id, id),
  check ((status = 'MOVE_REQUESTED') <= (move_to is not null and move_slot is not null)));
select make_centre_table('ams_visit');
create unique index ams_visit_slot on ams_visit (franchisee_id, planned_on, slot)
  where status in ('PLANNED', 'SCHEDULED', 'MOVE_REQUESTED', 'IN_PROGRESS', 'SUBMITTED');
create index ams_visit_am on ams_visit (am_allocation_id, planned_on);
create index ams_visit_centre on ams_visit (franchisee_id, planned_on desc);
create index ams_visit_schedule on ams_visit (schedule_id);
create index ams_visit_cycle on ams_visit (cycle_id);
create index ams_visit_type on ams_visit (audit_type_id);
create index ams_visit_replaces on ams_visit (franchisee_id, replaces_visit_id);
-- The centre sees no plan before it is approved, and no surprise before it has begun.
create policy seen on ams_visit as restrictive for select to rt_centre
  using ((status <> 'PLANNED' and (kind <> 'SURPRISE' or started_at is not null)) or franchisee_id = any ((select audit_eyes())::int[]));

alter table audit add visit_id uuid, add foreign key (franchisee_id, visit_id) references ams_visit (franchisee_id, id);
create unique index audit_visit on audit (franchisee_id, visit_id) where mode = 'REGULAR' and status <> 'VOID' and visit_id is not null;
