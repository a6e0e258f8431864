-- An order of thirty children writes four hundred rows, of each table in one statement.
select audit_inserts_at_once(t) from unnest(array['kit_order_line', 'order_component', 'stock_reservation', 'stock_movement']) t;
