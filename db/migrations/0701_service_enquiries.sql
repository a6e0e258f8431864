-- One child's wish for one service (areas/services.md 2). Calls stand in follow_up with type 'service', steps in status_step.
create table service_enquiry (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  -- SE-014-2627-00001: it stands in paths, so without a slash (areas/README decision 3).
  enquiry_code text not null check (enquiry_code ~ '^SE-[0-9]{3,}-[0-9]{4}-[0-9]{5,}$'),
  fee_account_id uuid not null, student_id uuid,
  -- The enrolment whose admission asked for it; null when somebody wrote it.
  student_admission_id uuid,
  child_name text not null check (length(child_name) between 1 and 100), dob date,
  guardian_name text not null check (length(guardian_name) between 1 and 100), mobile text not null check (length(mobile) between 8 and 20),
  email text check (email = lower(email)), pincode text check (pincode ~ '^[1-9][0-9]{5}$'), address text check (length(address) <= 300),
  service_id uuid not null references service (id), academic_year_id int not null references academic_year (id),
  wanted_from date not null, wanted_to date check (wanted_to >= wanted_from),
  direction text check (direction in ('PICKUP', 'DROPOFF', 'BOTH')), stop_text text check (length(stop_text) <= 120),
  source_id uuid references enquiry_source (id), owner_id uuid references app_user (id), next_follow_up_on date,
  status text not null default 'NEW' check (status in ('NEW', 'CONTACTED', 'WAITLISTED', 'ASSIGNED', 'PENDING', 'APPROVED', 'ACTIVE', 'ENDED', 'LOST')),
  lost_reason text check (lost_reason in ('PRICE', 'DISTANCE', 'NO_SEAT', 'OTHER_PROVIDER', 'NOT_NEEDED', 'UNREACHABLE', 'DUPLICATE', 'OTHER')),
  -- One open wish per child and service: a student by id, anybody else by name and number.
  child_key text not null generated always as (coalesce(student_id::text, mobile || ' ' || lower(child_name))) stored,
  primary key (franchisee_id, id),
  constraint service_enquiry_code unique (franchisee_id, enquiry_code),
  foreign key (franchisee_id, fee_account_id) references fee_account (franchisee_id, id),
  foreign key (franchisee_id, student_id) references student (franchisee_id, id),
  foreign key (franchisee_id, student_admission_id) references student_admission (franchisee_id, id),
  constraint service_enquiry_lost check ((status = 'LOST') = (lost_reason is not null)));
select make_centre_table('service_enquiry');
create unique index service_enquiry_open on service_enquiry (franchisee_id, service_id, academic_year_id, child_key) where status not in ('ENDED', 'LOST');
create unique index service_enquiry_wish on service_enquiry (franchisee_id, student_admission_id, service_id) where student_admission_id is not null;
create index service_enquiry_due on service_enquiry (franchisee_id, status, next_follow_up_on);
create index service_enquiry_mobile on service_enquiry (franchisee_id, mobile);
create index service_enquiry_list on service_enquiry (franchisee_id, academic_year_id, created_at desc, id desc);
create index service_enquiry_account on service_enquiry (franchisee_id, fee_account_id);
create index service_enquiry_student on service_enquiry (franchisee_id, student_id);
create index service_enquiry_admission on service_enquiry (franchisee_id, student_admission_id);
create index service_enquiry_service on service_enquiry (service_id);
create index service_enquiry_year on service_enquiry (academic_year_id);
create index service_enquiry_source on service_enquiry (source_id);
create index service_enquiry_owner on service_enquiry (owner_id);
create trigger check_service before insert or update of service_id on service_enquiry for each row execute function check_shared_reference('service_id', 'service');
create trigger check_source before insert or update of source_id on service_enquiry for each row execute function check_shared_reference('source_id', 'enquiry_source');
select allow_family('service_enquiry', 'student_id = any ((select scope_students())::uuid[])');

create table service_enquiry_log (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), service_enquiry_id uuid not null,
  kind text not null check (kind in ('NOTE', 'QUOTE')), text text not null check (length(text) between 1 and 1000),
  at timestamptz not null default now(), by uuid default scope_user(),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, service_enquiry_id) references service_enquiry (franchisee_id, id));
create index service_enquiry_log_of on service_enquiry_log (franchisee_id, service_enquiry_id, at desc);
select add_centre_policies('service_enquiry_log');
select make_append_only('service_enquiry_log');
