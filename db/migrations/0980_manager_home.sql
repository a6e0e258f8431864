-- Academic managers and coordinators look after several centres: the home of a zone compares them, where a teacher's counted
-- the children, allergies and birthdays of all their centres as those of "your class".
update role set home = 'zone' where role in ('ACADEMIC_MANAGER', 'ACADEMIC_COORDINATOR') and home = 'teacher';
