-- Leads that come from outside (areas/enquiries.md 2.1-2.2, 2.4): where they come from, to whom their forms belong, and
-- each lead with what became of it. The raw bytes stand in `inbox`, sealed.
create table lead_channel (
  id uuid primary key default gen_random_uuid(),
  provider text not null check (provider in ('GOOGLE', 'META', 'WHATSAPP', 'WEBSITE')),
  -- Null: the network's channel, leads are routed by mapping or pincode.
  franchisee_id int references franchisee (id),
  name text not null check (length(name) between 1 and 80),
  -- Part of the address the provider calls; not guessable.
  url_key text not null unique default left(translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/=', 'xyz'), 22)
    check (url_key ~ '^[A-Za-z0-9_-]{22}$'),
  -- What proves a lead: Google's key, the website's HMAC secret. The one before stays good for a day after a change.
  secret_sealed bytea, previous_sealed bytea, previous_until timestamptz,
  -- Meta: the page's token that fetches a lead's answers.
  token_sealed bytea,
  -- Meta page or WhatsApp phone_number_id; up to 19 digits and more, so text.
  external_id text check (length(external_id) between 1 and 40),
  default_source_id uuid references enquiry_source (id),
  auto_create boolean not null default false, active boolean not null default true,
  fail_count int not null default 0, last_error text check (length(last_error) <= 300), failing_since timestamptz);
create unique index lead_channel_external on lead_channel (provider, external_id) where external_id is not null;
create index lead_channel_centre on lead_channel (franchisee_id);
create index lead_channel_source on lead_channel (default_source_id);
select make_network_table('lead_channel', '{secret_sealed,previous_sealed,token_sealed}');
revoke all on lead_channel from rt_family;
revoke insert, update on lead_channel from rt_public;
revoke insert, update, delete on lead_channel from rt_centre;

create table lead_mapping (
  id uuid primary key default gen_random_uuid(), channel_id uuid not null references lead_channel (id),
  external_form text check (length(external_form) between 1 and 40), external_campaign text check (length(external_campaign) between 1 and 40),
  -- Null: by the lead's pincode.
  franchisee_id int references franchisee (id),
  source_id uuid not null references enquiry_source (id), campaign text check (length(campaign) <= 80),
  -- Null: this year's, from December on next year's.
  academic_year text check (academic_year in ('current', 'next')),
  class_id int references class (id), question_map jsonb not null default '[]',
  unique nulls not distinct (channel_id, external_form, external_campaign));
create index lead_mapping_centre on lead_mapping (franchisee_id);
create index lead_mapping_source on lead_mapping (source_id);
create index lead_mapping_class on lead_mapping (class_id);
select make_network_table('lead_mapping');
revoke all on lead_mapping from rt_family;
revoke insert, update on lead_mapping from rt_public;
revoke insert, update, delete on lead_mapping from rt_centre;

create table lead_intake (
  id uuid primary key default gen_random_uuid(), inbox_id uuid,
  provider text not null check (provider in ('GOOGLE', 'META', 'WEBSITE')),
  -- The provider's own id of the lead, as text.
  dedupe_key text not null check (length(dedupe_key) between 1 and 200),
  channel_id uuid references lead_channel (id), received_at timestamptz not null, is_test boolean not null default false,
  verdict text not null check (verdict in ('VALID', 'BAD_KEY', 'BAD_SIGNATURE', 'MALFORMED')),
  state text not null check (state in ('REJECTED', 'FETCHING', 'PARSED', 'ROUTED', 'DONE', 'QUARANTINED', 'IGNORED', 'RETRY', 'DEAD')),
  external_form text check (length(external_form) <= 40), external_campaign text check (length(external_campaign) <= 40), external_ad text check (length(external_ad) <= 40),
  -- The answers as they came; who asked, for the list and its search.
  parsed jsonb, person_name text check (length(person_name) <= 80), phone_norm text, pincode text,
  quarantine_reason text check (quarantine_reason in ('no-mapping', 'no-phone', 'bad-phone', 'no-centre', 'centre-closed', 'suspected-spam', 'channel-paused')),
  quarantined_at timestamptz, routed_franchisee_id int references franchisee (id),
  -- How the centre was found: a person's word stays over a later mapping.
  routed_by text check (routed_by in ('CHANNEL', 'MAPPING', 'PINCODE', 'PERSON', 'TIME')),
  enquiry_id uuid, result text check (result in ('CREATED', 'TOUCHED', 'REVIVED', 'IGNORED')), ignore_reason text check (length(ignore_reason) <= 300),
  attempts int not null default 0, next_try_at timestamptz, last_error text check (length(last_error) <= 300), processed_at timestamptz,
  unique (provider, dedupe_key),
  check (state <> 'QUARANTINED' or quarantine_reason is not null),
  check (state <> 'DONE' or (enquiry_id is not null and routed_franchisee_id is not null and result is not null)));
create index lead_intake_due on lead_intake (next_try_at) where next_try_at is not null;
create index lead_intake_quarantine on lead_intake (quarantined_at) where state = 'QUARANTINED';
create index lead_intake_centre on lead_intake (routed_franchisee_id, received_at desc, id desc);
create index lead_intake_list on lead_intake (provider, received_at desc, id desc);
create index lead_intake_channel on lead_intake (channel_id, external_form, received_at desc);
create index lead_intake_phone on lead_intake (phone_norm) where phone_norm is not null;
create index lead_intake_name on lead_intake using gin (lower(person_name) gin_trgm_ops);
select add_standard_columns('lead_intake', '{parsed,person_name,phone_norm,last_error}');
-- A centre sees what was routed to it, through this window, and never the raw bytes; the head office sees all.
alter table lead_intake enable row level security;
alter table lead_intake force row level security;
create policy centre_read on lead_intake for select to rt_centre using (routed_franchisee_id = any ((select scope_centres())::int[]));
create policy centre_write on lead_intake for update to rt_centre
  using (routed_franchisee_id = any ((select scope_centres())::int[])) with check (routed_franchisee_id = any ((select scope_centres())::int[]));
create policy network on lead_intake for all to rt_network using (true) with check (true);
create policy owner on lead_intake for all to aangan_owner using (true) with check (true);
-- The door notes what it refused; it reads nothing.
create policy door on lead_intake for insert to rt_public with check (state = 'REJECTED' and routed_franchisee_id is null);
grant select, update on lead_intake to rt_centre;
grant select, insert, update, delete on lead_intake to rt_network;
grant insert on lead_intake to rt_public;

-- Whoever wrote on WhatsApp first (D20). Head office's (1) until a centre is known.
create table wa_contact (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  channel_id uuid references lead_channel (id), wa_id text not null check (length(wa_id) between 1 and 64), phone_norm text,
  profile_name text check (length(profile_name) <= 80), first_text text check (length(first_text) <= 140),
  first_at timestamptz not null, last_at timestamptz not null, messages int not null default 0,
  -- Ids of the newest messages: one that is delivered twice counts once.
  seen text[] not null default '{}',
  referral jsonb, state text not null default 'NEW' check (state in ('NEW', 'LINKED', 'CREATED', 'IGNORED', 'BLOCKED')), enquiry_id uuid,
  primary key (franchisee_id, id), unique (franchisee_id, wa_id),
  foreign key (franchisee_id, enquiry_id) references enquiry (franchisee_id, id),
  check (state not in ('LINKED', 'CREATED') or enquiry_id is not null));
create index wa_contact_state on wa_contact (franchisee_id, state, last_at desc);
create index wa_contact_list on wa_contact (last_at desc, id desc);
create index wa_contact_wa on wa_contact (wa_id);
create index wa_contact_channel on wa_contact (channel_id);
create index wa_contact_enquiry on wa_contact (franchisee_id, enquiry_id);
select make_centre_table('wa_contact', '{profile_name,first_text,phone_norm,wa_id,referral}');
revoke all on wa_contact from rt_public;
