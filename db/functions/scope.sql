-- The actor's context, set per transaction by the unit of work. After SET LOCAL ends a setting is '' and not missing,
-- so an empty value must raise: a query outside a unit of work may never answer "no rows" (models.md 3.6).
-- One expression each, its names bound when it is made: Postgres puts it into the policy's own plan instead of calling a
-- function for each table of a query (docs/decisions/0033).
create or replace function no_centre_scope() returns int[]
language plpgsql stable parallel safe set search_path = '' as $$
begin
  raise exception 'no centre scope is set' using errcode = 'AA001';
end $$;

create or replace function scope_centres() returns int[]
language sql stable parallel safe
return case coalesce(current_setting('app.centres', true), '') when '' then no_centre_scope()
  else string_to_array(nullif(current_setting('app.centres', true), '-'), ',')::int[] end;

create or replace function no_family_scope() returns uuid[]
language plpgsql stable parallel safe set search_path = '' as $$
begin
  raise exception 'no family scope is set' using errcode = 'AA001';
end $$;

-- The children a parent is linked to (rt_family).
create or replace function scope_students() returns uuid[]
language sql stable parallel safe
return case coalesce(current_setting('app.students', true), '') when '' then no_family_scope()
  else string_to_array(nullif(current_setting('app.students', true), '-'), ',')::uuid[] end;

create or replace function scope_user() returns uuid
language sql stable parallel safe
return nullif(current_setting('app.user', true), '')::uuid;
