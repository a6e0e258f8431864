-- From the gateway to the centre's bank (finance.md 3.12, first-pass F8): what the gateway settled as it reports it, what is
-- owed to a centre for a time (a batch with its lines), and what is held back. Money is paise.
create table gateway_settlement (
  id uuid primary key default gen_random_uuid(), provider text not null default 'razorpay', provider_id text not null check (length(provider_id) <= 60),
  utr text check (length(utr) <= 40), settled_on date not null,
  -- What reached the nodal account: credits less debits of its lines.
  amount bigint not null default 0, unique (provider, provider_id));
select make_network_table('gateway_settlement');
create index gateway_settlement_day on gateway_settlement (settled_on desc, id);

-- Read by the nightly import alone; a centre sees the facts on its own payments. A line is booked once, when its payment is known.
create table gateway_settlement_line (
  id uuid primary key default gen_random_uuid(), settlement_id uuid not null references gateway_settlement (id),
  entity_id text not null check (length(entity_id) <= 60), kind text not null check (length(kind) <= 30),
  provider_payment_id text check (length(provider_payment_id) <= 60),
  amount bigint not null, credit bigint not null default 0, debit bigint not null default 0,
  -- The fee has its tax in it.
  fee bigint not null default 0 check (fee >= 0), tax bigint not null default 0 check (tax between 0 and fee),
  booked_at timestamptz, unique (settlement_id, entity_id));
select make_network_table('gateway_settlement_line');
revoke all on gateway_settlement_line from rt_centre, rt_public, rt_family;
create index gateway_settlement_line_open on gateway_settlement_line (settlement_id) where booked_at is null;

alter table payment add column gateway_fee bigint check (gateway_fee >= 0), add column gateway_tax bigint check (gateway_tax between 0 and gateway_fee),
  add column gateway_settled_on date, add column gateway_settlement_id text check (length(gateway_settlement_id) <= 60),
  -- Who bears the fee, by the agreement of the day it was settled.
  add column gateway_fee_by text check (gateway_fee_by in ('CENTRE', 'HEAD_OFFICE'));
create index payment_to_settle on payment (franchisee_id, gateway_settled_on) where mode = 'ONLINE' and status = 'CONFIRMED';

create table settlement_control (franchisee_id int primary key references franchisee (id), at timestamptz not null default now());
select add_centre_policies('settlement_control');
select add_change_audit('settlement_control');

create table settlement_batch (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  -- P012/2627/000001, taken at the approval.
  number text check (length(number) <= 20), cut_off date not null,
  gross bigint not null check (gross >= 0), gateway_fee bigint not null default 0 check (gateway_fee >= 0),
  refunds bigint not null default 0, adjustments bigint not null default 0, dues bigint not null default 0 check (dues >= 0),
  net bigint not null check (net > 0 and net = gross - gateway_fee - refunds + adjustments - dues),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'SUBMITTED', 'APPROVED', 'INITIATED', 'TRANSFERRED', 'RECONCILED', 'FAILED', 'RETURNED', 'DISCARDED')),
  bank_account_id uuid, attempt smallint not null default 1, utr text check (length(utr) <= 40),
  initiated_on date, paid_on date, problem text check (length(problem) <= 300),
  maker uuid, submitted_by uuid, approved_by uuid, initiated_by uuid,
  primary key (franchisee_id, id), unique (number),
  constraint settlement_not_maker check (approved_by <> maker and approved_by <> submitted_by and initiated_by <> maker),
  foreign key (franchisee_id, bank_account_id) references bank_account (franchisee_id, id));
select make_centre_table('settlement_batch');
create unique index settlement_batch_one_open on settlement_batch (franchisee_id) where status in ('DRAFT', 'SUBMITTED');
create index settlement_batch_list on settlement_batch (franchisee_id, created_at desc, id);
create index settlement_batch_network on settlement_batch (created_at desc, id);
create index settlement_batch_account on settlement_batch (franchisee_id, bank_account_id);
create index settlement_batch_utr on settlement_batch (utr) where utr is not null;

-- RECEIPT and FEE name the payment, REFUND and ADJUSTMENT the ledger entry, ROYALTY and DUE the due.
create table settlement_line (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), batch_id uuid not null,
  kind text not null check (kind in ('RECEIPT', 'FEE', 'REFUND', 'ADJUSTMENT', 'ROYALTY', 'DUE')), subject_id uuid not null,
  amount bigint not null check (amount <> 0),
  -- Tax the centre has to deduct of a royalty, for its information: base without GST.
  tds_section text check (length(tds_section) <= 60), tds_rate_bp int check (tds_rate_bp between 0 and 10000), tds_base bigint, tds_amount bigint,
  -- False once its batch is discarded.
  active boolean not null default true,
  primary key (franchisee_id, id), unique (franchisee_id, batch_id, kind, subject_id),
  foreign key (franchisee_id, batch_id) references settlement_batch (franchisee_id, id));
select make_centre_table('settlement_line');
-- A receipt, its fee and an entry are paid out once; a due may be set off in parts.
create unique index settlement_line_once on settlement_line (franchisee_id, kind, subject_id)
  where active and kind in ('RECEIPT', 'FEE', 'REFUND', 'ADJUSTMENT');

create table settlement_hold (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), payment_id uuid not null,
  reason text not null check (length(reason) between 3 and 300), released_at timestamptz, released_by uuid,
  primary key (franchisee_id, id),
  foreign key (franchisee_id, payment_id) references payment (franchisee_id, id));
select make_centre_table('settlement_hold');
create unique index settlement_hold_open on settlement_hold (franchisee_id, payment_id) where released_at is null;
create index settlement_hold_payment on settlement_hold (franchisee_id, payment_id);
