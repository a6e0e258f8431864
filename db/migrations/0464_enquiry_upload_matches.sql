-- What a file does with children who have an enquiry here already (areas/enquiries.md 6, matches), and which blanks its rows filled.
alter table enquiry_upload
  add column matches text not null default 'ASK_AGAIN' check (matches in ('ASK_AGAIN', 'FILL_BLANKS', 'SKIP')),
  add column filled int not null default 0;
alter table enquiry_upload_row
  drop constraint enquiry_upload_row_result_check,
  add constraint enquiry_upload_row_result_check check (result in ('NEW', 'AGAIN', 'FILLED', 'KNOWN')),
  -- Columns of the file that were blank here and are filled now; null when there was none.
  add column filled text[] check (cardinality(filled) > 0);
