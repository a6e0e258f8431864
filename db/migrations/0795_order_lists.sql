-- The newest orders of a year, of one centre and of all; the index by year alone goes: this one begins with it.
create index kit_order_newest on kit_order (franchisee_id, academic_year_id, placed_at desc, id desc);
create index kit_order_network_newest on kit_order (academic_year_id, placed_at desc, id desc);
drop index kit_order_year;
-- What is packed next, the earliest promise first.
create index kit_order_to_pack on kit_order (promised_on, id) where status in ('CONFIRMED', 'SHIPPED');
