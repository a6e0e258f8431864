-- Campaigns (areas/communication.md 2.1): one template to an audience of one centre, checked, approved above a limit, sent once a person.
create table campaign (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  title text not null check (length(title) between 1 and 80),
  page text not null check (page in ('SEND_SMS', 'SEND_EMAIL')),
  -- The template may be head office's; the version is that of the last check.
  template_id uuid not null references template (id), template_version int,
  audience jsonb not null, values jsonb not null default '{}', merge_children boolean not null default true,
  -- Where its people are: its own centre, or those head office chose.
  places int[] not null check (cardinality(places) between 1 and 50),
  -- The audience in words as it stood when it was saved.
  target text not null check (length(target) <= 300),
  reply_to text check (length(reply_to) <= 160), scheduled_at timestamptz,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'WAITING_APPROVAL', 'SCHEDULED', 'SENDING', 'COMPLETED', 'CANCELLED')),
  -- What the last check counted: matched = reached + those left out.
  matched int, reached int, units int, out jsonb not null default '{}', checked_at timestamptz,
  made_by uuid, approved_by uuid, started_at timestamptz, finished_at timestamptz, cancel_reason text check (length(cancel_reason) <= 300),
  primary key (franchisee_id, id),
  check (status = 'DRAFT' or status = 'CANCELLED' or reached is not null),
  check (approved_by is null or approved_by <> made_by),
  -- More than 500 people and head office's campaigns leave with another person's approval alone, whoever writes the row.
  check (status in ('DRAFT', 'WAITING_APPROVAL', 'CANCELLED') or reached <= 500 and franchisee_id <> 1 or approved_by is not null));
create index campaign_state on campaign (franchisee_id, status, scheduled_at);
create index campaign_template on campaign (template_id);
select make_centre_table('campaign');
create index campaign_list on campaign (franchisee_id, created_at desc, id desc);

-- Whom a campaign left out, and why; kept 180 days.
create table campaign_out (
  franchisee_id int not null, campaign_id uuid not null,
  person_kind text not null check (person_kind in ('GUARDIAN', 'STAFF', 'CONTACT')), person_id uuid not null,
  reason text not null check (reason in ('NO_ADDRESS', 'SUPPRESSED', 'NO_CONSENT', 'DUPLICATE', 'VALUE_MISSING', 'TOO_LONG', 'NO_VARIANT')),
  primary key (franchisee_id, campaign_id, person_kind, person_id),
  foreign key (franchisee_id, campaign_id) references campaign (franchisee_id, id) on delete cascade);
select make_centre_table('campaign_out');

-- Senders of the operators' registry, and what a message costs; rates are rows because they change.
create table sms_header (
  id uuid primary key default gen_random_uuid(),
  header text not null check (header ~ '^([A-Z]{6}|[0-9]{6})$'), kind text not null check (kind in ('SERVICE', 'PROMOTIONAL')),
  entity_id text not null check (entity_id ~ '^[0-9]{19}$'), active boolean not null default true,
  check ((kind = 'PROMOTIONAL') = (header ~ '^[0-9]')));
create unique index sms_header_header on sms_header (header);
select make_network_table('sms_header');
create table message_rate (
  id uuid primary key default gen_random_uuid(),
  channel text not null check (channel in ('SMS', 'EMAIL')), category text not null check (category in ('SERVICE', 'PROMOTIONAL')),
  from_on date not null,
  -- Paise for a hundred units: rates are fractions of a paisa.
  paise_per_hundred int not null check (paise_per_hundred >= 0));
create unique index message_rate_from on message_rate (channel, category, from_on);
select make_network_table('message_rate');
