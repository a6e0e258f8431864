-- The two nearest centres of a centre (areas/enquiries.md 11.2): number, name and distance, which every public form and
-- the directory tell anybody; nothing else of another centre leaves this function.
create function centre_neighbours(p_centre int) returns table (id int, name text, km numeric)
language sql stable security definer set search_path = '' as $$
  select o.id, o.company_name, round((2 * 6371.0088 * asin(least(1, sqrt(
      power(sin(radians((o.lat - f.lat)::float8) / 2), 2) + cos(radians(f.lat::float8)) * cos(radians(o.lat::float8)) * power(sin(radians((o.lng - f.lng)::float8) / 2), 2)))))::numeric, 1) as km
    from public.franchisee f join public.franchisee o on o.id <> f.id
   where f.id = p_centre and not o.is_head_office and o.status in ('ACTIVE', 'SETUP')
     and o.lat between f.lat - 0.25 and f.lat + 0.25 and o.lng between f.lng - 0.25 and f.lng + 0.25
   order by km, o.id limit 2
$$;
revoke execute on function centre_neighbours(int) from public;
grant execute on function centre_neighbours(int) to rt_centre, rt_network;
