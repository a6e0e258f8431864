-- What the network sells to its centres (areas/orders.md 2.1). Head office alone writes it; a centre reads what it may order.
create table product (
  id uuid primary key default gen_random_uuid(),
  sku text not null unique check (sku ~ '^[A-Z0-9-]{3,30}$'), name text not null check (length(name) between 1 and 120),
  description text check (length(description) <= 2000),
  -- A style of apparel is not kept in stock: each of its sizes is.
  kind text not null default 'ITEM' check (kind in ('ITEM', 'KIT', 'APPAREL_STYLE', 'APPAREL_SIZE')), parent_id uuid references product (id),
  category text check (category in ('INDOOR', 'OUTDOOR', 'FURNITURE', 'IT', 'SAFETY')), in_wow_kit boolean not null default false,
  gender text not null default 'BOTH' check (gender in ('MALE', 'FEMALE', 'BOTH')), size_code text check (length(size_code) between 1 and 8),
  hsn text not null check (hsn ~ '^[0-9]{4}([0-9]{2})?([0-9]{2})?$'), uom text not null default 'PCS' check (length(uom) between 1 and 8),
  weight_g int not null check (weight_g between 1 and 500000),
  length_mm int check (length_mm between 1 and 10000), width_mm int check (width_mm between 1 and 10000), height_mm int check (height_mm between 1 and 10000),
  min_order_qty int not null default 1 check (min_order_qty between 1 and 10000), pack_qty int not null default 1 check (pack_qty between 1 and 10000),
  image_ids uuid[] not null default '{}' check (cardinality(image_ids) <= 6),
  tracks_stock boolean not null default true, active boolean not null default true,
  constraint product_category check (not in_wow_kit or category is not null),
  constraint product_size check ((kind = 'APPAREL_SIZE') = (parent_id is not null) and (kind = 'APPAREL_SIZE') = (size_code is not null)),
  constraint product_style_stock check (kind <> 'APPAREL_STYLE' or not tracks_stock),
  constraint product_sizes_once unique (parent_id, size_code));
create index product_list on product (kind, active, name);
create index product_search on product using gin (name gin_trgm_ops, sku gin_trgm_ops);
select make_network_table('product');

-- GST of goods by the longest prefix of their HSN code, dated; of apparel also by the value of one piece (before tax).
create table hsn_rate (
  id uuid primary key default gen_random_uuid(), hsn_prefix text not null check (hsn_prefix ~ '^[0-9]{2,8}$'),
  description text not null check (length(description) between 1 and 120),
  from_on date not null, unit_value_to_paise bigint check (unit_value_to_paise > 0), rate_bp int not null check (rate_bp between 0 and 10000),
  constraint hsn_rate_once unique nulls not distinct (hsn_prefix, from_on, unit_value_to_paise));
select make_network_table('hsn_rate');
-- To be verified by the operator's tax adviser: data, not code.
insert into hsn_rate (hsn_prefix, description, from_on, unit_value_to_paise, rate_bp) values
  ('4901', 'Printed books', '2017-07-01', null, 0), ('4903', 'Picture, drawing and colouring books', '2017-07-01', null, 0),
  ('48', 'Paper and stationery', '2017-07-01', null, 1800), ('9503', 'Toys', '2017-07-01', null, 500),
  ('9608', 'Pens and crayons', '2017-07-01', null, 1800), ('4202', 'Bags', '2017-07-01', null, 1800), ('3926', 'Plastic articles', '2017-07-01', null, 1800),
  ('61', 'Knitted apparel', '2017-07-01', 250000, 500), ('61', 'Knitted apparel', '2017-07-01', null, 1800),
  ('62', 'Woven apparel', '2017-07-01', 250000, 500), ('62', 'Woven apparel', '2017-07-01', null, 1800),
  ('64', 'Footwear', '2017-07-01', 250000, 500), ('64', 'Footwear', '2017-07-01', null, 1800),
  ('94', 'Furniture', '2017-07-01', null, 1800), ('9506', 'Outdoor play equipment', '2017-07-01', null, 1800),
  ('84', 'Machines and computers', '2017-07-01', null, 1800), ('85', 'Electrical equipment', '2017-07-01', null, 1800),
  ('8424', 'Fire extinguishers', '2017-07-01', null, 1800);

create table warehouse (
  id uuid primary key default gen_random_uuid(), code text not null unique check (code ~ '^[A-Z]{3}$'), name text not null check (length(name) between 1 and 80),
  address text not null check (length(address) between 1 and 300), pincode text not null check (pincode ~ '^[1-9][0-9]{5}$'),
  gstin text not null check (gstin ~ '^[0-9]{2}[A-Z0-9]{13}$'), state_code text not null generated always as (left(gstin, 2)) stored,
  cutoff time not null default '15:00', active boolean not null default true);
select make_network_table('warehouse');

-- Asked of two approvers; what the second one approves becomes a price (areas/orders.md 2.5). Head office's rows (franchisee 1).
create table margin_request (
  franchisee_id int not null default 1 references franchisee (id), id uuid not null unique default gen_random_uuid(),
  product_id uuid not null references product (id), batch_id uuid,
  mrp_paise bigint not null check (mrp_paise > 0), margin_bp int not null check (margin_bp between 0 and 9000),
  -- Of one piece before tax, by the rate of the day on which it was asked for.
  price_paise bigint not null check (price_paise >= 0), rate_bp int not null check (rate_bp between 0 and 10000), from_on date not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'PARTIALLY APPROVED', 'APPROVED', 'REJECTED')),
  made_by uuid not null references app_user (id), reason text check (length(reason) <= 500),
  level1_by uuid references app_user (id), level1_at timestamptz, level2_by uuid references app_user (id), level2_at timestamptz,
  primary key (franchisee_id, id),
  constraint margin_request_maker check (made_by is distinct from level1_by and made_by is distinct from level2_by),
  constraint margin_request_levels check (level1_by is null or level1_by is distinct from level2_by),
  constraint margin_request_steps check (
    (status not in ('PARTIALLY APPROVED', 'APPROVED') or level1_by is not null) and ((status = 'APPROVED') = (level2_by is not null))));
create unique index margin_request_open on margin_request (product_id) where status in ('PENDING', 'PARTIALLY APPROVED');
create index margin_request_batch on margin_request (batch_id) where batch_id is not null;
create index margin_request_made_by on margin_request (made_by);
create index margin_request_level1 on margin_request (level1_by);
create index margin_request_level2 on margin_request (level2_by);
select make_shared_table('margin_request');
create index margin_request_product on margin_request (product_id, created_at desc);
create index margin_request_list on margin_request (status, created_at desc, id desc);

-- The price of an order is that of the latest day not after it.
create table product_price (
  product_id uuid not null references product (id), from_on date not null,
  mrp_paise bigint not null check (mrp_paise > 0), margin_bp int not null check (margin_bp between 0 and 9000),
  price_paise bigint not null check (price_paise >= 0), request_id uuid not null references margin_request (id),
  primary key (product_id, from_on));
create index product_price_request on product_price (request_id);
select make_network_table('product_price');
select make_append_only('product_price');
