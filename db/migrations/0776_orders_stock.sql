-- What lies in the warehouses of head office (areas/orders.md 2.2): rows of franchisee 1. A centre reads what is there and
-- may only hold and give back pieces for its own orders; what goods cost is read by the network alone.
create table stock_level (
  franchisee_id int not null default 1 references franchisee (id), id uuid not null unique default gen_random_uuid(),
  warehouse_id uuid not null references warehouse (id), product_id uuid not null references product (id),
  on_hand int not null default 0 check (on_hand >= 0), reserved int not null default 0 check (reserved >= 0),
  safety int not null default 0 check (safety between 0 and 1000000), damaged int not null default 0 check (damaged >= 0),
  reorder_point int not null default 0 check (reorder_point between 0 and 1000000),
  primary key (franchisee_id, id),
  constraint stock_level_once unique (warehouse_id, product_id),
  -- The last piece is sold once: no order may hold what is not there.
  constraint stock_level_held check (reserved <= on_hand));
create index stock_level_product on stock_level (product_id);
select make_shared_table('stock_level');
revoke insert, update, delete on stock_level from rt_centre, rt_public;
revoke select on stock_level from rt_public, rt_family;
grant update (reserved) on stock_level to rt_centre;
create policy hold on stock_level for update to rt_centre
  using (franchisee_id = 1 and cardinality((select scope_centres())::int[]) > 0)
  with check (franchisee_id = 1 and cardinality((select scope_centres())::int[]) > 0);

-- Of the same goods in paise, before tax; the moving average is value by pieces on hand.
create table stock_value (
  franchisee_id int not null default 1 references franchisee (id),
  warehouse_id uuid not null references warehouse (id), product_id uuid not null references product (id),
  value_paise bigint not null default 0 check (value_paise >= 0),
  primary key (franchisee_id, warehouse_id, product_id),
  constraint stock_value_once unique (warehouse_id, product_id));
create index stock_value_product on stock_value (product_id);
select make_shared_table('stock_value');
revoke all on stock_value from rt_centre, rt_public, rt_family;

create table stock_movement (
  franchisee_id int not null default 1 references franchisee (id), id uuid not null unique default gen_random_uuid(),
  warehouse_id uuid not null references warehouse (id), product_id uuid not null references product (id),
  kind text not null check (kind in ('RECEIPT', 'RESERVE', 'RELEASE', 'SHIP', 'RETURN', 'WRITE_OFF', 'TRANSFER_OUT', 'TRANSFER_IN',
    'ASSEMBLE_OUT', 'ASSEMBLE_IN', 'COUNT')),
  d_on_hand int not null default 0, d_reserved int not null default 0, d_value_paise bigint not null default 0,
  -- What caused it, and the centre whose order it was.
  ref_kind text not null check (length(ref_kind) between 1 and 20), ref_id uuid not null, ref_franchisee_id int references franchisee (id),
  note text check (length(note) between 1 and 300),
  primary key (franchisee_id, id));
create unique index stock_movement_once on stock_movement (kind, ref_kind, ref_id, warehouse_id, product_id) where kind not in ('RESERVE', 'RELEASE');
create index stock_movement_centre on stock_movement (ref_franchisee_id) where ref_franchisee_id is not null;
select make_shared_table('stock_movement');
create index stock_movement_list on stock_movement (created_at desc, id desc);
create index stock_movement_warehouse on stock_movement (warehouse_id, created_at desc);
create index stock_movement_product on stock_movement (product_id, created_at desc);
select make_append_only('stock_movement');
revoke select on stock_movement from rt_centre;
revoke all on stock_movement from rt_public, rt_family;
grant select (franchisee_id, id, warehouse_id, product_id, kind, d_on_hand, d_reserved, ref_kind, ref_id, ref_franchisee_id, version, created_at)
  on stock_movement to rt_centre;
create policy hold on stock_movement for insert to rt_centre
  with check (franchisee_id = 1 and kind in ('RESERVE', 'RELEASE') and d_on_hand = 0 and d_value_paise = 0
    and ref_franchisee_id = any ((select scope_centres())::int[]));

-- What suppliers will bring; a receipt counts against it.
create table stock_inbound (
  franchisee_id int not null default 1 references franchisee (id), id uuid not null unique default gen_random_uuid(),
  warehouse_id uuid not null references warehouse (id), product_id uuid not null references product (id),
  po_no text not null check (length(po_no) between 1 and 40), qty int not null check (qty between 1 and 1000000),
  received_qty int not null default 0, expected_on date not null, unit_cost_paise bigint not null check (unit_cost_paise >= 0),
  cancelled_at timestamptz,
  primary key (franchisee_id, id),
  constraint stock_inbound_once unique (po_no, warehouse_id, product_id),
  constraint stock_inbound_received check (received_qty between 0 and qty));
create index stock_inbound_open on stock_inbound (product_id, expected_on) where received_qty < qty;
create index stock_inbound_product on stock_inbound (product_id);
create index stock_inbound_warehouse on stock_inbound (warehouse_id);
create index stock_inbound_list on stock_inbound (expected_on, id);
select make_shared_table('stock_inbound');
revoke all on stock_inbound from rt_centre, rt_public, rt_family;
grant select (franchisee_id, id, warehouse_id, product_id, po_no, qty, received_qty, expected_on, cancelled_at, version, created_at) on stock_inbound to rt_centre;

-- What an order holds of a product in one warehouse, and what of it still has to come. Held while money is awaited, firm once confirmed.
create table stock_reservation (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  order_id uuid not null, order_no text not null check (length(order_no) between 1 and 30), line_id uuid not null,
  warehouse_id uuid not null references warehouse (id), product_id uuid not null references product (id),
  qty_held int not null check (qty_held >= 0), qty_backordered int not null check (qty_backordered >= 0),
  qty_shipped int not null default 0 check (qty_shipped >= 0),
  state text not null default 'HELD' check (state in ('HELD', 'FIRM', 'RELEASED', 'DONE')), firm_at timestamptz,
  primary key (franchisee_id, id),
  constraint stock_reservation_firm check (state <> 'FIRM' or firm_at is not null));
create unique index stock_reservation_once on stock_reservation (franchisee_id, line_id, warehouse_id, product_id) where state <> 'RELEASED';
create index stock_reservation_order on stock_reservation (franchisee_id, order_id);
create index stock_reservation_product on stock_reservation (product_id);
create index stock_reservation_warehouse on stock_reservation (warehouse_id);
select make_centre_table('stock_reservation');
create index stock_reservation_waiting on stock_reservation (product_id, warehouse_id, firm_at, created_at) where qty_backordered > 0;
