-- What is due next among what is open: the nearer of both promises, of a centre and of all. Lists are ordered by it.
create index ticket_due on ticket (franchisee_id, (least(response_due_at, resolution_due_at)), id) where status not in ('RESOLVED', 'CLOSED');
create index ticket_network_due on ticket ((least(response_due_at, resolution_due_at)), id) where status not in ('RESOLVED', 'CLOSED');
