-- Parcels after the gate (areas/orders.md 2.3): what couriers say, what the centre counted, and the hand-over of kits to families.
create table tracking_event (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  shipment_id uuid not null, courier text not null check (length(courier) between 1 and 20),
  raw_status text not null check (length(raw_status) between 1 and 120), raw_code text not null default '' check (length(raw_code) <= 40),
  normalised text not null check (normalised in ('MANIFESTED', 'PICKED_UP', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'ATTEMPT_FAILED',
    'RTO_INITIATED', 'RTO_DELIVERED', 'LOST', 'DAMAGED', 'DELIVERED')),
  at timestamptz not null, place text check (length(place) between 1 and 120), note text check (length(note) between 1 and 300),
  primary key (franchisee_id, id),
  -- Told twice it is one event.
  unique (franchisee_id, shipment_id, at, raw_code, raw_status),
  foreign key (franchisee_id, shipment_id) references shipment (franchisee_id, id));
select make_centre_table('tracking_event');
select make_append_only('tracking_event');

create table goods_receipt (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  shipment_id uuid not null, received_at timestamptz not null, received_by uuid not null references app_user (id),
  note text check (length(note) between 1 and 300),
  primary key (franchisee_id, id), unique (franchisee_id, shipment_id),
  foreign key (franchisee_id, shipment_id) references shipment (franchisee_id, id));
create index goods_receipt_received_by on goods_receipt (received_by);
select make_centre_table('goods_receipt');

-- A child's kit at the centre, until its family has it.
create table kit_handover (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  line_id uuid not null, allocation_id uuid not null, enrolment_id uuid not null, student_id uuid not null,
  status text not null default 'AT_CENTRE' check (status in ('AT_CENTRE', 'HANDED_OVER')),
  -- The code is made of this and the server's key; a new one ends the old code.
  code_nonce uuid, code_until timestamptz, code_tries int not null default 0 check (code_tries >= 0), code_sent_at timestamptz,
  code_day date, code_count int not null default 0 check (code_count >= 0),
  method text check (method in ('OTP', 'SIGNATURE', 'PARENT_APP')), receiver text check (length(receiver) between 1 and 120),
  signature_file_id uuid, handed_at timestamptz, handed_by uuid references app_user (id),
  primary key (franchisee_id, id), unique (franchisee_id, line_id),
  foreign key (franchisee_id, line_id) references kit_order_line (franchisee_id, id),
  foreign key (franchisee_id, allocation_id) references kit_allocation (franchisee_id, id),
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id),
  foreign key (franchisee_id, student_id) references student (franchisee_id, id),
  foreign key (franchisee_id, signature_file_id) references file (franchisee_id, id),
  constraint kit_handover_done check ((status = 'HANDED_OVER') = (method is not null and handed_at is not null and handed_by is not null)),
  constraint kit_handover_signed check (signature_file_id is null or method = 'SIGNATURE'));
create index kit_handover_allocation on kit_handover (franchisee_id, allocation_id);
create index kit_handover_enrolment on kit_handover (franchisee_id, enrolment_id);
create index kit_handover_student on kit_handover (franchisee_id, student_id);
create index kit_handover_file on kit_handover (franchisee_id, signature_file_id);
create index kit_handover_handed_by on kit_handover (handed_by);
select make_centre_table('kit_handover');
create index kit_handover_waiting on kit_handover (franchisee_id, status, created_at desc, id);
select allow_family('kit_handover', 'student_id = any ((select scope_students())::uuid[])');
