-- Parcels of kits (areas/orders.md 2.3): what was packed of an order, its delivery challan, and the tax invoice made when it leaves.
create table shipment (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  shipment_no text not null check (length(shipment_no) between 1 and 30), order_id uuid not null, warehouse_id uuid not null references warehouse (id),
  courier text check (courier in ('DELHIVERY', 'SHIPROCKET', 'DTDC', 'BLUE_DART', 'OWN_VEHICLE', 'HAND')),
  awb text check (awb ~ '^[A-Za-z0-9-]{4,40}$'),
  status text not null default 'PACKED' check (status in ('PACKED', 'MANIFESTED', 'PICKED_UP', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'ATTEMPT_FAILED',
    'RTO_INITIATED', 'RTO_DELIVERED', 'LOST', 'DAMAGED', 'DELIVERED', 'CANCELLED')),
  exception_text text check (length(exception_text) between 1 and 300),
  boxes int not null default 1 check (boxes between 1 and 99), weight_g int not null check (weight_g between 1 and 1000000),
  promised_on date, eta date, packed_at timestamptz not null, packed_by uuid not null references app_user (id),
  gate_out_at timestamptz, delivered_at timestamptz, received_by text check (length(received_by) between 1 and 120),
  primary key (franchisee_id, id), unique (franchisee_id, shipment_no),
  foreign key (franchisee_id, order_id) references kit_order (franchisee_id, id),
  constraint shipment_gone check ((gate_out_at is not null) = (status not in ('PACKED', 'CANCELLED'))),
  constraint shipment_courier check (gate_out_at is null or courier is not null));
create index shipment_order on shipment (franchisee_id, order_id);
create index shipment_warehouse on shipment (warehouse_id);
create index shipment_packed_by on shipment (packed_by);
select make_centre_table('shipment');
create index shipment_waiting on shipment (promised_on, id) where status = 'PACKED';
create index shipment_gone_out on shipment (gate_out_at desc, id) where gate_out_at is not null;

-- Whose kits are in it, in which box, and what of them the centre counted.
create table shipment_line (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  shipment_id uuid not null, line_id uuid not null, qty int not null check (qty > 0), box_no int not null default 1 check (box_no > 0),
  label_code text not null check (length(label_code) between 6 and 16),
  qty_good int check (qty_good >= 0), qty_damaged int check (qty_damaged >= 0), qty_short int check (qty_short >= 0),
  primary key (franchisee_id, id), unique (franchisee_id, shipment_id, line_id), unique (franchisee_id, label_code),
  foreign key (franchisee_id, shipment_id) references shipment (franchisee_id, id),
  foreign key (franchisee_id, line_id) references kit_order_line (franchisee_id, id),
  constraint shipment_line_counted check (num_nulls(qty_good, qty_damaged, qty_short) = 3
    or (num_nulls(qty_good, qty_damaged, qty_short) = 0 and qty_good + qty_damaged + qty_short = qty)));
create index shipment_line_line on shipment_line (franchisee_id, line_id);
select make_centre_table('shipment_line');

create table delivery_challan (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  -- Taken when it is issued, and never used again.
  challan_no text check (length(challan_no) between 1 and 16), shipment_id uuid not null,
  kind text not null check (kind in ('SALE', 'SAMPLE', 'REPLACEMENT', 'STOCK_TRANSFER', 'RETURN')),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'ISSUED', 'CANCELLED')), issued_on date,
  value_paise bigint not null default 0 check (value_paise >= 0),
  eway_no text check (eway_no ~ '^[0-9]{12}$'), eway_valid_to date, eway_reason text check (length(eway_reason) between 5 and 300),
  vehicle_no text check (length(vehicle_no) between 4 and 15), transporter_id text check (length(transporter_id) between 4 and 20),
  cancelled_reason text check (length(cancelled_reason) between 1 and 300),
  -- As printed; drawn anew when the parcel leaves.
  snapshot jsonb, file_id uuid,
  primary key (franchisee_id, id), unique (franchisee_id, challan_no),
  foreign key (franchisee_id, shipment_id) references shipment (franchisee_id, id),
  foreign key (franchisee_id, file_id) references file (franchisee_id, id),
  constraint delivery_challan_issued check (status = 'CANCELLED' or (status = 'ISSUED') = (challan_no is not null and snapshot is not null)),
  constraint delivery_challan_cancelled check ((status = 'CANCELLED') = (cancelled_reason is not null)));
create unique index delivery_challan_live on delivery_challan (franchisee_id, shipment_id) where status <> 'CANCELLED';
create index delivery_challan_shipment on delivery_challan (franchisee_id, shipment_id);
create index delivery_challan_file on delivery_challan (franchisee_id, file_id);
select make_centre_table('delivery_challan');
create index delivery_challan_list on delivery_challan (created_at desc, id desc);

create table kit_invoice (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  invoice_no text not null check (length(invoice_no) between 1 and 16), shipment_id uuid not null, order_id uuid not null,
  issued_on date not null, due_on date not null, seller_gstin text, buyer_gstin text, pos_state text,
  taxable_paise bigint not null check (taxable_paise >= 0), cgst_paise bigint not null check (cgst_paise >= 0),
  sgst_paise bigint not null check (sgst_paise >= 0), igst_paise bigint not null check (igst_paise >= 0),
  total_paise bigint not null generated always as (taxable_paise + cgst_paise + sgst_paise + igst_paise) stored,
  due_id uuid not null, snapshot jsonb not null, file_id uuid,
  primary key (franchisee_id, id), unique (franchisee_id, shipment_id), unique (franchisee_id, invoice_no),
  foreign key (franchisee_id, shipment_id) references shipment (franchisee_id, id),
  foreign key (franchisee_id, order_id) references kit_order (franchisee_id, id),
  foreign key (franchisee_id, due_id) references franchisee_due (franchisee_id, id),
  foreign key (franchisee_id, file_id) references file (franchisee_id, id));
create index kit_invoice_order on kit_invoice (franchisee_id, order_id);
create index kit_invoice_due on kit_invoice (franchisee_id, due_id);
create index kit_invoice_file on kit_invoice (franchisee_id, file_id);
create index kit_invoice_list on kit_invoice (franchisee_id, issued_on desc, id);
select make_centre_table('kit_invoice');
