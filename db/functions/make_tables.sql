-- One line in each migration makes a table safe. p_secret: columns whose values never reach the change audit.
create or replace function add_standard_columns(p_table text, p_secret text[]) returns void
language plpgsql set search_path = 'public' as $$
begin
  execute format('alter table %I
    add column if not exists version int not null default 1,
    add column if not exists created_at timestamptz not null default now(),
    add column if not exists created_by uuid default public.scope_user(),
    add column if not exists updated_at timestamptz not null default now(),
    add column if not exists updated_by uuid', p_table);
  execute format('create trigger touch_row before update on %I for each row execute function touch_row()', p_table);
  perform add_change_audit(p_table, p_secret);
end $$;

create or replace function add_change_audit(p_table text, p_secret text[] default '{}') returns void
language plpgsql set search_path = 'public' as $$
begin
  execute format('create trigger record_change after insert or update or delete on %I for each row execute function record_change(%s)',
    p_table, (select coalesce(string_agg(quote_literal(s), ','), '') from unnest(p_secret) s));
end $$;

-- For a table into which one statement writes many rows, after make_centre_table: they enter the change audit together.
-- Changes and removals are noted row by row as everywhere, unless audit_updates_at_once follows.
create or replace function audit_inserts_at_once(p_table text) returns void
language plpgsql set search_path = 'public' as $$
begin
  if (select tgnargs > 0 from pg_trigger where tgrelid = p_table::regclass and tgname = 'record_change') then
    raise exception '% has secret columns: its rows are noted one by one', p_table;
  end if;
  execute format('drop trigger record_change on %I', p_table);
  execute format('create trigger record_change after update or delete on %I for each row execute function record_change()', p_table);
  execute format('create trigger record_inserts after insert on %I referencing new table as new_rows for each statement execute function record_inserts()', p_table);
end $$;

-- For a table in which one statement also changes many rows, after audit_inserts_at_once: only removals stay row by row.
create or replace function audit_updates_at_once(p_table text) returns void
language plpgsql set search_path = 'public' as $$
begin
  execute format('drop trigger record_change on %I', p_table);
  execute format('create trigger record_change after delete on %I for each row execute function record_change()', p_table);
  execute format('create trigger record_updates after update on %I referencing old table as old_rows new table as new_rows for each statement execute function record_updates(%s)',
    p_table, (select string_agg(quote_literal(a.attname), ', ' order by a.attnum) from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indrelid = p_table::regclass and i.indisprimary));
end $$;

-- For a table whose rows are parts of another's row (the marks of a register), after audit_updates_at_once: what a statement
-- adds to one owner, or changes in it, is one row of the audit. Its key is the owner's id; its difference names each part by
-- its primary key without the centre (several columns with a blank between: no column is called so), with the part's own
-- difference. The functions are made for the table, with a comparison for each column: a migration that adds one calls this
-- again (testkit/catalogue-checks.ts looks).
create or replace function audit_together(p_table text, p_owner text) returns void
language plpgsql set search_path = 'public' as $$
declare
  v_key text[] := (select array_agg(a.attname::text order by a.attnum) from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = p_table::regclass and i.indisprimary);
  v_columns text[] := (select array_agg(a.attname::text order by a.attnum) from pg_attribute a where a.attrelid = p_table::regclass and a.attnum > 0 and not a.attisdropped
    and a.attname <> all (v_key || array['updated_at', 'updated_by', 'version']));
  v_part text := (select 'concat_ws('' '', ' || string_agg(format('n.%I', k), ', ') || ')' from unnest(v_key) k where k <> 'franchisee_id');
  v_frame text := $f$create or replace function %I() returns trigger language plpgsql security definer set search_path = '' as $b$
begin
  if current_setting('app.bulk', true) = 'on' then
    return null;
  end if;
  -- One that only writes over others adds none, and the other way round.
  if not exists (select from new_rows) then
    return null;
  end if;
  insert into public.record_change (franchisee_id, actor, command, request_id, table_name, op, row_key, diff)
  select x.franchisee_id, nullif(current_setting('app.user', true), ''), nullif(current_setting('app.command', true), ''),
      nullif(current_setting('app.request', true), ''), tg_table_name, %L, x.owner, %s
   group by x.franchisee_id, x.owner;
  return null;
end $b$ $f$;
begin
  if cardinality(v_key) < 3 then
    raise exception 'The key of % has one column beside the centre: it could be taken for a column', p_table;
  end if;
  execute format(v_frame, 'record_inserts_' || p_table, 'I', format(
    $f$jsonb_object_agg(x.part, x.row)
    from (select n.franchisee_id, n.%I as owner, %s as part, jsonb_strip_nulls(to_jsonb(n.*)) - array['created_at', 'created_by', 'updated_at', 'updated_by', 'version'] as row
            from new_rows n) x$f$, p_owner, v_part));
  -- Text, not jsonb: values that stayed cost nothing. Old and new are paired by their place, as in record_updates.
  execute format(v_frame, 'record_updates_' || p_table, 'U', format(
    $f$('{' || string_agg(to_json(x.part) || ':{' || substr(x.diff, 2) || '}', ',') || '}')::jsonb
    from (select n.franchisee_id, n.%I as owner, %s as part, case when %s then public.refuse_moved_key(tg_table_name) else concat(
        %s) end as diff
            from (select row_number() over () as "#", * from old_rows) o join (select row_number() over () as "#", * from new_rows) n using ("#") offset 0) x
   where x.diff <> ''$f$, p_owner, v_part,
    (select string_agg(format('n.%I <> o.%I', k, k), ' or ') from unnest(v_key) k),
    (select string_agg(format('case when n.%I is distinct from o.%I then %L || json_build_array(o.%I, n.%I) end', c, c, ',' || to_json(c) || ':', c, c), E',\n        ') from unnest(v_columns) c)));
  execute format('create or replace trigger record_inserts after insert on %I referencing new table as new_rows for each statement execute function %I()',
    p_table, 'record_inserts_' || p_table);
  execute format('create or replace trigger record_updates after update on %I referencing old table as old_rows new table as new_rows for each statement execute function %I()',
    p_table, 'record_updates_' || p_table);
end $$;

create or replace function add_centre_policies(p_table text) returns void
language plpgsql set search_path = 'public' as $$
begin
  execute format('alter table %I enable row level security', p_table);
  execute format('alter table %I force row level security', p_table);
  -- The (select …) makes it an init plan: one evaluation a query, so the index on franchisee_id is used.
  execute format('create policy centre on %I for all to rt_centre
    using (franchisee_id = any ((select scope_centres())::int[]))
    with check (franchisee_id = any ((select scope_centres())::int[]))', p_table);
  execute format('create policy public_link on %I for all to rt_public
    using (franchisee_id = any ((select scope_centres())::int[]))
    with check (franchisee_id = any ((select scope_centres())::int[]))', p_table);
  -- No centre list for the network: an OR in the policy would cost the index (reliability.md finding 4).
  execute format('create policy network on %I for all to rt_network using (true) with check (true)', p_table);
  -- The owner runs migrations, definer functions and the demo seed.
  execute format('create policy owner on %I for all to aangan_owner using (true) with check (true)', p_table);
  execute format('grant select, insert, update, delete on %I to rt_centre, rt_network', p_table);
  execute format('grant select, insert, update on %I to rt_public', p_table);
end $$;

-- A table whose rows belong to one centre: franchisee_id leads its primary key.
create or replace function make_centre_table(p_table text, p_secret text[] default '{}') returns void
language plpgsql set search_path = 'public' as $$
begin
  perform add_standard_columns(p_table, p_secret);
  perform add_centre_policies(p_table);
end $$;

-- A table without a centre: users, roles, cities. Everyone signed in may read; writing is decided by modules alone.
create or replace function make_network_table(p_table text, p_secret text[] default '{}') returns void
language plpgsql set search_path = 'public' as $$
begin
  perform add_standard_columns(p_table, p_secret);
  execute format('grant select, insert, update, delete on %I to rt_centre, rt_network', p_table);
  execute format('grant select, insert, update on %I to rt_public', p_table);
  execute format('grant select on %I to rt_family', p_table);
end $$;

-- Network defaults (franchisee 1) plus a centre's own rows: reads both, writes only its own.
create or replace function make_shared_table(p_table text, p_secret text[] default '{}') returns void
language plpgsql set search_path = 'public' as $$
begin
  perform add_standard_columns(p_table, p_secret);
  execute format('alter table %I enable row level security', p_table);
  execute format('alter table %I force row level security', p_table);
  execute format('create policy shared_read on %I for select to rt_centre, rt_public, rt_family
    using (franchisee_id = 1 or franchisee_id = any ((select scope_centres())::int[]))', p_table);
  execute format('create policy shared_insert on %I for insert to rt_centre, rt_public
    with check (franchisee_id = any ((select scope_centres())::int[]))', p_table);
  execute format('create policy shared_update on %I for update to rt_centre, rt_public
    using (franchisee_id = any ((select scope_centres())::int[]))
    with check (franchisee_id = any ((select scope_centres())::int[]))', p_table);
  execute format('create policy shared_delete on %I for delete to rt_centre
    using (franchisee_id = any ((select scope_centres())::int[]))', p_table);
  execute format('create policy network on %I for all to rt_network using (true) with check (true)', p_table);
  execute format('create policy owner on %I for all to aangan_owner using (true) with check (true)', p_table);
  execute format('grant select, insert, update, delete on %I to rt_centre, rt_network', p_table);
  execute format('grant select, insert, update on %I to rt_public', p_table);
  execute format('grant select on %I to rt_family', p_table);
end $$;

-- Never changed, never removed: ledger, access log, decisions. The owner is refused too.
create or replace function make_append_only(p_table text) returns void
language plpgsql set search_path = 'public' as $$
begin
  execute format('revoke update, delete, truncate on %I from rt_centre, rt_network, rt_public, rt_family', p_table);
  execute format('create trigger refuse_change before update or delete on %I for each row execute function refuse_change()', p_table);
  execute format('create trigger refuse_truncate before truncate on %I for each statement execute function refuse_change()', p_table);
end $$;

-- Parents see a table only through this: rows of their centres AND of their own children, read-only.
create or replace function allow_family(p_table text, p_using text) returns void
language plpgsql set search_path = 'public' as $$
begin
  execute format('grant select on %I to rt_family', p_table);
  execute format('create policy family on %I for select to rt_family
    using (franchisee_id = any ((select scope_centres())::int[]) and (%s))', p_table, p_using);
end $$;
