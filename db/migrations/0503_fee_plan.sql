-- Plans, one child's account, its plan and its open items (finance.md 2.1 'Plans and charges').
create table fee_plan (
  franchisee_id int not null references franchisee (id), id uuid not null unique default gen_random_uuid(),
  code text not null check (code ~ '^[A-Z0-9][A-Z0-9/-]{1,29}$'), name text not null check (length(name) between 1 and 120),
  academic_year_id int not null references academic_year (id), module text not null default 'ACADEMIC' check (module in ('ACADEMIC', 'SERVICE')),
  category_id text check (length(category_id) <= 60), class_id int references class (id), programme text check (length(programme) <= 60),
  session text not null default 'NONE' check (session in ('HALF_DAY', 'FULL_DAY', 'NONE')), service_id uuid,
  plan_version int not null default 1 check (plan_version > 0), previous_id uuid, copied_from_id uuid,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PENDING', 'APPROVED', 'REJECTED', 'RETIRED')),
  submitted_by uuid, submitted_at timestamptz, approved_by uuid, decided_at timestamptz, decision_note text check (length(decision_note) <= 500),
  valid_from date not null, valid_to date check (valid_to >= valid_from), total bigint not null default 0 check (total >= 0),
  primary key (franchisee_id, id), unique (franchisee_id, code, plan_version),
  constraint fee_plan_not_submitter check (approved_by <> submitted_by));
select make_shared_table('fee_plan');
alter table fee_plan add constraint fee_plan_not_maker check (approved_by <> created_by);
create unique index fee_plan_approved on fee_plan (franchisee_id, code) where status = 'APPROVED';
create index fee_plan_list on fee_plan (franchisee_id, academic_year_id, status, name);
create index fee_plan_year on fee_plan (academic_year_id);
create index fee_plan_class on fee_plan (class_id, academic_year_id) where status = 'APPROVED';

create table fee_plan_component (
  franchisee_id int not null, id uuid not null unique default gen_random_uuid(), fee_plan_id uuid not null,
  position smallint not null check (position > 0), fee_type_id uuid not null references fee_type (id),
  amount bigint not null check (amount between 0 and 10000000000000), tax_inclusive boolean not null default true,
  royalty_bp int check (royalty_bp between 0 and 10000), royalty_base text not null check (royalty_base in ('NONE', 'GROSS', 'NET')),
  proration text not null default 'NONE' check (proration in ('NONE', 'CALENDAR_DAYS', 'SERVICE_DAYS', 'MONTH_BANDS', 'INSTALMENT_BANDS')),
  optional boolean not null default false,
  primary key (franchisee_id, id), unique (franchisee_id, fee_plan_id, position) deferrable initially deferred,
  foreign key (franchisee_id, fee_plan_id) references fee_plan (franchisee_id, id));
create index fee_plan_component_type on fee_plan_component (fee_type_id);
select make_shared_table('fee_plan_component');
create trigger check_fee_type before insert or update of fee_type_id on fee_plan_component for each row execute function check_shared_reference('fee_type_id', 'fee_type');

create table fee_plan_breakdown (
  franchisee_id int not null, id uuid not null unique default gen_random_uuid(), fee_plan_id uuid not null,
  kind text not null check (kind in ('ONE_TIME', 'HALF_YEARLY', 'QUARTERLY', 'MONTHLY', 'CUSTOM')), name text not null check (length(name) between 1 and 60),
  discount_bp int not null default 0 check (discount_bp between 0 and 10000), allow_partial boolean not null default false,
  min_partial bigint not null default 50000 check (min_partial >= 0), round_to int not null default 0 check (round_to in (0, 100, 1000)),
  residue text not null default 'LAST' check (residue in ('LAST', 'FIRST')),
  primary key (franchisee_id, id), unique (franchisee_id, fee_plan_id, name) deferrable initially deferred,
  foreign key (franchisee_id, fee_plan_id) references fee_plan (franchisee_id, id));
select make_shared_table('fee_plan_breakdown');

create table fee_plan_instalment (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), breakdown_id uuid not null, seq smallint not null check (seq between 1 and 60),
  label text not null check (length(label) between 1 and 40), due_rule text not null check (due_rule in ('ON_ADMISSION', 'FIXED', 'DAYS_AFTER', 'MONTH_DAY')),
  due_on date, days smallint check (days between 0 and 400), month_day text check (month_day ~ '^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'),
  grace_days smallint not null default 5 check (grace_days between 0 and 90),
  primary key (franchisee_id, id), unique (franchisee_id, breakdown_id, seq),
  foreign key (franchisee_id, breakdown_id) references fee_plan_breakdown (franchisee_id, id),
  check (case due_rule when 'FIXED' then due_on is not null when 'DAYS_AFTER' then days is not null when 'MONTH_DAY' then month_day is not null else true end));
select make_shared_table('fee_plan_instalment');

create table fee_plan_cell (
  franchisee_id int not null, breakdown_id uuid not null, component_id uuid not null, seq smallint not null, amount bigint not null check (amount >= 0),
  primary key (franchisee_id, breakdown_id, component_id, seq),
  foreign key (franchisee_id, breakdown_id, seq) references fee_plan_instalment (franchisee_id, breakdown_id, seq) deferrable initially deferred,
  foreign key (franchisee_id, component_id) references fee_plan_component (franchisee_id, id));
create index fee_plan_cell_component on fee_plan_cell (franchisee_id, component_id);
create index fee_plan_cell_instalment on fee_plan_cell (franchisee_id, breakdown_id, seq);
select make_shared_table('fee_plan_cell');

-- Row by row the cells of a payment option make exactly the component's amount, for every option, at commit.
create function check_fee_plan_cells() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_row jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  v_plan uuid; v_component uuid;
begin
  v_plan := coalesce((v_row ->> 'fee_plan_id')::uuid, (select b.fee_plan_id from public.fee_plan_breakdown b where b.id = (v_row ->> 'breakdown_id')::uuid));
  select c.id into v_component
    from public.fee_plan_component c join public.fee_plan_breakdown b on b.franchisee_id = c.franchisee_id and b.fee_plan_id = c.fee_plan_id
    left join public.fee_plan_cell x on x.franchisee_id = c.franchisee_id and x.component_id = c.id and x.breakdown_id = b.id
   where c.fee_plan_id = v_plan group by c.id, c.amount, b.id having coalesce(sum(x.amount), 0) <> c.amount limit 1;
  if v_component is not null then raise exception 'the instalments of component % do not make its amount', v_component using errcode = 'AA020'; end if;
  return null;
end $$;
create constraint trigger check_cells after insert or update or delete on fee_plan_cell deferrable initially deferred for each row execute function check_fee_plan_cells();
create constraint trigger check_cells after insert or update on fee_plan_component deferrable initially deferred for each row execute function check_fee_plan_cells();
create constraint trigger check_cells after insert on fee_plan_breakdown deferrable initially deferred for each row execute function check_fee_plan_cells();

-- What somebody has submitted, approved or given to a child is never rewritten: a change is a new version.
create function guard_fee_plan_part() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_row jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  v_status text;
begin
  select p.status into v_status from public.fee_plan p
   where p.id = coalesce((v_row ->> 'fee_plan_id')::uuid, (select b.fee_plan_id from public.fee_plan_breakdown b where b.id = (v_row ->> 'breakdown_id')::uuid));
  if v_status <> 'DRAFT' then raise exception 'a % fee plan cannot be changed', v_status using errcode = 'AA021'; end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger guard_part before insert or update or delete on fee_plan_component for each row execute function guard_fee_plan_part();
create trigger guard_part before insert or update or delete on fee_plan_breakdown for each row execute function guard_fee_plan_part();
create trigger guard_part before insert or update or delete on fee_plan_instalment for each row execute function guard_fee_plan_part();
create trigger guard_part before insert or update or delete on fee_plan_cell for each row execute function guard_fee_plan_part();

create table fee_account (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  child_label text not null check (length(child_label) between 1 and 120), family_id uuid,
  enquiry_id uuid, student_admission_id uuid, student_id uuid, service_enquiry_id uuid, closed_on date,
  primary key (franchisee_id, id),
  foreign key (franchisee_id, student_admission_id) references student_admission (franchisee_id, id),
  foreign key (franchisee_id, student_id) references student (franchisee_id, id));
select make_centre_table('fee_account');
create unique index fee_account_enquiry on fee_account (franchisee_id, enquiry_id) where enquiry_id is not null;
create unique index fee_account_admission on fee_account (franchisee_id, student_admission_id) where student_admission_id is not null;
create unique index fee_account_student on fee_account (franchisee_id, student_id) where student_id is not null;
create unique index fee_account_service on fee_account (franchisee_id, service_enquiry_id) where service_enquiry_id is not null;
create index fee_account_family on fee_account (franchisee_id, family_id);
create index fee_account_label on fee_account using gin (child_label gin_trgm_ops);
create index fee_account_id on fee_account (id);
select allow_family('fee_account', 'student_id = any ((select scope_students())::uuid[])');
alter table ledger_entry add foreign key (franchisee_id, fee_account_id) references fee_account (franchisee_id, id);

create table fee_assignment (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), fee_account_id uuid not null,
  -- The enrolment (or admission) the plan is for; the account outlives it (README 4.1).
  student_admission_id uuid, service_assignment_id uuid,
  fee_plan_id uuid not null references fee_plan (id), plan_code text not null, breakdown_id uuid not null references fee_plan_breakdown (id),
  academic_year_id int not null references academic_year (id), module text not null check (module in ('ACADEMIC', 'SERVICE')),
  assignment_version int not null default 1, previous_id uuid, joins_on date not null, leaves_on date check (leaves_on >= joins_on),
  gross bigint not null default 0 check (gross >= 0), concession bigint not null default 0 check (concession >= 0),
  tax bigint not null default 0 check (tax >= 0), net bigint not null default 0 check (net >= 0),
  deviation_amount bigint not null default 0, deviation_bp int not null default 0 check (deviation_bp between 0 and 10000),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PENDING', 'APPROVED', 'REJECTED', 'REVISED', 'CLOSED', 'CANCELLED')),
  submitted_by uuid, submitted_at timestamptz, decided_by uuid, decided_at timestamptz, note text check (length(note) <= 500),
  decision_note text check (length(decision_note) <= 500), snapshot jsonb,
  primary key (franchisee_id, id),
  foreign key (franchisee_id, fee_account_id) references fee_account (franchisee_id, id),
  foreign key (franchisee_id, student_admission_id) references student_admission (franchisee_id, id),
  foreign key (franchisee_id, previous_id) references fee_assignment (franchisee_id, id),
  constraint fee_assignment_not_submitter check (decided_by <> submitted_by));
select make_centre_table('fee_assignment');
alter table fee_assignment add constraint fee_assignment_not_maker check (decided_by <> created_by);
create trigger check_fee_plan before insert or update of fee_plan_id on fee_assignment for each row execute function check_shared_reference('fee_plan_id', 'fee_plan');
create unique index fee_assignment_approved on fee_assignment (franchisee_id, fee_account_id, plan_code, academic_year_id) where status = 'APPROVED';
-- One proposal at a time: two drafts for the same child would be approved side by side.
create unique index fee_assignment_open on fee_assignment (franchisee_id, fee_account_id, module, academic_year_id) where status in ('DRAFT', 'PENDING', 'REJECTED') and module = 'ACADEMIC';
create index fee_assignment_account on fee_assignment (franchisee_id, fee_account_id);
create index fee_assignment_queue on fee_assignment (franchisee_id, status, submitted_at);
create index fee_assignment_waiting on fee_assignment (submitted_at, franchisee_id, id) where status = 'PENDING';
create index fee_assignment_admission on fee_assignment (franchisee_id, student_admission_id);
create index fee_assignment_previous on fee_assignment (franchisee_id, previous_id);
create index fee_assignment_plan on fee_assignment (fee_plan_id);
create index fee_assignment_breakdown on fee_assignment (breakdown_id);
create index fee_assignment_year on fee_assignment (academic_year_id);
select allow_family('fee_assignment', 'exists (select from fee_account a where a.franchisee_id = fee_assignment.franchisee_id and a.id = fee_assignment.fee_account_id)');

create table plan_activation (
  franchisee_id int not null, fee_assignment_id uuid not null, at timestamptz not null default now(),
  primary key (franchisee_id, fee_assignment_id),
  foreign key (franchisee_id, fee_assignment_id) references fee_assignment (franchisee_id, id));
select add_centre_policies('plan_activation');
select make_append_only('plan_activation');

create table fee_line (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), fee_account_id uuid not null, fee_assignment_id uuid,
  kind text not null check (kind in ('PLAN', 'FORM', 'LATE_FEE', 'BOUNCE', 'NOTE', 'OPENING')),
  state text not null check (state in ('PLANNED', 'OPEN', 'CANCELLED')),
  seq smallint not null default 1, label text not null check (length(label) between 1 and 80),
  fee_type_id uuid not null references fee_type (id), component_kind text not null,
  due_on date not null, grace_days smallint not null default 0, gross bigint not null check (gross >= 0),
  concession bigint not null default 0 check (concession >= 0), adjusted bigint not null default 0, tax bigint not null default 0 check (tax >= 0),
  net bigint not null generated always as (gross + tax - concession - adjusted) stored check (net >= 0),
  allocated bigint not null default 0, royalty_base text not null check (royalty_base in ('NONE', 'GROSS', 'NET')), royalty_bp int check (royalty_bp between 0 and 10000),
  royalty_less_bp int not null default 0 check (royalty_less_bp between 0 and 10000),
  tax_rate_id uuid references tax_rate (id), cancelled_at timestamptz, source_note_id uuid, of_line_id uuid, round_off bigint not null default 0, formula text check (length(formula) <= 200),
  academic_year_id int not null references academic_year (id), billed_entry_id uuid, source text, source_id text,
  primary key (franchisee_id, id),
  foreign key (franchisee_id, fee_account_id) references fee_account (franchisee_id, id),
  foreign key (franchisee_id, fee_assignment_id) references fee_assignment (franchisee_id, id),
  foreign key (franchisee_id, of_line_id) references fee_line (franchisee_id, id),
  foreign key (franchisee_id, billed_entry_id) references ledger_entry (franchisee_id, id),
  constraint fee_line_allocated check (allocated between 0 and gross + tax - concession - adjusted),
  unique (franchisee_id, source, source_id));
select make_centre_table('fee_line');
create trigger check_fee_type before insert or update of fee_type_id on fee_line for each row execute function check_shared_reference('fee_type_id', 'fee_type');
create index fee_line_account on fee_line (franchisee_id, fee_account_id, due_on);
create index fee_line_open on fee_line (franchisee_id, due_on) where state = 'OPEN' and allocated < net;
create index fee_line_concession on fee_line (franchisee_id, fee_account_id) where concession > 0;
create index fee_line_assignment on fee_line (franchisee_id, fee_assignment_id);
create index fee_line_of on fee_line (franchisee_id, of_line_id) where of_line_id is not null;
create index fee_line_billed on fee_line (franchisee_id, billed_entry_id);
create index fee_line_type on fee_line (fee_type_id);
create index fee_line_rate on fee_line (tax_rate_id);
create index fee_line_year on fee_line (academic_year_id);
select allow_family('fee_line', 'exists (select from fee_account a where a.franchisee_id = fee_line.franchisee_id and a.id = fee_line.fee_account_id)');
alter table ledger_posting add foreign key (franchisee_id, fee_line_id) references fee_line (franchisee_id, id);

create table student_concession (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), fee_account_id uuid not null, fee_assignment_id uuid, concession_id uuid references concession (id),
  basis text not null check (basis in ('PERCENT', 'AMOUNT')), value bigint not null check (value >= 0),
  level text not null default 'COMPONENT' check (level in ('COMPONENT', 'PLAN')), component_kinds text[] not null default '{}',
  amount bigint not null default 0 check (amount >= 0), per_line jsonb not null default '[]',
  reason text not null check (length(reason) between 1 and 500), document_file uuid, band_code text,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PENDING', 'APPROVED', 'REJECTED', 'APPLIED', 'REVOKED')),
  requested_by uuid, decided_by uuid, decided_at timestamptz, approved_at_ho boolean not null default false, budget_id uuid,
  primary key (franchisee_id, id),
  foreign key (franchisee_id, fee_account_id) references fee_account (franchisee_id, id),
  foreign key (franchisee_id, fee_assignment_id) references fee_assignment (franchisee_id, id),
  foreign key (franchisee_id, budget_id) references concession_budget (franchisee_id, id),
  constraint student_concession_not_maker check (decided_by <> requested_by));
select make_centre_table('student_concession');
create trigger check_concession before insert or update of concession_id on student_concession for each row execute function check_shared_reference('concession_id', 'concession');
create index student_concession_account on student_concession (franchisee_id, fee_account_id);
create index student_concession_assignment on student_concession (franchisee_id, fee_assignment_id);
create index student_concession_queue on student_concession (franchisee_id, status, created_at);
create index student_concession_budget on student_concession (franchisee_id, budget_id);
create index student_concession_kind on student_concession (concession_id);

create table late_fee_waiver (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), fee_line_id uuid not null, amount bigint not null check (amount > 0),
  reason text not null check (length(reason) between 1 and 500), requested_by uuid not null default scope_user(), decided_by uuid, decided_at timestamptz,
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED')),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, fee_line_id) references fee_line (franchisee_id, id),
  constraint late_fee_waiver_not_maker check (decided_by <> requested_by));
select make_centre_table('late_fee_waiver');
create index late_fee_waiver_line on late_fee_waiver (franchisee_id, fee_line_id);
create index late_fee_waiver_queue on late_fee_waiver (franchisee_id, status, created_at);

-- A parent reads the entries of the own child's account.
select allow_family('ledger_entry', 'exists (select from fee_account a where a.franchisee_id = ledger_entry.franchisee_id and a.id = ledger_entry.fee_account_id)');
select allow_family('ledger_posting', 'party_kind = ''FEE_ACCOUNT'' and exists (select from fee_account a where a.franchisee_id = ledger_posting.franchisee_id and a.id::text = ledger_posting.party_id)');
select allow_family('ledger_balance', 'exists (select from fee_account a where a.franchisee_id = ledger_balance.franchisee_id and a.id::text = ledger_balance.party_id)');
select allow_family('ledger_seal', 'exists (select from ledger_entry e where e.franchisee_id = ledger_seal.franchisee_id and e.id = ledger_seal.entry_id)');
select allow_family('plan_activation', 'exists (select from fee_assignment f where f.franchisee_id = plan_activation.franchisee_id and f.id = plan_activation.fee_assignment_id)');
