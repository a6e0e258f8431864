-- What open tabs hear at once (areas/shell.md 5 'Live channel'; docs/decisions/0011): every API process listens to
-- `aangan_live`. A message names whom it is for and what happened, never data. Postgres tells it at the commit, and
-- equal ones of one transaction once.
create function tell_live() returns trigger
language plpgsql set search_path = '' as $$
declare v_to text; v_what text;
begin
  case tg_table_name
    when 'session' then v_to := 'session:' || new.id; v_what := 'session-ended';
    when 'notice' then v_to := 'user:' || new.user_id; v_what := 'notice';
    else v_to := case when new.scope = '*' then 'everyone' else 'user:' || new.scope end; v_what := 'rights-changed';
  end case;
  perform pg_notify('aangan_live', json_build_object('to', v_to, 'what', v_what)::text);
  return null;
end $$;

create trigger tell_live after update of ended_at on session
  for each row when (old.ended_at is null and new.ended_at is not null) execute function tell_live();
create trigger tell_live after insert or update on permission_stamp for each row execute function tell_live();
create trigger tell_live after insert or update of read_at, dismissed_at on notice for each row execute function tell_live();
