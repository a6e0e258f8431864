-- What a leaving child's account was settled with, once for each withdrawal (finance.md 3.8): asked again, the first answer stands.
create table withdrawal_settlement (
  franchisee_id int not null references franchisee (id), id uuid not null,
  fee_account_id uuid not null, note_id uuid,
  -- Paise.
  cancelled bigint not null default 0, credited bigint not null default 0, refunded bigint not null default 0, left_due bigint not null default 0,
  primary key (franchisee_id, id),
  foreign key (franchisee_id, fee_account_id) references fee_account (franchisee_id, id),
  foreign key (franchisee_id, note_id) references note (franchisee_id, id));
select make_centre_table('withdrawal_settlement');
create index withdrawal_settlement_account on withdrawal_settlement (franchisee_id, fee_account_id);
create index withdrawal_settlement_note on withdrawal_settlement (franchisee_id, note_id);
