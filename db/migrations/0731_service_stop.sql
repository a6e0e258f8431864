-- The stop that was chosen with a transport service: the approval takes the seat there. A stop that is taken off its route leaves the
-- service without one.
alter table service_assignment add column stop_id uuid;
alter table service_assignment add foreign key (franchisee_id, stop_id) references bus_stop (franchisee_id, id) on delete set null (stop_id);
create index service_assignment_stop on service_assignment (franchisee_id, stop_id);
