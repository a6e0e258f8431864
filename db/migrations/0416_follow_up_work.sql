-- The counsellor's work (areas/enquiries.md 3.4, 3.5, 3.8, 4): who is calling whom now, what was put off, calls,
-- proposals a person decides, plans of next dates, and what is known of an appointment beyond its time.

-- Ten minutes for one family, so that two counsellors never ring the same parent.
create table follow_up_claim (
  franchisee_id int not null, enquiry_id uuid not null, user_id uuid not null, until timestamptz not null,
  primary key (franchisee_id, enquiry_id),
  foreign key (franchisee_id, enquiry_id) references enquiry (franchisee_id, id));
select add_centre_policies('follow_up_claim');
revoke all on follow_up_claim from rt_public;

-- Skipped (last in the person's own queue of the day) or snoozed until a time.
create table follow_up_pause (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), enquiry_id uuid not null, user_id uuid not null,
  at timestamptz not null default now(), kind text not null check (kind in ('SKIP', 'SNOOZE')), until timestamptz,
  reason text check (length(reason) <= 300),
  primary key (franchisee_id, id), check (kind = 'SKIP' or until is not null),
  foreign key (franchisee_id, enquiry_id) references enquiry (franchisee_id, id));
create index follow_up_pause_person on follow_up_pause (franchisee_id, user_id, at desc);
create index follow_up_pause_enquiry on follow_up_pause (franchisee_id, enquiry_id);
select make_centre_table('follow_up_pause');
revoke all on follow_up_pause from rt_public;

create table call_log (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(), enquiry_id uuid,
  phone_norm text, provider text not null check (provider in ('MANUAL', 'DEVICE', 'EXOTEL', 'TWILIO')), provider_call_id text,
  direction text not null check (direction in ('OUT', 'IN')), agent_id uuid,
  started_at timestamptz not null default now(), answered_at timestamptz, ended_at timestamptz, talk_s int check (talk_s between 0 and 86400),
  status text not null default 'RINGING' check (status in ('RINGING', 'ANSWERED', 'NO_ANSWER', 'BUSY', 'FAILED', 'MISSED')),
  recording_file_id uuid, recording_until date,
  primary key (franchisee_id, id), unique (franchisee_id, provider, provider_call_id),
  foreign key (franchisee_id, enquiry_id) references enquiry (franchisee_id, id),
  foreign key (franchisee_id, recording_file_id) references file (franchisee_id, id));
create index call_log_time on call_log (franchisee_id, started_at desc, id desc);
create index call_log_number on call_log (franchisee_id, phone_norm, started_at desc);
create index call_log_enquiry on call_log (franchisee_id, enquiry_id, started_at desc);
create index call_log_recording on call_log (franchisee_id, recording_file_id) where recording_file_id is not null;
select make_centre_table('call_log');
revoke all on call_log from rt_public;

-- The call that a line belongs to, and what stood there before it: the author's undo puts it back (15 minutes).
alter table follow_up add column call_id uuid, add column before jsonb,
  add foreign key (franchisee_id, call_id) references call_log (franchisee_id, id);
create index follow_up_call on follow_up (franchisee_id, call_id) where call_id is not null;

-- The system proposes, a person presses: closing after seven tries, trying a lost family again.
create table enquiry_proposal (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), enquiry_id uuid not null, cycle smallint not null,
  kind text not null check (kind in ('CLOSE', 'TRY_AGAIN')), reason text not null check (length(reason) <= 80),
  at timestamptz not null default now(), state text not null default 'OPEN' check (state in ('OPEN', 'TAKEN', 'DISMISSED')),
  decided_by uuid, decided_at timestamptz,
  primary key (franchisee_id, id), unique (franchisee_id, enquiry_id, cycle, kind),
  foreign key (franchisee_id, enquiry_id) references enquiry (franchisee_id, id));
create index enquiry_proposal_open on enquiry_proposal (franchisee_id, at desc, id desc) where state = 'OPEN';
select make_centre_table('enquiry_proposal');
revoke all on enquiry_proposal from rt_public;

-- Next dates for many at once: what was asked and, when it is done, how it went.
create table follow_up_plan (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(), by uuid,
  at timestamptz not null default now(), state text not null default 'QUEUED' check (state in ('QUEUED', 'DONE')),
  days jsonb not null, total int not null, moved int not null default 0, skipped int not null default 0, done_at timestamptz,
  primary key (franchisee_id, id));
create index follow_up_plan_time on follow_up_plan (franchisee_id, at desc);
select make_centre_table('follow_up_plan');
revoke all on follow_up_plan from rt_public;

-- The very time that was confirmed, or at which nobody came: a moved appointment is neither.
alter table enquiry add column appointment_confirmed_for timestamptz, add column no_show_of timestamptz;
create index enquiry_visit_watch on enquiry (appointment_at) where is_open and appointment_at is not null;
-- Close enquiries by the day to try again; who has none comes last.
create index enquiry_closed on enquiry (franchisee_id, academic_year_id, (coalesce(revive_on, '9999-12-31'::date)), id) where follow_up_group = 'CLOSED';
create index enquiry_revive_day on enquiry (revive_on) where revive_on is not null and follow_up_group = 'CLOSED';

-- Days on which nobody works at the enquiry desk; Sundays are none without a row. The network's days hold for all.
create table desk_holiday (
  franchisee_id int not null references franchisee (id), id uuid not null unique default gen_random_uuid(),
  on_date date not null, name text not null check (length(name) between 1 and 60),
  primary key (franchisee_id, id));
create index desk_holiday_day on desk_holiday (franchisee_id, on_date);
select make_shared_table('desk_holiday');
insert into desk_holiday (franchisee_id, on_date, name) values
  (1, '2026-08-15', 'Independence Day'), (1, '2026-10-02', 'Gandhi Jayanti'), (1, '2027-01-26', 'Republic Day'),
  (1, '2027-08-15', 'Independence Day'), (1, '2027-10-02', 'Gandhi Jayanti'), (1, '2028-01-26', 'Republic Day');
