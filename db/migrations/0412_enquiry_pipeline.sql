-- The pipeline (areas/enquiries.md 2.1-2.3, 3.6): what a stage asks of whoever enters or leaves it, no stage without its
-- line in the log, enquiries that are one child, and those that went to another centre.
alter table enquiry_stage
  add column needs_note boolean not null default false, add column needs_sub_status boolean not null default false,
  add column needs_follow_up boolean not null default false, add column needs_appointment boolean not null default false,
  add column needs_reason boolean not null default false,
  add column sets_intent boolean not null default false, add column sets_walk_in boolean not null default false,
  -- What must be known of the child before a step further on.
  add column exit_needs text[] not null default '{}' check (exit_needs <@ array['class', 'programme', 'dob', 'pincode']),
  add column colour text not null default 'neutral' check (colour in ('neutral', 'info', 'shipped', 'confirm', 'success', 'warning', 'danger')),
  -- Suspect, Closing and Order keep the specification's stages.
  add constraint enquiry_stage_added check (is_seed or status in ('Prospect', 'Approach', 'Negotiation', 'Lost'));
update enquiry_stage set needs_note = true where code in ('Online Counselling Done', 'Offline Counselling Done');
update enquiry_stage set needs_appointment = true, sets_intent = true where code = 'Appointment Fixed';
update enquiry_stage set sets_walk_in = true where code = 'Offline Counselling Done';
update enquiry_stage set sets_intent = true where status in ('Negotiation', 'Closing');
update enquiry_stage set colour = case status when 'Prospect' then 'info' when 'Approach' then 'shipped' when 'Negotiation' then 'warning'
  when 'Closing' then 'confirm' when 'Order' then 'success' when 'Lost' then 'danger' else 'neutral' end;
update enquiry_stage set score = case status when 'Suspect' then 0 when 'Prospect' then 2 when 'Approach' then 5 when 'Negotiation' then 7 when 'Closing' then 9
  when 'Order' then 10 else -10 end;

-- {franchisee_id, id} of the enquiry at the other centre; it lies out of this centre's reach.
alter table enquiry add column moved_to jsonb, add column moved_from jsonb;

-- The board: a column's cards in order, their number and how long they stand there, from the index alone.
create index enquiry_column on enquiry (franchisee_id, academic_year_id, spanco_status, next_follow_up_on, id) include (stage_since, stage_code, owner_id) where is_open;
create index enquiry_ended on enquiry (franchisee_id, academic_year_id, spanco_status, stage_since desc, id desc)
  where spanco_status in ('Order', 'Lost') and merged_into is null;
-- The same name elsewhere in centre and year: how the scan and a capture find one child under two numbers.
create index enquiry_child_name on enquiry (franchisee_id, academic_year_id, child_name_key)
  where child_name_key is not null and merged_into is null and erased_at is null;

-- Raw SQL too: the stage of an enquiry is the one its log ends with.
create or replace function stage_is_logged() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.enquiry e where e.franchisee_id = new.franchisee_id and e.id = new.id and e.stage_code is distinct from
      (select l.to_stage from public.enquiry_stage_log l where l.franchisee_id = e.franchisee_id and l.enquiry_id = e.id order by l.seq desc limit 1)) then
    raise exception 'the stage of an enquiry changed without a line in its log' using errcode = 'AA005';
  end if;
  return null;
end $$;
create constraint trigger stage_is_logged after update of stage_code, spanco_status on enquiry deferrable initially deferred
  for each row when (old.stage_code is distinct from new.stage_code or old.spanco_status is distinct from new.spanco_status)
  execute function stage_is_logged();

-- Two enquiries that are one child. Nothing is moved: the survivor shows the history of those merged into it, so that an
-- undo gives all of it back. `before` and `after` hold the survivor's fields for that undo and go when it is too late.
create table enquiry_merge (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  survivor_id uuid not null, merged_id uuid not null check (merged_id <> survivor_id),
  choices jsonb not null default '{}', before jsonb, after jsonb, contacts uuid[] not null default '{}',
  by uuid default scope_user(), at timestamptz not null default now(), undone_by uuid, undone_at timestamptz,
  primary key (franchisee_id, id),
  foreign key (franchisee_id, survivor_id) references enquiry (franchisee_id, id),
  foreign key (franchisee_id, merged_id) references enquiry (franchisee_id, id));
create index enquiry_merge_survivor on enquiry_merge (franchisee_id, survivor_id);
create index enquiry_merge_merged on enquiry_merge (franchisee_id, merged_id);
create unique index enquiry_merge_once on enquiry_merge (franchisee_id, merged_id) where undone_at is null;
create index enquiry_merge_time on enquiry_merge (at) where before is not null;
select make_centre_table('enquiry_merge', '{before,after}');
revoke all on enquiry_merge from rt_public;
-- What waits for a person's word, newest first.
create index duplicate_candidate_open on duplicate_candidate (franchisee_id, at desc, id desc) where state = 'OPEN';
create index duplicate_candidate_network on duplicate_candidate (at desc, id desc) where state = 'OPEN';
