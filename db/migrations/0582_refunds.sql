-- Money that goes back to a family (finance.md 2.1, 3.8, #26 to #28): what it paid ahead, or its deposit, of one payment.
-- What was paid twice waits until the centre has written down whether it is kept or goes back.
alter table payment
  -- Paise of refunds asked for or sent: never more than came in, whoever asks at once (I10).
  add column refunded bigint not null default 0,
  add constraint payment_refunded check (refunded between 0 and amount),
  -- Paise that came a second time for what was paid already.
  add column doubled bigint not null default 0 check (doubled between 0 and amount),
  add column double_choice text check (double_choice in ('KEEP', 'REFUND')),
  add column double_chosen_by uuid, add column double_chosen_at timestamptz;
update payment set doubled = amount where double_of is not null;
create index payment_doubled on payment (franchisee_id, created_at desc, id) where doubled > 0;

create table refund (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  -- V012/2627/000001, given with the approval.
  number text check (length(number) <= 20),
  payment_id uuid not null, fee_account_id uuid not null,
  -- Paise out of 2100 and out of 2110.
  advance bigint not null check (advance >= 0), deposit bigint not null check (deposit >= 0),
  amount bigint not null check (amount > 0 and amount = advance + deposit),
  reason_code text not null check (reason_code in ('DOUBLE_PAYMENT', 'WITHDRAWAL', 'PAID_AHEAD', 'DEPOSIT', 'OTHER')),
  reason text not null check (length(reason) between 1 and 500),
  mode text not null check (mode in ('ORIGINAL', 'BANK')),
  payee_name text check (length(payee_name) <= 120), payee_ifsc text check (length(payee_ifsc) = 11), payee_last4 text, payee_cipher bytea,
  status text not null default 'REQUESTED' check (status in ('REQUESTED', 'APPROVED', 'PROCESSING', 'REFUNDED', 'FAILED', 'REJECTED')),
  maker uuid not null, decided_by uuid check (decided_by <> maker), decided_at timestamptz, decision_note text check (length(decision_note) <= 500),
  -- Tries at the gateway: each has an idempotency key of its own.
  attempts int not null default 0, provider_refund_id text,
  -- What the bank calls it: reference of the gateway, or the UTR of a transfer.
  reference text check (length(reference) <= 60), failure_reason text check (length(failure_reason) <= 300), done_at timestamptz,
  -- Who asks for the same thing again gets the first one.
  source_id text check (length(source_id) <= 120),
  primary key (franchisee_id, id), unique (franchisee_id, number), unique (franchisee_id, source_id),
  foreign key (franchisee_id, payment_id) references payment (franchisee_id, id),
  foreign key (franchisee_id, fee_account_id) references fee_account (franchisee_id, id),
  check ((number is not null) = (status not in ('REQUESTED', 'REJECTED'))));
select make_centre_table('refund', '{payee_cipher}');
create index refund_list on refund (franchisee_id, created_at desc, id);
create index refund_network on refund (created_at desc, id);
create index refund_payment on refund (franchisee_id, payment_id);
create index refund_account on refund (franchisee_id, fee_account_id);
create index refund_sending on refund (updated_at) where status = 'PROCESSING';
select allow_family('refund', 'status not in (''REQUESTED'', ''REJECTED'') and exists (select from fee_account a where a.franchisee_id = refund.franchisee_id and a.id = refund.fee_account_id)');
