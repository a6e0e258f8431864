-- Opening balance of a statement without a walk over the years before (decision 0029): what the accounts of a centre's book
-- that have no party came to in each month. Derived from postings, written by their insert itself, whoever makes it;
-- `ledger:verify` adds them up again. No row waits longer for it: such an account has one ledger_balance row a centre, which
-- every posting takes anyway. Head office's book has none, as it has no ledger_balance (0501).
create table ledger_month (
  franchisee_id int not null references franchisee (id), account_code text not null,
  month date not null check (extract(day from month) = 1), amount bigint not null,
  primary key (franchisee_id, account_code, month));
select add_centre_policies('ledger_month');
revoke insert, update, delete on ledger_month from rt_centre, rt_network, rt_public;

-- Ascending (account, month), so that two payments of a centre wait for each other but never in a circle.
create function sum_ledger_month() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.ledger_month as m (franchisee_id, account_code, month, amount)
  select p.franchisee_id, p.account_code, pg_catalog.date_trunc('month', p.effective_on)::date, sum(p.amount)
    from added p where p.party_kind = 'NONE' and p.franchisee_id <> 1 group by 1, 2, 3 order by 1, 2, 3
  on conflict (franchisee_id, account_code, month) do update set amount = m.amount + excluded.amount;
  return null;
end $$;
create trigger sum_ledger_month after insert on ledger_posting referencing new table as added
  for each statement execute function sum_ledger_month();

insert into ledger_month (franchisee_id, account_code, month, amount)
select franchisee_id, account_code, date_trunc('month', effective_on)::date, sum(amount)
  from ledger_posting where party_kind = 'NONE' and franchisee_id <> 1 group by 1, 2, 3;
