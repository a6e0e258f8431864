-- A second way to the code when no message arrives (areas/shell.md 11.2): an authenticator app (RFC 6238) and ten printed
-- recovery codes. Nobody reads another's secret; it is taken away only by two super admins together.
create table authenticator (
  user_id uuid primary key references app_user (id),
  -- Sealed with the row's place; useless in a dump.
  secret bytea not null,
  confirmed_at timestamptz,
  -- The newest step that was accepted: none is accepted twice.
  last_step bigint not null default 0);
select make_network_table('authenticator', '{secret}');

create table recovery_code (
  user_id uuid not null references app_user (id), code_hash bytea not null, used_at timestamptz,
  primary key (user_id, code_hash));
select make_network_table('recovery_code', '{code_hash}');

create table authenticator_reset (
  id uuid primary key default gen_random_uuid(), user_id uuid not null references app_user (id),
  asked_by uuid not null references app_user (id), reason text not null check (length(reason) between 1 and 300),
  status text not null default 'OPEN' check (status in ('OPEN', 'DONE', 'DECLINED')),
  decided_by uuid references app_user (id), decided_at timestamptz,
  check ((status = 'OPEN') = (decided_by is null)), check (decided_by is null or decided_at is not null),
  -- The second person is another one, whatever the code says (T9).
  check (status <> 'DONE' or decided_by <> asked_by), check (status <> 'DONE' or decided_by <> user_id));
create unique index authenticator_reset_open on authenticator_reset (user_id) where status = 'OPEN';
create index authenticator_reset_asker on authenticator_reset (asked_by);
create index authenticator_reset_decider on authenticator_reset (decided_by);
select make_network_table('authenticator_reset');

revoke all on authenticator, recovery_code, authenticator_reset from rt_centre, rt_public, rt_family;

alter table sign_in_event drop constraint sign_in_event_kind_check;
alter table sign_in_event add constraint sign_in_event_kind_check check (kind in ('PASSWORD_OK', 'PASSWORD_BAD', 'CODE_SENT', 'CODE_OK',
  'CODE_BAD', 'LOCK', 'UNLOCK', 'NEW_DEVICE', 'ROTATED', 'THEFT', 'LOGOUT', 'IDLE', 'STEP_UP', 'RESET', 'ROLE_SWITCH', 'CENTRE_SWITCH',
  'INVITE_ACCEPTED', 'THEFT_SUSPECT', 'DEVICE_REMOVED', 'CONTACT_CHANGED', 'AUTHENTICATOR_ON', 'AUTHENTICATOR_OFF', 'APP_OK',
  'RECOVERY_OK', 'RECOVERY_NEW'));
