-- Registration, documents, seat holds, age rules, exceptions and the settings of the flow (areas/admissions.md 2).
create table registration (
  franchisee_id int not null, id uuid not null default gen_random_uuid(),
  registration_no text not null, applicant_id uuid not null, enquiry_id uuid, application_id uuid,
  academic_year_id int not null references academic_year (id), class_id int not null references class (id),
  day_session text not null check (day_session in ('MORNING', 'AFTERNOON', 'FULL_DAY')),
  filled_by text not null default 'PARENT' check (filled_by in ('PARENT', 'CENTRE')),
  pay_mode text not null default 'NONE' check (pay_mode in ('ONLINE', 'OFFLINE', 'NONE')),
  status text not null default 'LINK_SENT' check (status in ('LINK_SENT', 'IN_PROGRESS', 'AWAITING_FEE', 'SUBMITTED', 'RETURNED', 'VERIFIED', 'CONVERTED', 'CANCELLED', 'EXPIRED')),
  fee_amount bigint not null default 0 check (fee_amount >= 0),
  fee_status text not null default 'NOT_DUE' check (fee_status in ('NOT_DUE', 'DUE', 'INITIATED', 'APPROVAL_WAITING', 'PAID', 'WAIVED', 'REFUNDED')),
  fee_account_id uuid, payment_id uuid, fee_paid_at timestamptz,
  pages_done smallint not null default 0, pages_total smallint not null default 3, last_page text,
  expires_at timestamptz not null, opened_at timestamptz, submitted_at timestamptz,
  owner_id uuid, verified_at timestamptz, verified_by uuid, decision_reason text check (length(decision_reason) <= 300),
  primary key (franchisee_id, id),
  unique (franchisee_id, registration_no),
  foreign key (franchisee_id, applicant_id) references applicant (franchisee_id, id),
  foreign key (franchisee_id, application_id) references application (franchisee_id, id));
create unique index registration_one_live on registration (franchisee_id, applicant_id, academic_year_id) where status not in ('CANCELLED', 'EXPIRED');
create index registration_desk on registration (franchisee_id, academic_year_id, status, submitted_at desc, id);
create index registration_applicant on registration (franchisee_id, applicant_id);
create index registration_application on registration (franchisee_id, application_id);
create index registration_expiry on registration (franchisee_id, expires_at) where status in ('LINK_SENT', 'IN_PROGRESS', 'RETURNED', 'AWAITING_FEE');
create index registration_class on registration (class_id);
select make_centre_table('registration');

-- SHORT: the application carried every answer, so documents and age are advice. FULL and DIRECT hold the checklist to them.
alter table admission
  add column registration_id uuid,
  add column flow text not null default 'SHORT' check (flow in ('FULL', 'SHORT', 'DIRECT')),
  add column filled_by text not null default 'PARENT' check (filled_by in ('PARENT', 'CENTRE')),
  add column pages_done smallint not null default 0, add column pages_total smallint not null default 4, add column last_page text,
  add column expires_at timestamptz, add column opened_at timestamptz, add column owner_id uuid,
  add column decision_reason text check (length(decision_reason) <= 300),
  add constraint admission_registration foreign key (franchisee_id, registration_id) references registration (franchisee_id, id);
create index admission_registration on admission (franchisee_id, registration_id);
create index admission_expiry on admission (franchisee_id, expires_at) where status in ('LINK_SENT', 'IN_PROGRESS', 'RETURNED');

alter table applicant
  -- Health, category, faith, court: sealed, and never in the change audit.
  add column answers_secret bytea,
  -- Who typed each answer last and at which revision: {field: {r, by, at}}.
  add column answer_marks jsonb not null default '{}' check (pg_column_size(answer_marks) < 65536);
drop trigger record_change on applicant;
select add_change_audit('applicant', '{answers,answers_secret,answer_marks}');

create table applicant_document (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), applicant_id uuid not null,
  slot text not null check (slot ~ '^[A-Z_]{3,30}$'), ordinal smallint not null default 1 check (ordinal between 1 and 25),
  file_id uuid, file_name text check (length(file_name) <= 120),
  status text not null default 'UPLOADED' check (status in ('UPLOADED', 'VERIFIED', 'REJECTED', 'WAIVED')),
  uploaded_by uuid, verified_at timestamptz, verified_by uuid, reject_reason text check (length(reject_reason) <= 200),
  doc_no_last4 text check (doc_no_last4 ~ '^[0-9A-Za-z]{4}$'), issued_on date, expires_on date,
  waive_reason text check (length(waive_reason) <= 300), original_seen boolean not null default false, replaced_at timestamptz,
  primary key (franchisee_id, id),
  check ((status = 'WAIVED') = (file_id is null)),
  constraint document_not_own check (verified_by <> uploaded_by),
  foreign key (franchisee_id, applicant_id) references applicant (franchisee_id, id),
  foreign key (franchisee_id, file_id) references file (franchisee_id, id));
create unique index applicant_document_slot on applicant_document (franchisee_id, applicant_id, slot, ordinal) where replaced_at is null;
create index applicant_document_file on applicant_document (franchisee_id, file_id);
select make_centre_table('applicant_document');
create index applicant_document_queue on applicant_document (franchisee_id, status, created_at) where replaced_at is null;

-- A seat kept for one applicant (or transfer) until an instant; counted under the lock of its class_seat row.
create table seat_hold (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), class_seat_id uuid not null,
  for_kind text not null check (for_kind in ('APPLICANT', 'TRANSFER')), for_id uuid not null,
  status text not null default 'HELD' check (status in ('HELD', 'USED', 'RELEASED', 'LAPSED')),
  until timestamptz not null, kind text not null check (kind in ('OFFER', 'REGISTRATION', 'TRANSFER', 'MANUAL')),
  -- A payment under way keeps a hold for one more day, once (3.6).
  postponed boolean not null default false, reason text check (length(reason) <= 300),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, class_seat_id) references class_seat (franchisee_id, id));
create unique index seat_hold_one on seat_hold (franchisee_id, for_kind, for_id) where status = 'HELD';
create index seat_hold_seat on seat_hold (franchisee_id, class_seat_id) where status = 'HELD';
create index seat_hold_class_seat on seat_hold (franchisee_id, class_seat_id);
create index seat_hold_until on seat_hold (franchisee_id, until) where status = 'HELD';
select make_centre_table('seat_hold');
create index application_waiting on application (franchisee_id, academic_year_id, class_id, day_session, waitlist_rank, submitted_at, id) where status = 'WAITLISTED';

create table exception_request (
  franchisee_id int not null, id uuid not null default gen_random_uuid(),
  applicant_id uuid not null, what text not null check (what in ('AGE', 'SEAT', 'DOCUMENT')),
  -- {classId, shortDays} | {classId, daySession} | {slot}
  detail jsonb not null default '{}',
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED', 'LAPSED')),
  asked_by uuid not null, asked_at timestamptz not null default now(), ask_reason text not null check (length(ask_reason) between 3 and 300),
  decided_by uuid, decided_at timestamptz, decide_reason text check (length(decide_reason) <= 300),
  primary key (franchisee_id, id),
  constraint exception_not_own check (decided_by <> asked_by),
  foreign key (franchisee_id, applicant_id) references applicant (franchisee_id, id));
create unique index exception_one_pending on exception_request (franchisee_id, applicant_id, what, (coalesce(detail ->> 'slot', ''))) where status = 'PENDING';
create index exception_applicant on exception_request (franchisee_id, applicant_id, what, status);
create index exception_queue on exception_request (franchisee_id, status, asked_at desc);
select make_centre_table('exception_request');

-- Age of a class at its cut-off, by state and year; without a row the class's own ages count, measured on 1 June.
create table age_rule (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  academic_year_id int not null references academic_year (id), class_id int not null references class (id),
  state_code text check (state_code ~ '^[0-9]{2}$'),
  basis text not null default 'CUT_OFF' check (basis in ('CUT_OFF', 'JOINING')), cut_off_on date,
  min_months smallint not null check (min_months between 0 and 120), max_months smallint not null check (max_months between 1 and 144),
  relax_days smallint not null default 30 check (relax_days between 0 and 366), max_blocks boolean not null default false,
  primary key (franchisee_id, id),
  check (max_months > min_months), check ((basis = 'CUT_OFF') = (cut_off_on is not null)));
create unique index age_rule_one on age_rule (franchisee_id, academic_year_id, class_id, coalesce(state_code, ''));
create index age_rule_class on age_rule (class_id);
select make_shared_table('age_rule');

-- How children come in, by centre; the network's row (franchisee 1) is the default.
create table admission_setting (
  franchisee_id int not null references franchisee (id),
  flow text not null default 'SHORT' check (flow in ('FULL', 'SHORT', 'DIRECT')),
  confirm_payment text not null default 'ANY' check (confirm_payment in ('NONE', 'ANY', 'FIRST_INSTALMENT')),
  link_days_application smallint not null default 14 check (link_days_application between 1 and 60),
  link_days_registration smallint not null default 14 check (link_days_registration between 1 and 60),
  link_days_admission smallint not null default 21 check (link_days_admission between 1 and 60),
  waitlist_offer_hours smallint not null default 48 check (waitlist_offer_hours between 4 and 168),
  provisional_days smallint not null default 30 check (provisional_days between 1 and 120),
  primary key (franchisee_id));
select make_shared_table('admission_setting');
insert into admission_setting (franchisee_id) values (1);

-- Defaults of 2026-2027 (3.5; states by their GST code, Maharashtra and Delhi; each decides anew every year, head office keeps the rows).
insert into age_rule (franchisee_id, academic_year_id, class_id, state_code, cut_off_on, min_months, max_months)
select 1, 2026, c.class_id, s.state_code, s.cut_off_on::date, c.min_months, c.max_months
from (values (2, 24, 36), (3, 36, 48), (4, 48, 60), (5, 60, 72)) c (class_id, min_months, max_months),
  (values ('27', '2026-12-31'), ('07', '2026-03-31'), (null, '2026-06-01')) s (state_code, cut_off_on)
where exists (select from academic_year y where y.id = 2026);
