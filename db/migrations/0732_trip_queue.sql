-- A driver's phone works without a network: what is tapped waits in one queue, with the order and the times of the device.
alter table scan_log drop constraint scan_log_kind_check, drop constraint scan_log_subject_kind_check;
alter table scan_log
  -- The place in the queue of the device; null: written by the server itself.
  add column seq int check (seq > 0),
  add constraint scan_log_kind_check check (kind in ('START', 'BOARD', 'NO_SHOW', 'ALIGHT', 'HANDOVER', 'RETURN', 'UNDO', 'REACH', 'END_ROUTE', 'REAR_CHECK')),
  add constraint scan_log_subject_kind_check check (subject_kind in ('CHILD', 'VEHICLE', 'STOP'));
