-- The running totals of 0550 are added in each payment, so their statement must not be planned each time: planned anew a
-- change of one fee line took 2.6 ms, with the kept plan 0.3 ms. In PL/pgSQL, because a function in SQL is planned at
-- every call before PostgreSQL 18.
create or replace function add_to_finance_tally(p_lines finance_tally_line[]) returns void language plpgsql set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
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
  having sum(amount) <> 0 or sum(paid) <> 0 or sum(children) <> 0;
end $$;
alter function tally_fee_lines() set plan_cache_mode = 'force_generic_plan';
