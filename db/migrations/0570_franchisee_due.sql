-- What a centre owes head office: one list for royalty invoices, kit invoices and debit notes (first-pass/finance.md F2).
-- A due is written by the document that causes it and settled by payment, advance, set-off or note; never changed else.
create table franchisee_due (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('ROYALTY', 'KIT', 'NOTE')),
  -- The document: invoice or note.
  source_id uuid not null, number text not null check (length(number) <= 40), label text not null check (length(label) <= 120),
  kit_type text check (length(kit_type) <= 60),
  issued_on date not null, due_on date not null check (due_on >= issued_on),
  -- Paise.
  taxable bigint not null check (taxable >= 0), tax bigint not null default 0 check (tax >= 0),
  amount bigint not null check (amount > 0 and amount = taxable + tax),
  settled bigint not null default 0 check (settled between 0 and amount),
  primary key (franchisee_id, id),
  unique (franchisee_id, kind, source_id),
  check ((kind = 'KIT') = (kit_type is not null)));
select make_centre_table('franchisee_due');
create index franchisee_due_open on franchisee_due (franchisee_id, due_on, id) where settled < amount;
create index franchisee_due_list on franchisee_due (franchisee_id, kind, issued_on desc, id);

create table franchisee_due_settlement (
  franchisee_id int not null, due_id uuid not null,
  way text not null check (way in ('PAYMENT', 'ADVANCE', 'SET_OFF', 'NOTE')),
  -- The payment, batch or note that settles; of an advance the due itself.
  source_id uuid not null, amount bigint not null check (amount > 0), settled_on date not null,
  at timestamptz not null default clock_timestamp(),
  primary key (franchisee_id, due_id, way, source_id),
  foreign key (franchisee_id, due_id) references franchisee_due (franchisee_id, id));
create index franchisee_due_settlement_source on franchisee_due_settlement (franchisee_id, source_id);
select add_centre_policies('franchisee_due_settlement');
select add_change_audit('franchisee_due_settlement');
select make_append_only('franchisee_due_settlement');

-- Acknowledgement of money that is no parent's: A012/2627/000001. Only a parent's money has a receipt.
alter table payment add column ack_no text check (length(ack_no) <= 30);
alter table payment add constraint payment_party
  check ((fee_account_id is null) = (purpose in ('KIT_ORDER', 'FRANCHISEE_DUE'))) not valid;
alter table payment validate constraint payment_party;
create unique index payment_one_open_due on payment (franchisee_id, purpose, selection_hash)
  where fee_account_id is null and status = 'INITIATED' and mode = 'ONLINE';
create index payment_to_head_office on payment (franchisee_id, created_at desc, id) where purpose = 'FRANCHISEE_DUE';

-- Event #38 of finance.md (areas/README 15): what is paid beyond the dues is an advance, used by the next due.
