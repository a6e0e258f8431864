-- Lead allocation (areas/enquiries.md 2.2, 3.4, 3.7): who gets a new enquiry and why, who stands in for whom, moving many at
-- once, and the clock of the first answer.
create extension if not exists btree_gist;
create table allocation_rule (
  franchisee_id int not null references franchisee (id), id uuid not null unique default gen_random_uuid(),
  -- Null once it was taken away; its name stays for the log.
  position int check (position between 1 and 999), name text not null check (length(name) between 1 and 60), active boolean not null default true,
  -- What must hold; an empty list holds for every lead.
  franchisee_ids int[] not null default '{}', pincodes text[] not null default '{}', class_ids int[] not null default '{}',
  class_categories text[] not null default '{}', source_ids uuid[] not null default '{}', channels text[] not null default '{}',
  languages text[] not null default '{}', programmes text[] not null default '{}', level smallint check (level in (1, 2)),
  mode text not null check (mode in ('ROUND_ROBIN', 'LEAST_LOADED', 'FIXED')),
  on_shift_only boolean not null default false,
  fallback text not null default 'NEXT_RULE' check (fallback in ('NEXT_RULE', 'QUEUE', 'CENTRE_HEAD')),
  removed_at timestamptz,
  primary key (franchisee_id, id), unique (franchisee_id, position) deferrable initially deferred,
  check (removed_at is not null or position is not null));
select make_shared_table('allocation_rule');
revoke all on allocation_rule from rt_public, rt_family;

create table allocation_member (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(), rule_id uuid not null, user_id uuid not null references app_user (id),
  position int not null check (position between 1 and 200), weight int not null default 1 check (weight between 1 and 10),
  daily_quota int not null default 30 check (daily_quota between 1 and 300), max_open int not null default 150 check (max_open between 20 and 1000),
  active boolean not null default true,
  primary key (franchisee_id, id), unique (franchisee_id, rule_id, user_id),
  foreign key (franchisee_id, rule_id) references allocation_rule (franchisee_id, id));
create index allocation_member_user on allocation_member (user_id);
select make_shared_table('allocation_member');
revoke all on allocation_member from rt_public, rt_family;

-- Whose turn it is, for each centre: a rule of the network serves every centre in that centre's own order, so that no
-- centre ever waits for another one's lead.
create table allocation_turn (
  franchisee_id int not null references franchisee (id), rule_id uuid not null references allocation_rule (id), user_id uuid not null,
  current int not null, primary key (franchisee_id, rule_id, user_id));
create index allocation_turn_rule on allocation_turn (rule_id);
select add_centre_policies('allocation_turn');
revoke all on allocation_turn from rt_public;

create table allocation_day (
  franchisee_id int not null references franchisee (id), user_id uuid not null, on_date date not null,
  assigned int not null default 0, last_at timestamptz not null, primary key (franchisee_id, user_id, on_date));
select add_centre_policies('allocation_day');
revoke all on allocation_day from rt_public;

create table allocation_cover (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  user_id uuid not null references app_user (id), cover_id uuid not null references app_user (id), from_on date not null, to_on date not null,
  primary key (franchisee_id, id), check (to_on >= from_on), check (user_id <> cover_id),
  exclude using gist (franchisee_id with =, user_id with =, daterange(from_on, to_on, '[]') with &&));
create index allocation_cover_user on allocation_cover (user_id);
create index allocation_cover_by on allocation_cover (cover_id);
select make_centre_table('allocation_cover');
revoke all on allocation_cover from rt_public;

create table reallocation_batch (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  filters jsonb not null, target jsonb not null, reason text check (length(reason) <= 200),
  state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'DONE', 'CANCELLED', 'UNDONE')),
  cancel_asked boolean not null default false, total int not null, done int not null default 0, moved int not null default 0, skipped int not null default 0,
  by uuid, at timestamptz not null, finished_at timestamptz, undone_by uuid, undone_at timestamptz, undone_n int,
  primary key (franchisee_id, id));
create index reallocation_batch_list on reallocation_batch (franchisee_id, at desc, id desc);
create index reallocation_batch_network on reallocation_batch (at desc, id desc);
select make_centre_table('reallocation_batch');
revoke all on reallocation_batch from rt_public;

create table reallocation_item (
  franchisee_id int not null, batch_id uuid not null, n int not null, enquiry_id uuid not null, from_owner uuid, to_owner uuid,
  state text not null default 'WAITING' check (state in ('WAITING', 'MOVED', 'SKIPPED', 'UNDONE')), reason text check (length(reason) <= 120),
  primary key (franchisee_id, batch_id, n),
  foreign key (franchisee_id, batch_id) references reallocation_batch (franchisee_id, id),
  foreign key (franchisee_id, enquiry_id) references enquiry (franchisee_id, id));
create index reallocation_item_enquiry on reallocation_item (franchisee_id, enquiry_id);
select add_centre_policies('reallocation_item');
revoke all on reallocation_item from rt_public;

create table allocation_log (
  franchisee_id int not null, id uuid not null default gen_random_uuid(),
  -- The order of decisions: several can fall into one instant.
  seq bigint not null generated always as identity,
  enquiry_id uuid not null, at timestamptz not null, from_owner uuid, to_owner uuid,
  why text not null check (why in ('STICKY', 'RULE', 'DEFAULT', 'QUEUE', 'MANUAL', 'REALLOCATION', 'LEAVER', 'RECALL', 'UNDO')),
  rule_id uuid references allocation_rule (id), batch_id uuid, by uuid, note text check (length(note) <= 200),
  -- Who was considered: [{user, rule, open, today, quota, max, skipped, until}]; ids and numbers, no names.
  candidates jsonb not null default '[]',
  primary key (franchisee_id, id),
  foreign key (franchisee_id, enquiry_id) references enquiry (franchisee_id, id),
  foreign key (franchisee_id, batch_id) references reallocation_batch (franchisee_id, id));
create index allocation_log_enquiry on allocation_log (franchisee_id, enquiry_id, seq desc);
create index allocation_log_list on allocation_log (franchisee_id, at desc, id desc);
create index allocation_log_network on allocation_log (at desc, id desc);
create index allocation_log_rule on allocation_log (rule_id) where rule_id is not null;
create index allocation_log_batch on allocation_log (franchisee_id, batch_id) where batch_id is not null;
select add_centre_policies('allocation_log');
revoke all on allocation_log from rt_public;
select make_append_only('allocation_log');

-- The clock of the first answer, one for each life of an enquiry (enquiries.md 3.4): instants of its three events are known
-- when it starts, so the tick of every minute looks at one small index.
create table first_answer (
  franchisee_id int not null, enquiry_id uuid not null, cycle smallint not null, source_id uuid not null references enquiry_source (id),
  started_at timestamptz not null, warn_at timestamptz not null, due_at timestamptz not null, recall_at timestamptz not null,
  target_s int not null check (target_s > 0),
  -- Events that were told: 0 none, 1 warned, 2 late, 3 recalled.
  told smallint not null default 0 check (told between 0 and 3), next_at timestamptz,
  met_at timestamptz, met_by uuid, working_s int, ended_at timestamptz,
  primary key (franchisee_id, enquiry_id, cycle),
  foreign key (franchisee_id, enquiry_id) references enquiry (franchisee_id, id));
create index first_answer_next on first_answer (next_at) where next_at is not null;
create index first_answer_started on first_answer (franchisee_id, started_at) include (due_at, met_at, met_by, working_s, ended_at);
create index first_answer_source on first_answer (source_id);
select add_centre_policies('first_answer');
revoke all on first_answer from rt_public;

-- Met by the first attempt of a person, whichever command writes it; an attempt that was a slip and is taken back opens
-- the clock again. A system's message has no user and meets nothing.
create function meet_first_answer() returns trigger
language plpgsql set search_path = '' as $$
declare v_at timestamptz := greatest(new.last_attempt_at, new.last_contact_at);
begin
  update public.first_answer f set met_at = v_at, met_by = public.scope_user(), next_at = v_at
   where f.franchisee_id = new.franchisee_id and f.enquiry_id = new.id and f.cycle = new.cycle and f.met_at is null and f.ended_at is null and v_at >= f.started_at;
  if not found then
    update public.first_answer f set met_at = null, met_by = null, working_s = null,
        next_at = case f.told when 0 then f.warn_at when 1 then f.due_at when 2 then f.recall_at end
     where f.franchisee_id = new.franchisee_id and f.enquiry_id = new.id and f.cycle = new.cycle and f.met_at is not null
       and (v_at is null or v_at < f.started_at);
  end if;
  return null;
end $$;
create trigger meet_first_answer after update of last_attempt_at, last_contact_at on enquiry for each row
  when ((new.last_attempt_at is distinct from old.last_attempt_at or new.last_contact_at is distinct from old.last_contact_at) and scope_user() is not null)
  execute function meet_first_answer();

-- Enquiries without an owner are few: the queue reads them and nothing else.
create index enquiry_unallocated on enquiry (franchisee_id, captured_at, id) include (source_id, class_id) where is_open and owner_id is null;
create index enquiry_unallocated_network on enquiry (captured_at, id) include (franchisee_id, source_id) where is_open and owner_id is null;

-- What was promised before there were clocks counts in the figures; nobody is told of it any more.
insert into first_answer (franchisee_id, enquiry_id, cycle, source_id, started_at, warn_at, due_at, recall_at, target_s, told, met_at, ended_at, next_at)
  select franchisee_id, id, cycle, source_id, captured_at, sla_due_at, sla_due_at, sla_due_at, 900, 3, first_attempt_at,
      case when first_attempt_at is null and not is_open then coalesce(closed_at, last_activity_at) end, first_attempt_at
    from enquiry where sla_due_at is not null and captured_at <= sla_due_at;
