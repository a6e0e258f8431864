-- Shell area: rotation by time with an overlap, proof of possession, access requests with their decision (areas/shell.md
-- 2.1, 2.5, 3.12, 11.1).
-- Set when a token was renewed by the clock: calls on their way may still arrive with the old one. Every other change of
-- standing leaves it null, and the old token is dead at once (promise S1).
alter table session_token add column overlap_until timestamptz;

alter table sign_in_event drop constraint sign_in_event_kind_check;
alter table sign_in_event add constraint sign_in_event_kind_check check (kind in ('PASSWORD_OK', 'PASSWORD_BAD', 'CODE_SENT', 'CODE_OK',
  'CODE_BAD', 'LOCK', 'UNLOCK', 'NEW_DEVICE', 'ROTATED', 'THEFT', 'LOGOUT', 'IDLE', 'STEP_UP', 'RESET', 'ROLE_SWITCH', 'CENTRE_SWITCH',
  'INVITE_ACCEPTED', 'THEFT_SUSPECT', 'DEVICE_REMOVED', 'CONTACT_CHANGED'));

-- `module` may be unknown (a path whose screen names none); `write` = the change right is wanted.
alter table access_request
  add column title text not null default '' check (length(title) <= 120),
  add column write boolean not null default false,
  add column role_id int references role (id),
  add column to_on date,
  add column answer text check (length(answer) <= 300),
  -- How often it was passed on: 0 = nearest grantors, 1 = after 48 hours, 2 = after 96 hours (system.md 3.8).
  add column reminders smallint not null default 0 check (reminders between 0 and 2);
create index access_request_role on access_request (role_id);
create index access_request_waiting on access_request (created_at) where status = 'OPEN';
