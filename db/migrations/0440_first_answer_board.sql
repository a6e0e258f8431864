-- The dashboard's median of first answers is taken in working time, from the clocks themselves (areas/enquiries.md 3.4): the
-- clocks of a centre's enquiries are read from the index alone.
create index first_answer_board on first_answer (franchisee_id, enquiry_id) include (working_s, due_at, ended_at);
