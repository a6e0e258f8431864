-- The head office's list and search over all centres: like a centre's index of 0401, newest first, with all that lists
-- filter by, so that a part of a name is looked for inside the index (decision 0012). It takes the place of the bare one.
create index enquiry_network_search on enquiry (academic_year_id, captured_at desc, id desc)
  include (franchisee_id, spanco_status, stage_code, sub_status, temperature, owner_id, source_id, next_follow_up_on, follow_up_group, is_open, search_text);
drop index enquiry_network_list;
