-- One way for files in (packages/server/file-import): the job of a file, and its rows until they are saved.
alter table import_job
  add column file_id uuid, add column academic_year_id int,
  -- done = rows that the check or the save is through with; saved = rows that stand.
  add column done int not null default 0, add column saved int not null default 0,
  add column cancel_asked boolean not null default false,
  -- {missing, dateQuestions, unknownValues} of the last check.
  add column report jsonb, add column problem text;
create index import_job_user on import_job (user_id, contract, created_at desc);

create table import_row (
  job_id uuid not null references import_job (id), row int not null check (row > 0),
  -- As they stand in the file; what was read from them, null where a fault is; [{column, text}], null where none is.
  cells jsonb not null, ready jsonb, faults jsonb,
  primary key (job_id, row));
create index import_row_faulty on import_row (job_id, row) where faults is not null;
grant select, insert, update, delete on import_row to rt_centre, rt_network;

-- What cells of a file say is nobody's business in the audit.
drop trigger record_change on import_job;
select add_change_audit('import_job', '{rows,mapping,report}');
