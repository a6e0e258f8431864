-- Files of enquiries (areas/enquiries.md 6, upload columns): how far each one is, what became of each row, the faulty rows to
-- mend, and the numbers of another system by which a row is known again.
create table enquiry_upload (
  -- The id of its check (import_job).
  franchisee_id int not null references franchisee (id), id uuid not null, academic_year_id int not null references academic_year (id),
  file_name text not null check (length(file_name) between 1 and 120),
  mode text not null check (mode in ('ALL_OR_NOTHING', 'VALID_ROWS')),
  state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'DONE', 'CANCELLED')),
  cancel_asked boolean not null default false,
  -- done = rows looked at of those that are sound; total = rows of the file.
  total int not null, sound int not null, bad int not null, done int not null default 0,
  created int not null default 0, again int not null default 0, known int not null default 0,
  first_code text, last_code text,
  -- {heading, lines: [{row, cells, fault}]}; forgotten after 30 days.
  faulty jsonb,
  by uuid, at timestamptz not null, finished_at timestamptz,
  primary key (franchisee_id, id));
create index enquiry_upload_list on enquiry_upload (franchisee_id, at desc, id desc);
create index enquiry_upload_year on enquiry_upload (academic_year_id);
create index enquiry_upload_faulty on enquiry_upload (at) where faulty is not null;
select make_centre_table('enquiry_upload', '{faulty}');
revoke all on enquiry_upload from rt_public;

create table enquiry_upload_row (
  franchisee_id int not null, upload_id uuid not null, row int not null, enquiry_id uuid not null,
  result text not null check (result in ('NEW', 'AGAIN', 'KNOWN')),
  primary key (franchisee_id, upload_id, row),
  foreign key (franchisee_id, upload_id) references enquiry_upload (franchisee_id, id),
  foreign key (franchisee_id, enquiry_id) references enquiry (franchisee_id, id));
create index enquiry_upload_row_enquiry on enquiry_upload_row (franchisee_id, enquiry_id);
create index enquiry_upload_row_result on enquiry_upload_row (franchisee_id, upload_id, result, row);
select add_centre_policies('enquiry_upload_row');
revoke all on enquiry_upload_row from rt_public;

-- A centre's own number of a row, once: the same file again, or its mended rest, doubles nothing.
create table enquiry_external_ref (
  franchisee_id int not null, ref text not null check (length(ref) between 1 and 60), enquiry_id uuid not null,
  primary key (franchisee_id, ref),
  foreign key (franchisee_id, enquiry_id) references enquiry (franchisee_id, id));
create index enquiry_external_ref_enquiry on enquiry_external_ref (franchisee_id, enquiry_id);
select add_centre_policies('enquiry_external_ref');
revoke all on enquiry_external_ref from rt_public;
