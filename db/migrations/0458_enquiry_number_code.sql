-- The code that confirms the number of a public form is a message of the submission, not of an enquiry: when the family is
-- erased it goes too (areas/enquiries.md 3.10, docs/decisions/0016).
create or replace function erase_enquiry_messages(p_centre int, p_ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  v_submissions text[];
begin
  select array_agg(distinct t.intake_id::text) into v_submissions from public.enquiry_touch t
   where t.franchisee_id = p_centre and t.enquiry_id = any (p_ids) and t.intake_id is not null;
  delete from public.notice n using public.message m
   where m.franchisee_id = p_centre and m.source_kind in ('enquiry', 'enquiry-visit') and m.source_id = any (p_ids::text[])
     and n.user_id = m.to_user_id and position(m.source_id in n.dedupe_key) > 0;
  update public.message set address_sealed = null, address_hash = null, address_mask = null, name_mask = null, vars_sealed = ''::bytea, body_sealed = null,
      subject_masked = null, body_masked = null,
      status = case when status in ('QUEUED', 'SENDING') then 'CANCELLED' else status end
   where franchisee_id = p_centre and (enquiry_id = any (p_ids) or (source_kind in ('enquiry', 'enquiry-visit') and source_id = any (p_ids::text[]))
     or (source_kind = 'enquiry-form' and source_id = any (v_submissions)));
  update public.outbox set payload = '{}', state = case when state = 'QUEUED' then 'CANCELLED' else state end
   where franchisee_id = p_centre and state <> 'SENDING' and ((source_kind in ('enquiry', 'enquiry-visit') and source_id = any (p_ids::text[]))
     or (source_kind = 'enquiry-form' and source_id = any (v_submissions)));
  update public.outbox_history set payload = '{}'
   where franchisee_id = p_centre and ((source_kind in ('enquiry', 'enquiry-visit') and source_id = any (p_ids::text[]))
     or (source_kind = 'enquiry-form' and source_id = any (v_submissions)));
end $$;
