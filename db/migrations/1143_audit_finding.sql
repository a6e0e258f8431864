-- What an audit found (areas/audits.md 2.2, 2.5): one row a fault of a published audit, answered by the centre, verified by another.
create table audit_finding (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  audit_id uuid not null, parameter_id uuid not null references audit_parameter (id),
  severity text not null check (severity in ('MINOR', 'MAJOR', 'CRITICAL')), text text not null check (length(text) between 1 and 500),
  owner_kind text not null check (owner_kind in ('CENTRE', 'TEACHER', 'HEAD_OFFICE')),
  due_on date not null,
  status text not null default 'OPEN' check (status in ('OPEN', 'RESPONDED', 'RETURNED', 'VERIFIED', 'CLOSED', 'WITHDRAWN')),
  -- The same question failed in the audit before.
  repeat_of uuid, repeat_count int not null default 0, extended_times int not null default 0 check (extended_times between 0 and 2),
  response text check (length(response) <= 1000), responded_by uuid references app_user (id), responded_at timestamptz,
  verified_by uuid references app_user (id), closed_at timestamptz, reason text check (length(reason) <= 500),
  primary key (franchisee_id, id), unique (franchisee_id, audit_id, parameter_id),
  foreign key (franchisee_id, audit_id) references audit (franchisee_id, id),
  foreign key (franchisee_id, repeat_of) references audit_finding (franchisee_id, id),
  check (verified_by <> responded_by));
select make_centre_table('audit_finding');
create index audit_finding_due on audit_finding (franchisee_id, status, due_on);
create index audit_finding_network on audit_finding (status, due_on, id);
create index audit_finding_parameter on audit_finding (parameter_id);
create index audit_finding_repeat on audit_finding (franchisee_id, repeat_of);
create index audit_finding_responder on audit_finding (responded_by);
create index audit_finding_verifier on audit_finding (verified_by);

create table audit_finding_photo (
  franchisee_id int not null, finding_id uuid not null, file_id uuid not null,
  primary key (franchisee_id, finding_id, file_id),
  foreign key (franchisee_id, finding_id) references audit_finding (franchisee_id, id),
  foreign key (franchisee_id, file_id) references file (franchisee_id, id));
select make_centre_table('audit_finding_photo');
create index audit_finding_photo_file on audit_finding_photo (franchisee_id, file_id);
alter table audit add column acknowledged_at timestamptz;
