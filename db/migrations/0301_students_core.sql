-- Child, family, guardian, student, enrolment (areas/students.md 2). Person is not enrolment: one child across years
-- and centres. Parents read through allow_family; they never get a table's grant otherwise.
create table child (
  id uuid primary key default gen_random_uuid(),
  child_no text not null unique check (child_no ~ '^A[0-9]{9}$'),
  erased_at timestamptz, merged_into uuid references child (id));
create index child_merged on child (merged_into);
select make_network_table('child');

-- Network-wide duplicate keys: HMACs only, and no grant: read by the definer function duplicate_hint.
create table child_match_key (
  key bytea not null, kind text not null check (kind in ('NAME', 'PEN', 'APAAR')), child_id uuid not null references child (id),
  primary key (kind, key, child_id));
create index child_match_key_child on child_match_key (child_id);

create function add_child_match_key(p_kind text, p_key bytea, p_child uuid) returns void
language sql security definer set search_path = '' as $$
  insert into public.child_match_key (kind, key, child_id) values (p_kind, p_key, p_child) on conflict do nothing
$$;
create function duplicate_hint(p_kind text, p_key bytea) returns int
language sql stable security definer set search_path = '' as $$
  select count(*)::int from public.child_match_key where kind = p_kind and key = p_key
$$;
revoke execute on function add_child_match_key(text, bytea, uuid), duplicate_hint(text, bytea) from public;
grant execute on function add_child_match_key(text, bytea, uuid) to rt_centre, rt_network;
grant execute on function duplicate_hint(text, bytea) to rt_centre, rt_network;

create sequence child_number minvalue 10000000 maxvalue 99999999;
grant usage on sequence child_number to rt_centre, rt_network;

create table family (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  name text not null check (length(name) <= 80), address text check (length(address) <= 300), locality text check (length(locality) <= 80),
  city text check (length(city) <= 60), state_code text, pincode text check (pincode ~ '^[1-9][0-9]{5}$'),
  language text not null default 'en' check (language in ('en', 'hi', 'mr', 'gu', 'ta', 'te', 'kn', 'bn')),
  home_note text check (length(home_note) <= 300), merged_into uuid,
  primary key (franchisee_id, id),
  foreign key (franchisee_id, merged_into) references family (franchisee_id, id));
create index family_pincode on family (franchisee_id, pincode);
create index family_merged on family (franchisee_id, merged_into);
select make_centre_table('family');

create table guardian (
  franchisee_id int not null, id uuid not null default gen_random_uuid(),
  family_id uuid not null, user_id uuid references app_user (id), name text not null check (length(name) <= 100),
  mobile text check (mobile ~ '^\+91[6-9][0-9]{9}$'), mobile_alt text, email text check (length(email) <= 160),
  relation_default text not null default 'GUARDIAN' check (relation_default in ('MOTHER', 'FATHER', 'GUARDIAN', 'GRANDPARENT', 'OTHER')),
  occupation text, employer text, education text,
  adult_checked_by text check (adult_checked_by in ('OTP_DECLARATION', 'DOCUMENT', 'DIGITAL_LOCKER')),
  mobile_verified_at timestamptz, deceased boolean not null default false, private bytea,
  primary key (franchisee_id, id),
  foreign key (franchisee_id, family_id) references family (franchisee_id, id));
-- One sign-in per number and family; two parents may share a number when only one has a user (README §4 decision 33).
create unique index guardian_sign_in on guardian (franchisee_id, family_id, mobile) where user_id is not null;
create index guardian_family on guardian (franchisee_id, family_id);
create index guardian_mobile on guardian (franchisee_id, mobile);
create index guardian_user on guardian (user_id);
select make_centre_table('guardian', '{private}');

-- The id of a child's first enrolment, before and after confirmation (README §4 decision 1).
create table student_admission (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  academic_year_id int not null references academic_year (id), student_id uuid,
  primary key (franchisee_id, id));
create index student_admission_student on student_admission (franchisee_id, student_id);
select make_centre_table('student_admission');

create table student (
  franchisee_id int not null, id uuid not null default gen_random_uuid(),
  child_id uuid not null references child (id), family_id uuid not null,
  admission_no text not null, name text not null check (length(name) <= 100), call_name text check (length(call_name) <= 40),
  name_local text check (length(name_local) <= 100), date_of_birth date not null,
  gender text not null check (gender in ('MALE', 'FEMALE', 'OTHER')), photo_file_id uuid, blood_group text, mother_tongue text, nationality text,
  state text not null default 'UPCOMING' check (state in ('UPCOMING', 'STUDYING', 'ON_HOLD', 'LEFT', 'ALUMNI')),
  current_enrolment_id uuid, identity_locked boolean not null default false, staff_child boolean not null default false,
  search_text text not null default '', custom jsonb not null default '{}', erased_at timestamptz, merged_into uuid,
  primary key (franchisee_id, id),
  unique (franchisee_id, admission_no), unique (franchisee_id, child_id),
  foreign key (franchisee_id, family_id) references family (franchisee_id, id),
  foreign key (franchisee_id, photo_file_id) references file (franchisee_id, id));
create index student_state on student (franchisee_id, state, name, id);
create index student_name on student (franchisee_id, name, id);
create index student_family on student (franchisee_id, family_id);
create index student_child on student (child_id);
create index student_birth on student (franchisee_id, date_of_birth);
create index student_photo on student (franchisee_id, photo_file_id);
create index student_search on student using gin (search_text gin_trgm_ops);
select make_centre_table('student', '{custom}');
alter table student_admission add foreign key (franchisee_id, student_id) references student (franchisee_id, id);

create table student_private (
  franchisee_id int not null, student_id uuid not null, sealed bytea, has_allergy boolean not null default false,
  primary key (franchisee_id, student_id),
  foreign key (franchisee_id, student_id) references student (franchisee_id, id));
select make_centre_table('student_private', '{sealed}');

create table student_guardian (
  franchisee_id int not null, student_id uuid not null, guardian_id uuid not null,
  relation text not null check (relation in ('MOTHER', 'FATHER', 'GUARDIAN', 'GRANDPARENT', 'OTHER')),
  is_primary boolean not null default false,
  portal text not null default 'FULL' check (portal in ('FULL', 'LIMITED', 'NONE')),
  gets_messages boolean not null default true, may_pick_up boolean not null default true, lives_with boolean not null default true,
  payer_share_bp int not null default 0 check (payer_share_bp between 0 and 10000),
  restricted boolean not null default false, restriction_file_id uuid,
  valid_from date not null default current_date, valid_to date,
  primary key (franchisee_id, student_id, guardian_id),
  foreign key (franchisee_id, student_id) references student (franchisee_id, id),
  foreign key (franchisee_id, guardian_id) references guardian (franchisee_id, id));
create unique index student_guardian_primary on student_guardian (franchisee_id, student_id) where is_primary;
create index student_guardian_guardian on student_guardian (franchisee_id, guardian_id);
select make_centre_table('student_guardian');

create table enrolment (
  franchisee_id int not null, id uuid not null, student_id uuid not null,
  academic_year_id int not null references academic_year (id),
  programme text not null default 'REGULAR' check (programme in ('REGULAR', 'PARENT_TODDLER', 'BRIDGE', 'HYBRID')),
  class_id int not null references class (id), section_id uuid,
  day_session text not null check (day_session in ('MORNING', 'AFTERNOON', 'FULL_DAY')),
  roll_no smallint, enrolment_no text not null,
  status text not null default 'UPCOMING' check (status in ('UPCOMING', 'ACTIVE', 'ON_HOLD', 'COMPLETED', 'WITHDRAWN', 'TRANSFERRED', 'CANCELLED')),
  joined_on date not null, left_on date,
  entry text not null default 'NEW' check (entry in ('NEW', 'PROMOTED', 'RETAINED', 'TRANSFER_IN', 'RE_ADMISSION', 'IMPORT')),
  outcome text check (outcome in ('PROMOTE', 'RETAIN', 'GRADUATE', 'LEAVE')), from_enrolment_id uuid, admission_id uuid,
  edit_status text not null default 'pending' check (edit_status in ('pending', 'completed')), edit_completed_at timestamptz, edit_completed_by uuid,
  hold_from date, hold_to date, hold_keeps_seat boolean,
  primary key (franchisee_id, id),
  foreign key (franchisee_id, id) references student_admission (franchisee_id, id),
  foreign key (franchisee_id, student_id) references student (franchisee_id, id),
  foreign key (franchisee_id, section_id) references section (franchisee_id, id),
  foreign key (franchisee_id, from_enrolment_id) references enrolment (franchisee_id, id));
create unique index enrolment_one_live on enrolment (franchisee_id, student_id, academic_year_id, programme) where status not in ('CANCELLED', 'WITHDRAWN', 'TRANSFERRED');
create unique index enrolment_roll on enrolment (franchisee_id, section_id, roll_no) where status in ('UPCOMING', 'ACTIVE', 'ON_HOLD');
create index enrolment_class on enrolment (franchisee_id, academic_year_id, class_id, section_id, status);
create index enrolment_student on enrolment (franchisee_id, student_id, academic_year_id desc);
create index enrolment_section on enrolment (franchisee_id, section_id);
create index enrolment_from on enrolment (franchisee_id, from_enrolment_id);
create index enrolment_class_only on enrolment (class_id);
select make_centre_table('enrolment');

create table placement (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), enrolment_id uuid not null,
  class_id int not null references class (id), section_id uuid, day_session text not null check (day_session in ('MORNING', 'AFTERNOON', 'FULL_DAY')),
  from_on date not null, before_on date, reason text check (length(reason) <= 200),
  primary key (franchisee_id, id),
  check (before_on > from_on),
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id),
  foreign key (franchisee_id, section_id) references section (franchisee_id, id));
create unique index placement_open on placement (franchisee_id, enrolment_id) where before_on is null;
create index placement_section on placement (franchisee_id, section_id);
create index placement_class on placement (class_id);
select make_centre_table('placement');

select allow_family('student', 'id = any ((select scope_students())::uuid[])');
select allow_family('enrolment', 'student_id = any ((select scope_students())::uuid[])');
select allow_family('student_admission', 'student_id = any ((select scope_students())::uuid[])');
select allow_family('placement', 'exists (select from enrolment e where e.franchisee_id = placement.franchisee_id and e.id = placement.enrolment_id)');
select allow_family('student_guardian', 'student_id = any ((select scope_students())::uuid[])');
select allow_family('family', 'exists (select from student s where s.franchisee_id = family.franchisee_id and s.family_id = family.id)');
