-- The number and the address of a trainer from outside stand in their row alone, never in the journal of changes.
drop trigger record_change on training_trainer;
select add_change_audit('training_trainer', array['mobile', 'email']);
