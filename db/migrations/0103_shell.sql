-- Shell area: sessions, known devices, the sign-in journal, preferences (areas/shell.md 2.1). One-time codes live in
-- code_challenge (0002).
create table known_device (
  id uuid primary key default gen_random_uuid(), user_id uuid not null references app_user (id),
  -- SHA-256 of the secret that the browser keeps with its device key.
  thumbprint bytea not null, name text check (length(name) <= 60),
  first_seen_at timestamptz not null default now(), last_code_at timestamptz not null default now(), last_ip text, revoked_at timestamptz,
  unique (user_id, thumbprint));
select make_network_table('known_device', '{thumbprint}');

create table session (
  id uuid primary key default gen_random_uuid(), user_id uuid not null references app_user (id),
  active_role_id int references role (id), franchisee_id int references franchisee (id), academic_year_id int references academic_year (id),
  device_id uuid references known_device (id), proof_thumbprint text,
  ip text not null, user_agent text not null check (length(user_agent) <= 400),
  started_at timestamptz not null, last_seen_at timestamptz not null,
  idle_seconds int not null check (idle_seconds > 0), absolute_until timestamptz not null, step_up_until timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('LOGOUT', 'IDLE', 'ABSOLUTE', 'REVOKED', 'THEFT', 'PASSWORD', 'DISABLED', 'REPLACED')),
  check ((ended_at is null) = (end_reason is null)));
create index session_of_user on session (user_id) where ended_at is null;
create index session_last on session (user_id, started_at desc);
create index session_seen on session (last_seen_at) where ended_at is null;
create index session_role on session (active_role_id);
create index session_centre on session (franchisee_id);
create index session_device on session (device_id);
select make_network_table('session');
-- last_seen_at moves every half minute of work: that is no change worth a row of audit, the others are.
drop trigger record_change on session;
create trigger record_change after insert or delete or update of active_role_id, franchisee_id, academic_year_id, device_id, step_up_until, ended_at
  on session for each row execute function record_change();

create table session_token (
  token_hash bytea primary key, session_id uuid not null references session (id),
  issued_at timestamptz not null, replaced_at timestamptz);
create unique index session_token_current on session_token (session_id) where replaced_at is null;
create index session_token_session on session_token (session_id);
select make_network_table('session_token', '{token_hash}');

create table sign_in_event (
  id bigint generated always as identity primary key, at timestamptz not null default now(),
  user_id uuid, identifier_hash bytea,
  kind text not null check (kind in ('PASSWORD_OK', 'PASSWORD_BAD', 'CODE_SENT', 'CODE_OK', 'CODE_BAD', 'LOCK', 'UNLOCK', 'NEW_DEVICE',
    'ROTATED', 'THEFT', 'LOGOUT', 'IDLE', 'STEP_UP', 'RESET', 'ROLE_SWITCH', 'CENTRE_SWITCH', 'INVITE_ACCEPTED')),
  ip text, user_agent text, device_id uuid, session_id uuid);
create index sign_in_event_user on sign_in_event (user_id, at desc);
create index sign_in_event_time on sign_in_event (at desc);
grant insert on sign_in_event to rt_centre, rt_network, rt_public, rt_family;
grant select on sign_in_event to rt_centre, rt_network, rt_family;
select make_append_only('sign_in_event');

create table user_preference (
  user_id uuid primary key references app_user (id),
  locale text not null default 'en' check (locale in ('en', 'hi')), theme text not null default 'auto' check (theme in ('light', 'dark', 'auto')),
  density text not null default 'comfortable' check (density in ('comfortable', 'compact')),
  home_cards jsonb not null default '[]', saved_menu jsonb not null default '[]', notify jsonb not null default '{}');
select make_network_table('user_preference');

create table access_request (
  id uuid primary key default gen_random_uuid(), user_id uuid not null references app_user (id), path text not null check (length(path) <= 300),
  module text references module (name), franchisee_id int references franchisee (id), reason text not null check (length(reason) <= 300),
  status text not null default 'OPEN' check (status in ('OPEN', 'GRANTED', 'DECLINED')), decided_by uuid references app_user (id), decided_at timestamptz);
create unique index access_request_open on access_request (user_id, path) where status = 'OPEN';
create index access_request_centre on access_request (franchisee_id);
create index access_request_module on access_request (module);
create index access_request_decider on access_request (decided_by);
select make_network_table('access_request');
create index access_request_status on access_request (status, created_at);

create index code_challenge_user on code_challenge (user_id, created_at);
create index code_challenge_age on code_challenge (expires_at);

-- Sign-in and sessions are handled as the system only; the other work roles have no business with them. Holders of a
-- public link read names, never change who may do what.
revoke all on session, session_token, known_device from rt_centre, rt_public, rt_family;
do $$
declare v_table text;
begin
  foreach v_table in array array['app_user', 'user_role', 'user_centre', 'user_approval_code', 'module', 'system_end_point', 'dashboard',
      'sub_dashboard', 'role', 'role_end_point', 'role_grantable', 'access_level', 'approval_code', 'role_approval_code', 'dynamic_module',
      'menu_item', 'dashboard_role_map', 'sub_dashboard_role_map', 'zone', 'city', 'department', 'brand', 'partner', 'academic_year', 'pincode', 'pincode_exclusive'] loop
    execute format('revoke insert, update on %I from rt_public', v_table);
  end loop;
end $$;
