-- The network hint (areas/enquiries.md 3.6): whether another centre knows a number. A yes or a no and nothing else leaves
-- this function. Families that are erased, went on elsewhere, asked not to be called or took back the notice of contact
-- are not told of.
create function known_elsewhere(p_centre int, p_phone text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.household_contact c
      join public.enquiry_household h on h.franchisee_id = c.franchisee_id and h.id = c.household_id
     where c.kind = 'PHONE' and c.value_norm = p_phone and c.franchisee_id <> p_centre and not h.do_not_call
       and exists (select from public.enquiry e where e.franchisee_id = c.franchisee_id and e.household_id = c.household_id
         and e.erased_at is null and e.merged_into is null and e.moved_to is null)
       and not exists (select from public.consent_now n where n.franchisee_id = c.franchisee_id and n.subject_kind = 'HOUSEHOLD'
         and n.subject_id = c.household_id and n.purpose = 'CONTACT_NOTICE' and not n.allowed))
$$;
revoke execute on function known_elsewhere(int, text) from public;
grant execute on function known_elsewhere(int, text) to rt_centre, rt_network;
