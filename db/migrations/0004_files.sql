-- Files (areas/README §2): the working columns of uploads, and one centre's file shown to another after a transfer.
alter table file
  add column note text check (length(note) <= 300), -- why it was refused, in the user's words
  add column uploaded_at timestamptz;
create index file_unfinished on file (created_at) where state = 'UPLOADING';
create index file_expiry on file (expires_on) where expires_on is not null;
create index file_id on file (id);
-- The bytes' own name and hash are no change worth an audit row; a verdict is.
drop trigger record_change on file;
create trigger record_change after delete or update of state, expires_on on file for each row execute function record_change();

create table file_grant (
  franchisee_id int not null, file_id uuid not null, to_franchisee_id int not null,
  from_on date not null default current_date, revoked_at timestamptz,
  primary key (franchisee_id, file_id, to_franchisee_id),
  foreign key (franchisee_id, file_id) references file (franchisee_id, id));
create index file_grant_to on file_grant (to_franchisee_id, file_id);
select make_centre_table('file_grant');
create policy granted_to on file_grant for select to rt_centre using (to_franchisee_id = any ((select scope_centres())::int[]));
-- The centre whose file was granted to one of the caller's; null when none was. A policy on file itself would cost
-- every read of files its index (reliability.md finding 4).
create function file_granted_by(p_file uuid) returns int
language sql stable security definer set search_path = '' as $$
  select g.franchisee_id from public.file_grant g
   where g.file_id = p_file and g.to_franchisee_id = any ((select public.scope_centres())::int[])
     and g.revoked_at is null and g.from_on <= current_date
   limit 1
$$;
revoke all on function file_granted_by(uuid) from public;
grant execute on function file_granted_by(uuid) to rt_centre, rt_network;

alter table export_job add column file_name text check (length(file_name) <= 160);
create index export_job_open on export_job (created_at) where state in ('QUEUED', 'RUNNING');
create index export_job_expiry on export_job (expires_on) where storage_key is not null;
