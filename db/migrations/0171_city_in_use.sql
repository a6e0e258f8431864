-- A city stays active while a living centre is in it (areas/network.md 4). A record has no save hooks, so the table says
-- it; AA409 with a column becomes 409 with this text on that field (packages/server/record-constraints.ts).
create function refuse_city_in_use() returns trigger
language plpgsql set search_path = 'public' as $$
declare v_n int;
begin
  select count(*) into v_n from franchisee where city_id = new.id and status <> 'CLOSED' and not is_head_office;
  if v_n > 0 then
    raise exception 'Used by % %.', v_n, case when v_n = 1 then 'centre' else 'centres' end using errcode = 'AA409', column = 'active';
  end if;
  return new;
end $$;
create trigger refuse_in_use before update of active on city for each row when (old.active and not new.active) execute function refuse_city_in_use();
