-- Whether a schedule is done is asked by whoever ends one of its visits, who may reach one of its centres only.
create function ams_schedule_live(schedule uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.ams_visit v where v.schedule_id = schedule and v.status in ('PLANNED', 'SCHEDULED', 'MOVE_REQUESTED', 'IN_PROGRESS', 'SUBMITTED'))
$$;
revoke execute on function ams_schedule_live(uuid) from public;
grant execute on function ams_schedule_live(uuid) to rt_centre, rt_network;
