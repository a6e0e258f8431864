-- From which warehouse a centre is served (areas/orders.md 2.1): up to three in their order, of one kit type or of all.
create table warehouse_mapping (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  -- Null: every kit type without a row of its own.
  kit_type text check (kit_type in ('CURRICULUM_KIT_1', 'INTELLI_KIT', 'BRIDGE_KIT', 'GIFT_BOX', 'SAMPLE_KIT', 'WOW_KIT', 'CURRICULUM_KIT_2', 'UNIFORM_KIT')),
  warehouse_id uuid not null references warehouse (id), priority int not null check (priority between 1 and 3), from_on date not null,
  primary key (franchisee_id, id),
  constraint warehouse_mapping_once unique nulls not distinct (franchisee_id, kit_type, priority));
create index warehouse_mapping_warehouse on warehouse_mapping (warehouse_id);
select make_centre_table('warehouse_mapping');
-- Head office decides who serves whom; a centre reads its own.
revoke insert, update, delete on warehouse_mapping from rt_centre, rt_public;
revoke select on warehouse_mapping from rt_public;
