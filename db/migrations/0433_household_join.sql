-- Two households that turn out to be one family (areas/enquiries.md 4, /forms/enquiry/edit): what came over, so that it can
-- be taken apart again for seven days.
create table household_join (
  franchisee_id int not null, id uuid not null default gen_random_uuid(),
  kept_id uuid not null, joined_id uuid not null check (joined_id <> kept_id),
  enquiries uuid[] not null, contacts uuid[] not null default '{}',
  -- What the kept one took over from the other.
  took_family boolean not null default false, took_do_not_call boolean not null default false,
  by uuid default scope_user(), at timestamptz not null, undone_by uuid, undone_at timestamptz,
  primary key (franchisee_id, id),
  foreign key (franchisee_id, kept_id) references enquiry_household (franchisee_id, id),
  foreign key (franchisee_id, joined_id) references enquiry_household (franchisee_id, id));
create index household_join_kept on household_join (franchisee_id, kept_id);
create index household_join_joined on household_join (franchisee_id, joined_id);
select make_centre_table('household_join');
revoke all on household_join from rt_public;

-- A family of several open children asked again without a name: who was meant is asked, not guessed (enquiries.md 3.6).
alter table enquiry add column which_child_at timestamptz;

-- A household that was joined with an erased one is nobody's any more.
create or replace function erase_enquiry_households(p_centre int, p_ids uuid[], p_households uuid[], p_phones text[]) returns void
language plpgsql set search_path = '' as $$
begin
  update public.wa_contact w set enquiry_id = o.id from public.enquiry e
    cross join lateral (select o.id from public.enquiry o where o.franchisee_id = p_centre and o.household_id = e.household_id and o.erased_at is null
      order by o.is_open desc, o.last_activity_at desc limit 1) o
   where w.franchisee_id = p_centre and w.enquiry_id = any (p_ids) and e.franchisee_id = p_centre and e.id = w.enquiry_id;
  delete from public.wa_contact where franchisee_id = p_centre and (enquiry_id = any (p_ids) or phone_norm = any (p_phones));
  delete from public.household_contact where franchisee_id = p_centre and household_id = any (p_households);
  update public.enquiry_household set note = null, preferred_time = null, family_id = null where franchisee_id = p_centre and (id = any (p_households)
    or id in (select j.joined_id from public.household_join j where j.franchisee_id = p_centre and j.kept_id = any (p_households) and j.undone_at is null));
end $$;
