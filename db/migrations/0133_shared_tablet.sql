-- A centre's own tablet that its staff share (areas/shell.md 11.5): people pick their face and type a PIN of six digits.
create table shared_tablet (
  id uuid primary key default gen_random_uuid(), franchisee_id int not null references franchisee (id),
  name text not null check (length(name) between 1 and 60),
  -- SHA-256 of the secret that the browser keeps with its device key.
  thumbprint bytea not null unique,
  enrolled_by uuid not null references app_user (id), last_used_at timestamptz, revoked_at timestamptz);
create index shared_tablet_centre on shared_tablet (franchisee_id);
create index shared_tablet_enroller on shared_tablet (enrolled_by);
select make_network_table('shared_tablet', '{thumbprint}');

create table tablet_pin (user_id uuid primary key references app_user (id), pin_hash text not null, set_at timestamptz not null);
select make_network_table('tablet_pin', '{pin_hash}');

alter table session add column tablet_id uuid references shared_tablet (id);
create index session_tablet on session (tablet_id);

-- Signing in is the system's alone, as in 0103.
revoke all on shared_tablet, tablet_pin from rt_centre, rt_public, rt_family;

alter table sign_in_event drop constraint sign_in_event_kind_check;
alter table sign_in_event add constraint sign_in_event_kind_check check (kind in ('PASSWORD_OK', 'PASSWORD_BAD', 'CODE_SENT', 'CODE_OK',
  'CODE_BAD', 'LOCK', 'UNLOCK', 'NEW_DEVICE', 'ROTATED', 'THEFT', 'LOGOUT', 'IDLE', 'STEP_UP', 'RESET', 'ROLE_SWITCH', 'CENTRE_SWITCH',
  'INVITE_ACCEPTED', 'THEFT_SUSPECT', 'DEVICE_REMOVED', 'CONTACT_CHANGED', 'AUTHENTICATOR_ON', 'AUTHENTICATOR_OFF', 'APP_OK',
  'RECOVERY_OK', 'RECOVERY_NEW', 'PIN_OK', 'PIN_BAD', 'PIN_SET', 'PIN_OFF'));
