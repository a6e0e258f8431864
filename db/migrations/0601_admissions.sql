-- Applicant, application, admission (areas/admissions.md 2). Registration, seats, designer and documents follow with
-- that area's own issue; the columns they need are here where they touch these tables.
create table applicant (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  enquiry_id uuid, academic_year_id int not null references academic_year (id), class_id int not null references class (id),
  day_session text not null check (day_session in ('MORNING', 'AFTERNOON', 'FULL_DAY')),
  child_name text not null check (length(child_name) <= 100), call_name text check (length(call_name) <= 40),
  date_of_birth date, gender text check (gender in ('MALE', 'FEMALE', 'OTHER')),
  parent_name text not null check (length(parent_name) <= 100), primary_mobile text not null, primary_mobile_verified_at timestamptz,
  email text check (length(email) <= 254), pincode text check (pincode ~ '^[1-9][0-9]{5}$'),
  language text not null default 'en' check (language in ('en', 'hi')),
  -- What the family typed so far, by field key of the form; shaped by application-form.ts, at most 128 kB.
  answers jsonb not null default '{}' check (pg_column_size(answers) < 131072), revision int not null default 0,
  family_id uuid, sibling_student_id uuid, anonymised_at timestamptz,
  primary key (franchisee_id, id),
  foreign key (franchisee_id, family_id) references family (franchisee_id, id),
  foreign key (franchisee_id, sibling_student_id) references student (franchisee_id, id));
create index applicant_enquiry on applicant (franchisee_id, enquiry_id);
create index applicant_mobile on applicant (franchisee_id, primary_mobile);
create index applicant_class on applicant (franchisee_id, academic_year_id, class_id);
create index applicant_family on applicant (franchisee_id, family_id);
create index applicant_sibling on applicant (franchisee_id, sibling_student_id);
create index applicant_class_only on applicant (class_id);
select make_centre_table('applicant', '{answers}');

create table application (
  franchisee_id int not null, id uuid not null default gen_random_uuid(),
  application_no text not null, applicant_id uuid not null, enquiry_id uuid,
  academic_year_id int not null references academic_year (id), class_id int not null references class (id),
  day_session text not null check (day_session in ('MORNING', 'AFTERNOON', 'FULL_DAY')),
  filled_by text not null default 'PARENT' check (filled_by in ('PARENT', 'CENTRE')),
  pay_mode text not null default 'ONLINE' check (pay_mode in ('ONLINE', 'OFFLINE', 'NONE')),
  reference_type text not null check (reference_type in ('APPLICATION_FORM', 'APPLICATION_FORM_OFFLINE', 'APPLICATION_FORM_FILL', 'APPLICATION_FORM_FILL_OFFLINE')),
  status text not null default 'LINK_SENT' check (status in ('LINK_SENT', 'IN_PROGRESS', 'AWAITING_FEE', 'SUBMITTED', 'RETURNED', 'WAITLISTED', 'ACCEPTED', 'REJECTED', 'WITHDRAWN', 'EXPIRED')),
  fee_amount bigint not null default 0 check (fee_amount >= 0),
  fee_status text not null default 'NOT_DUE' check (fee_status in ('NOT_DUE', 'DUE', 'INITIATED', 'APPROVAL_WAITING', 'PAID', 'WAIVED', 'REFUNDED')),
  fee_account_id uuid, payment_id uuid, fee_paid_at timestamptz,
  pages_done smallint not null default 0, pages_total smallint not null default 4, last_page text,
  expires_at timestamptz not null, opened_at timestamptz, submitted_at timestamptz,
  reviewer_id uuid, decided_at timestamptz, decided_by uuid, decision_reason text check (length(decision_reason) <= 300),
  waitlist_rank smallint, waitlisted_at timestamptz,
  primary key (franchisee_id, id),
  unique (franchisee_id, application_no),
  foreign key (franchisee_id, applicant_id) references applicant (franchisee_id, id));
create unique index application_one_live on application (franchisee_id, applicant_id, academic_year_id) where status not in ('WITHDRAWN', 'REJECTED', 'EXPIRED');
create index application_desk on application (franchisee_id, academic_year_id, status, submitted_at desc, id);
create index application_applicant on application (franchisee_id, applicant_id);
create index application_expiry on application (franchisee_id, expires_at) where status in ('LINK_SENT', 'IN_PROGRESS', 'RETURNED', 'AWAITING_FEE');
create index application_class on application (class_id);
select make_centre_table('application');

create table admission (
  franchisee_id int not null, id uuid not null,
  admission_no text, applicant_id uuid not null, enquiry_id uuid, application_id uuid,
  academic_year_id int not null references academic_year (id), class_id int not null references class (id),
  day_session text not null check (day_session in ('MORNING', 'AFTERNOON', 'FULL_DAY')),
  status text not null default 'IN_PROGRESS' check (status in ('LINK_SENT', 'IN_PROGRESS', 'SUBMITTED', 'RETURNED', 'CONFIRMED', 'CANCELLED', 'EXPIRED')),
  start_on date not null, fee_plan_id uuid,
  transport_wanted boolean not null default false, transport_stop_text text check (length(transport_stop_text) <= 120),
  submitted_at timestamptz, confirmed_at timestamptz, confirmed_by uuid, student_id uuid, provisional_until date,
  cancel_reason text check (length(cancel_reason) <= 300),
  primary key (franchisee_id, id),
  unique (franchisee_id, admission_no),
  foreign key (franchisee_id, id) references student_admission (franchisee_id, id),
  foreign key (franchisee_id, applicant_id) references applicant (franchisee_id, id),
  foreign key (franchisee_id, application_id) references application (franchisee_id, id),
  foreign key (franchisee_id, student_id) references student (franchisee_id, id),
  check ((status = 'CONFIRMED') = (confirmed_at is not null and student_id is not null and admission_no is not null)));
create unique index admission_one_live on admission (franchisee_id, applicant_id) where status not in ('CANCELLED', 'EXPIRED');
create index admission_desk on admission (franchisee_id, academic_year_id, status, start_on, id);
create index admission_application on admission (franchisee_id, application_id);
create index admission_student on admission (franchisee_id, student_id);
create index admission_class on admission (class_id);
select make_centre_table('admission');

-- What a family handed in, as it was: sealed, never changed.
create table submission (
  franchisee_id int not null, id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('APPLICATION', 'REGISTRATION', 'ADMISSION')), subject_id uuid not null,
  form_version int not null, sealed bytea not null, sha256 bytea not null, language text not null,
  declared_name text not null, declared_relation text not null, ip_prefix text, user_agent text,
  submitted_at timestamptz not null default now(),
  primary key (franchisee_id, id));
create index submission_subject on submission (franchisee_id, subject_id, submitted_at desc);
select add_centre_policies('submission');
select make_append_only('submission');

create table admission_step (
  franchisee_id int not null, id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('APPLICATION', 'REGISTRATION', 'ADMISSION')), subject_id uuid not null,
  from_status text, to_status text not null, action text not null, at timestamptz not null default now(),
  by_user uuid default scope_user(), reason text check (length(reason) <= 300), channel text,
  primary key (franchisee_id, id));
create index admission_step_subject on admission_step (franchisee_id, subject_id, at);
select add_centre_policies('admission_step');
select make_append_only('admission_step');

-- Seats a centre offers per class and session; without a row the class is not limited.
create table class_seat (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  academic_year_id int not null references academic_year (id), class_id int not null references class (id),
  day_session text not null check (day_session in ('MORNING', 'AFTERNOON', 'FULL_DAY')),
  capacity int not null check (capacity between 0 and 500), overbook int not null default 0 check (overbook between 0 and 20),
  hold_days smallint not null default 7 check (hold_days between 1 and 30),
  keep_for_promotion boolean not null default true, closed boolean not null default false,
  primary key (franchisee_id, id),
  unique (franchisee_id, academic_year_id, class_id, day_session));
create index class_seat_class on class_seat (class_id);
select make_centre_table('class_seat');
