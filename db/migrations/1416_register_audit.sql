-- The marks that one saving adds to a register, or changes in it, are one row of the change audit. Until now each was a row of
-- its own that did not say whose mark it was: its key has no column `id`, and a difference holds what changed alone.
select audit_together('attendance_mark', 'register_id');
