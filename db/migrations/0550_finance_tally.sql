-- Running totals behind the finance dashboard and the unfiltered student ledger list. Append-only differences, written by
-- triggers in the transaction of the change itself and summed when read, so no two payments wait for one row
-- (reliability.md finding 5); a job melts them together. One cell is (franchisee, kind, day, since):
--   LATE        day = first late day of open lines, since = first late day of the account's oldest open line.
--               amount = what is open; children = 1 an account, in the cell where day = since.
--   DUE         day = due day of open lines, since = the account's open due day before it. amount; children = 1 an account and day.
--   BILLED      day = month in which billed lines are due. amount = net, paid = allocated.
--   PLANNED     amount = open, paid = allocated of lines that wait for an admission.
--   CONCESSION, ADVANCE   amount; children = accounts that have any.
--   ACCOUNT     children = accounts.
-- Closed accounts count nowhere, as in the list.
create table finance_tally (
  franchisee_id int not null, kind text not null check (kind in ('LATE', 'DUE', 'BILLED', 'PLANNED', 'CONCESSION', 'ADVANCE', 'ACCOUNT')),
  day date not null default '-infinity', since date not null default '-infinity', id bigint generated always as identity,
  amount bigint not null default 0, paid bigint not null default 0, children bigint not null default 0,
  primary key (franchisee_id, kind, day, since, id) include (amount, paid, children));
select add_centre_policies('finance_tally');
revoke insert, update, delete on finance_tally from rt_centre, rt_public;
revoke update on finance_tally from rt_network;

-- A fee line as it counts (side 1) or no longer counts (side -1).
create type finance_tally_line as (
  side int, franchisee_id int, fee_account_id uuid, state text, due_on date, grace_days int, net bigint, allocated bigint, concession bigint);

-- Owing and conceding lines of an account must be given complete for each side: `since` and `children` look at all of them.
create function add_to_finance_tally(p_lines finance_tally_line[]) returns void language sql set search_path = '' as $$
  insert into public.finance_tally (franchisee_id, kind, day, since, amount, paid, children)
  with line as materialized (select * from unnest(p_lines)),
  owing as (select side, franchisee_id as f, fee_account_id as a, due_on, due_on + grace_days + 1 as late, net - allocated as amount
      from line where state = 'OPEN' and allocated < net),
  late as (select side, f, a, late, sum(amount) as amount, min(late) over (partition by side, f, a) as oldest from owing group by 1, 2, 3, 4),
  due as (select side, f, a, due_on, sum(amount) as amount, coalesce(lag(due_on) over (partition by side, f, a order by due_on), '-infinity') as before
      from owing group by 1, 2, 3, 4),
  cell as (
    select f, 'LATE' as kind, late as day, oldest as since, side * amount as amount, 0 as paid, case when late = oldest then side else 0 end as children from late
    union all select f, 'DUE', due_on, before, side * amount, 0, side from due
    union all select franchisee_id, 'BILLED', date_trunc('month', due_on)::date, '-infinity', side * net, side * allocated, 0 from line where state = 'OPEN'
    union all select franchisee_id, 'PLANNED', '-infinity', '-infinity', side * (net - allocated), side * allocated, 0 from line where state = 'PLANNED'
    union all select franchisee_id, 'CONCESSION', '-infinity', '-infinity', side * sum(concession), 0, side
      from line where concession > 0 and state <> 'CANCELLED' group by franchisee_id, fee_account_id, side)
  select f, kind, day, since, sum(amount), sum(paid), sum(children) from cell group by 1, 2, 3, 4
  having sum(amount) <> 0 or sum(paid) <> 0 or sum(children) <> 0
$$;
revoke execute on function add_to_finance_tally(finance_tally_line[]) from public;

create function tally_fee_lines() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_lines public.finance_tally_line[] := '{}'; v_ids uuid[] := '{}';
begin
  if tg_op = 'UPDATE' then
    if not exists (select from before_change o join after_change n on n.franchisee_id = o.franchisee_id and n.id = o.id
        where (n.fee_account_id, n.state, n.due_on, n.grace_days, n.net, n.allocated, n.concession)
          is distinct from (o.fee_account_id, o.state, o.due_on, o.grace_days, o.net, o.allocated, o.concession)) then
      return null;
    end if;
  end if;
  if tg_op <> 'INSERT' then
    select array_agg(row(-1, franchisee_id, fee_account_id, state, due_on, grace_days, net, allocated, concession)::public.finance_tally_line) into v_lines from before_change;
  end if;
  if tg_op <> 'DELETE' then
    select coalesce(v_lines, '{}') || array_agg(row(1, franchisee_id, fee_account_id, state, due_on, grace_days, net, allocated, concession)::public.finance_tally_line), array_agg(id)
      into v_lines, v_ids from after_change;
  end if;
  -- Two changes of one account come one after the other, so the second sees what the first left. Payments hold this lock already.
  perform from public.fee_account a where (a.franchisee_id, a.id) in (select l.franchisee_id, l.fee_account_id from unnest(v_lines) l)
    order by a.franchisee_id, a.id for no key update;
  perform public.add_to_finance_tally(array_agg(row(x.*)::public.finance_tally_line)) from (
    select l.* from unnest(v_lines) l join public.fee_account a on a.franchisee_id = l.franchisee_id and a.id = l.fee_account_id and a.closed_on is null
    union all
    select s.side, o.franchisee_id, o.fee_account_id, o.state, o.due_on, o.grace_days, o.net, o.allocated, o.concession
      from (select distinct l.franchisee_id, l.fee_account_id from unnest(v_lines) l) t
      join public.fee_account a on a.franchisee_id = t.franchisee_id and a.id = t.fee_account_id and a.closed_on is null
      join public.fee_line o on o.franchisee_id = t.franchisee_id and o.fee_account_id = t.fee_account_id
        and ((o.state = 'OPEN' and o.allocated < o.net) or o.concession > 0)
      cross join (values (-1), (1)) s (side)
     where o.id not in (select unnest(v_ids))) x (side, franchisee_id, fee_account_id, state, due_on, grace_days, net, allocated, concession);
  return null;
end $$;
create trigger tally_insert after insert on fee_line referencing new table as after_change for each statement execute function tally_fee_lines();
create trigger tally_update after update on fee_line referencing old table as before_change new table as after_change for each statement execute function tally_fee_lines();
create trigger tally_delete after delete on fee_line referencing old table as before_change for each statement execute function tally_fee_lines();

-- What a parent has paid ahead (2100 stands below zero).
create function tally_advance() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_before bigint := case when tg_op = 'UPDATE' then greatest(-old.amount, 0) else 0 end;
  v_after bigint := greatest(-new.amount, 0);
begin
  if v_before <> v_after and exists (select from public.fee_account a
      where a.franchisee_id = new.franchisee_id and a.id = new.party_id::uuid and a.closed_on is null) then
    insert into public.finance_tally (franchisee_id, kind, amount, children)
    values (new.franchisee_id, 'ADVANCE', v_after - v_before, (v_after > 0)::int - (v_before > 0)::int);
  end if;
  return null;
end $$;
create trigger tally_advance after insert or update of amount on ledger_balance for each row when (new.account_code = '2100') execute function tally_advance();

create function tally_fee_account() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_side int := case when new.closed_on is null then 1 else -1 end; v_ahead bigint;
begin
  if tg_op = 'UPDATE' and (old.closed_on is null) = (new.closed_on is null) or tg_op = 'INSERT' and new.closed_on is not null then
    return null;
  end if;
  insert into public.finance_tally (franchisee_id, kind, children) values (new.franchisee_id, 'ACCOUNT', v_side);
  if tg_op = 'INSERT' then return null; end if;
  select greatest(-b.amount, 0) into v_ahead from public.ledger_balance b
   where b.franchisee_id = new.franchisee_id and b.account_code = '2100' and b.party_id = new.id::text;
  if v_ahead > 0 then
    insert into public.finance_tally (franchisee_id, kind, amount, children) values (new.franchisee_id, 'ADVANCE', v_side * v_ahead, v_side);
  end if;
  perform public.add_to_finance_tally(array_agg(row(v_side, l.franchisee_id, l.fee_account_id, l.state, l.due_on, l.grace_days, l.net, l.allocated, l.concession)::public.finance_tally_line))
    from public.fee_line l where l.franchisee_id = new.franchisee_id and l.fee_account_id = new.id;
  return null;
end $$;
create trigger tally_account after insert or update of closed_on on fee_account for each row execute function tally_fee_account();

-- Counts a centre anew from its rows: after a load that rested the triggers, and here for what was there before this table.
create function rebuild_finance_tally(p_franchisee int) returns void language plpgsql set search_path = '' as $$
begin
  delete from public.finance_tally where franchisee_id = p_franchisee;
  insert into public.finance_tally (franchisee_id, kind, children)
  select p_franchisee, 'ACCOUNT', count(*) from public.fee_account where franchisee_id = p_franchisee and closed_on is null having count(*) > 0;
  insert into public.finance_tally (franchisee_id, kind, amount, children)
  select p_franchisee, 'ADVANCE', -sum(b.amount), count(*) from public.ledger_balance b
    join public.fee_account a on a.franchisee_id = b.franchisee_id and a.id = b.party_id::uuid and a.closed_on is null
   where b.franchisee_id = p_franchisee and b.account_code = '2100' and b.amount < 0 having count(*) > 0;
  perform public.add_to_finance_tally(array_agg(row(1, l.franchisee_id, l.fee_account_id, l.state, l.due_on, l.grace_days, l.net, l.allocated, l.concession)::public.finance_tally_line))
    from public.fee_line l join public.fee_account a on a.franchisee_id = l.franchisee_id and a.id = l.fee_account_id and a.closed_on is null
   where l.franchisee_id = p_franchisee;
end $$;
revoke execute on function rebuild_finance_tally(int) from public;
select rebuild_finance_tally(id) from franchisee where exists (select from fee_account a where a.franchisee_id = franchisee.id);

-- Sums of the other tiles by index alone.
create index payment_waiting on payment (franchisee_id) where status = 'APPROVAL_WAITING';
create index royalty_accrual_sum on royalty_accrual (month, franchisee_id) include (royalty);
-- Open lines by account: network-wide pages of the student ledger list.
create index fee_line_owing on fee_line (franchisee_id, fee_account_id) include (due_on, grace_days, net, allocated) where state = 'OPEN' and allocated < net;
-- An account behind any id its address may carry, also where no centre is chosen.
create index fee_account_by_admission on fee_account (student_admission_id) where student_admission_id is not null;
create index fee_account_by_student on fee_account (student_id) where student_id is not null;
create index fee_account_by_enquiry on fee_account (enquiry_id) where enquiry_id is not null;
create index fee_account_by_service on fee_account (service_enquiry_id) where service_enquiry_id is not null;
create index fee_assignment_by_id on fee_assignment (id);
create index fee_account_closed on fee_account (franchisee_id, id) where closed_on is not null;
create index fee_account_name on fee_account (child_label, id);
create index fee_account_own_name on fee_account (franchisee_id, child_label, id);
