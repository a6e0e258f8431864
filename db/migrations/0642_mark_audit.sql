-- A register saves the marks of a whole section in one statement.
select audit_inserts_at_once('attendance_mark');
