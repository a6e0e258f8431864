-- The right of a centre to a WOW kit that an order of it takes.
alter table wow_order add column allocation_id uuid;
alter table wow_order add foreign key (franchisee_id, allocation_id) references kit_allocation (franchisee_id, id);
create index wow_order_allocation on wow_order (franchisee_id, allocation_id);
