-- Enquiries (areas/enquiries.md 2): households, child-level enquiries, the Spanco log, follow-ups, touches. Network
-- defaults of sources, stages, sub-statuses and lost reasons are rows of franchisee 1.
create table enquiry_source (
  franchisee_id int not null references franchisee (id), id uuid not null unique default gen_random_uuid(),
  name text not null check (length(name) between 1 and 60),
  channel text not null check (channel in ('WALK_IN', 'PHONE', 'WEBSITE', 'QR', 'GOOGLE', 'META', 'WHATSAPP', 'REFERRAL_PARENT',
    'REFERRAL_STAFF', 'EVENT', 'PRINT', 'AGGREGATOR', 'UPLOAD', 'OTHER')),
  digital boolean not null default false, needs_referrer boolean not null default false, active boolean not null default true,
  primary key (franchisee_id, id));
create unique index enquiry_source_name on enquiry_source (franchisee_id, lower(name));
select make_shared_table('enquiry_source');
insert into enquiry_source (franchisee_id, id, name, channel, digital, needs_referrer) values
  (1, '04000000-0000-7000-8000-000000000001', 'Walk-in', 'WALK_IN', false, false),
  (1, '04000000-0000-7000-8000-000000000002', 'Phone call', 'PHONE', false, false),
  (1, '04000000-0000-7000-8000-000000000003', 'Website', 'WEBSITE', true, false),
  (1, '04000000-0000-7000-8000-000000000004', 'QR code', 'QR', true, false),
  (1, '04000000-0000-7000-8000-000000000005', 'Google', 'GOOGLE', true, false),
  (1, '04000000-0000-7000-8000-000000000006', 'Meta', 'META', true, false),
  (1, '04000000-0000-7000-8000-000000000007', 'WhatsApp', 'WHATSAPP', true, false),
  (1, '04000000-0000-7000-8000-000000000008', 'Parent referral', 'REFERRAL_PARENT', false, true),
  (1, '04000000-0000-7000-8000-000000000009', 'Staff referral', 'REFERRAL_STAFF', false, true),
  (1, '04000000-0000-7000-8000-000000000010', 'Event', 'EVENT', false, false),
  (1, '04000000-0000-7000-8000-000000000011', 'Print', 'PRINT', false, false),
  (1, '04000000-0000-7000-8000-000000000012', 'Aggregator', 'AGGREGATOR', true, false),
  (1, '04000000-0000-7000-8000-000000000013', 'Upload', 'UPLOAD', false, false);

-- `{mid}`: a link that credits its source; the key is unique in the whole network and not guessable.
create table enquiry_source_link (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  key text not null unique default left(translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/=', 'xyz'), 22)
    check (key ~ '^[A-Za-z0-9_-]{22}$'),
  label text not null check (length(label) between 1 and 80),
  placement text not null default 'OTHER' check (placement in ('GATE', 'COUNTER', 'EVENT', 'FLYER', 'SOCIAL', 'VEHICLE', 'OTHER')),
  source_id uuid not null references enquiry_source (id), medium text check (length(medium) <= 40), campaign text check (length(campaign) <= 80),
  language text not null default 'en' check (language in ('en', 'hi')), expires_on date, active boolean not null default true,
  primary key (franchisee_id, id));
create index enquiry_source_link_source on enquiry_source_link (source_id);
select make_centre_table('enquiry_source_link');
create index enquiry_source_link_list on enquiry_source_link (franchisee_id, created_at desc, id);

create table enquiry_stage (
  franchisee_id int not null references franchisee (id), id uuid not null unique default gen_random_uuid(),
  code text not null unique check (length(code) between 1 and 40),
  status text not null check (status in ('Suspect', 'Prospect', 'Approach', 'Negotiation', 'Closing', 'Order', 'Lost')),
  position int not null, is_seed boolean not null default false,
  entered_by text not null check (entered_by in ('USER', 'SYSTEM', 'BOTH')),
  score int not null default 0 check (score between -10 and 10), max_days int check (max_days between 1 and 365),
  active boolean not null default true,
  primary key (franchisee_id, id), unique (code, status));
select make_shared_table('enquiry_stage');
-- The specification's stage names, to the letter; 'In Conversation' is ours (enquiries.md D4).
insert into enquiry_stage (franchisee_id, code, status, position, is_seed, entered_by, max_days) values
  (1, 'Yet_to_call', 'Suspect', 1, true, 'SYSTEM', 2), (1, 'In Conversation', 'Prospect', 2, false, 'USER', 14),
  (1, 'Appointment Fixed', 'Prospect', 3, true, 'USER', 14), (1, 'Online Counselling Done', 'Approach', 4, true, 'USER', 14),
  (1, 'Offline Counselling Done', 'Approach', 5, true, 'USER', 14), (1, 'Application Fee Link Sent', 'Negotiation', 6, true, 'SYSTEM', 7),
  (1, 'Intelliskills+BSK Fee Plan Assign', 'Negotiation', 7, true, 'SYSTEM', 7), (1, 'Admission Form Completed', 'Closing', 8, true, 'SYSTEM', 7),
  (1, 'Temporarily Confirmed', 'Closing', 9, true, 'SYSTEM', 14), (1, 'Admission Confirmed', 'Order', 10, true, 'SYSTEM', null),
  (1, 'Close', 'Lost', 11, true, 'USER', null), (1, 'Drop Off', 'Lost', 12, true, 'BOTH', null), (1, 'Wrong class/Drop-off', 'Lost', 13, true, 'USER', null);

create table enquiry_sub_status (
  franchisee_id int not null references franchisee (id), id uuid not null unique default gen_random_uuid(),
  name text not null check (length(name) between 1 and 40),
  status text not null check (status in ('Suspect', 'Prospect', 'Approach', 'Negotiation', 'Closing', 'Order')),
  position int not null default 0, active boolean not null default true,
  primary key (franchisee_id, id));
create unique index enquiry_sub_status_name on enquiry_sub_status (franchisee_id, status, lower(name));
select make_shared_table('enquiry_sub_status');
insert into enquiry_sub_status (franchisee_id, status, name, position)
  select 1, status, name, n from (values
    ('Suspect', '{Fresh,RNR-1,RNR-2,RNR-3,Busy,Switched off,Wrong number,Call back,WhatsApp sent,Language}'::text[]),
    ('Prospect', '{Interested,Details shared,Will visit,Appointment fixed,Rescheduled,No-show,Not this year}'),
    ('Approach', '{Walk-in done,Demo class,Parent convinced,Decision maker pending,Comparing}'),
    ('Negotiation', '{Fee concern,Concession sought,Instalment sought,Distance,Timing,Transport}'),
    ('Closing', '{Form pending,Docs pending,Payment pending,Seat held until}'),
    ('Order', '{Kit ordered,Class assigned,Welcome done}')) s (status, names), unnest(s.names) with ordinality u (name, n);

create table lost_reason (
  franchisee_id int not null references franchisee (id), id uuid not null unique default gen_random_uuid(),
  name text not null check (length(name) between 1 and 40), needs_competitor boolean not null default false,
  neutral boolean not null default false, revive_days int not null default 0 check (revive_days between 0 and 730),
  junk boolean not null default false, active boolean not null default true,
  primary key (franchisee_id, id));
create unique index lost_reason_name on lost_reason (franchisee_id, lower(name));
select make_shared_table('lost_reason');
insert into lost_reason (franchisee_id, name, needs_competitor, neutral, revive_days, junk) values
  (1, 'Fees', false, false, 90, false), (1, 'Distance', false, false, 0, false), (1, 'Competitor', true, false, 300, false),
  (1, 'Age', false, false, 180, false), (1, 'Transfer city', false, false, 0, false), (1, 'Not reachable ×7', false, false, 30, false),
  (1, 'Duplicate', false, true, 0, false), (1, 'Junk', false, true, 0, true), (1, 'Wrong class', false, false, 180, false),
  (1, 'Moved to another centre', false, true, 0, false), (1, 'Admission withdrawn', false, false, 0, false);

create table enquiry_household (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  family_id uuid, language text not null default 'en' check (language in ('en', 'hi', 'mr', 'gu', 'ta', 'te', 'kn', 'bn')),
  preferred_time text check (preferred_time in ('MORNING', 'AFTERNOON', 'EVENING')),
  do_not_call boolean not null default false, note text check (length(note) <= 300),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, family_id) references family (franchisee_id, id));
create index enquiry_household_family on enquiry_household (franchisee_id, family_id) where family_id is not null;
select make_centre_table('enquiry_household');

-- One household per number: two forms sent in the same millisecond meet in this unique key. The household row follows in
-- the same transaction, so the foreign key is checked at its end.
create table household_contact (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), household_id uuid not null,
  kind text not null check (kind in ('PHONE', 'EMAIL')), value_norm text not null check (length(value_norm) <= 160),
  value_raw text check (length(value_raw) <= 160),
  label text not null default 'GUARDIAN' check (label in ('MOTHER', 'FATHER', 'GUARDIAN', 'OTHER')),
  position smallint not null default 1, whatsapp boolean, verified_at timestamptz, bad_since timestamptz,
  primary key (franchisee_id, id), unique (franchisee_id, kind, value_norm),
  foreign key (franchisee_id, household_id) references enquiry_household (franchisee_id, id) deferrable initially deferred);
create index household_contact_household on household_contact (franchisee_id, household_id);
create index household_contact_value on household_contact (value_norm, kind);
select make_centre_table('household_contact');

create table enquiry (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  enquiry_code text not null check (enquiry_code ~ '^ENQ-[0-9]{3,}-[0-9]{4}-[0-9]{5,}$'),
  academic_year_id int not null references academic_year (id), household_id uuid not null,
  child_first_name text check (length(child_first_name) <= 60), child_last_name text check (length(child_last_name) <= 60), child_name_key text,
  child_dob date, dob_approx boolean not null default false, child_gender text check (child_gender in ('MALE', 'FEMALE', 'OTHER')),
  class_id int references class (id), class_category text, programme text check (length(programme) <= 60),
  session_wish text check (session_wish in ('MORNING', 'AFTERNOON', 'FULL_DAY')),
  guardian_name text not null check (length(guardian_name) <= 80),
  guardian_relation text check (guardian_relation in ('MOTHER', 'FATHER', 'GUARDIAN', 'GRANDPARENT', 'OTHER')),
  phone_norm text, email_norm text, pincode text check (pincode ~ '^[1-9][0-9]{5}$'),
  source_id uuid not null references enquiry_source (id), medium text check (length(medium) <= 40), campaign text check (length(campaign) <= 80),
  source_link_id uuid, referrer_student_id uuid, referrer_staff_id uuid,
  spanco_status text not null default 'Suspect', stage_code text not null default 'Yet_to_call',
  sub_status text default 'Fresh' check (length(sub_status) <= 40), temperature text not null default 'COLD' check (temperature in ('COLD', 'WARM', 'HOT')),
  owner_id uuid, owner_since timestamptz, qualified_by uuid, cycle smallint not null default 1,
  captured_at timestamptz not null default now(), next_follow_up_on date, next_follow_up_at timestamptz,
  attempts smallint not null default 0, first_attempt_at timestamptz, last_attempt_at timestamptz, first_contact_at timestamptz, last_contact_at timestamptz,
  sla_due_at timestamptz, intent_at timestamptz, appointment_at timestamptz, walk_in_at timestamptz, counselled_at timestamptz,
  lost_reason_id uuid references lost_reason (id), lost_note text check (length(lost_note) <= 300), competitor text check (length(competitor) <= 60), revive_on date,
  closed_at timestamptz, admitted_at timestamptz, merged_into uuid, previous_enquiry_id uuid, erased_at timestamptz,
  stage_since timestamptz not null default now(), last_activity_at timestamptz not null default now(), last_note text check (length(last_note) <= 1000),
  is_open boolean generated always as (spanco_status not in ('Order', 'Lost') and merged_into is null) stored,
  -- Facts only; the date part of a bucket is computed with the IST day (bucket.ts), never stored.
  follow_up_group text generated always as (case
    when merged_into is not null then 'NONE' when spanco_status = 'Lost' then 'CLOSED' when spanco_status = 'Order' then 'ADMITTED'
    when walk_in_at is not null or counselled_at is not null then 'HOT'
    when intent_at is not null or appointment_at is not null then 'WARM' else 'COLD' end) stored,
  search_text text generated always as (lower(coalesce(child_first_name, '') || ' ' || coalesce(child_last_name, '') || ' ' || guardian_name || ' '
    || enquiry_code || ' ' || coalesce(right(phone_norm, 10), '') || ' ' || coalesce(email_norm, ''))) stored,
  primary key (franchisee_id, id), unique (franchisee_id, enquiry_code),
  foreign key (stage_code, spanco_status) references enquiry_stage (code, status),
  foreign key (franchisee_id, household_id) references enquiry_household (franchisee_id, id) deferrable initially deferred,
  foreign key (franchisee_id, source_link_id) references enquiry_source_link (franchisee_id, id),
  foreign key (franchisee_id, merged_into) references enquiry (franchisee_id, id),
  foreign key (franchisee_id, previous_enquiry_id) references enquiry (franchisee_id, id),
  constraint enquiry_open_has_date check (spanco_status in ('Order', 'Lost') or merged_into is not null or next_follow_up_on is not null),
  constraint enquiry_lost_has_reason check (spanco_status <> 'Lost' or (lost_reason_id is not null and closed_at is not null)),
  constraint enquiry_order_has_day check (spanco_status <> 'Order' or admitted_at is not null));
-- The one list, facet and search index. Text search cannot use trigrams under row security (LIKE is not leakproof), so
-- the filter runs inside this covering index, newest first (enquiries.md 9).
create index enquiry_list on enquiry (franchisee_id, academic_year_id, captured_at desc, id desc)
  include (spanco_status, stage_code, sub_status, temperature, class_category, owner_id, source_id, next_follow_up_on, follow_up_group, is_open, search_text);
create index enquiry_due on enquiry (franchisee_id, next_follow_up_on, id) where is_open;
create index enquiry_owner on enquiry (franchisee_id, owner_id, next_follow_up_on, id) where is_open;
create index enquiry_bucket on enquiry (franchisee_id, academic_year_id, is_open, follow_up_group, next_follow_up_on) include (stage_code, spanco_status, owner_id);
create index enquiry_household_of on enquiry (franchisee_id, household_id);
create index enquiry_link on enquiry (franchisee_id, source_link_id) where source_link_id is not null;
create index enquiry_merged on enquiry (franchisee_id, merged_into) where merged_into is not null;
create index enquiry_previous on enquiry (franchisee_id, previous_enquiry_id) where previous_enquiry_id is not null;
create index enquiry_revive on enquiry (franchisee_id, revive_on) where revive_on is not null;
-- The head office's own three: without a centre list trigrams work.
create index enquiry_network_list on enquiry (academic_year_id, captured_at desc, id desc);
create index enquiry_phone on enquiry (phone_norm);
create index enquiry_search on enquiry using gin (search_text gin_trgm_ops);
create index enquiry_source_of on enquiry (source_id);
create index enquiry_class on enquiry (class_id);
create index enquiry_lost_reason on enquiry (lost_reason_id) where lost_reason_id is not null;
select make_centre_table('enquiry');

create table enquiry_stage_log (
  franchisee_id int not null, enquiry_id uuid not null, seq int not null, cycle smallint not null default 1,
  at timestamptz not null default now(), by uuid, via text not null check (via in ('USER', 'SYSTEM', 'INTAKE', 'UPLOAD')), action text not null,
  from_status text, to_status text not null, from_stage text, to_stage text not null, from_sub_status text, to_sub_status text,
  reason text check (length(reason) <= 300), source_id text, seconds_in_stage bigint,
  primary key (franchisee_id, enquiry_id, seq),
  foreign key (franchisee_id, enquiry_id) references enquiry (franchisee_id, id));
-- A system move happens once per document that caused it.
create unique index enquiry_stage_log_once on enquiry_stage_log (franchisee_id, enquiry_id, action, source_id) where source_id is not null;
create index enquiry_stage_log_time on enquiry_stage_log (franchisee_id, at);
select make_centre_table('enquiry_stage_log');
select make_append_only('enquiry_stage_log');

create table follow_up (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  type text not null default 'academic' check (type in ('academic', 'service')), subject_id uuid not null, cycle smallint not null default 1,
  at timestamptz not null default now(), by uuid default scope_user(),
  channel text not null check (channel in ('CALL', 'WHATSAPP', 'SMS', 'EMAIL', 'VISIT', 'VIDEO', 'OTHER')),
  direction text not null default 'OUT' check (direction in ('OUT', 'IN')),
  outcome text not null check (outcome in ('NO_ANSWER', 'BUSY', 'SWITCHED_OFF', 'WRONG_NUMBER', 'CALL_BACK', 'DETAILS_SHARED', 'INTERESTED',
    'APPOINTMENT', 'COUNSELLED', 'NOT_INTERESTED', 'WHATSAPP_SENT', 'LANGUAGE')),
  note text check (length(note) <= 1000), duration_s int, planned_on date, next_on date, next_at timestamptz,
  voided_by uuid, voided_at timestamptz,
  primary key (franchisee_id, id));
create index follow_up_subject on follow_up (franchisee_id, type, subject_id, at desc);
create index follow_up_person on follow_up (franchisee_id, by, at desc);
select make_centre_table('follow_up');
-- Written once; only the author's undo may mark it (15 minutes).
revoke update, delete on follow_up from rt_centre, rt_network, rt_public;
grant update (voided_by, voided_at) on follow_up to rt_centre, rt_network;

create table enquiry_touch (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), enquiry_id uuid not null,
  at timestamptz not null default now(), source_id uuid not null references enquiry_source (id), medium text, campaign text, intake_id uuid,
  position smallint not null default 1, note text check (length(note) <= 1000),
  -- What the parent answered and which text was shown, as evidence beside the consent itself.
  consents jsonb, mid_unknown boolean not null default false,
  primary key (franchisee_id, id),
  foreign key (franchisee_id, enquiry_id) references enquiry (franchisee_id, id));
create index enquiry_touch_enquiry on enquiry_touch (franchisee_id, enquiry_id, at);
create index enquiry_touch_source on enquiry_touch (source_id);
-- A submission that is folded twice leaves one touch.
create unique index enquiry_touch_intake on enquiry_touch (franchisee_id, intake_id, enquiry_id) where intake_id is not null;
select make_centre_table('enquiry_touch');
select make_append_only('enquiry_touch');

create table duplicate_candidate (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), a_id uuid not null, b_id uuid not null, score_bp int not null,
  reasons text[] not null default '{}', state text not null default 'OPEN' check (state in ('OPEN', 'MERGED', 'DIFFERENT')), by uuid, at timestamptz not null default now(),
  primary key (franchisee_id, id), unique (franchisee_id, a_id, b_id), check (a_id < b_id),
  foreign key (franchisee_id, a_id) references enquiry (franchisee_id, id), foreign key (franchisee_id, b_id) references enquiry (franchisee_id, id));
create index duplicate_candidate_b on duplicate_candidate (franchisee_id, b_id);
select make_centre_table('duplicate_candidate');
