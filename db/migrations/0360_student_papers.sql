-- Papers, people at the gate and people to call of a student, and what a family may read of its own (areas/students.md 2, 3.9).
create table student_document (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), student_id uuid not null,
  kind text not null check (kind ~ '^[A-Z_]{3,30}$'), file_id uuid not null, file_name text not null check (length(file_name) <= 120),
  status text not null default 'UPLOADED' check (status in ('UPLOADED', 'VERIFIED', 'REJECTED')),
  uploaded_by uuid, verified_at timestamptz, verified_by uuid, reject_reason text check (length(reject_reason) <= 200),
  issued_on date, expires_on date, doc_no_last4 text check (doc_no_last4 ~ '^[0-9A-Za-z]{4}$'),
  from_applicant_document uuid, visible_to_family boolean not null default true, ended_at timestamptz,
  primary key (franchisee_id, id),
  constraint student_document_not_own check (verified_by <> uploaded_by),
  foreign key (franchisee_id, student_id) references student (franchisee_id, id),
  foreign key (franchisee_id, file_id) references file (franchisee_id, id));
create index student_document_student on student_document (franchisee_id, student_id, kind);
create index student_document_expiry on student_document (franchisee_id, expires_on) where expires_on is not null;
create index student_document_file on student_document (franchisee_id, file_id);
select make_centre_table('student_document');

create table pickup_person (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), student_id uuid not null,
  name text not null check (length(name) <= 100), relation text not null check (relation in ('MOTHER', 'FATHER', 'GUARDIAN', 'GRANDPARENT', 'OTHER')),
  mobile text not null, photo_file_id uuid, valid_from date not null default current_date, valid_to date,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED', 'ENDED')),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, student_id) references student (franchisee_id, id),
  foreign key (franchisee_id, photo_file_id) references file (franchisee_id, id));
create index pickup_person_student on pickup_person (franchisee_id, student_id) where status = 'ACTIVE';
create index pickup_person_of on pickup_person (franchisee_id, student_id);
create index pickup_person_photo on pickup_person (franchisee_id, photo_file_id);
select make_centre_table('pickup_person');

create table emergency_contact (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), student_id uuid not null,
  ordinal smallint not null check (ordinal between 1 and 3), name text not null check (length(name) <= 100),
  relation text not null check (relation in ('MOTHER', 'FATHER', 'GUARDIAN', 'GRANDPARENT', 'OTHER')), mobile text not null,
  primary key (franchisee_id, id),
  unique (franchisee_id, student_id, ordinal),
  foreign key (franchisee_id, student_id) references student (franchisee_id, id));
select make_centre_table('emergency_contact');

-- A parent reads own papers, own money and the own line in the list of guardians; nobody else's contact data.
select allow_family('student_document', 'visible_to_family and ended_at is null and student_id = any ((select scope_students())::uuid[])');
select allow_family('pickup_person', 'student_id = any ((select scope_students())::uuid[])');
select allow_family('emergency_contact', 'student_id = any ((select scope_students())::uuid[])');
-- The inner select makes a call without a context fail, as everywhere, instead of finding nobody.
select allow_family('guardian', 'user_id = (select x.u from (select (select scope_centres()) as c, scope_user() as u) x where x.c is not null)');
