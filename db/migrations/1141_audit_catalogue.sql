-- What audits ask (areas/audits.md 2.1): types, categories, sub-categories, questions; what was published of them, and the
-- weights of the categories. They are the network's. An audit pins a version and a weight set, so neither is ever changed.
create table audit_type (
  id uuid primary key default gen_random_uuid(), family text not null check (family in ('CENTRE_HEAD', 'AMS', 'GENERAL')),
  slug text not null check (slug ~ '^[a-z0-9-]{3,40}$'), name text not null check (length(name) between 1 and 80),
  subject_kind text not null check (subject_kind in ('CENTRE', 'TEACHER', 'SECTION')),
  conducted_by text not null check (conducted_by in ('CENTRE', 'NETWORK')),
  review_required boolean not null default true, locate boolean not null default false, signoff_required boolean not null default false,
  critical_cap_bp int not null default 5900 check (critical_cap_bp between 0 and 10000),
  -- From where the letters begin; D is what lies below C.
  band_a_bp int not null default 9000 check (band_a_bp between 0 and 10000), band_b_bp int not null default 7500, band_c_bp int not null default 6000,
  closure_days int not null default 14 check (closure_days between 1 and 365),
  response_days int not null default 3 check (response_days between 1 and 60),
  publish_within_hours int not null default 48 check (publish_within_hours between 1 and 720),
  active boolean not null default true,
  constraint audit_type_bands check (band_a_bp > band_b_bp and band_b_bp > band_c_bp and band_c_bp > 0));
create unique index audit_type_slug on audit_type (slug);
create unique index audit_type_name on audit_type (family, lower(name));
select make_network_table('audit_type');

create table audit_category (
  id uuid primary key default gen_random_uuid(), type_id uuid not null references audit_type (id),
  name text not null check (length(name) between 1 and 80), position int not null check (position between 1 and 999),
  active boolean not null default true);
create unique index audit_category_name on audit_category (type_id, lower(name));
select make_network_table('audit_category');

create table audit_sub_category (
  id uuid primary key default gen_random_uuid(), category_id uuid not null references audit_category (id),
  name text not null check (length(name) between 1 and 80), position int not null check (position between 1 and 999),
  active boolean not null default true);
create unique index audit_sub_category_name on audit_sub_category (category_id, lower(name));
select make_network_table('audit_sub_category');

create table audit_parameter (
  id uuid primary key default gen_random_uuid(), sub_category_id uuid not null references audit_sub_category (id),
  code text not null check (length(code) between 1 and 20), question text not null check (length(question) between 1 and 300),
  guidance text check (length(guidance) <= 1000),
  response_kind text not null check (response_kind in ('YES_NO_NA', 'SCALE')),
  max_score int not null default 1 check (max_score between 1 and 100), weight int not null default 1 check (weight between 1 and 10),
  critical boolean not null default false, optional boolean not null default false,
  photo_on text not null default 'NO' check (photo_on in ('NEVER', 'NO', 'ALWAYS')), note_on_no boolean not null default true,
  owner_kind text not null default 'CENTRE' check (owner_kind in ('CENTRE', 'TEACHER', 'HEAD_OFFICE')),
  severity text not null default 'MINOR' check (severity in ('MINOR', 'MAJOR', 'CRITICAL')),
  closure_days int check (closure_days between 1 and 365), position int not null default 1 check (position between 1 and 999),
  active boolean not null default true,
  constraint audit_parameter_scale check (response_kind <> 'SCALE' or max_score = 5));
create unique index audit_parameter_code on audit_parameter (sub_category_id, lower(code));
create index audit_parameter_order on audit_parameter (sub_category_id, position, id);
select make_network_table('audit_parameter');

create table audit_template_version (
  id uuid primary key default gen_random_uuid(), type_id uuid not null references audit_type (id),
  version_no int not null check (version_no > 0), snapshot jsonb not null check (jsonb_typeof(snapshot) = 'object'),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'), parameters int not null check (parameters > 0),
  change_note text not null check (length(change_note) between 1 and 500),
  unique (type_id, version_no));
select make_network_table('audit_template_version');
select make_append_only('audit_template_version');

create table audit_weight_set (
  id uuid primary key default gen_random_uuid(), type_id uuid not null references audit_type (id),
  effective_from date not null, note text check (length(note) <= 300),
  unique (type_id, effective_from));
select make_network_table('audit_weight_set');
select make_append_only('audit_weight_set');

create table audit_weight_line (
  weight_set_id uuid not null references audit_weight_set (id), category_id uuid not null references audit_category (id),
  weight_bp int not null check (weight_bp between 0 and 10000), primary key (weight_set_id, category_id));
create index audit_weight_line_category on audit_weight_line (category_id);
select make_network_table('audit_weight_line');
select make_append_only('audit_weight_line');

-- Whoever writes them: a set holds 100.00 %.
create function audit_weights_whole() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (select coalesce(sum(weight_bp), 0) from audit_weight_line where weight_set_id = new.weight_set_id) <> 10000 then
    raise exception 'weights of an audit must total 100 per cent' using errcode = '23514', constraint = 'audit_weight_line_whole';
  end if;
  return null;
end $$;
create constraint trigger audit_weight_line_whole after insert on audit_weight_line
  deferrable initially deferred for each row execute function audit_weights_whole();

-- The types are kept by who keeps the catalogue; they stand in that person's menu.
update menu_item set modules = '{AuditCatalogue}' where link = '/general-audit/audit-type-list';
insert into sub_dashboard (dashboard_id, name)
  select 5, n.name from unnest(array['AuditCatalogue', 'AMSConfiguration']) n (name)
   where not exists (select from sub_dashboard s where s.dashboard_id = 5 and s.name = n.name);
create temp table new_audit_right on commit drop as
  select p.role_id, s.id as sub_id, bool_or(e.method = 'any') as w from role_end_point p join system_end_point e on e.id = p.end_point_id
    join sub_dashboard s on s.dashboard_id = 5 and s.name = e.module where e.module in ('AuditCatalogue', 'AMSConfiguration') group by 1, 2
  union all select 1, id, true from sub_dashboard where dashboard_id = 5 and name in ('AuditCatalogue', 'AMSConfiguration');
insert into sub_dashboard_role_map (role_id, sub_dashboard_id, is_write) select role_id, sub_id, w from new_audit_right on conflict do nothing;
insert into dashboard_role_map (role_id, dashboard_id, is_active, is_default, is_write)
  select role_id, 5, true, false, bool_or(w) from new_audit_right group by role_id on conflict do nothing;
