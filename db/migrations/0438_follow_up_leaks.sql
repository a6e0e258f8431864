-- Calls of a centre by their time: what the leak list reads of the last weeks (areas/enquiries.md 11.5).
create index follow_up_time on follow_up (franchisee_id, at) include (subject_id, outcome, next_at) where type = 'academic' and voided_at is null;
