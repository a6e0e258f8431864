-- Back to School (areas/enquiries.md 2.2, 3.9): the season in which next year's seats are filled.
create table b2s_season (
  id uuid primary key default gen_random_uuid(), title text not null check (length(title) between 1 and 80),
  academic_year_id int not null references academic_year (id), from_on date not null, to_on date not null, first_school_day date not null,
  cohorts text[] not null check (cohorts <> '{}' and cohorts <@ '{NEW,RETURNING,WIN_BACK}'), age_on date not null,
  committed_from text[] not null check (committed_from <> '{}'),
  -- [{on, bp}]: share of the target that should be achieved by a day, in basis points, rising to 10000.
  curve jsonb not null, excluded_reasons uuid[] not null default '{}', offer_note text check (length(offer_note) <= 200),
  state text not null default 'DRAFT' check (state in ('DRAFT', 'ACTIVE', 'CLOSED')), refreshed_at timestamptz,
  check (to_on > from_on));
create unique index b2s_season_active on b2s_season (academic_year_id) where state = 'ACTIVE';
create index b2s_season_year on b2s_season (academic_year_id, from_on desc);
select make_network_table('b2s_season');
revoke all on b2s_season from rt_family, rt_public;

create table b2s_target (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  season_id uuid not null references b2s_season (id), class_id int not null references class (id), seats int not null check (seats between 1 and 2000),
  primary key (franchisee_id, id), unique (franchisee_id, season_id, class_id));
create index b2s_target_season on b2s_target (season_id, franchisee_id);
create index b2s_target_class on b2s_target (class_id);
select make_centre_table('b2s_target');
revoke all on b2s_target from rt_public;

create table b2s_member (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(), season_id uuid not null references b2s_season (id),
  kind text not null check (kind in ('NEW', 'RETURNING', 'WIN_BACK')), enquiry_id uuid, enrolment_id uuid, class_id int references class (id),
  outcome text not null default 'NOT_CONTACTED' check (outcome in ('NOT_CONTACTED', 'CONTACTED', 'COMMITTED', 'CONFIRMED', 'JOINED', 'LOST')),
  outcome_on date not null, achieved_on date, owner_id uuid,
  primary key (franchisee_id, id), unique (franchisee_id, season_id, enquiry_id), unique (franchisee_id, season_id, enrolment_id),
  check ((enquiry_id is null) <> (enrolment_id is null)), check (kind <> 'RETURNING' or enrolment_id is not null),
  check ((achieved_on is not null) = (outcome in ('COMMITTED', 'CONFIRMED', 'JOINED'))),
  foreign key (franchisee_id, enquiry_id) references enquiry (franchisee_id, id),
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id));
create index b2s_member_board on b2s_member (franchisee_id, season_id, outcome) include (kind, class_id, achieved_on);
create index b2s_member_list on b2s_member (franchisee_id, season_id, outcome_on desc, id desc);
create index b2s_member_season on b2s_member (season_id);
create index b2s_member_class on b2s_member (class_id);
create index b2s_member_enquiry on b2s_member (franchisee_id, enquiry_id) where enquiry_id is not null;
create index b2s_member_enrolment on b2s_member (franchisee_id, enrolment_id) where enrolment_id is not null;
select make_centre_table('b2s_member');
revoke all on b2s_member from rt_public;
revoke insert, update, delete on b2s_member from rt_centre;
