-- Orders of kits (areas/orders.md 2.3). The status is written by one function alone, from the money and the lines; a line's
-- quantities are a ledger: what was shipped, arrived or came back never changes what was ordered.
create table kit_order (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  order_no text not null check (length(order_no) between 1 and 30),
  -- Of the device that placed it: pressed twice it is one order.
  client_id uuid not null,
  kind text not null check (kind in ('STUDENT', 'SAMPLE', 'UNIFORM', 'WOW', 'REPLACEMENT', 'RE_ORDER')),
  kit_type text not null check (length(kit_type) between 1 and 30), academic_year_id int not null references academic_year (id),
  status text not null default 'PENDING' check (status in ('PENDING', 'CONFIRMED', 'SHIPPED', 'DELIVERED', 'CANCELLED', 'FAIL')),
  fail_reason text check (fail_reason in ('PAYMENT_TIMEOUT', 'PAYMENT_FAILED', 'RTO', 'LOST')),
  payment_mode text not null check (payment_mode in ('ONLINE', 'CREDIT', 'BANK_TRANSFER', 'NIL')), payment_id uuid,
  ship_policy text not null default 'AVAILABLE' check (ship_policy in ('TOGETHER', 'AVAILABLE')), ship_to jsonb not null,
  warehouse_id uuid not null references warehouse (id),
  placed_at timestamptz not null, placed_by uuid not null references app_user (id), hold_until timestamptz, confirmed_at timestamptz,
  first_shipped_at timestamptz, delivered_at timestamptz, cancelled_at timestamptz, cancel_reason text check (length(cancel_reason) between 1 and 300),
  subtotal_paise bigint not null check (subtotal_paise >= 0), freight_paise bigint not null default 0 check (freight_paise >= 0),
  tax_paise bigint not null check (tax_paise >= 0),
  total_paise bigint not null generated always as (subtotal_paise + freight_paise + tax_paise) stored, promised_on date,
  parent_order_id uuid, claim_id uuid, credit_override jsonb,
  primary key (franchisee_id, id), unique (franchisee_id, order_no), unique (franchisee_id, client_id),
  foreign key (franchisee_id, parent_order_id) references kit_order (franchisee_id, id),
  constraint kit_order_nil check (payment_mode <> 'NIL' or subtotal_paise + tax_paise = 0),
  constraint kit_order_fail check ((status = 'FAIL') = (fail_reason is not null)));
create index kit_order_list on kit_order (franchisee_id, kit_type, status, placed_at desc, id);
create index kit_order_parent on kit_order (franchisee_id, parent_order_id);
create index kit_order_year on kit_order (academic_year_id);
create index kit_order_warehouse on kit_order (warehouse_id);
create index kit_order_placed_by on kit_order (placed_by);
select make_centre_table('kit_order');
create index kit_order_network on kit_order (kit_type, status, placed_at desc, id);
create index kit_order_hold on kit_order (hold_until) where status = 'PENDING';

create table kit_order_line (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  order_id uuid not null, line_no int not null check (line_no > 0),
  product_id uuid references product (id), mapping_id uuid references kit_mapping (id), allocation_id uuid, enrolment_id uuid, student_id uuid,
  class_id int references class (id), gender text check (gender in ('MALE', 'FEMALE', 'OTHER')), size_code text check (length(size_code) between 1 and 8),
  qty_ordered int not null check (qty_ordered > 0), qty_cancelled int not null default 0 check (qty_cancelled >= 0),
  qty_shipped int not null default 0 check (qty_shipped >= 0), qty_delivered int not null default 0 check (qty_delivered >= 0),
  qty_damaged int not null default 0 check (qty_damaged >= 0), qty_short int not null default 0 check (qty_short >= 0), qty_returned int not null default 0 check (qty_returned >= 0),
  unit_price_paise bigint not null check (unit_price_paise >= 0), taxable_paise bigint not null check (taxable_paise >= 0), tax_paise bigint not null check (tax_paise >= 0),
  live boolean not null default true, replacement boolean not null default false,
  primary key (franchisee_id, id), unique (franchisee_id, order_id, line_no),
  foreign key (franchisee_id, order_id) references kit_order (franchisee_id, id),
  foreign key (franchisee_id, allocation_id) references kit_allocation (franchisee_id, id),
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id),
  foreign key (franchisee_id, student_id) references student (franchisee_id, id),
  constraint kit_order_line_shipped check (qty_shipped <= qty_ordered - qty_cancelled),
  constraint kit_order_line_arrived check (qty_delivered + qty_damaged + qty_short + qty_returned <= qty_shipped));
create unique index kit_order_line_once on kit_order_line (franchisee_id, allocation_id) where live and not replacement and enrolment_id is not null;
create index kit_order_line_allocation on kit_order_line (franchisee_id, allocation_id);
create index kit_order_line_enrolment on kit_order_line (franchisee_id, enrolment_id);
create index kit_order_line_student on kit_order_line (franchisee_id, student_id);
create index kit_order_line_product on kit_order_line (product_id);
create index kit_order_line_mapping on kit_order_line (mapping_id);
create index kit_order_line_class on kit_order_line (class_id);
select make_centre_table('kit_order_line');

-- What the kits of a line are made of, frozen when it was placed.
create table order_component (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  order_id uuid not null, line_id uuid not null, product_id uuid not null references product (id), qty int not null check (qty > 0),
  hsn text not null, rate_bp int not null check (rate_bp between 0 and 10000),
  taxable_paise bigint not null check (taxable_paise >= 0), tax_paise bigint not null check (tax_paise >= 0),
  primary key (franchisee_id, id), unique (franchisee_id, line_id, product_id),
  foreign key (franchisee_id, order_id) references kit_order (franchisee_id, id),
  foreign key (franchisee_id, line_id) references kit_order_line (franchisee_id, id));
create index order_component_order on order_component (franchisee_id, order_id);
create index order_component_product on order_component (product_id);
select make_centre_table('order_component');
