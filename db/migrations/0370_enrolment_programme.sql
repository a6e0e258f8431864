-- The programme follows the class's category (areas/students.md 1); until now every admitted child stood as REGULAR.
update enrolment e set programme = case k.category
    when 'Bridge Course' then 'BRIDGE' when 'Hybrid' then 'HYBRID' else 'PARENT_TODDLER' end
  from class k
 where k.id = e.class_id and k.category is not null and e.programme = 'REGULAR';

-- The rosters of a day, and the planned moves the clock looks for, are read by section and first day.
drop index placement_section;
create index placement_section on placement (franchisee_id, section_id, from_on);
