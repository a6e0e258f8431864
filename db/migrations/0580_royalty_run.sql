-- The month run of royalty (finance.md 3.9): a month is frozen, invoiced and closed; each centre in a transaction of its
-- own, so a run that is killed is taken up again and repeats nothing. Late events of a frozen month go to a later one.
create table royalty_run (
  id uuid primary key default gen_random_uuid(), month date not null unique check (extract(day from month) = 1),
  status text not null default 'FROZEN' check (status in ('FROZEN', 'INVOICED', 'CLOSED')),
  frozen_by uuid, frozen_at timestamptz not null default now(), invoiced_by uuid, invoiced_at timestamptz, closed_by uuid, closed_at timestamptz);
select make_network_table('royalty_run');

create table royalty_run_centre (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  run_id uuid not null references royalty_run (id), month date not null,
  status text not null default 'WAITING' check (status in ('WAITING', 'FROZEN', 'INVOICED', 'FAILED')),
  -- Paise; of the frozen rows. A sum below zero is carried to the month after.
  royalty bigint not null default 0, base bigint not null default 0, carried boolean not null default false,
  frozen_at timestamptz, invoice_id uuid, error text check (length(error) <= 300),
  primary key (franchisee_id, id), unique (franchisee_id, run_id), unique (franchisee_id, month));
select make_centre_table('royalty_run_centre');
create index royalty_run_centre_run on royalty_run_centre (run_id, status);

create table royalty_invoice (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  number text not null check (length(number) <= 16), doc_type text not null default 'INV' check (doc_type in ('INV')), part smallint not null default 1,
  month date not null check (extract(day from month) = 1), issued_on date not null, due_on date not null check (due_on >= issued_on),
  -- Paise; total = taxable + marketing + cgst + sgst + igst.
  taxable bigint not null check (taxable >= 0), marketing bigint not null default 0 check (marketing >= 0),
  cgst bigint not null default 0, sgst bigint not null default 0, igst bigint not null default 0, total bigint not null check (total > 0),
  -- Everything that is printed, frozen with it.
  snapshot jsonb not null, file_id uuid, entry_id uuid,
  primary key (franchisee_id, id), unique (number), unique (franchisee_id, month, doc_type, part),
  check (total = taxable + marketing + cgst + sgst + igst));
select make_centre_table('royalty_invoice');
create index royalty_invoice_list on royalty_invoice (franchisee_id, issued_on desc, id);
create index royalty_invoice_network on royalty_invoice (issued_on desc, id);
create index royalty_invoice_entry on royalty_invoice (franchisee_id, entry_id);
alter table royalty_run_centre add foreign key (franchisee_id, invoice_id) references royalty_invoice (franchisee_id, id);
alter table royalty_accrual add foreign key (franchisee_id, invoice_id) references royalty_invoice (franchisee_id, id);
create index royalty_accrual_invoice on royalty_accrual (franchisee_id, invoice_id);
create index royalty_run_centre_invoice on royalty_run_centre (franchisee_id, invoice_id);
