-- What a centre says is damaged or missing of an order that arrived (areas/orders.md 2.3, 3.10); another person decides.
create table damage_claim (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  claim_no text not null check (length(claim_no) between 1 and 30), order_id uuid not null,
  status text not null default 'SUBMITTED' check (status in ('SUBMITTED', 'UNDER_REVIEW', 'APPROVED', 'PARTIALLY_APPROVED', 'REJECTED', 'RE_ORDERED', 'DELIVERED', 'CLOSED')),
  fault text check (fault in ('COURIER', 'PACKING', 'SUPPLIER', 'CENTRE', 'UNKNOWN')),
  submitted_at timestamptz not null, submitted_by uuid not null references app_user (id),
  taken_by uuid references app_user (id), decided_by uuid references app_user (id), decided_at timestamptz,
  decision_note text check (length(decision_note) between 1 and 500), reorder_id uuid,
  primary key (franchisee_id, id), unique (franchisee_id, claim_no),
  foreign key (franchisee_id, order_id) references kit_order (franchisee_id, id),
  foreign key (franchisee_id, reorder_id) references kit_order (franchisee_id, id),
  constraint damage_claim_checker check (decided_by is distinct from submitted_by),
  constraint damage_claim_decided check ((status in ('SUBMITTED', 'UNDER_REVIEW')) = (decided_by is null)));
create index damage_claim_order on damage_claim (franchisee_id, order_id);
create index damage_claim_reorder on damage_claim (franchisee_id, reorder_id);
create index damage_claim_submitted_by on damage_claim (submitted_by);
create index damage_claim_taken_by on damage_claim (taken_by);
create index damage_claim_decided_by on damage_claim (decided_by);
create index damage_claim_list on damage_claim (franchisee_id, status, submitted_at desc, id);
select make_centre_table('damage_claim');

-- Of a line of the order: a whole kit, or pieces of one of its products.
create table damage_claim_line (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  claim_id uuid not null, line_id uuid not null, product_id uuid references product (id),
  kind text not null check (kind in ('DAMAGED', 'MISSING', 'WRONG_ITEM', 'WRONG_SIZE')),
  qty_claimed int not null check (qty_claimed > 0), qty_approved int check (qty_approved >= 0),
  resolution text check (resolution in ('REPLACE', 'CREDIT', 'NONE')),
  reason text not null check (length(reason) between 10 and 500), photo_ids uuid[] not null default '{}' check (cardinality(photo_ids) <= 5),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, claim_id) references damage_claim (franchisee_id, id),
  foreign key (franchisee_id, line_id) references kit_order_line (franchisee_id, id),
  constraint damage_claim_line_approved check (qty_approved <= qty_claimed),
  constraint damage_claim_line_resolved check ((qty_approved is null) = (resolution is null)),
  constraint damage_claim_line_photos check (kind = 'MISSING' or cardinality(photo_ids) > 0));
create unique index damage_claim_line_once on damage_claim_line (franchisee_id, claim_id, line_id, product_id) nulls not distinct;
create index damage_claim_line_line on damage_claim_line (franchisee_id, line_id);
create index damage_claim_line_product on damage_claim_line (product_id);
select make_centre_table('damage_claim_line');

alter table kit_order add foreign key (franchisee_id, claim_id) references damage_claim (franchisee_id, id);
create index kit_order_claim on kit_order (franchisee_id, claim_id);
