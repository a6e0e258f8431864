-- Change audit of every table (architecture.md rule 7): who, which command, what changed, as a diff. Columns named in
-- the trigger's arguments are stored as "changed" (secrets, sealed values).
create or replace function record_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_old jsonb; v_new jsonb; v_diff jsonb; v_row jsonb; v_secret text;
begin
  if current_setting('app.bulk', true) = 'on' then
    return null; -- imports write one summary row themselves
  end if;
  if tg_op <> 'INSERT' then v_old := to_jsonb(old); end if;
  if tg_op <> 'DELETE' then v_new := to_jsonb(new); end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(n.key, jsonb_build_array(v_old -> n.key, n.value)) into v_diff
      from jsonb_each(v_new) n
     where n.value is distinct from v_old -> n.key and n.key not in ('updated_at', 'updated_by', 'version');
    if v_diff is null then return null; end if;
  else
    v_diff := jsonb_strip_nulls(coalesce(v_new, v_old)) - array['created_at', 'created_by', 'updated_at', 'updated_by', 'version'];
  end if;
  foreach v_secret in array coalesce(tg_argv::text[], '{}') loop
    if v_diff ? v_secret then v_diff := jsonb_set(v_diff, array[v_secret], '"changed"'); end if;
  end loop;
  v_row := coalesce(v_new, v_old);
  insert into public.record_change (franchisee_id, actor, command, request_id, table_name, op, row_key, diff)
  values (
    (v_row ->> 'franchisee_id')::int,
    nullif(current_setting('app.user', true), ''),
    nullif(current_setting('app.command', true), ''),
    nullif(current_setting('app.request', true), ''),
    tg_table_name, left(tg_op, 1), coalesce(v_row ->> 'id', v_row ->> 'key', ''), v_diff);
  return null;
end $$;

-- version, updated_at and updated_by belong to the database, so no command can forget them. It is called for each changed row of
-- every table, with the changer's own rights and names of pg_catalog alone: a search_path of its own would double its time.
create or replace function touch_row() returns trigger
language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  new.updated_by := nullif(current_setting('app.user', true), '')::uuid; -- scope_user(), without the call
  return new;
end $$;

create or replace function refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'AA002';
end $$;

-- The same for what a whole statement inserted (audit_inserts_at_once): a quarter of the time a row. No column is secret.
create or replace function record_inserts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('app.bulk', true) = 'on' then
    return null;
  end if;
  insert into public.record_change (franchisee_id, actor, command, request_id, table_name, op, row_key, diff)
  select (x.j ->> 'franchisee_id')::int, nullif(current_setting('app.user', true), ''), nullif(current_setting('app.command', true), ''),
      nullif(current_setting('app.request', true), ''), tg_table_name, 'I', coalesce(x.j ->> 'id', x.j ->> 'key', ''),
      jsonb_strip_nulls(x.j - array['created_at', 'created_by', 'updated_at', 'updated_by', 'version'])
    -- By its whole name: a short one could be a column's. `offset 0` as below: the document is made once a row and not for each use.
    from (select to_jsonb(new_rows) as j from new_rows offset 0) x;
  return null;
end $$;

-- The same for what a whole statement changed (audit_updates_at_once). The trigger's arguments are the columns of the primary
-- key. An old row finds its new one by its place: Postgres writes both tables row by row, in one order. That is not promised,
-- so it is checked: a pair whose key differs is refused. It also refuses a statement that changes a key. No text is put
-- together here: the plan is made once for a table and kept, which takes a third off the time of 25 rows.
create or replace function record_updates() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_moved boolean;
begin
  if current_setting('app.bulk', true) = 'on' then
    return null;
  end if;
  with noted as (
    insert into public.record_change (franchisee_id, actor, command, request_id, table_name, op, row_key, diff)
    select (x.new_row ->> 'franchisee_id')::int, nullif(current_setting('app.user', true), ''), nullif(current_setting('app.command', true), ''),
        nullif(current_setting('app.request', true), ''), tg_table_name, 'U', coalesce(x.new_row ->> 'id', x.new_row ->> 'key', ''), x.diff
      from (
        select n.new_row, (
            select jsonb_object_agg(e.key, jsonb_build_array(o.old_row -> e.key, n.new_row -> e.key)) from jsonb_object_keys(n.new_row) e (key)
             where n.new_row -> e.key is distinct from o.old_row -> e.key and e.key not in ('updated_at', 'updated_by', 'version')) as diff
          from (select row_number() over () as place, to_jsonb(old_rows) as old_row from old_rows) o
          join (select row_number() over () as place, to_jsonb(new_rows) as new_row from new_rows) n using (place)
         -- `offset 0` keeps the documents and the difference as values: pulled up, they would be made again for each use.
         offset 0) x
     where x.diff is not null
    returning diff ?| tg_argv::text[] as moved)
  select bool_or(moved) into v_moved from noted;
  if v_moved then
    raise exception 'The key of a row of % cannot change', tg_table_name using errcode = 'AA002';
  end if;
  return null;
end $$;

-- For the comparisons of audit_together: never comes back.
create or replace function refuse_moved_key(p_table text) returns text
language plpgsql set search_path = '' as $$
begin
  raise exception 'The key of a row of % cannot change', p_table using errcode = 'AA002';
end $$;
