-- Visits behind a link to a calendar (/ams/amsCalender?key=): its holder reaches no centre. Whose they are stands in the link
-- that the unit of work was opened with; it was found to be live before.
create function ams_calendar_visits(first date, last date) returns table (day date, slot text, centre text, city text)
language sql stable security definer set search_path = '' as $$
  select v.planned_on, v.slot, f.company_name, c.name
    from public.public_link l join public.ams_am_allocation a on a.user_id::text = l.subject_id
    join public.ams_visit v on v.am_allocation_id = a.id and v.planned_on between first and last and v.kind <> 'SURPRISE'
      and v.status in ('SCHEDULED', 'MOVE_REQUESTED', 'IN_PROGRESS', 'SUBMITTED', 'COMPLETED')
    join public.franchisee f on f.id = v.franchisee_id left join public.city c on c.id = f.city_id
   where l.token_hash = public.scope_link() and l.purpose = 'ams.calendar' and l.revoked_at is null
   order by v.planned_on, v.slot, f.company_name
$$;
revoke execute on function ams_calendar_visits(date, date) from public;
grant execute on function ams_calendar_visits(date, date) to rt_public;
