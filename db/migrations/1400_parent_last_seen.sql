-- When a parent was last signed in, for the people of its child's centre: a day and nothing else of a session, which no centre
-- may read (areas/reports.md, parents' app status).
create function parent_last_seen() returns table (user_id uuid, last_seen_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select s.user_id, max(s.last_seen_at) from public.session s
   where s.user_id in (select g.user_id from public.guardian g
     where g.user_id is not null and (current_setting('role') = 'rt_network' or g.franchisee_id = any (public.scope_centres())))
   group by s.user_id
$$;
revoke execute on function parent_last_seen() from public;
grant execute on function parent_last_seen() to rt_centre, rt_network;
