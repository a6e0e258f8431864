-- A daily proof that does not come out even stands among the exceptions until head office has looked at it.
alter table recon_exception drop constraint recon_exception_kind_check;
alter table recon_exception add constraint recon_exception_kind_check
  check (kind in ('FORGED_AMOUNT', 'UNKNOWN_ORDER', 'DOUBLE_CAPTURE', 'REFUNDED', 'CONFIRM_REFUSED', 'PROOF'));
create unique index recon_exception_open_proof on recon_exception (kind) where kind = 'PROOF' and closed_at is null;
