-- Royalty agreements (dated, versioned) and one accrual row per allocation (finance.md 2.1, 3.9).
create table royalty_agreement (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  agreement_version int not null check (agreement_version > 0), from_on date not null, to_on date check (to_on >= from_on),
  model text not null check (model in ('COLLECTED', 'BILLED', 'HEADCOUNT', 'FIXED', 'NONE')),
  default_bp int not null default 0 check (default_bp between 0 and 10000), component_rates jsonb not null default '{}', slabs jsonb not null default '[]',
  slab_basis text check (slab_basis in ('YTD', 'HEADCOUNT')), rate_amount bigint check (rate_amount >= 0),
  min_guarantee bigint check (min_guarantee >= 0), min_period text check (min_period in ('MONTH', 'QUARTER', 'YEAR')), cap bigint check (cap >= 0),
  discount_cap_bp int check (discount_cap_bp between 0 and 10000),
  concession_treatment text not null default 'NET' check (concession_treatment in ('GROSS', 'NET', 'NET_IF_HO')),
  exclusions text[] not null default '{}', marketing_bp int not null default 0 check (marketing_bp between 0 and 10000),
  sac text not null default '998396', tax_code text not null default 'ROYALTY', due_days int not null default 10 check (due_days between 0 and 120),
  interest_bp int not null default 1200 check (interest_bp between 0 and 10000), tds_mode text not null default 'REIMBURSE' check (tds_mode in ('NONE', 'REIMBURSE', 'NET_OFF')),
  itc_allowed boolean not null default false, fee_bearer text not null default 'CENTRE' check (fee_bearer in ('CENTRE', 'HEAD_OFFICE')),
  settlement_model text not null default 'POOLED' check (settlement_model in ('POOLED', 'SPLIT', 'DIRECT')),
  cycle text not null default 'WEEKLY' check (cycle in ('DAILY', 'WEEKLY', 'FORTNIGHTLY')), t_plus int not null default 2 check (t_plus between 0 and 30), kyc_file uuid,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PENDING', 'APPROVED', 'RETIRED')),
  submitted_by uuid, submitted_at timestamptz, approved_by uuid, decided_at timestamptz, note text check (length(note) <= 500),
  primary key (franchisee_id, id), unique (franchisee_id, agreement_version),
  constraint royalty_agreement_not_maker check (approved_by <> submitted_by),
  constraint royalty_agreement_overlap exclude using gist (franchisee_id with =, daterange(from_on, to_on, '[]') with &&) where (status = 'APPROVED'));
select make_centre_table('royalty_agreement');
create index royalty_agreement_state on royalty_agreement (status, franchisee_id);

create table royalty_accrual (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('RECEIPT', 'BILL', 'REVERSAL', 'ROYALTY_CONCESSION', 'SHORTFALL', 'HEADCOUNT', 'FIXED', 'CAP', 'ADJUSTMENT')),
  month date not null check (extract(day from month) = 1), effective_on date not null,
  -- payment id ':' line_no of the allocation; payment_id and fee_line_id beside it for lists.
  allocation_ref text, payment_id uuid, fee_line_id uuid, part smallint not null default 1, fee_account_id uuid, component_kind text,
  allocated bigint not null default 0, base bigint not null, rate_bp int not null default 0 check (rate_bp between 0 and 10000), royalty bigint not null,
  agreement_id uuid not null, agreement_version int not null, formula text not null check (length(formula) <= 300), concession_treatment text,
  reverses_id uuid, status text not null default 'ACCRUED' check (status in ('ACCRUED', 'FROZEN', 'INVOICED', 'PAID', 'REVERSED', 'DISPUTED')), invoice_id uuid,
  primary key (franchisee_id, id),
  unique (franchisee_id, kind, allocation_ref, part),
  foreign key (franchisee_id, fee_account_id) references fee_account (franchisee_id, id),
  foreign key (franchisee_id, fee_line_id) references fee_line (franchisee_id, id),
  foreign key (franchisee_id, agreement_id) references royalty_agreement (franchisee_id, id),
  foreign key (franchisee_id, reverses_id) references royalty_accrual (franchisee_id, id));
select make_centre_table('royalty_accrual');
create index royalty_accrual_month on royalty_accrual (franchisee_id, month, status);
create index royalty_accrual_account on royalty_accrual (franchisee_id, fee_account_id, created_at);
create index royalty_accrual_line on royalty_accrual (franchisee_id, fee_line_id);
create index royalty_accrual_agreement on royalty_accrual (franchisee_id, agreement_id);
create index royalty_accrual_reverses on royalty_accrual (franchisee_id, reverses_id);
create index royalty_accrual_payment on royalty_accrual (franchisee_id, payment_id);
create index royalty_accrual_network on royalty_accrual (month, franchisee_id);
