-- Every step of every workflow: which row went from which status to which, by which action, why; who and when are the
-- standard columns. Written by moveStatus alone (packages/server/status-step.ts), so every workflow has its history.
create table status_step (
  franchisee_id int not null, id bigint generated always as identity,
  subject text not null, subject_id text not null,
  action text not null, from_status text not null, to_status text not null,
  reason text check (length(reason) <= 1000),
  primary key (franchisee_id, id));
create index status_step_subject on status_step (subject, subject_id, id);
select make_shared_table('status_step');
select make_append_only('status_step');
