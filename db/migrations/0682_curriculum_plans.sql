-- Plans of a class group for a year, with their weeks and days, and the windows in which centres and families see weeks
-- (areas/curriculum.md 2.1). They are head office's: franchisee_id is always 1, for locks, steps and decisions.
create table curriculum_plan (
  franchisee_id int not null default 1 references franchisee (id), id uuid not null default gen_random_uuid() unique,
  folder_id uuid not null references curriculum_folder (id), class_group_id uuid not null references class_group (id),
  academic_year_id int not null references academic_year (id), title text not null check (length(title) between 1 and 80),
  weeks int not null check (weeks between 1 and 52), days_per_week int not null default 5 check (days_per_week between 1 and 6),
  copied_from uuid references curriculum_plan (id), submitted_by uuid, approved_by uuid check (approved_by <> submitted_by),
  published_at timestamptz, return_note text check (length(return_note) <= 500),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'IN_REVIEW', 'APPROVED', 'PUBLISHED', 'ARCHIVED')),
  primary key (franchisee_id, id));
select make_shared_table('curriculum_plan');
create unique index curriculum_plan_title on curriculum_plan (class_group_id, academic_year_id, lower(title));
create index curriculum_plan_year on curriculum_plan (academic_year_id, status);
create index curriculum_plan_folder on curriculum_plan (folder_id);
create index curriculum_plan_copied on curriculum_plan (copied_from);

create table curriculum_week (
  id uuid primary key default gen_random_uuid(), plan_id uuid not null references curriculum_plan (id),
  week_no int not null check (week_no between 1 and 52), title text check (length(title) between 1 and 80),
  theme_id uuid references theme_and_skill (id), summary text check (length(summary) <= 1000),
  unique (plan_id, week_no));
create index curriculum_week_theme on curriculum_week (theme_id);
select make_network_table('curriculum_week');
select audit_inserts_at_once('curriculum_week');

-- A day has its content in one document: what is published stands in curriculum_day_rev, what an author works on in draft.
-- Title, theme, blocks and minutes are read from the published content, or from the draft while nothing is published.
create table curriculum_day (
  id uuid primary key default gen_random_uuid(), plan_id uuid not null references curriculum_plan (id),
  week_id uuid not null references curriculum_week (id), position int not null check (position between 1 and 312),
  title text check (length(title) between 1 and 80), theme_id uuid references theme_and_skill (id),
  blocks int not null default 0 check (blocks >= 0), minutes int not null default 0 check (minutes >= 0),
  live_rev int not null default 0 check (live_rev >= 0), ready boolean not null default false,
  draft jsonb, draft_state text not null default 'NONE' check (draft_state in ('NONE', 'DRAFT', 'PENDING')), draft_by uuid,
  unique (plan_id, position), check ((draft_state = 'NONE') = (draft is null)), check (draft_state <> 'PENDING' or draft_by is not null));
create index curriculum_day_week on curriculum_day (week_id, position);
create index curriculum_day_theme on curriculum_day (theme_id);
create index curriculum_day_pending on curriculum_day (plan_id) where draft_state = 'PENDING';
select make_network_table('curriculum_day');
select audit_inserts_at_once('curriculum_day');

create table curriculum_day_rev (
  day_id uuid not null references curriculum_day (id), rev int not null check (rev >= 1), content jsonb not null,
  note text check (length(note) <= 300), written_by uuid, approved_by uuid default public.scope_user() check (approved_by <> written_by),
  at timestamptz not null default now(), primary key (day_id, rev));
grant select, insert on curriculum_day_rev to rt_centre, rt_network;
grant select on curriculum_day_rev to rt_family;
select make_append_only('curriculum_day_rev');

create table publish_window (
  id uuid primary key default gen_random_uuid(), plan_id uuid not null references curriculum_plan (id),
  audience text not null check (audience in ('STAFF', 'FAMILY')),
  from_week int not null check (from_week between 1 and 52), to_week int not null check (to_week between from_week and 52),
  -- Neither: all centres.
  zone_ids int[], centre_ids int[], opens_at timestamptz not null, closes_at timestamptz check (closes_at > opens_at),
  revoked_at timestamptz, check (zone_ids is null or centre_ids is null));
create index publish_window_plan on publish_window (plan_id, audience, opens_at);
select make_network_table('publish_window');
