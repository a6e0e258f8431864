-- SOPs (areas/sop.md): folders and sections of the network, or of one centre; versions that another person approves; who
-- must read what; evidence that it was read.
create table sop_folder (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid() unique,
  name text not null check (length(name) between 1 and 80), parent_id uuid references sop_folder (id),
  position int not null default 0 check (position between 0 and 999), active boolean not null default true,
  primary key (franchisee_id, id), check (parent_id <> id));
select make_shared_table('sop_folder');
create unique index sop_folder_name on sop_folder (franchisee_id, coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), lower(name));
create index sop_folder_parent on sop_folder (parent_id);
create trigger check_parent before insert or update of parent_id on sop_folder for each row execute function check_shared_reference('parent_id', 'sop_folder');

-- At most three levels: the tree has to fit a phone.
create function sop_folder_depth() returns trigger language plpgsql set search_path = 'public' as $$
declare above uuid := new.parent_id; steps int := 0;
begin
  while above is not null loop
    steps := steps + 1;
    if steps > 2 or above = new.id then
      raise exception 'folders have at most three levels' using errcode = 'check_violation', constraint = 'sop_folder_depth';
    end if;
    select parent_id into above from sop_folder where id = above;
  end loop;
  return new;
end $$;
create trigger depth before insert or update of parent_id on sop_folder for each row execute function sop_folder_depth();

create table sop_section (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid() unique,
  folder_id uuid not null references sop_folder (id), code text not null check (code ~ '^[A-Z0-9][A-Z0-9-]{2,19}$'),
  title text not null check (length(title) between 3 and 150), owner_id uuid not null references app_user (id),
  position int not null default 0 check (position between 0 and 999),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PUBLISHED', 'ARCHIVED')),
  review_by date, ack_due_days smallint not null default 7 check (ack_due_days between 1 and 60),
  audience_model text not null default 'ALL' check (audience_model in ('ALL', 'FOFO', 'COCO')),
  primary key (franchisee_id, id), unique (franchisee_id, code));
select make_shared_table('sop_section');
create index sop_section_folder on sop_section (folder_id, position);
create index sop_section_owner on sop_section (owner_id);
create trigger check_folder before insert or update of folder_id on sop_section for each row execute function check_shared_reference('folder_id', 'sop_folder');

-- No row: every centre of the section's model.
create table sop_audience (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  section_id uuid not null, zone_id int references zone (id), centre_id int references franchisee (id),
  primary key (franchisee_id, id), foreign key (franchisee_id, section_id) references sop_section (franchisee_id, id),
  check ((zone_id is null) <> (centre_id is null)));
select make_shared_table('sop_audience');
create index sop_audience_section on sop_audience (franchisee_id, section_id);
create index sop_audience_of on sop_audience (section_id);
create index sop_audience_zone on sop_audience (zone_id);
create index sop_audience_centre on sop_audience (centre_id);

create table sop_version (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid() unique,
  section_id uuid not null,
  -- Given with the approval: first 1.0, MAJOR (m+1).0, MINOR m.(n+1).
  major int check (major >= 1), minor int check (minor >= 0),
  change_kind text not null default 'MAJOR' check (change_kind in ('MAJOR', 'MINOR')), change_note text check (length(change_note) <= 500),
  -- Blocks with their own ids, plain text only.
  body jsonb not null default '[]' check (jsonb_typeof(body) = 'array'), plain text not null default '', read_s int not null default 0 check (read_s >= 0),
  author_id uuid not null, submitted_at timestamptz,
  approved_by uuid check (approved_by <> author_id), approved_at timestamptz, effective_from date, decision_note text check (length(decision_note) <= 500),
  told_on date,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'IN_REVIEW', 'PUBLISHED', 'REJECTED')),
  primary key (franchisee_id, id), unique (section_id, major, minor),
  foreign key (franchisee_id, section_id) references sop_section (franchisee_id, id),
  check ((status = 'PUBLISHED') = (major is not null and minor is not null and effective_from is not null and approved_by is not null)));
select make_shared_table('sop_version');
create unique index sop_version_draft on sop_version (section_id) where status in ('DRAFT', 'IN_REVIEW');
create index sop_version_section on sop_version (franchisee_id, section_id);
create index sop_version_live on sop_version (section_id, effective_from) where status = 'PUBLISHED';

-- What was published stays as it is; only the mark that people were told of it moves.
create function sop_version_frozen() returns trigger language plpgsql as $$
begin
  if old.status = 'PUBLISHED' and (tg_op = 'DELETE' or to_jsonb(new) - array['told_on', 'version', 'updated_at', 'updated_by'] <> to_jsonb(old) - array['told_on', 'version', 'updated_at', 'updated_by']) then
    raise exception 'a published version does not change' using errcode = 'check_violation', constraint = 'sop_version_frozen';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger frozen before update or delete on sop_version for each row execute function sop_version_frozen();

create table sop_duty (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  folder_id uuid references sop_folder (id), section_id uuid references sop_section (id), role_id int not null references role (id),
  duty text not null check (duty in ('NONE', 'READ', 'ACKNOWLEDGE')),
  -- Day from which it binds.
  given_on date not null default (now() at time zone 'Asia/Kolkata')::date,
  primary key (franchisee_id, id), check ((folder_id is null) <> (section_id is null)));
select make_shared_table('sop_duty');
create unique index sop_duty_folder on sop_duty (folder_id, role_id) where folder_id is not null;
create unique index sop_duty_section on sop_duty (section_id, role_id) where section_id is not null;
create index sop_duty_role on sop_duty (role_id);

create table sop_read (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  version_id uuid not null references sop_version (id), user_id uuid not null,
  first_at timestamptz not null, last_at timestamptz not null, read_s int not null default 0 check (read_s >= 0), end_reached boolean not null default false,
  primary key (franchisee_id, id), unique (franchisee_id, version_id, user_id));
select make_centre_table('sop_read');
create index sop_read_version on sop_read (version_id);

create table sop_ack (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  section_id uuid not null references sop_section (id), version_id uuid not null references sop_version (id), major int not null,
  user_id uuid not null, acknowledged_at timestamptz not null, read_s int not null,
  primary key (franchisee_id, id), unique (franchisee_id, section_id, major, user_id));
select add_centre_policies('sop_ack');
select make_append_only('sop_ack');
create index sop_ack_user on sop_ack (franchisee_id, user_id);
create index sop_ack_section on sop_ack (section_id, user_id);
create index sop_ack_version on sop_ack (version_id);

-- One reminder of a centre's people a day.
create table sop_reminder (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  on_day date not null, people int not null, primary key (franchisee_id, id), unique (franchisee_id, on_day));
select make_centre_table('sop_reminder');

-- State of every person for every section that is in force on a day: computed, so it cannot be stale. The nearest duty
-- wins (section, folder, the folders above); of several roles the strictest. The caller's own row security applies.
create function sop_states(p_day date)
returns table (franchisee_id int, user_id uuid, section_id uuid, version_id uuid, major int, minor int, effective_from date,
  acked_major int, acked_at timestamptz, due_on date, reads boolean, state text)
language sql stable as $$
  select d.franchisee_id, d.user_id, d.section_id, v.id, v.major, v.minor, v.effective_from, a.major, a.at,
    case when d.acks then greatest(v.major_from, d.duty_on) + d.ack_due_days end, d.reads,
    case when not d.acks then 'EXEMPT' when v.id is null then 'NOT_YET' when a.major >= v.major then 'CURRENT'
      when a.major is not null then 'STALE' else 'OUTSTANDING' end
  from (
    select w.franchisee_id, w.user_id, s.id as section_id, s.ack_due_days, bool_or(x.duty = 'ACKNOWLEDGE') as acks, bool_or(x.duty <> 'NONE') as reads,
      min(greatest(w.from_on, x.given_on)) filter (where x.duty = 'ACKNOWLEDGE') as duty_on
      from (select case when g.scope = 'CENTRE' then g.franchisee_id else u.franchisee_id end as franchisee_id, u.id as user_id, g.role_id, g.from_on
              from user_role g join app_user u on u.id = g.user_id join role r on r.id = g.role_id
             -- Whoever works as one centre sees its people only: acknowledgements of others are not in reach, so they would all seem missing.
             where (current_user <> 'rt_centre' or case when g.scope = 'CENTRE' then g.franchisee_id else u.franchisee_id end = any ((select scope_centres())::int[]))
               and u.kind = 'STAFF' and u.state = 'ACTIVE' and r.active and g.ended_at is null and p_day between g.from_on and coalesce(g.to_on, 'infinity')) w
      join franchisee c on c.id = w.franchisee_id
      join sop_section s on s.status = 'PUBLISHED' and (s.franchisee_id = w.franchisee_id or s.franchisee_id = 1
        and (s.audience_model = 'ALL' or s.audience_model = c.model)
        and (not exists (select from sop_audience o where o.section_id = s.id)
          or exists (select from sop_audience o where o.section_id = s.id and (o.centre_id = c.id or o.zone_id = c.zone_id))))
      join sop_folder f on f.id = s.folder_id left join sop_folder p on p.id = f.parent_id
      cross join lateral (select y.duty, y.given_on from sop_duty y
        where y.role_id = w.role_id and (y.section_id = s.id or y.folder_id in (f.id, p.id, p.parent_id))
        order by case when y.section_id = s.id then 0 when y.folder_id = f.id then 1 when y.folder_id = p.id then 2 else 3 end limit 1) x
     group by w.franchisee_id, w.user_id, s.id, s.ack_due_days) d
  left join lateral (select y.id, y.major, y.minor, y.effective_from,
      (select min(z.effective_from) from sop_version z where z.section_id = d.section_id and z.status = 'PUBLISHED' and z.major = y.major) as major_from
      from sop_version y where y.section_id = d.section_id and y.status = 'PUBLISHED' and y.effective_from <= p_day
     order by y.major desc, y.minor desc limit 1) v on true
  left join lateral (select max(k.major) as major, max(k.acknowledged_at) as at from sop_ack k
     where k.section_id = d.section_id and k.user_id = d.user_id and k.franchisee_id = d.franchisee_id
       and k.acknowledged_at < ((p_day + 1)::timestamp at time zone 'Asia/Kolkata')) a on true
$$;

-- Where a file of a block was uploaded: its address is signed for that centre, whoever reads the section.
create table sop_file (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  section_id uuid not null references sop_section (id), file_id uuid not null,
  -- The centre whose file it is.
  file_at int not null references franchisee (id),
  primary key (franchisee_id, id), unique (franchisee_id, section_id, file_id));
select make_shared_table('sop_file');
create index sop_file_section on sop_file (section_id);
create index sop_file_file on sop_file (file_id);
create index sop_file_at on sop_file (file_at);
