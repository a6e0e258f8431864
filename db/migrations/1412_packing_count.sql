-- The count of what can be packed reads the index alone: the joins it leaves out stand on the centre (1402). After 1410, which made it.
drop index kit_order_packing_next;
create index kit_order_packing_next on kit_order_packing (promised_on, order_id) include (franchisee_id) where ready > 0;
