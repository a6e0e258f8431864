-- Erasing reaches the files of enquiries (0450), in the same one function (docs/decisions/0016).

-- Their numbers of another system; and rows that wait to be mended or saved with a number of the family in them, however it
-- was typed. A file that is only checked can be checked again; one for several centres belongs to none of them yet.
create function erase_enquiry_uploads(p_centre int, p_ids uuid[]) returns void
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
revoke execute on function erase_enquiry_uploads(int, uuid[]) from public;

create or replace function erase_enquiries(p_centre int, p_ids uuid[], p_why text, p_at timestamptz) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_bulk text := coalesce(current_setting('app.bulk', true), '');
  v_ids uuid[]; v_households uuid[]; v_phones text[];
begin
  if current_setting('role') <> 'rt_network' and not coalesce(p_centre = any (public.scope_centres()), false) then
    raise exception 'the centre is out of scope' using errcode = 'AA001';
  end if;
  with recursive doomed as (
    select e.id from public.enquiry e
     where e.franchisee_id = p_centre and e.id = any (p_ids) and e.erased_at is null and e.merged_into is null and e.spanco_status <> 'Order'
    union select m.id from doomed d join public.enquiry m on m.franchisee_id = p_centre and m.merged_into = d.id)
  select array_agg(id) into v_ids from doomed;
  if v_ids is null then return 0; end if;
  perform set_config('app.bulk', 'on', true), set_config('app.erase', 'on', true);
  update public.enquiry set erased_at = p_at, erased_why = p_why, erased_by = public.scope_user(), guardian_name = 'Erased', child_first_name = null,
      child_last_name = null, child_name_key = null, child_dob = null, dob_approx = false, phone_norm = null, email_norm = null, pincode = null,
      lost_note = null, competitor = null, last_note = null, revive_on = null
   where franchisee_id = p_centre and id = any (v_ids);
  select array_agg(distinct e.household_id) into v_households from public.enquiry e
   where e.franchisee_id = p_centre and e.id = any (v_ids)
     and not exists (select from public.enquiry o where o.franchisee_id = p_centre and o.household_id = e.household_id and o.erased_at is null);
  select array_agg(value_norm) into v_phones from public.household_contact where franchisee_id = p_centre and household_id = any (v_households) and kind = 'PHONE';
  perform public.erase_enquiry_journal(p_centre, v_ids, v_households, v_phones);
  perform public.erase_enquiry_messages(p_centre, v_ids);
  perform public.erase_enquiry_intake(p_centre, v_ids, v_phones);
  perform public.erase_enquiry_texts(p_centre, v_ids, p_at);
  perform public.erase_enquiry_uploads(p_centre, v_ids);
  perform public.erase_enquiry_households(p_centre, v_ids, v_households, v_phones);
  insert into public.record_change (franchisee_id, actor, command, request_id, table_name, op, row_key, diff)
    select p_centre, nullif(current_setting('app.user', true), ''), nullif(current_setting('app.command', true), ''), nullif(current_setting('app.request', true), ''),
      'enquiry', 'U', x::text, jsonb_build_object('erased_at', jsonb_build_array(null, p_at), 'erased_why', jsonb_build_array(null, p_why)) from unnest(v_ids) x;
  perform set_config('app.erase', '', true), set_config('app.bulk', v_bulk, true);
  return array_length(v_ids, 1);
end $$;
