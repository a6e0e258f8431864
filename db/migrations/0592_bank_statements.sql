-- Lines of head office's bank statements and what they are of (finance.md 3.12 'Reconciliation'). A line is kept once, however
-- often its file comes; what nobody knows stands in suspense until it is identified.
create table bank_statement_line (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  account text not null check (account in ('NODAL', 'OPERATING')), booked_on date not null,
  -- Paise: in above zero, out below.
  amount bigint not null check (amount <> 0), narration text not null check (length(narration) <= 300),
  utr text check (length(utr) <= 40), line_hash text not null check (length(line_hash) = 64),
  status text not null default 'OPEN' check (status in ('OPEN', 'MATCHED', 'SUSPENSE', 'IDENTIFIED', 'CHARGE')),
  matched_kind text check (matched_kind in ('GATEWAY', 'PAYOUT', 'PAYMENT', 'DUES')), matched_id text check (length(matched_id) <= 60),
  matched_label text check (length(matched_label) <= 120),
  primary key (franchisee_id, id), unique (franchisee_id, line_hash));
select make_centre_table('bank_statement_line');
create index bank_statement_line_open on bank_statement_line (franchisee_id, booked_on) where status = 'OPEN';
create index bank_statement_line_list on bank_statement_line (franchisee_id, booked_on desc, id);
create index gateway_settlement_utr on gateway_settlement (utr) where utr is not null;

-- Until when an unlocked month stays open; the night closes it again.
alter table ledger_period add column open_until timestamptz;
create index ledger_period_open_until on ledger_period (open_until) where open_until is not null;
