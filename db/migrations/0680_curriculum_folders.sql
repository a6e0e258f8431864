-- Folders of learning material and what stands in them (areas/curriculum.md 2.1). They are the network's: authors at head
-- office write them, centres read what the class groups of their own sections cover.
create table curriculum_folder (
  id uuid primary key default gen_random_uuid(), parent_id uuid references curriculum_folder (id),
  kind text not null check (kind in ('CURRICULUM', 'CURRICULUM_CMS', 'RECORDED')),
  name text not null check (length(name) between 1 and 80), description text check (length(description) <= 500),
  -- Empty: that of the folder above.
  class_group_id uuid references class_group (id),
  position int not null default 0 check (position between 0 and 9999), active boolean not null default true,
  check (parent_id <> id), constraint curriculum_folder_group check (parent_id is not null or class_group_id is not null));
create unique index curriculum_folder_name on curriculum_folder (coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), kind, lower(name));
create index curriculum_folder_parent on curriculum_folder (parent_id, position);
create index curriculum_folder_kind on curriculum_folder (kind, position);
create index curriculum_folder_class_group on curriculum_folder (class_group_id);
select make_network_table('curriculum_folder');

-- At most five levels, and never a circle: readers walk it from the top.
create function curriculum_folder_depth() returns trigger language plpgsql set search_path = 'public' as $$
declare above uuid := new.parent_id; steps int := 0;
begin
  while above is not null loop
    steps := steps + 1;
    if steps > 4 or above = new.id then
      raise exception 'folders have at most five levels' using errcode = 'check_violation', constraint = 'curriculum_folder_depth';
    end if;
    select parent_id into above from curriculum_folder where id = above;
  end loop;
  return new;
end $$;
create trigger depth before insert or update of parent_id on curriculum_folder for each row execute function curriculum_folder_depth();

create table curriculum_folder_item (
  id uuid primary key default gen_random_uuid(), folder_id uuid not null references curriculum_folder (id),
  kind text not null check (kind in ('FILE', 'VIDEO', 'LINK', 'NOTE')), title text not null check (length(title) between 1 and 120),
  file_id uuid,
  -- The centre whose file it is, and what a reader elsewhere, who has no reach into its row, is shown of it.
  file_at int references franchisee (id), file_name text check (length(file_name) <= 200), file_bytes bigint check (file_bytes >= 0),
  video_id uuid, url text check (url ~ '^https://' and length(url) <= 500), body text check (length(body) <= 4000),
  download boolean not null default false, opens_at timestamptz, closes_at timestamptz,
  position int not null default 0 check (position between 0 and 9999), active boolean not null default true,
  check (closes_at > opens_at),
  constraint curriculum_folder_item_content check (case kind when 'FILE' then num_nonnulls(file_id, file_at, file_name, file_bytes) = 4 and num_nonnulls(video_id, url, body) = 0
    when 'VIDEO' then video_id is not null and num_nonnulls(file_id, url, body) = 0
    when 'LINK' then url is not null and num_nonnulls(file_id, video_id, body) = 0
    else body is not null and num_nonnulls(file_id, video_id, url) = 0 end));
create index curriculum_folder_item_folder on curriculum_folder_item (folder_id, position);
create index curriculum_folder_item_file_at on curriculum_folder_item (file_at);
select make_network_table('curriculum_folder_item');
