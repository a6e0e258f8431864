-- Roles are of the cluster, so several databases (tests) share them. The API signs in as aangan_api, which inherits
-- nothing (reliability.md finding 3) and takes exactly one work role per transaction.
do $$
begin
  perform pg_advisory_xact_lock(7301);
  if not exists (select from pg_roles where rolname = 'aangan_owner') then create role aangan_owner nologin; end if;
  if not exists (select from pg_roles where rolname = 'rt_centre') then create role rt_centre nologin; end if;
  if not exists (select from pg_roles where rolname = 'rt_network') then create role rt_network nologin; end if;
  if not exists (select from pg_roles where rolname = 'rt_family') then create role rt_family nologin; end if;
  if not exists (select from pg_roles where rolname = 'rt_public') then create role rt_public nologin; end if;
  if not exists (select from pg_roles where rolname = 'aangan_api') then
    create role aangan_api login noinherit nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
  grant rt_centre, rt_network, rt_family, rt_public to aangan_api;
  execute format('grant aangan_owner to %I', current_user);
  execute format('grant create, connect, temporary on database %I to aangan_owner', current_database());
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to aangan_api', current_database());
end $$;

alter schema public owner to aangan_owner;
revoke all on schema public from public;
grant usage on schema public to rt_centre, rt_network, rt_family, rt_public, aangan_api;
create extension if not exists pg_trgm;
create extension if not exists btree_gin;
