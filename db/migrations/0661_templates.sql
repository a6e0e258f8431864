-- Texts for campaigns (areas/communication.md 2.1). A row of franchisee 1 is head office's and read by every centre.
create table template (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  name text not null check (length(name) between 1 and 80),
  user_type text not null check (user_type in ('ALL', 'PARENT', 'STAFF')),
  type text not null check (type in ('EMAIL', 'SMS')), page text not null check (page in ('SEND_SMS', 'SEND_EMAIL')),
  category text not null check (category in ('TRANSACTIONAL', 'SERVICE_IMPLICIT', 'SERVICE_EXPLICIT', 'PROMOTIONAL')),
  -- [{name, kind, sample}]: what the text takes beside name, child, centre and brand.
  variables jsonb not null default '[]',
  status text not null default 'DRAFT' check (status in ('DRAFT', 'SUBMITTED', 'ACTIVE', 'PAUSED', 'RETIRED')),
  -- The version being written, and the one that is sent; null while none was activated.
  version_no int not null default 1 check (version_no > 0), live_version int check (live_version <= version_no),
  written_by uuid, approved_by uuid, pause_reason text check (length(pause_reason) <= 300),
  primary key (franchisee_id, id), unique (id),
  check ((type = 'SMS') = (page = 'SEND_SMS')),
  check (status <> 'ACTIVE' or live_version is not null));
create unique index template_name on template (franchisee_id, lower(name)) where status <> 'RETIRED';
select make_shared_table('template');
create index template_list on template (franchisee_id, updated_at desc, id desc);

-- The words of one version and language. Those of a version that was live are never changed again.
create table template_variant (
  franchisee_id int not null, template_id uuid not null, version_no int not null check (version_no > 0),
  language text not null check (language in ('en', 'hi')),
  subject text check (length(subject) between 1 and 150),
  -- E-mail: the text with {names}. SMS: the text as it stands in the operators' registry, with its {#places#}.
  body text not null check (length(body) between 1 and 2000),
  -- SMS: the variable of each place, in order; ids of the registry; header of six letters, digits when promotional.
  map text[] not null default '{}', dlt_entity_id text check (dlt_entity_id ~ '^[0-9]{19}$'), dlt_template_id text check (dlt_template_id ~ '^[0-9]{19}$'),
  header text check (header ~ '^([A-Z]{6}|[0-9]{6})$'),
  primary key (franchisee_id, template_id, version_no, language),
  foreign key (franchisee_id, template_id) references template (franchisee_id, id));
select make_shared_table('template_variant');
create function refuse_live_variant() returns trigger language plpgsql set search_path = 'public' as $$
begin
  if exists (select from template t where t.franchisee_id = old.franchisee_id and t.id = old.template_id and t.live_version >= old.version_no) then
    raise exception 'a version that was activated is not changed' using errcode = 'AA002';
  end if;
  return coalesce(new, old);
end $$;
create trigger refuse_live before update or delete on template_variant for each row execute function refuse_live_variant();
