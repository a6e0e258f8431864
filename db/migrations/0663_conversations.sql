-- Conversations (areas/communication.md 2.2, docs/decisions/0028): what a number wrote to us on WhatsApp and what it was answered. Who the number belongs
-- to is looked up when it is read. A number nobody knows is head office's, until a family has it.
create table conversation (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  -- The number in digits, or the id of somebody who shows none.
  wa_id text not null check (length(wa_id) <= 64), phone_norm text check (length(phone_norm) <= 20), profile_name text check (length(profile_name) <= 80),
  status text not null default 'WAITING' check (status in ('WAITING', 'ANSWERED', 'DONE')),
  owner_id uuid references app_user (id), unread int not null default 0 check (unread >= 0),
  last_at timestamptz not null, last_in_at timestamptz not null,
  -- Wrote a word that ends messages; for those whose consents stand in no ledger.
  stopped_at timestamptz,
  primary key (franchisee_id, id));
create unique index conversation_number on conversation (franchisee_id, wa_id);
create index conversation_phone on conversation (franchisee_id, phone_norm);
create index conversation_list on conversation (franchisee_id, last_at desc, id desc);
create index conversation_network_list on conversation (last_at desc, id desc);
create index conversation_waiting on conversation (franchisee_id) where status = 'WAITING';
create index conversation_owner on conversation (owner_id);
select make_centre_table('conversation', '{wa_id,phone_norm,profile_name}');
revoke all on conversation from rt_public;

-- One line. Its text lies sealed; of ours the state is that of its message.
create table conversation_item (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), conversation_id uuid not null,
  at timestamptz not null, direction text not null check (direction in ('IN', 'OUT')),
  -- WhatsApp's id of what came in: the same delivery again adds nothing.
  provider_id text check (length(provider_id) <= 300), text_sealed bytea not null, by_user uuid references app_user (id),
  primary key (franchisee_id, id),
  check ((direction = 'IN') = (provider_id is not null)),
  foreign key (franchisee_id, conversation_id) references conversation (franchisee_id, id) on update cascade on delete cascade);
create unique index conversation_item_provider on conversation_item (franchisee_id, provider_id) where provider_id is not null;
create index conversation_item_list on conversation_item (franchisee_id, conversation_id, at desc, id desc);
create index conversation_item_user on conversation_item (by_user);
create index conversation_item_age on conversation_item (at);
select make_centre_table('conversation_item', '{text_sealed,provider_id}');
revoke all on conversation_item from rt_public;

-- A family that is forgotten (docs/decisions/0016): what its numbers wrote goes, and what they were answered. A number that is also a parent's stays.
create function erase_conversations(p_centre int, p_phones text[]) returns void
language plpgsql set search_path = '' as $$
declare v_ids uuid[]; v_items text[];
begin
  select array_agg(id) into v_ids from public.conversation c where c.franchisee_id = p_centre and c.phone_norm = any (p_phones)
    and not exists (select from public.guardian g where g.franchisee_id = c.franchisee_id and g.mobile = c.phone_norm);
  if v_ids is null then return; end if;
  select array_agg(id::text) into v_items from public.conversation_item where franchisee_id = p_centre and conversation_id = any (v_ids);
  update public.message set address_sealed = null, address_hash = null, address_mask = null, name_mask = null, vars_sealed = ''::bytea, body_sealed = null,
      subject_masked = null, body_masked = null, status = case when status in ('QUEUED', 'SENDING') then 'CANCELLED' else status end
   where franchisee_id = p_centre and source_kind = 'conversation-reply' and source_id = any (v_items);
  update public.outbox set payload = '{}', state = case when state = 'QUEUED' then 'CANCELLED' else state end
   where franchisee_id = p_centre and state <> 'SENDING' and source_kind = 'conversation-reply' and source_id = any (v_items);
  update public.outbox_history set payload = '{}' where franchisee_id = p_centre and source_kind = 'conversation-reply' and source_id = any (v_items);
  delete from public.conversation where franchisee_id = p_centre and id = any (v_ids);
end $$;
revoke execute on function erase_conversations(int, text[]) from public;

create or replace function erase_enquiry_households(p_centre int, p_ids uuid[], p_households uuid[], p_phones text[]) returns void
language plpgsql set search_path = '' as $$
begin
  perform public.erase_conversations(p_centre, p_phones);
  update public.wa_contact w set enquiry_id = o.id from public.enquiry e
    cross join lateral (select o.id from public.enquiry o where o.franchisee_id = p_centre and o.household_id = e.household_id and o.erased_at is null
      order by o.is_open desc, o.last_activity_at desc limit 1) o
   where w.franchisee_id = p_centre and w.enquiry_id = any (p_ids) and e.franchisee_id = p_centre and e.id = w.enquiry_id;
  delete from public.wa_contact where franchisee_id = p_centre and (enquiry_id = any (p_ids) or phone_norm = any (p_phones));
  delete from public.household_contact where franchisee_id = p_centre and household_id = any (p_households);
  update public.enquiry_household set note = null, preferred_time = null, family_id = null where franchisee_id = p_centre and (id = any (p_households)
    or id in (select j.joined_id from public.household_join j where j.franchisee_id = p_centre and j.kept_id = any (p_households) and j.undone_at is null));
end $$;
