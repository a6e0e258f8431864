-- A file for several centres (areas/enquiries.md 6, franchisee_id): checked as one, saved as one upload of each centre.
alter table enquiry_upload
  -- The check of the whole file (import_job); null when the file was for one centre.
  add column batch_id uuid;
create index enquiry_upload_batch on enquiry_upload (batch_id) where batch_id is not null;
-- Whoever works with several centres names an upload by its id alone.
create index enquiry_upload_id on enquiry_upload (id);

-- As 0451; a file for several centres that is only checked belongs to none of them yet.
create or replace function erase_enquiry_uploads(p_centre int, p_ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  v_numbers text[];
begin
  delete from public.enquiry_external_ref where franchisee_id = p_centre and enquiry_id = any (p_ids);
  select array_agg(distinct '%' || right(h.value_norm, 10) || '%') into v_numbers from public.enquiry e
    join public.household_contact h on h.franchisee_id = e.franchisee_id and h.household_id = e.household_id and h.kind = 'PHONE'
   where e.franchisee_id = p_centre and e.id = any (p_ids);
  if v_numbers is null then return; end if;
  update public.enquiry_upload set faulty = null
   where franchisee_id = p_centre and faulty is not null and regexp_replace(faulty::text, '[^0-9]+', '', 'g') like any (v_numbers);
  update public.import_job set rows = null, state = 'CANCELLED'
   where (franchisee_id = p_centre or franchisee_id is null) and contract = 'enquiry-upload' and state = 'CHECKED'
     and regexp_replace(rows::text, '[^0-9]+', '', 'g') like any (v_numbers);
end $$;
