-- Where a cheque or demand draft is (finance.md 2.3, D9): in hand, at the bank, cleared, returned or handed back. Null: as it
-- was taken, or of a payment that was decided before there was a register.
alter table payment
  add column instrument_state text check (instrument_state in ('DEPOSITED', 'CLEARED', 'RETURNED', 'HANDED_BACK')),
  add column deposited_on date, add column cleared_on date,
  add constraint payment_instrument check (instrument_state is null or mode in ('CHEQUE', 'DD'));
create index payment_cheques on payment (franchisee_id, created_at desc, id) where mode in ('CHEQUE', 'DD');
