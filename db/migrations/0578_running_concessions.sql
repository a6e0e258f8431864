-- A concession may be asked for a plan that runs already; it lowers the later lines nobody has paid (finance.md 3.5, F3).
alter table student_concession
  add column on_running_plan boolean not null default false,
  -- Share of what it touches, earlier concessions included; decides the approval level. Of a plan's own: the plan's.
  add column deviation_bp int not null default 0 check (deviation_bp between 0 and 10000),
  add column decision_note text check (length(decision_note) <= 500);
create index student_concession_asked on student_concession (franchisee_id, created_at desc, id);
create index student_concession_asked_network on student_concession (created_at desc, id);
-- One question about a plan at a time: two would each be judged as if the other were not there.
create unique index student_concession_waiting on student_concession (franchisee_id, fee_assignment_id)
  where on_running_plan and status = 'PENDING';
