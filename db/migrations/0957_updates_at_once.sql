-- A register saved again, and an order that is packed, held or cancelled, change the rows of a whole section or order in one
-- statement: their change audit is one statement, too.
select audit_updates_at_once(t) from unnest(array['attendance_mark', 'kit_order_line', 'stock_reservation']) t;
