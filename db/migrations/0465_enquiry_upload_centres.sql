-- A file for several centres (areas/enquiries.md 6, franchisee_id): checked as one, saved as one upload of each centre.
alter table enquiry_upload
  -- The check of the whole file (import_job); null when the file was for one centre.
  add column batch_id uuid;
create index enquiry_upload_batch on enquiry_upload (batch_id) where batch_id is not null;
-- Whoever works with several centres names an upload by its id alone.
create index enquiry_upload_id on enquiry_upload (id);
