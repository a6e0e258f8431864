-- One row: what this installation is. `demo` is set by the demo seed on an empty database only, and can never be
-- switched on where real users are (trigger), so demo sign-ins and the outbox screen cannot open by accident.
create table installation (
  id int primary key check (id = 1),
  demo boolean not null default false,
  installed_at timestamptz not null default now(),
  seeded_scale text);
insert into installation (id) values (1);
grant select on installation to rt_centre, rt_network, rt_family, rt_public, aangan_api;

create or replace function guard_demo_mode() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.demo and not old.demo and exists (select from public.app_user where email_norm not like '%@demo.aangan') then
    raise exception 'demo mode cannot be switched on: this database has real users' using errcode = 'AA003';
  end if;
  return new;
end $$;
create trigger guard_demo_mode before update on installation for each row execute function guard_demo_mode();
