-- Registration of head office's invoices and notes at the portal (finance.md 2.3, integrations.md 2): one row a document. The
-- request is kept before it is sent; what is in doubt is asked for, never sent again.
create table e_invoice (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  document_kind text not null check (document_kind in ('ROYALTY', 'NOTE', 'KIT_INVOICE')), document_id uuid not null,
  doc_type text not null check (doc_type in ('INV', 'CRN', 'DBN')), doc_no text not null check (length(doc_no) between 1 and 16), doc_date date not null,
  fy text not null check (fy ~ '^20[0-9]{2}-[0-9]{2}$'), seller_gstin text check (length(seller_gstin) = 15), buyer_gstin text check (length(buyer_gstin) = 15),
  total bigint not null check (total > 0),
  -- Lines and sums of the document, from which the request is made; the request as it was or will be sent.
  document jsonb not null, payload jsonb, irn_expected text check (irn_expected ~ '^[0-9a-f]{64}$'),
  status text not null check (status in ('NOT_REQUIRED', 'PENDING', 'SENDING', 'GENERATED', 'AUTO_RETRY', 'RECONCILE', 'FAILED', 'MANUALLY_GENERATED', 'PENDING_CANCEL', 'CANCELLED', 'MANUALLY_CANCELLED')),
  irn text check (irn ~ '^[0-9a-f]{64}$'), ack_no text check (length(ack_no) <= 20), ack_at timestamptz, signed_invoice text, signed_qr text,
  cancel_reason text check (cancel_reason in ('1', '2', '3', '4')), cancel_remark text check (length(cancel_remark) <= 100), cancelled_at timestamptz,
  last_code text check (length(last_code) <= 20), last_message text check (length(last_message) <= 300),
  next_try_at timestamptz, attempts int not null default 0,
  primary key (franchisee_id, id), unique (franchisee_id, document_kind, document_id), unique (seller_gstin, fy, doc_type, doc_no),
  check (irn is null or irn = irn_expected));
select make_centre_table('e_invoice');
create index e_invoice_due on e_invoice (next_try_at) where status in ('PENDING', 'SENDING', 'AUTO_RETRY', 'RECONCILE', 'PENDING_CANCEL');
create index e_invoice_list on e_invoice (franchisee_id, doc_date desc, id);
create index e_invoice_network on e_invoice (doc_date desc, id);

create table e_invoice_attempt (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), e_invoice_id uuid not null,
  at timestamptz not null default clock_timestamp(), call text not null check (call in ('GENERATE', 'FIND', 'CANCEL')),
  outcome text not null check (length(outcome) <= 20), code text check (length(code) <= 20), message text check (length(message) <= 300), ms int not null check (ms >= 0),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, e_invoice_id) references e_invoice (franchisee_id, id));
create index e_invoice_attempt_of on e_invoice_attempt (franchisee_id, e_invoice_id, at);
select add_centre_policies('e_invoice_attempt');
select add_change_audit('e_invoice_attempt');
select make_append_only('e_invoice_attempt');
