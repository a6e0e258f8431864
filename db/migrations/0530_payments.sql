-- Payments, gateway orders, allocations, receipts (areas/finance.md 2.1). States move forward only; refund and bounce
-- are linked transactions of their own.
create table payment (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  purpose text not null check (purpose in ('FORM_FEE', 'FEE', 'SERVICE', 'KIT_ORDER', 'FRANCHISEE_DUE')),
  reference_type text check (reference_type in ('APPLICATION_FORM', 'REGISTRATION_FORM', 'ADMISSION_FORM', 'APPLICATION_FORM_OFFLINE', 'APPLICATION_FORM_FILL', 'APPLICATION_FORM_FILL_OFFLINE', 'TUITION FEES')),
  fee_account_id uuid, subject_kind text not null, subject_id text not null,
  mode text not null check (mode in ('ONLINE', 'CASH', 'CHEQUE', 'DD', 'UPI', 'NEFT', 'RTGS', 'IMPS', 'POS', 'UPI_QR')),
  amount bigint not null check (amount > 0 and amount <= 10000000000000),
  status text not null check (status in ('INITIATED', 'FAILED', 'CONFIRMED', 'TRANSFERRED', 'APPROVAL_WAITING')),
  -- What was asked: [{feeLineId, amount}] in paise; what is left of the amount is advance.
  selection jsonb not null default '[]', selection_hash bytea not null,
  payer_name text check (length(payer_name) <= 100), payer_mobile text, payer_email text,
  instrument jsonb, ref_norm text, received_on date, paid_at timestamptz,
  bank_account_id uuid, proof_file uuid, receipt_book_no text check (length(receipt_book_no) <= 30), note text check (length(note) <= 300),
  channel text not null check (channel in ('PUBLIC', 'APP', 'COUNTER', 'IMPORT')),
  maker uuid, decided_by uuid, decided_at timestamptz, failure_reason text check (length(failure_reason) <= 300),
  provider_payment_id text, replaces_payment_id uuid, double_of uuid,
  primary key (franchisee_id, id),
  check ((purpose in ('KIT_ORDER', 'FRANCHISEE_DUE')) = (reference_type is null)),
  constraint payment_not_maker check (decided_by <> maker),
  foreign key (franchisee_id, fee_account_id) references fee_account (franchisee_id, id),
  foreign key (franchisee_id, replaces_payment_id) references payment (franchisee_id, id),
  foreign key (franchisee_id, double_of) references payment (franchisee_id, id));
create unique index payment_one_open on payment (franchisee_id, fee_account_id, selection_hash) where status = 'INITIATED' and mode = 'ONLINE';
create index payment_subject on payment (franchisee_id, subject_kind, subject_id);
create index payment_replaces on payment (franchisee_id, replaces_payment_id);
create index payment_double on payment (franchisee_id, double_of);
select make_centre_table('payment', '{payer_mobile,payer_email,instrument}');
create index payment_open on payment (created_at) where status = 'INITIATED';
create index payment_queue on payment (franchisee_id, status, created_at);
create index payment_account on payment (franchisee_id, fee_account_id, created_at desc);

-- Forward only, whatever the code does (promise M2): CONFIRMED and TRANSFERRED never go back, FAILED only to CONFIRMED.
create function guard_payment_status() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.status is distinct from old.status and not (
    (old.status = 'INITIATED' and new.status in ('FAILED', 'CONFIRMED')) or
    (old.status = 'APPROVAL_WAITING' and new.status in ('CONFIRMED', 'FAILED')) or
    (old.status = 'FAILED' and new.status = 'CONFIRMED' and old.mode = 'ONLINE') or
    (old.status = 'CONFIRMED' and new.status = 'TRANSFERRED')) then
    raise exception 'payment status % cannot become %', old.status, new.status using errcode = 'AA004';
  end if;
  if old.status in ('CONFIRMED', 'TRANSFERRED') and (new.amount, new.fee_account_id, new.mode) is distinct from (old.amount, old.fee_account_id, old.mode) then
    raise exception 'a confirmed payment does not change' using errcode = 'AA004';
  end if;
  return new;
end $$;
create trigger guard_payment_status before update on payment for each row execute function guard_payment_status();

create table gateway_order (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), payment_id uuid not null,
  receipt text not null check (length(receipt) <= 40), provider_order_id text, amount bigint not null,
  state text not null default 'NEW' check (state in ('NEW', 'CREATED', 'ATTEMPTED', 'PAID', 'ABANDONED')),
  attempts int not null default 0, checked_at timestamptz,
  primary key (franchisee_id, id),
  unique (franchisee_id, payment_id), unique (franchisee_id, provider_order_id), unique (franchisee_id, receipt),
  foreign key (franchisee_id, payment_id) references payment (franchisee_id, id));
select make_centre_table('gateway_order');

create table gateway_attempt (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), gateway_order_id uuid not null,
  provider_payment_id text not null, state text not null check (state in ('CREATED', 'AUTHORIZED', 'CAPTURED', 'REFUNDED', 'FAILED')),
  rank int not null, method text, last4 text, bank text, error jsonb, fee bigint, tax bigint,
  provider_created_at timestamptz, late boolean not null default false,
  primary key (franchisee_id, id),
  unique (franchisee_id, provider_payment_id),
  foreign key (franchisee_id, gateway_order_id) references gateway_order (franchisee_id, id));
create index gateway_attempt_order on gateway_attempt (franchisee_id, gateway_order_id);
select make_centre_table('gateway_attempt');

create table payment_allocation (
  franchisee_id int not null, payment_id uuid not null, line_no int not null, fee_line_id uuid,
  amount bigint not null check (amount <> 0), reverses_no int, at timestamptz not null default now(),
  primary key (franchisee_id, payment_id, line_no),
  foreign key (franchisee_id, payment_id) references payment (franchisee_id, id),
  foreign key (franchisee_id, fee_line_id) references fee_line (franchisee_id, id));
create index payment_allocation_line on payment_allocation (franchisee_id, fee_line_id);
select add_centre_policies('payment_allocation');
select add_change_audit('payment_allocation');
select make_append_only('payment_allocation');

create table payment_event (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), payment_id uuid not null,
  at timestamptz not null default clock_timestamp(), kind text not null, visible_to text not null check (visible_to in ('PARENT', 'STAFF')),
  data jsonb not null default '{}',
  primary key (franchisee_id, id),
  foreign key (franchisee_id, payment_id) references payment (franchisee_id, id));
create index payment_event_payment on payment_event (franchisee_id, payment_id, at);
select add_centre_policies('payment_event');
select make_append_only('payment_event');

create table receipt (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), payment_id uuid not null,
  number text not null, series text not null, fy text not null, seq bigint not null, issued_on date not null,
  snapshot jsonb not null, sha256 bytea not null, file_id uuid, cancelled_at timestamptz, cancelled_by_entry uuid,
  primary key (franchisee_id, id),
  unique (franchisee_id, payment_id), unique (franchisee_id, series, fy, seq), unique (franchisee_id, number),
  foreign key (franchisee_id, payment_id) references payment (franchisee_id, id),
  foreign key (franchisee_id, file_id) references file (franchisee_id, id));
create index receipt_issued on receipt (franchisee_id, issued_on desc, id);
create index receipt_file on receipt (franchisee_id, file_id);
select make_centre_table('receipt', '{snapshot}');

create table payment_link (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), fee_account_id uuid not null,
  purpose text not null check (purpose in ('FEE', 'SERVICE')), lines jsonb, sent_via text, sent_to_masked text,
  expires_at timestamptz not null,
  status text not null default 'CREATED' check (status in ('CREATED', 'SENT', 'OPENED', 'PARTIALLY_PAID', 'PAID', 'EXPIRED', 'CANCELLED')),
  opened_count int not null default 0, last_opened_at timestamptz,
  primary key (franchisee_id, id),
  foreign key (franchisee_id, fee_account_id) references fee_account (franchisee_id, id));
create index payment_link_account on payment_link (franchisee_id, fee_account_id);
select make_centre_table('payment_link');
create index payment_link_list on payment_link (franchisee_id, created_at desc, id);

-- What the gateway said that does not fit our books: forged or differing amounts, unknown orders.
create table recon_exception (
  id uuid primary key default gen_random_uuid(), franchisee_id int, kind text not null check (kind in ('FORGED_AMOUNT', 'UNKNOWN_ORDER', 'DOUBLE_CAPTURE')),
  provider_ref text not null, detail jsonb not null default '{}', opened_at timestamptz not null default now(), closed_at timestamptz, closed_reason text,
  unique (kind, provider_ref));
create index recon_exception_open on recon_exception (opened_at) where closed_at is null;
select make_network_table('recon_exception');
