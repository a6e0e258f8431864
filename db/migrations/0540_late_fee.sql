-- Late fees (finance.md 3.6): the rule is a form of settings, a charge is a line of the account, a waiver is another person's decision.
drop table late_fee_rule;
alter table late_fee_waiver
  add column stops boolean not null default false,
  add column decision_note text check (length(decision_note) <= 500),
  add column entry_id uuid;
create unique index late_fee_waiver_one_waiting on late_fee_waiver (franchisee_id, fee_line_id) where status = 'PENDING';
create index late_fee_waiver_list on late_fee_waiver (franchisee_id, created_at desc, id desc);
-- One charge of an instalment, found by the nightly run among the lines of the account.
create index fee_line_late on fee_line (franchisee_id, fee_account_id) where kind = 'LATE_FEE';
select allow_family('late_fee_waiver', 'exists (select from fee_line l where l.franchisee_id = late_fee_waiver.franchisee_id and l.id = late_fee_waiver.fee_line_id)');
