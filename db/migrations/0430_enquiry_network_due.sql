-- The head office's follow-ups by bucket: a group and its days lie together over all centres (areas/enquiries.md 3.2, 9).
create index enquiry_network_bucket on enquiry (academic_year_id, follow_up_group, next_follow_up_on, id) include (franchisee_id, stage_code)
  where follow_up_group in ('COLD', 'WARM', 'HOT');
