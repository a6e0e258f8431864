-- The ledger (finance.md 2.1 'Ledger', 3.11): signed postings (debit +, credit -), one writer (areas/finance/ledger/
-- post-entry.server.ts), append-only, balanced at commit, sealed afterwards by a hash chain per book. A book is a
-- franchisee's: head office keeps book H, every other franchisee book C.
-- entry, posting, balance, seal and snapshot carry no record_change trigger: the entry itself names actor and command,
-- can never change, and a copy of each posting would double the writes of a payment.
create table account (
  code text primary key check (code ~ '^[1-5][0-9]{3}$'), name text not null check (length(name) <= 60),
  class text not null check (class in ('A', 'L', 'I', 'E', 'Q')), book text not null check (book in ('C', 'H', 'B')),
  party text not null check (party in ('NONE', 'FEE_ACCOUNT', 'FRANCHISEE', 'GATEWAY', 'BANK')));
select make_network_table('account');
-- The chart is part of the program: journals are chosen in code, so nobody adds or renames an account at run time.
revoke insert, update, delete on account from rt_centre, rt_network, rt_public;
insert into account (code, name, class, book, party) values
  ('1100', 'Cash', 'A', 'C', 'NONE'), ('1110', 'Cheques in hand', 'A', 'C', 'NONE'), ('1120', 'Bank', 'A', 'C', 'BANK'),
  ('1130', 'POS clearing', 'A', 'C', 'NONE'), ('1140', 'Own gateway clearing', 'A', 'C', 'GATEWAY'),
  ('1200', 'Student receivable', 'A', 'C', 'FEE_ACCOUNT'), ('1300', 'Due from head office (collections)', 'A', 'C', 'NONE'),
  ('1310', 'Advance to head office', 'A', 'C', 'NONE'), ('1330', 'Payout in transit', 'A', 'C', 'NONE'),
  ('1350', 'TDS recoverable from head office', 'A', 'C', 'NONE'), ('1360', 'GST input', 'A', 'C', 'NONE'),
  ('2100', 'Parent advance', 'L', 'C', 'FEE_ACCOUNT'), ('2110', 'Refundable deposits', 'L', 'C', 'FEE_ACCOUNT'),
  ('2120', 'Refund payable', 'L', 'C', 'FEE_ACCOUNT'), ('2201', 'CGST out', 'L', 'C', 'NONE'),
  ('2202', 'SGST out', 'L', 'C', 'NONE'), ('2203', 'IGST out', 'L', 'C', 'NONE'), ('2310', 'TDS payable', 'L', 'C', 'NONE'),
  ('2400', 'Due to head office', 'L', 'C', 'NONE'), ('2405', 'Accrued royalty', 'L', 'C', 'NONE'), ('2900', 'Suspense', 'L', 'C', 'NONE'),
  ('3100', 'Opening', 'Q', 'B', 'NONE'), ('3110', 'Between years', 'Q', 'C', 'NONE'),
  ('4110', 'Tuition', 'I', 'C', 'NONE'), ('4120', 'Admission', 'I', 'C', 'NONE'), ('4130', 'Application, registration', 'I', 'C', 'NONE'),
  ('4140', 'Activity', 'I', 'C', 'NONE'), ('4150', 'Kit', 'I', 'C', 'NONE'), ('4160', 'Transport', 'I', 'C', 'NONE'),
  ('4170', 'Other services', 'I', 'C', 'NONE'), ('4190', 'Concession given', 'I', 'C', 'NONE'), ('4200', 'Late fee', 'I', 'C', 'NONE'),
  ('4210', 'Cheque return charge', 'I', 'C', 'NONE'), ('4900', 'Round-off', 'I', 'C', 'NONE'),
  ('5100', 'Royalty', 'E', 'C', 'NONE'), ('5110', 'GST not creditable', 'E', 'C', 'NONE'), ('5120', 'Marketing', 'E', 'C', 'NONE'),
  ('5200', 'Gateway fee', 'E', 'C', 'NONE'), ('5210', 'Bank/POS charge', 'E', 'C', 'NONE'), ('5300', 'Bad debt', 'E', 'C', 'NONE'),
  ('5400', 'Kits bought', 'E', 'C', 'NONE'), ('5900', 'Other head office charges', 'E', 'C', 'NONE'),
  ('1400', 'Franchisee receivable', 'A', 'H', 'FRANCHISEE'), ('1405', 'Accrued royalty receivable', 'A', 'H', 'FRANCHISEE'),
  ('1410', 'TDS receivable', 'A', 'H', 'FRANCHISEE'), ('1420', 'GST in (gateway)', 'A', 'H', 'NONE'), ('1430', 'Courier claim', 'A', 'H', 'NONE'),
  ('1500', 'Gateway clearing', 'A', 'H', 'GATEWAY'), ('1510', 'Bank nodal', 'A', 'H', 'BANK'), ('1520', 'Bank operating', 'A', 'H', 'BANK'),
  ('1600', 'Inventory', 'A', 'H', 'NONE'), ('2300', 'Franchisee payable', 'L', 'H', 'FRANCHISEE'),
  ('2320', 'Payout in transit', 'L', 'H', 'FRANCHISEE'), ('2330', 'Refund in transit', 'L', 'H', 'FRANCHISEE'),
  ('2340', 'Advances from franchisees', 'L', 'H', 'FRANCHISEE'), ('2501', 'CGST out', 'L', 'H', 'NONE'),
  ('2502', 'SGST out', 'L', 'H', 'NONE'), ('2503', 'IGST out', 'L', 'H', 'NONE'), ('2600', 'Suspense', 'L', 'H', 'NONE'),
  ('2610', 'Marketing fund', 'L', 'H', 'NONE'), ('2620', 'Goods received not invoiced', 'L', 'H', 'NONE'),
  ('4500', 'Royalty', 'I', 'H', 'FRANCHISEE'), ('4510', 'Late interest', 'I', 'H', 'NONE'), ('4530', 'Kit sales', 'I', 'H', 'NONE'),
  ('4540', 'Other income', 'I', 'H', 'NONE'), ('4990', 'Round-off', 'I', 'H', 'NONE'), ('5500', 'Gateway fee', 'E', 'H', 'NONE'),
  ('5510', 'Bank charge', 'E', 'H', 'NONE'), ('5520', 'Courier', 'E', 'H', 'NONE'), ('5530', 'Damage', 'E', 'H', 'NONE'),
  ('5540', 'Bad debt', 'E', 'H', 'NONE'), ('5550', 'Cost of goods', 'E', 'H', 'NONE'), ('5560', 'Samples given', 'E', 'H', 'NONE');

create table ledger_entry (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  source text not null check (source ~ '^[a-z][a-z-]*(\.[a-z][a-z-]*)?$'), source_id text not null check (length(source_id) between 1 and 160),
  effective_on date not null, posted_at timestamptz not null default clock_timestamp(), academic_year_id int references academic_year (id),
  fee_account_id uuid, narration text check (length(narration) <= 200), transfer_id uuid, reverses_entry_id uuid,
  command text default nullif(current_setting('app.command', true), ''), actor_id uuid default scope_user(),
  txid xid8 not null default pg_current_xact_id(),
  primary key (franchisee_id, id),
  unique (franchisee_id, source, source_id), unique (franchisee_id, reverses_entry_id),
  foreign key (franchisee_id, reverses_entry_id) references ledger_entry (franchisee_id, id),
  check (reverses_entry_id <> id));
create index ledger_entry_day on ledger_entry (franchisee_id, effective_on, id);
create index ledger_entry_commit on ledger_entry (franchisee_id, txid, id);
create index ledger_entry_account on ledger_entry (franchisee_id, fee_account_id, effective_on) where fee_account_id is not null;
create index ledger_entry_transfer on ledger_entry (transfer_id) where transfer_id is not null;
create index ledger_entry_year on ledger_entry (academic_year_id);
select add_centre_policies('ledger_entry');
select make_append_only('ledger_entry');

create table ledger_posting (
  franchisee_id int not null, entry_id uuid not null, line smallint not null check (line > 0),
  account_code text not null references account (code),
  party_kind text not null default 'NONE' check (party_kind in ('NONE', 'FEE_ACCOUNT', 'FRANCHISEE', 'GATEWAY', 'BANK')),
  party_id text not null default '',
  -- 10^13 paise (Rs 10,000 crore) for one amount, so no sum of a book can pass 2^63.
  amount bigint not null check (amount <> 0 and abs(amount) <= 10000000000000),
  fee_line_id uuid, bank_account_id uuid, effective_on date not null, txid xid8 not null, memo text check (length(memo) <= 200),
  primary key (franchisee_id, entry_id, line),
  foreign key (franchisee_id, entry_id) references ledger_entry (franchisee_id, id),
  check ((party_kind = 'NONE') = (party_id = '')));
create index ledger_posting_party on ledger_posting (franchisee_id, account_code, party_id, effective_on, entry_id);
create index ledger_posting_commit on ledger_posting (franchisee_id, txid);
create index ledger_posting_line on ledger_posting (franchisee_id, fee_line_id) where fee_line_id is not null;
create index ledger_posting_chart on ledger_posting (account_code);
select add_centre_policies('ledger_posting');
select make_append_only('ledger_posting');

-- Lines join an entry only in the transaction that made it, and carry its day and transaction.
create function guard_ledger_posting() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from added p left join public.ledger_entry e on e.franchisee_id = p.franchisee_id and e.id = p.entry_id
              where e.txid is null or e.txid <> pg_catalog.pg_current_xact_id() or p.txid <> e.txid or p.effective_on <> e.effective_on) then
    raise exception 'a posting joins its entry only while the entry is made' using errcode = 'AA010';
  end if;
  return null;
end $$;
create trigger guard_ledger_posting after insert on ledger_posting referencing new table as added
  for each statement execute function guard_ledger_posting();

create table ledger_period (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  month date not null check (extract(day from month) = 1),
  status text not null default 'OPEN' check (status in ('OPEN', 'CLOSING', 'LOCKED')),
  locked_by uuid, locked_at timestamptz, head_hash bytea,
  primary key (franchisee_id, id), unique (franchisee_id, month));
select make_centre_table('ledger_period');

create table ledger_unlock_request (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), month date not null,
  reason text not null check (length(reason) between 3 and 500),
  requested_by uuid not null default scope_user(), decided_by uuid, decision text check (decision in ('APPROVE', 'REJECT')), until_at timestamptz,
  primary key (franchisee_id, id),
  foreign key (franchisee_id, month) references ledger_period (franchisee_id, month),
  constraint ledger_unlock_not_maker check (decided_by <> requested_by));
create index ledger_unlock_month on ledger_unlock_request (franchisee_id, month);
select make_centre_table('ledger_unlock_request');

-- At commit: two lines or more, sum 0, accounts of this book with their party, the month open. Definer, because the
-- head office half of a pair is out of the caller's scope by the time the transaction commits.
create function check_ledger_entry() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_lines int; v_sum numeric; v_bad text; v_book text; v_period text;
begin
  select case when f.is_head_office then 'H' else 'C' end into v_book from public.franchisee f where f.id = new.franchisee_id;
  select count(*), coalesce(sum(p.amount), 0), max(p.account_code) filter (
      where a.book not in ('B', v_book) or (a.party in ('FEE_ACCOUNT', 'FRANCHISEE') and p.party_kind <> a.party)
         or (a.party = 'NONE' and p.party_kind <> 'NONE') or (p.party_kind <> 'NONE' and p.party_kind <> a.party))
    into v_lines, v_sum, v_bad
    from public.ledger_posting p join public.account a on a.code = p.account_code
   where p.franchisee_id = new.franchisee_id and p.entry_id = new.id;
  if v_lines < 2 then raise exception 'ledger entry % has % lines', new.id, v_lines using errcode = 'AA011'; end if;
  if v_sum <> 0 then raise exception 'ledger entry % is out of balance by %', new.id, v_sum using errcode = 'AA012'; end if;
  if v_bad is not null then raise exception 'account % does not fit the book or the party', v_bad using errcode = 'AA013'; end if;
  select status into v_period from public.ledger_period
   where franchisee_id = new.franchisee_id and month = date_trunc('month', new.effective_on)::date;
  if v_period in ('CLOSING', 'LOCKED') then raise exception 'the month of % is %', new.effective_on, v_period using errcode = 'AA014'; end if;
  return null;
end $$;
create constraint trigger check_ledger_entry after insert on ledger_entry deferrable initially deferred
  for each row execute function check_ledger_entry();

-- Running balances of centre books. Head office has none: one row that all payments touch costs three quarters of the
-- throughput (reliability.md 3.6); its figures come from ledger_snapshot plus the tail.
create table ledger_balance (
  franchisee_id int not null, account_code text not null references account (code), party_id text not null default '',
  amount bigint not null, entries int not null default 0,
  primary key (franchisee_id, account_code, party_id));
create index ledger_balance_chart on ledger_balance (account_code);
select add_centre_policies('ledger_balance');
revoke delete on ledger_balance from rt_centre, rt_network;
revoke insert, update on ledger_balance, ledger_entry, ledger_posting from rt_public;

-- account_code '' is the book's head: through_xid of the last run. Sums transactions below it; the tail is txid >= it.
create table ledger_snapshot (
  franchisee_id int not null, account_code text not null, party_id text not null default '',
  through_xid xid8 not null, amount bigint not null, taken_at timestamptz not null default now(),
  primary key (franchisee_id, account_code, party_id));
select add_centre_policies('ledger_snapshot');
revoke insert, update, delete on ledger_snapshot from rt_centre, rt_public;

create table ledger_seal (
  franchisee_id int not null, seq bigint not null check (seq > 0), entry_id uuid not null, entry_no text not null,
  prev_hash bytea not null check (length(prev_hash) = 32), hash bytea not null check (length(hash) = 32), sealed_at timestamptz not null default now(),
  primary key (franchisee_id, seq), unique (franchisee_id, entry_id), unique (franchisee_id, entry_no),
  foreign key (franchisee_id, entry_id) references ledger_entry (franchisee_id, id));
select add_centre_policies('ledger_seal');
select make_append_only('ledger_seal');
revoke insert on ledger_seal from rt_centre, rt_public;

-- Results of verify runs and daily proofs, for the Chain and Daily proof tabs and the alert.
create table ledger_check (
  id uuid primary key default gen_random_uuid(), kind text not null check (kind in ('VERIFY', 'PROOF')), franchisee_id int,
  at timestamptz not null default now(), ok boolean not null, entries bigint not null default 0, findings jsonb not null default '[]');
create index ledger_check_at on ledger_check (kind, at desc);
grant select, insert on ledger_check to rt_network;
select make_append_only('ledger_check');
