-- Who is due in a year of a centre, in the order of the day: the queue takes the nearest thousand of a backlog from here
-- instead of sorting all of it (a centre of 205,000 enquiries has 18,000 due), and the days ahead are counted in it.
create index enquiry_due_of_year on enquiry (franchisee_id, academic_year_id, next_follow_up_on, id) include (owner_id) where is_open;
