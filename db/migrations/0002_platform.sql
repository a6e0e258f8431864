-- Platform tables of areas/README §2. Foreign keys to franchisee and app_user are added by 0100 (network).
create table record_change (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  franchisee_id int, actor text, command text, request_id text,
  table_name text not null, op char(1) not null, row_key text not null, diff jsonb not null);
create index record_change_row on record_change (table_name, row_key, at desc);
create index record_change_centre on record_change (franchisee_id, at desc);
alter table record_change enable row level security;
alter table record_change force row level security;
create policy centre on record_change for select to rt_centre using (franchisee_id = any ((select scope_centres())::int[]));
create policy network on record_change for select to rt_network using (true);
create policy owner on record_change for all to aangan_owner using (true) with check (true);
grant select on record_change to rt_centre, rt_network;
select make_append_only('record_change');

create table access_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  franchisee_id int, user_id uuid, link_hash bytea, role_id int,
  action text not null check (action in ('READ', 'REVEAL', 'EXPORT', 'PRINT', 'FILE', 'DENY', 'VIEW_AS', 'SIGN_IN')),
  contract text not null, subject_kind text, subject_id text, n int not null default 1,
  purpose text, reason text, fields text[], ip_prefix text, request_id text);
create index access_log_subject on access_log (subject_kind, subject_id, at desc);
create index access_log_user on access_log (user_id, at desc);
alter table access_log enable row level security;
alter table access_log force row level security;
create policy append on access_log for insert to rt_centre, rt_network, rt_public, rt_family with check (true);
create policy centre on access_log for select to rt_centre using (franchisee_id = any ((select scope_centres())::int[]));
create policy network on access_log for select to rt_network using (true);
create policy owner on access_log for all to aangan_owner using (true) with check (true);
grant insert on access_log to rt_centre, rt_network, rt_public, rt_family;
grant select on access_log to rt_centre, rt_network;
select make_append_only('access_log');

create table public_link (
  token_hash bytea primary key,
  purpose text not null, franchisee_id int not null, subject_kind text not null, subject_id text not null,
  issued_at timestamptz not null default now(), issued_by uuid,
  expires_at timestamptz not null, max_expires_at timestamptz not null,
  max_uses int, uses int not null default 0, last_used_at timestamptz,
  revoked_at timestamptz, revoke_reason text);
create index public_link_subject on public_link (purpose, subject_id);
select make_network_table('public_link', '{token_hash}');

create table code_challenge (
  reference_id text primary key,
  purpose text not null check (purpose in ('SIGN_IN', 'RESET', 'STEP_UP', 'CONTACT', 'FORM', 'ENQUIRY', 'GUARDIAN', 'OFFER')),
  user_id uuid, subject_kind text, subject_id text,
  address_hash bytea not null, decoy boolean not null default false,
  channel text not null, code_hash bytea not null, sent_to_masked text not null,
  attempt_key text, tries int not null default 0, sends int not null default 1,
  expires_at timestamptz not null, used_at timestamptz, payload jsonb);
select make_network_table('code_challenge', '{code_hash,address_hash}');

create table inbox (
  id uuid not null unique default gen_random_uuid(),
  provider text not null, event_id text not null,
  franchisee_id int, received_at timestamptz not null default now(),
  content_type text, headers jsonb not null default '{}', body bytea,
  verdict text not null check (verdict in ('VALID', 'BAD_KEY', 'BAD_SIGNATURE', 'MALFORMED')),
  state text not null default 'NEW' check (state in ('NEW', 'DONE', 'IGNORED', 'EXCEPTION', 'DEAD')),
  attempts int not null default 0, next_try_at timestamptz not null default now(), locked_until timestamptz,
  last_error text, processed_at timestamptz, purge_on date,
  primary key (provider, event_id));
create index inbox_open on inbox (next_try_at) where state = 'NEW';
grant select, insert, update on inbox to rt_network, rt_public;

create table outbox (
  franchisee_id int not null, id uuid not null default gen_random_uuid(),
  kind text not null, lane text not null default 'ROUTINE' check (lane in ('CODE', 'NOW', 'ROUTINE', 'BULK', 'FACT')),
  payload jsonb not null, dedupe_key text not null,
  not_before timestamptz not null default now(), expires_at timestamptz,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN', 'DEAD', 'CANCELLED')),
  attempts int not null default 0, locked_until timestamptz, last_error text,
  source_kind text, source_id text, command text, at timestamptz not null default now(), sent_at timestamptz,
  primary key (franchisee_id, id),
  unique (franchisee_id, kind, dedupe_key));
create index outbox_open on outbox (not_before) where state in ('QUEUED', 'SENDING');
create index outbox_source on outbox (franchisee_id, source_kind, source_id);
select add_centre_policies('outbox');
-- A parent's own act (pay, answer) may queue a message about it, but never read one.
grant insert on outbox to rt_family;
create policy family_append on outbox for insert to rt_family with check (franchisee_id = any ((select scope_centres())::int[]));

create table number_series (
  franchisee_id int not null, series text not null, period text not null, next bigint not null check (next > 0),
  primary key (franchisee_id, series, period));
select add_centre_policies('number_series');

create table idempotency (
  scope text not null, franchisee_id int not null, operation text not null, key text not null,
  request_hash bytea not null, state text not null check (state in ('RUNNING', 'DONE')),
  status int, body jsonb, created_at timestamptz not null default now(),
  primary key (scope, franchisee_id, operation, key));
create index idempotency_age on idempotency (created_at);
grant select, insert, update, delete on idempotency to rt_centre, rt_network, rt_public, rt_family;

create table approval_step (
  franchisee_id int not null, id uuid not null default gen_random_uuid(),
  subject_kind text not null, subject_id text not null, subject_version int not null default 1,
  step smallint not null default 1, code text,
  decision text not null check (decision in ('APPROVE', 'RETURN', 'REJECT')),
  maker_id uuid not null, decided_by uuid not null, at timestamptz not null default now(), note text,
  primary key (franchisee_id, id),
  constraint approval_step_not_maker check (decided_by <> maker_id));
create unique index approval_step_once on approval_step (franchisee_id, subject_kind, subject_id, subject_version, step) where decision = 'APPROVE';
create unique index approval_step_person on approval_step (franchisee_id, subject_kind, subject_id, subject_version, decided_by) where decision = 'APPROVE';
select make_shared_table('approval_step');
select make_append_only('approval_step');

create table file (
  franchisee_id int not null, id uuid not null default gen_random_uuid(),
  name text not null check (length(name) <= 120), bytes bigint not null, sha256 bytea,
  mime text, kind text not null, state text not null default 'UPLOADING' check (state in ('UPLOADING', 'SCANNING', 'CLEAN', 'REFUSED', 'QUARANTINED')),
  sensitive boolean not null default false, exif_removed boolean not null default false,
  storage_key text not null, expires_on date,
  primary key (franchisee_id, id));
select make_centre_table('file');
create table file_use (
  franchisee_id int not null, file_id uuid not null, area text not null, subject_kind text not null, subject_id text not null,
  at timestamptz not null default now(),
  primary key (franchisee_id, file_id, subject_kind, subject_id),
  foreign key (franchisee_id, file_id) references file (franchisee_id, id));
select add_centre_policies('file_use');

create table notice (
  id uuid primary key default gen_random_uuid(), user_id uuid not null,
  kind text not null, title text not null, body text check (length(body) <= 300), link text,
  franchisee_id int, source_area text, dedupe_key text not null,
  seen_at timestamptz, read_at timestamptz, dismissed_at timestamptz, expires_on date not null default (now() + interval '90 days')::date,
  unique (user_id, dedupe_key));
select make_network_table('notice');

create table export_job (
  id uuid primary key default gen_random_uuid(), user_id uuid not null, franchisee_id int,
  contract text not null, title text not null, input jsonb not null, format text not null check (format in ('csv', 'xlsx')),
  context jsonb not null, state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  rows_done int not null default 0, rows_total int, bytes bigint, storage_key text, error text,
  finished_at timestamptz, expires_on date not null default (now() + interval '7 days')::date);
select make_network_table('export_job');
create index export_job_user on export_job (user_id, created_at desc);

create table import_job (
  id uuid primary key default gen_random_uuid(), user_id uuid not null, franchisee_id int,
  contract text not null, file_name text not null, mapping jsonb, rows jsonb,
  mode text not null default 'ALL_OR_NOTHING' check (mode in ('ALL_OR_NOTHING', 'VALID_ROWS')),
  state text not null default 'CHECKED' check (state in ('CHECKING', 'CHECKED', 'COMMITTING', 'DONE', 'FAILED', 'CANCELLED')),
  total int not null default 0, ok int not null default 0, bad int not null default 0,
  errors jsonb not null default '[]', checked_until timestamptz not null default now() + interval '30 minutes');
select make_network_table('import_job', '{rows}');

create table saved_view (
  id uuid primary key default gen_random_uuid(), user_id uuid not null, contract text not null,
  name text not null check (length(name) <= 60), state jsonb not null,
  unique (user_id, contract, name));
select make_network_table('saved_view');

-- One use of a provider's reference in the whole network; leads a callback to its centre.
create table provider_reference (
  provider text not null,
  kind text not null check (kind in ('ORDER', 'PAYMENT', 'REFUND', 'TRANSFER', 'SETTLEMENT', 'UTR', 'RRN_DAY', 'CHEQUE', 'IRN', 'CERTIFICATE', 'AWB', 'CALL')),
  ref text not null, franchisee_id int not null, subject_kind text not null, subject_id text not null,
  at timestamptz not null default now(),
  primary key (provider, kind, ref));
grant select, insert on provider_reference to rt_centre, rt_network, rt_public, rt_family;

create table setting (
  franchisee_id int not null, area text not null, key text not null, value jsonb not null,
  from_on date not null default current_date, locked_by_network boolean not null default false,
  primary key (franchisee_id, area, key, from_on));
select make_shared_table('setting');

create unlogged table rate_counter (key text not null, window_start timestamptz not null, n int not null, primary key (key, window_start));
grant select, insert, update, delete on rate_counter to rt_centre, rt_network, rt_public, rt_family;

create table working_calendar (
  id int primary key, name text not null unique, always boolean not null default false,
  windows jsonb not null, use_centre_days boolean not null default false);
select make_network_table('working_calendar');
insert into working_calendar (id, name, always, windows, use_centre_days) values
  (1, 'Head office', false, '{"days":[1,2,3,4,5,6],"hours":[["09:30","13:00"],["14:00","18:30"]]}', false),
  (2, 'Logistics', false, '{"days":[1,2,3,4,5,6],"hours":[["09:30","18:30"]]}', false),
  (3, '24x7', true, '{"days":[1,2,3,4,5,6,7],"hours":[["00:00","24:00"]]}', false),
  (4, 'Enquiry desk', false, '{"days":[1,2,3,4,5,6],"hours":[["09:30","18:30"]]}', true);

create table cron_job (
  name text primary key, area text not null, title text not null, schedule text not null,
  on_miss text not null default 'RUN_ONCE', max_late_s int not null default 300, timeout_s int not null default 600,
  after_job text, next_run_at timestamptz, enabled boolean not null default true);
select make_network_table('cron_job');
create table cron_run (
  id uuid primary key default gen_random_uuid(), job text not null references cron_job (name),
  state text not null check (state in ('NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'INTERRUPTED')),
  planned_at timestamptz not null, started_at timestamptz, finished_at timestamptz,
  ok int not null default 0, failed int not null default 0, log text, started_by uuid, heartbeat_at timestamptz,
  unique (job, planned_at));
select make_network_table('cron_run');
