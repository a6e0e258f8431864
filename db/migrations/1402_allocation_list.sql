-- The allocation list of a centre sorts all its children's names: it finds them, and what it asks of a child beside, in the index
-- alone. The plan that is kept is then as cheap as one made for the centre, and none is made for each call (docs/decisions/0019).
drop index student_name;
create index student_name on student (franchisee_id, name, id) include (admission_no, gender);
-- A join that Postgres leaves out of a count still asks for the column it stands on: with it the count reads the index alone.
drop index kit_allocation_list;
create index kit_allocation_list on kit_allocation (franchisee_id, academic_year_id, kit_type, class_id) include (student_id);
