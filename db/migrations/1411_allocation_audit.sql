-- An order takes the rights of all its children in one statement: they enter the change audit together, as its lines do (0957).
select audit_inserts_at_once('kit_allocation');
select audit_updates_at_once('kit_allocation');
