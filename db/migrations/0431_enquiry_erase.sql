-- Erasing enquiries (areas/enquiries.md 3.10, D29): names, contacts and free texts go, also from journals, raw intake and
-- messages; code, dates, status, source and class stay, so that no figure of a year changes.
alter table enquiry
  add column erased_why text check (erased_why in ('FAMILY_ASKED', 'WRONG_PERSON', 'RETENTION')), add column erased_by uuid;
-- Nobody chooses it: an open enquiry whose family asked to be forgotten is closed with it first.
insert into lost_reason (franchisee_id, name, neutral, active) values (1, 'Erased on request', true, false);

-- What a centre was told: whose year, how many, from which Sunday on; and what became of it.
create table enquiry_retention (
  franchisee_id int not null references franchisee (id), academic_year_id int not null references academic_year (id),
  n int not null, told_at timestamptz not null, due_on date not null, erased int not null default 0, done_at timestamptz,
  primary key (franchisee_id, academic_year_id));
create index enquiry_retention_due on enquiry_retention (due_on) where done_at is null;
select make_centre_table('enquiry_retention');
revoke all on enquiry_retention from rt_public;

-- Journals stay append-only. Erasing may empty the columns named here and nothing else; no runtime role may update them.
create function refuse_change_but_erasing() returns trigger language plpgsql set search_path = '' as $$
declare v_open text[] := tg_argv::text[] || '{version,updated_at,updated_by}'::text[];
begin
  if tg_op = 'UPDATE' and current_setting('app.erase', true) = 'on' and to_jsonb(old) - v_open = to_jsonb(new) - v_open then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'AA002';
end $$;
drop trigger refuse_change on enquiry_stage_log;
create trigger refuse_change before update or delete on enquiry_stage_log for each row execute function refuse_change_but_erasing('reason');
drop trigger refuse_change on enquiry_touch;
create trigger refuse_change before update or delete on enquiry_touch for each row execute function refuse_change_but_erasing('note', 'consents');
drop trigger refuse_change on allocation_log;
create trigger refuse_change before update or delete on allocation_log for each row execute function refuse_change_but_erasing('note');
drop trigger refuse_change on record_change;
create trigger refuse_change before update or delete on record_change for each row execute function refuse_change_but_erasing('diff');

-- The change audit keeps who changed what and when; the values go. Before the rows themselves: their keys lead to it.
create function erase_enquiry_journal(p_centre int, p_ids uuid[], p_households uuid[], p_phones text[]) returns void
language plpgsql set search_path = '' as $$
declare v_rows bigint[];
begin
  -- `offset 0` keeps each look-up a walk of its own index, however large the audit is.
  select array_agg(r.id) into v_rows from (
      select 'enquiry' as t, x::text as k from unnest(p_ids) x
      union all select 'enquiry_touch', id::text from public.enquiry_touch where franchisee_id = p_centre and enquiry_id = any (p_ids)
      union all select 'follow_up', id::text from public.follow_up where franchisee_id = p_centre and type = 'academic' and subject_id = any (p_ids)
      union all select 'follow_up_pause', id::text from public.follow_up_pause where franchisee_id = p_centre and enquiry_id = any (p_ids)
      union all select 'call_log', id::text from public.call_log where franchisee_id = p_centre and (enquiry_id = any (p_ids) or phone_norm = any (p_phones))
      union all select 'enquiry_household', x::text from unnest(p_households) x
      union all select 'household_contact', id::text from public.household_contact where franchisee_id = p_centre and household_id = any (p_households)
      union all select 'lead_intake', id::text from public.lead_intake where routed_franchisee_id = p_centre and (enquiry_id = any (p_ids) or phone_norm = any (p_phones))
      union all select 'notice', n.id::text from public.message m join public.notice n on n.user_id = m.to_user_id and position(m.source_id in n.dedupe_key) > 0
        where m.franchisee_id = p_centre and m.source_kind in ('enquiry', 'enquiry-visit') and m.source_id = any (p_ids::text[])
    ) keys cross join lateral (select c.id from public.record_change c where c.table_name = keys.t and c.row_key = keys.k offset 0) r;
  -- A line of the stage log has no id; it was written in the instant of its journal row.
  select v_rows || array_agg(r.id) into v_rows from public.enquiry_stage_log l
    cross join lateral (select c.id from public.record_change c where c.franchisee_id = l.franchisee_id and c.at = l.created_at
      and c.table_name = 'enquiry_stage_log' and c.diff ->> 'enquiry_id' = l.enquiry_id::text offset 0) r
   where l.franchisee_id = p_centre and l.enquiry_id = any (p_ids) and l.reason is not null;
  update public.record_change set diff = diff - '{child_first_name,child_last_name,child_name_key,child_dob,guardian_name,phone_norm,email_norm,pincode,
      lost_note,last_note,competitor,search_text,note,consents,before,after,reason,value_norm,value_raw,parsed,person_name,last_error,ignore_reason,
      provider_call_id,title,body}'::text[]
   where id = any (v_rows);
end $$;

-- What was written about the child, wherever it stands in this area.
create function erase_enquiry_texts(p_centre int, p_ids uuid[], p_at timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  update public.enquiry_stage_log set reason = null where franchisee_id = p_centre and enquiry_id = any (p_ids) and reason is not null;
  update public.enquiry_touch set note = null, consents = null where franchisee_id = p_centre and enquiry_id = any (p_ids) and (note is not null or consents is not null);
  update public.allocation_log set note = null where franchisee_id = p_centre and enquiry_id = any (p_ids) and note is not null;
  update public.follow_up set note = null, before = null where franchisee_id = p_centre and type = 'academic' and subject_id = any (p_ids);
  update public.follow_up_pause set reason = null where franchisee_id = p_centre and enquiry_id = any (p_ids);
  update public.enquiry_merge set before = null, after = null where franchisee_id = p_centre and (survivor_id = any (p_ids) or merged_id = any (p_ids));
  update public.enquiry_proposal set state = 'DISMISSED', decided_at = p_at where franchisee_id = p_centre and enquiry_id = any (p_ids) and state = 'OPEN';
  update public.first_answer set next_at = null, ended_at = p_at where franchisee_id = p_centre and enquiry_id = any (p_ids) and met_at is null and ended_at is null;
  delete from public.follow_up_claim where franchisee_id = p_centre and enquiry_id = any (p_ids);
  delete from public.duplicate_candidate where franchisee_id = p_centre and state = 'OPEN' and (a_id = any (p_ids) or b_id = any (p_ids));
end $$;

-- How it came in and what was said on the phone. A recording's file is swept the next night, its bytes with it.
create function erase_enquiry_intake(p_centre int, p_ids uuid[], p_phones text[]) returns void
language plpgsql set search_path = '' as $$
begin
  update public.inbox i set body = null from public.enquiry_touch t
   where t.franchisee_id = p_centre and t.enquiry_id = any (p_ids) and t.intake_id is not null
     and i.provider = 'enquiry-form' and i.event_id = p_centre || ':' || t.intake_id;
  update public.inbox i set body = null from public.lead_intake l
   where l.routed_franchisee_id = p_centre and (l.enquiry_id = any (p_ids) or l.phone_norm = any (p_phones)) and i.id = l.inbox_id;
  update public.lead_intake set parsed = null, person_name = null, phone_norm = null, pincode = null, last_error = null, ignore_reason = null
   where routed_franchisee_id = p_centre and (enquiry_id = any (p_ids) or phone_norm = any (p_phones));
  update public.file f set expires_on = current_date - 1 from public.call_log c
   where c.franchisee_id = p_centre and (c.enquiry_id = any (p_ids) or c.phone_norm = any (p_phones)) and f.franchisee_id = c.franchisee_id and f.id = c.recording_file_id;
  delete from public.file_use u using public.call_log c
   where c.franchisee_id = p_centre and (c.enquiry_id = any (p_ids) or c.phone_norm = any (p_phones)) and u.franchisee_id = c.franchisee_id and u.file_id = c.recording_file_id;
  update public.call_log set phone_norm = null, provider_call_id = null, recording_file_id = null, recording_until = null
   where franchisee_id = p_centre and (enquiry_id = any (p_ids) or phone_norm = any (p_phones));
end $$;

-- What the family was written, and what the centre's people were told of it.
create function erase_enquiry_messages(p_centre int, p_ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  delete from public.notice n using public.message m
   where m.franchisee_id = p_centre and m.source_kind in ('enquiry', 'enquiry-visit') and m.source_id = any (p_ids::text[])
     and n.user_id = m.to_user_id and position(m.source_id in n.dedupe_key) > 0;
  update public.message set address_sealed = null, address_hash = null, address_mask = null, name_mask = null, vars_sealed = ''::bytea, body_sealed = null,
      subject_masked = null, body_masked = null,
      status = case when status in ('QUEUED', 'SENDING') then 'CANCELLED' else status end
   where franchisee_id = p_centre and (enquiry_id = any (p_ids) or (source_kind in ('enquiry', 'enquiry-visit') and source_id = any (p_ids::text[])));
  update public.outbox set payload = '{}', state = case when state = 'QUEUED' then 'CANCELLED' else state end
   where franchisee_id = p_centre and source_kind in ('enquiry', 'enquiry-visit') and source_id = any (p_ids::text[]) and state <> 'SENDING';
  update public.outbox_history set payload = '{}'
   where franchisee_id = p_centre and source_kind in ('enquiry', 'enquiry-visit') and source_id = any (p_ids::text[]);
end $$;

-- A family of whom nothing else is kept: its numbers go, so that the next arrival of them is a new family.
create function erase_enquiry_households(p_centre int, p_ids uuid[], p_households uuid[], p_phones text[]) returns void
language plpgsql set search_path = '' as $$
begin
  update public.wa_contact w set enquiry_id = o.id from public.enquiry e
    cross join lateral (select o.id from public.enquiry o where o.franchisee_id = p_centre and o.household_id = e.household_id and o.erased_at is null
      order by o.is_open desc, o.last_activity_at desc limit 1) o
   where w.franchisee_id = p_centre and w.enquiry_id = any (p_ids) and e.franchisee_id = p_centre and e.id = w.enquiry_id;
  delete from public.wa_contact where franchisee_id = p_centre and (enquiry_id = any (p_ids) or phone_norm = any (p_phones));
  delete from public.household_contact where franchisee_id = p_centre and household_id = any (p_households);
  update public.enquiry_household set note = null, preferred_time = null, family_id = null where franchisee_id = p_centre and id = any (p_households);
end $$;

-- The one door. It passes row security because raw intake, journals and messages are closed to a centre; the centre must
-- be in the caller's scope. A child who is a student is left alone. Gives how many enquiries were erased.
create function erase_enquiries(p_centre int, p_ids uuid[], p_why text, p_at timestamptz) returns int
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
  perform public.erase_enquiry_households(p_centre, v_ids, v_households, v_phones);
  insert into public.record_change (franchisee_id, actor, command, request_id, table_name, op, row_key, diff)
    select p_centre, nullif(current_setting('app.user', true), ''), nullif(current_setting('app.command', true), ''), nullif(current_setting('app.request', true), ''),
      'enquiry', 'U', x::text, jsonb_build_object('erased_at', jsonb_build_array(null, p_at), 'erased_why', jsonb_build_array(null, p_why)) from unnest(v_ids) x;
  perform set_config('app.erase', '', true), set_config('app.bulk', v_bulk, true);
  return array_length(v_ids, 1);
end $$;
revoke execute on function erase_enquiries(int, uuid[], text, timestamptz), erase_enquiry_journal(int, uuid[], uuid[], text[]), erase_enquiry_messages(int, uuid[]),
  erase_enquiry_intake(int, uuid[], text[]), erase_enquiry_texts(int, uuid[], timestamptz), erase_enquiry_households(int, uuid[], uuid[], text[]) from public;
grant execute on function erase_enquiries(int, uuid[], text, timestamptz) to rt_centre, rt_network;
