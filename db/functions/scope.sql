-- The actor's context, set per transaction by the unit of work. After SET LOCAL ends a setting is '' and not missing,
-- so an empty value must raise: a query outside a unit of work may never answer "no rows" (models.md 3.6).
create or replace function scope_centres() returns int[]
language plpgsql stable parallel safe set search_path = '' as $$
declare v text := current_setting('app.centres', true);
begin
  if v is null or v = '' then
    raise exception 'no centre scope is set' using errcode = 'AA001';
  end if;
  return string_to_array(nullif(v, '-'), ',')::int[];
end $$;

-- The children a parent is linked to (rt_family).
create or replace function scope_students() returns uuid[]
language plpgsql stable parallel safe set search_path = '' as $$
declare v text := current_setting('app.students', true);
begin
  if v is null or v = '' then
    raise exception 'no family scope is set' using errcode = 'AA001';
  end if;
  return string_to_array(nullif(v, '-'), ',')::uuid[];
end $$;

create or replace function scope_user() returns uuid
language sql stable parallel safe set search_path = '' as $$
  select nullif(current_setting('app.user', true), '')::uuid
$$;
