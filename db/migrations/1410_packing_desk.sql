-- The packing desk's list is found and counted in what is kept beside the orders: the promise stands there too, and the orders
-- that can be packed are in an index by it. Before, each reading joined all open orders of the network (0797).
alter table kit_order_packing add column promised_on date;
update kit_order_packing k set promised_on = o.promised_on from kit_order o where o.franchisee_id = k.franchisee_id and o.id = k.order_id;
create index kit_order_packing_next on kit_order_packing (promised_on, order_id) where ready > 0;
-- Nothing else read open orders by promise date (0795).
drop index kit_order_to_pack;
