-- Children who leave, and certificates (areas/students.md 2, 3.7).
create table withdrawal (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  academic_year_id int not null references academic_year (id), enrolment_id uuid not null, student_id uuid not null,
  reason_code text not null check (reason_code in ('MOVES_AWAY', 'OTHER_SCHOOL', 'FEES', 'NOT_SATISFIED', 'HEALTH', 'NON_PAYMENT', 'OTHER')),
  reason text not null check (length(reason) between 1 and 500),
  notice_on date not null, last_on date not null,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'SUBMITTED', 'APPROVED', 'REJECTED', 'CANCELLED', 'EXECUTED')),
  submitted_by uuid, decided_by uuid check (decided_by <> submitted_by), decided_at timestamptz, executed_at timestamptz,
  -- Paise, as finance foresaw them when it was handed in, then as it settled them.
  refund bigint, left_due bigint,
  failure_reason text check (length(failure_reason) <= 300),
  primary key (franchisee_id, id), check (last_on >= notice_on - 365),
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id),
  foreign key (franchisee_id, student_id) references student (franchisee_id, id));
select make_centre_table('withdrawal');
create unique index withdrawal_one_live on withdrawal (franchisee_id, enrolment_id) where status in ('DRAFT', 'SUBMITTED', 'APPROVED');
create index withdrawal_list on withdrawal (franchisee_id, academic_year_id, created_at desc, id);
create index withdrawal_network on withdrawal (academic_year_id, created_at desc, id);
create index withdrawal_due on withdrawal (franchisee_id, last_on) where status = 'APPROVED';
create index withdrawal_enrolment on withdrawal (franchisee_id, enrolment_id);
create index withdrawal_student on withdrawal (franchisee_id, student_id);

create table student_certificate (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  academic_year_id int not null references academic_year (id), student_id uuid not null, enrolment_id uuid not null,
  kind text not null check (kind in ('BONAFIDE', 'LEAVING')),
  number text not null check (length(number) <= 40), issued_on date not null, purpose text check (length(purpose) <= 200),
  -- All that is printed; what a reader is shown of it at /verify/ too.
  snapshot jsonb not null, file_id uuid,
  primary key (franchisee_id, id), unique (franchisee_id, number),
  foreign key (franchisee_id, student_id) references student (franchisee_id, id),
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id),
  foreign key (franchisee_id, file_id) references file (franchisee_id, id));
select make_centre_table('student_certificate', '{snapshot}');
create unique index student_certificate_leaving on student_certificate (franchisee_id, enrolment_id) where kind = 'LEAVING';
create index student_certificate_list on student_certificate (franchisee_id, academic_year_id, created_at desc, id);
create index student_certificate_network on student_certificate (academic_year_id, created_at desc, id);
create index student_certificate_student on student_certificate (franchisee_id, student_id);
create index student_certificate_enrolment on student_certificate (franchisee_id, enrolment_id);
create index student_certificate_file on student_certificate (franchisee_id, file_id);
