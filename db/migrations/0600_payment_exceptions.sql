-- The exceptions of payments get a list (finance.md 3.10): who resolved one stands beside when and why, and money that
-- the provider took but our books refused is one of them.
alter table recon_exception add column closed_by uuid;
alter table recon_exception drop constraint recon_exception_kind_check;
alter table recon_exception add constraint recon_exception_kind_check
  check (kind in ('FORGED_AMOUNT', 'UNKNOWN_ORDER', 'DOUBLE_CAPTURE', 'REFUNDED', 'CONFIRM_REFUSED'));
create index recon_exception_list on recon_exception (opened_at desc, id desc);
create index recon_exception_payment on recon_exception ((detail ->> 'paymentId'));
