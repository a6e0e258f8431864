-- Which products make one kit (areas/orders.md 2.1, 2.5): versions for a type, year and class, sample category or product
-- category. Head office's rows (franchisee 1); a centre reads them.
create table kit_mapping (
  franchisee_id int not null default 1 references franchisee (id), id uuid not null unique default gen_random_uuid(),
  code text not null check (length(code) between 3 and 24),
  kit_type text not null check (kit_type in ('CURRICULUM_KIT_1', 'INTELLI_KIT', 'BRIDGE_KIT', 'GIFT_BOX', 'SAMPLE_KIT', 'WOW_KIT', 'CURRICULUM_KIT_2')),
  academic_year_id int not null references academic_year (id), class_id int references class (id),
  sample_category text check (sample_category in ('STUDENT_KIT', 'UNIFORM_KIT')),
  product_category text check (product_category in ('INDOOR', 'OUTDOOR', 'FURNITURE', 'IT', 'SAFETY')),
  gender text not null default 'BOTH' check (gender in ('MALE', 'FEMALE', 'BOTH')), name text not null check (length(name) between 1 and 120),
  fulfilment text not null default 'PICK' check (fulfilment in ('PREPACKED', 'PICK')), kit_product_id uuid references product (id),
  price_mode text not null default 'SUM' check (price_mode in ('SUM', 'FIXED')), fixed_price_paise bigint check (fixed_price_paise >= 0),
  status text not null default 'PENDING' check (status in ('PENDING', 'CH1_APPROVED', 'APPROVED', 'REJECT')),
  version_no int not null default 1 check (version_no > 0), supersedes_id uuid references kit_mapping (id), current boolean not null default false,
  note text check (length(note) <= 500), made_by uuid not null references app_user (id),
  ch1_by uuid references app_user (id), approved_by uuid references app_user (id),
  primary key (franchisee_id, id),
  constraint kit_mapping_key check (case kit_type when 'SAMPLE_KIT' then sample_category is not null and class_id is null and product_category is null
    when 'WOW_KIT' then product_category is not null and class_id is null and sample_category is null
    else class_id is not null and sample_category is null and product_category is null end),
  constraint kit_mapping_price check ((price_mode = 'FIXED') = (fixed_price_paise is not null)),
  constraint kit_mapping_packed check (fulfilment = 'PICK' or kit_product_id is not null),
  constraint kit_mapping_current check (not current or status = 'APPROVED'),
  constraint kit_mapping_persons check (made_by is distinct from ch1_by and made_by is distinct from approved_by
    and (ch1_by is null or ch1_by is distinct from approved_by)));
create unique index kit_mapping_current_once on kit_mapping (kit_type, academic_year_id, class_id, sample_category, product_category, gender) nulls not distinct where current;
create unique index kit_mapping_open_once on kit_mapping (kit_type, academic_year_id, class_id, sample_category, product_category, gender) nulls not distinct where status in ('PENDING', 'CH1_APPROVED');
create unique index kit_mapping_version on kit_mapping (code, version_no);
create index kit_mapping_list on kit_mapping (kit_type, academic_year_id, class_id);
create index kit_mapping_year on kit_mapping (academic_year_id);
create index kit_mapping_class on kit_mapping (class_id);
create index kit_mapping_kit_product on kit_mapping (kit_product_id);
create index kit_mapping_supersedes on kit_mapping (supersedes_id);
create index kit_mapping_made_by on kit_mapping (made_by);
create index kit_mapping_ch1_by on kit_mapping (ch1_by);
create index kit_mapping_approved_by on kit_mapping (approved_by);
select make_shared_table('kit_mapping');

create table kit_mapping_line (
  franchisee_id int not null default 1 references franchisee (id), mapping_id uuid not null references kit_mapping (id), product_id uuid not null references product (id),
  qty int not null check (qty between 1 and 99), optional boolean not null default false, seq int not null,
  primary key (franchisee_id, mapping_id, product_id));
create index kit_mapping_line_of on kit_mapping_line (mapping_id, seq);
create index kit_mapping_line_product on kit_mapping_line (product_id);
select make_shared_table('kit_mapping_line');
