-- What a section follows and what it was taught (areas/curriculum.md 2.1). No date of a day is stored: it comes from the
-- first day, the calendar and the shifts; what was taught keeps the day it was taught on.
create table section_plan (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  section_id uuid not null, plan_id uuid not null references curriculum_plan (id),
  starts_on date not null, ended_on date check (ended_on >= starts_on),
  primary key (franchisee_id, id), unique (franchisee_id, section_id, plan_id),
  foreign key (franchisee_id, section_id) references section (franchisee_id, id));
create unique index section_plan_running on section_plan (franchisee_id, section_id) where ended_on is null;
create index section_plan_plan on section_plan (plan_id);
select make_centre_table('section_plan');

create table plan_shift (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  section_plan_id uuid not null, from_position int not null check (from_position between 1 and 312),
  idle_days int not null check (idle_days between 1 and 20),
  reason text not null check (reason in ('CLOSED', 'EVENT', 'CATCH_UP', 'OTHER')), note text check (length(note) <= 300),
  taken_back_at timestamptz,
  primary key (franchisee_id, id),
  foreign key (franchisee_id, section_plan_id) references section_plan (franchisee_id, id));
create index plan_shift_of on plan_shift (franchisee_id, section_plan_id);
select make_centre_table('plan_shift');

-- One row for a section and a day. `blocks`: [{id, state, reason}] of the revision it was taught with.
create table curriculum_delivery (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  section_id uuid not null, day_id uuid not null references curriculum_day (id), section_plan_id uuid not null,
  state text not null check (state in ('DONE', 'PARTLY', 'SKIPPED')),
  reason text check (reason in ('ABSENCE', 'TIME', 'MATERIALS', 'NOT_SUITED', 'CLOSED_DAY', 'OTHER')), note text check (length(note) <= 500),
  blocks jsonb not null check (jsonb_typeof(blocks) = 'array'), day_rev int not null check (day_rev >= 1), delivered_on date not null,
  primary key (franchisee_id, id), unique (franchisee_id, section_id, day_id),
  check ((state = 'SKIPPED') = (reason is not null)),
  foreign key (franchisee_id, section_id) references section (franchisee_id, id),
  foreign key (franchisee_id, section_plan_id) references section_plan (franchisee_id, id),
  foreign key (day_id, day_rev) references curriculum_day_rev (day_id, rev));
create index curriculum_delivery_plan on curriculum_delivery (franchisee_id, section_plan_id);
create index curriculum_delivery_day on curriculum_delivery (day_id, day_rev);
create index curriculum_delivery_on on curriculum_delivery (franchisee_id, delivered_on);
select make_centre_table('curriculum_delivery');

-- What the teachers of a section wrote for themselves about a day.
create table day_note (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  section_id uuid not null, day_id uuid not null references curriculum_day (id), text text not null check (length(text) between 1 and 1000),
  primary key (franchisee_id, id), unique (franchisee_id, section_id, day_id),
  foreign key (franchisee_id, section_id) references section (franchisee_id, id));
create index day_note_day on day_note (day_id);
select make_centre_table('day_note');

-- Whoever compares the centres finds the screen in the menu too.
update menu_item set modules = '{Curriculum,CurriculumReports}' where link = '/learning/curriculum';
insert into sub_dashboard (dashboard_id, name)
  select 5, 'CurriculumReports' where not exists (select from sub_dashboard s where s.dashboard_id = 5 and s.name = 'CurriculumReports');
create temp table new_menu_right on commit drop as
  select p.role_id, s.id as sub_id, bool_or(e.method = 'any') as w from role_end_point p join system_end_point e on e.id = p.end_point_id
    join sub_dashboard s on s.dashboard_id = 5 and s.name = e.module where e.module = 'CurriculumReports' group by 1, 2
  union all select 1, id, true from sub_dashboard where dashboard_id = 5 and name = 'CurriculumReports';
insert into sub_dashboard_role_map (role_id, sub_dashboard_id, is_write) select role_id, sub_id, w from new_menu_right on conflict do nothing;
insert into dashboard_role_map (role_id, dashboard_id, is_active, is_default, is_write)
  select role_id, 5, true, false, bool_or(w) from new_menu_right group by role_id on conflict do nothing;
