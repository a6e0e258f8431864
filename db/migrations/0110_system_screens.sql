-- System area, second half (areas/system.md 2): the address book of screens, the catalogue of operations, changes of roles
-- that wait for a second person, alarms of jobs, how often a right is used.

-- Every bookmarked path of the specification with what opens it (system.md 12.6). The data is in 0111.
create table screen_route (
  path text primary key, area text not null,
  -- The menu item it is, or is reached from; null = by link only.
  item_key text references menu_item (key),
  modules text[] not null default '{}', modules_also text[],
  write boolean not null default false, centre boolean not null default false, public boolean not null default false);
create index screen_route_item on screen_route (item_key);
select make_network_table('screen_route');

-- Every operation of the areas of this installation, written at each start from the contracts: never stale.
create table operation (
  name text primary key, area text not null, summary text not null, modules text[] not null,
  method text not null check (method in ('GET', 'POST', 'PATCH', 'DELETE')), write boolean not null,
  scope text not null, path text not null, step_up boolean not null default false);
select make_network_table('operation');

alter table system_end_point add column description text check (length(description) <= 300);
alter table dashboard_role_map add column position int;

create table role_change (
  id uuid primary key default gen_random_uuid(), role_id int not null references role (id),
  -- The difference alone, so that it can be put on the role as it is by then.
  delta jsonb not null, effect jsonb not null,
  state text not null check (state in ('PENDING', 'APPLIED', 'REJECTED', 'STALE')),
  base_version int not null, reason text check (length(reason) <= 300),
  proposed_by uuid not null references app_user (id), decided_by uuid references app_user (id),
  decided_at timestamptz, decision_reason text check (length(decision_reason) <= 300),
  constraint role_change_other_person check (decided_by <> proposed_by));
create unique index role_change_pending on role_change (role_id) where state = 'PENDING';
create index role_change_proposer on role_change (proposed_by);
create index role_change_decider on role_change (decided_by);
select make_network_table('role_change');
create index role_change_role on role_change (role_id, created_at desc);

alter table dynamic_module
  add column dashboard_id int references dashboard (id), add column group_label text check (length(group_label) <= 40),
  add column label text check (length(label) <= 40), add column label_hi text check (length(label_hi) <= 40),
  add column role_ids int[] not null default '{}', add column page_text text check (length(page_text) <= 20000);
create index dynamic_module_dashboard on dynamic_module (dashboard_id);

-- Hosts that links of dynamic modules may lead to.
create table allowed_host (
  host text primary key check (host ~ '^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$'), reason text check (length(reason) <= 200));
select make_network_table('allowed_host');

create table cron_alert (
  id uuid primary key default gen_random_uuid(), job text not null references cron_job (name),
  kind text not null check (kind in ('LATE', 'MISSED', 'INTERRUPTED')), planned_at timestamptz not null,
  run_id uuid references cron_run (id) on delete set null, text text not null check (length(text) <= 300),
  seen_at timestamptz, seen_by uuid references app_user (id), unique (job, kind, planned_at));
create index cron_alert_run on cron_alert (run_id);
create index cron_alert_seen on cron_alert (seen_by);
select make_network_table('cron_alert');
create index cron_alert_open on cron_alert (created_at desc) where seen_at is null;
alter table cron_job add column paused_by uuid, add column pause_reason text check (length(pause_reason) <= 200);

-- How often a right is used, by the hour (areas/README 2); no people in it.
create table end_point_use (
  module text not null, method text not null, hour timestamptz not null, calls int not null, primary key (module, method, hour));
grant select, insert, update, delete on end_point_use to rt_network;
grant select on end_point_use to rt_centre;

-- 'What did this person change' and 'what happened to this row' over the whole journal.
create index record_change_actor on record_change (actor, id desc);
create index access_log_action on access_log (action, id desc);

-- New tables: holders of a public link never change who may do what (0103).
revoke insert, update on screen_route, operation, role_change, allowed_host, cron_alert from rt_public;
