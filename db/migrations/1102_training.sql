-- Live trainings (areas/training.md 2.1): one session a day, who teaches, and for whom. They are the network's: a coordinator of a
-- zone plans them too, for the own zone.
create table training (
  id uuid primary key default gen_random_uuid(), code text not null unique check (code ~ '^TRN/[0-9]{2}-[0-9]{2}/[0-9]{4,}$'),
  title text not null check (length(title) between 1 and 150), category_id uuid not null references training_category (id),
  description text check (length(description) <= 2000),
  mode text not null check (mode in ('ONLINE', 'CLASSROOM', 'HYBRID')), venue text check (length(venue) <= 200),
  from_date date not null, to_date date not null, from_time time not null, to_time time not null,
  weekdays text[] not null check (weekdays <@ array['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] and cardinality(weekdays) > 0),
  provider text check (provider in ('MESH', 'LINK')), link_url text check (link_url ~ '^https://' and length(link_url) <= 500),
  capacity int check (capacity between 1 and 1000), certificate_type_id uuid references certificate_type (id),
  ask_feedback boolean not null default true,
  -- Stamped when it is made: a later change of the rule leaves it alone.
  present_pct smallint not null default 85 check (present_pct between 1 and 100),
  partial_pct smallint not null default 50 check (partial_pct between 0 and present_pct),
  bridge_gap_s smallint not null default 60 check (bridge_gap_s between 0 and 300),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'IN PROGRESS', 'COMPLETED', 'CANCELLED')),
  cancel_reason text check (length(cancel_reason) <= 300),
  check (to_date between from_date and from_date + 30), check (to_time - from_time between interval '15 minutes' and interval '8 hours'),
  check ((mode = 'CLASSROOM') = (provider is null)), check ((provider = 'LINK') = (link_url is not null) or provider is null),
  check (mode = 'ONLINE' or venue is not null), check (status <> 'CANCELLED' or cancel_reason is not null));
create index training_status on training (status, from_date);
create index training_to_date on training (to_date);
create index training_category_id on training (category_id);
create index training_certificate_type on training (certificate_type_id);
select make_network_table('training');

create table training_session (
  id uuid primary key default gen_random_uuid(), training_id uuid not null references training (id),
  session_no int not null check (session_no > 0), starts_at timestamptz not null, ends_at timestamptz not null,
  status text not null default 'SCHEDULED' check (status in ('SCHEDULED', 'LIVE', 'HELD', 'NOT_HELD', 'CANCELLED')),
  unique (training_id, session_no), check (ends_at > starts_at));
create index training_session_starts on training_session (starts_at);
select make_network_table('training_session');

create table training_trainer (
  id uuid primary key default gen_random_uuid(), training_id uuid not null references training (id),
  user_id uuid not null references app_user (id),
  kind text not null check (kind in ('Organizer', 'Moderator', 'Expert')),
  unique (training_id, user_id));
create index training_trainer_user on training_trainer (user_id);
select make_network_table('training_trainer');

-- Zones and centres add up, none of them is every centre; categories narrow it, none of them is everybody.
create table training_audience (
  id uuid primary key default gen_random_uuid(), training_id uuid not null references training (id),
  kind text not null check (kind in ('ZONE', 'CENTRE', 'CATEGORY')), ref_id text not null check (length(ref_id) between 1 and 40),
  unique (training_id, kind, ref_id));
select make_network_table('training_audience');
