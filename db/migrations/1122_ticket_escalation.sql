-- How a group gives out its tickets, and how many open ones a person has at most.
alter table ticket_group add column assign text not null default 'LEAST_OPEN' check (assign in ('LEAST_OPEN', 'ROUND_ROBIN', 'MANUAL')),
  add column max_open smallint not null default 30 check (max_open between 1 and 500);

-- How loaded the members of a group are, over all centres: numbers only, so that a centre that raises a ticket may ask.
create function ticket_load(p_group uuid) returns table (user_id uuid, open_n int, weight int, last_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select m.user_id, count(t.id)::int, coalesce(sum(case t.priority when 'CRITICAL' then 4 when 'HIGH' then 2 else 1 end) filter (where t.id is not null), 0)::int,
    (select max(x.raised_at) from public.ticket x where x.owner_id = m.user_id)
    from public.ticket_group_member m join public.app_user u on u.id = m.user_id and u.state = 'ACTIVE'
    left join public.ticket t on t.owner_id = m.user_id and t.status not in ('RESOLVED', 'CLOSED')
   where m.group_id = p_group group by m.user_id
$$;
revoke execute on function ticket_load(uuid) from public;
grant execute on function ticket_load(uuid) to rt_centre, rt_network;
create index ticket_owner_raised on ticket (owner_id, raised_at);

-- What has to be told about a clock, and when; rebuilt with every step, fired once a cycle (a reopened ticket begins a new one).
create table sla_event (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(), ticket_id uuid not null,
  clock text not null check (clock in ('RESPONSE', 'RESOLUTION')), pct smallint not null check (pct in (75, 100, 150)), cycle smallint not null check (cycle >= 0),
  -- Null while the clock stands still.
  due_at timestamptz, fired_at timestamptz,
  primary key (franchisee_id, id),
  constraint sla_event_once unique (franchisee_id, ticket_id, clock, pct, cycle),
  foreign key (franchisee_id, ticket_id) references ticket (franchisee_id, id));
select make_centre_table('sla_event');
create index sla_event_due on sla_event (due_at) where fired_at is null;

-- The last reminder of this wait for the centre, in working days.
alter table ticket add column reminded smallint check (reminded in (2, 5)), add constraint ticket_reminded check (reminded is null or status = 'WAITING_ON_CENTRE');
create index ticket_waiting on ticket (waiting_since) where status in ('WAITING_ON_CENTRE', 'ON_HOLD', 'RESOLVED');
