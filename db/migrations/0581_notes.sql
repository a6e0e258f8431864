-- Credit and debit notes (finance.md 2.1, 3.11 #25 to #30d): what was billed is never changed, a note corrects it. One for a
-- child stands on its fee account, one for a centre on what it owes head office.
create table note (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  -- C012/2627/000001, D…; of a centre RCN/26-27/000001, RDN/…. Given with the approval.
  number text check (length(number) <= 20),
  party text not null check (party in ('STUDENT', 'FRANCHISEE')), type text not null check (type in ('CREDIT', 'DEBIT')),
  reason_code text not null check (length(reason_code) <= 30), reason text not null check (length(reason) between 1 and 500),
  fee_account_id uuid, due_id uuid,
  -- What is asked: fee lines with paise, or the amount before tax; kept as it was asked.
  terms jsonb not null,
  -- Paise, as issued; before that as last weighed.
  taxable bigint not null check (taxable >= 0), tax bigint not null check (tax >= 0),
  total bigint not null check (total > 0 and total = taxable + tax),
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED')),
  maker uuid not null, decided_by uuid check (decided_by <> maker), decided_at timestamptz, decision_note text check (length(decision_note) <= 500),
  issued_on date, attachment_file uuid, file_id uuid, snapshot jsonb,
  primary key (franchisee_id, id), unique (number),
  foreign key (franchisee_id, fee_account_id) references fee_account (franchisee_id, id),
  foreign key (franchisee_id, due_id) references franchisee_due (franchisee_id, id),
  check ((party = 'STUDENT') = (fee_account_id is not null)),
  check ((party = 'FRANCHISEE' and type = 'CREDIT') = (due_id is not null)),
  check ((status = 'APPROVED') = (number is not null)));
select make_centre_table('note');
create index note_list on note (franchisee_id, created_at desc, id);
create index note_network on note (created_at desc, id);
create index note_account on note (franchisee_id, fee_account_id);
create index note_due on note (franchisee_id, due_id);
select allow_family('note', 'status = ''APPROVED'' and fee_account_id is not null and exists (select from fee_account a where a.franchisee_id = note.franchisee_id and a.id = note.fee_account_id)');

-- Notes are decided by the levels of refunds, and their amounts (first-pass/finance.md 7).
insert into approval_band (subject, level, up_to_amount, approval_code)
  select 'NOTE', level, up_to_amount, approval_code from approval_band where subject = 'REFUND';
