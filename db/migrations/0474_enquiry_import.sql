-- Files of enquiries go the way of all imports (0194): how far one is and its rows until they are saved stand in import_job and
-- import_row; enquiry_upload keeps what a file became at a centre.

-- Faulty rows of the last 30 days, and what was chosen for the columns, are taken along. What was under way is ended: nothing
-- of it is lost but its check.
insert into import_row (job_id, row, cells, faults)
  select u.id, (l.value ->> 'row')::int, l.value -> 'cells', jsonb_build_array(jsonb_build_object('column', 'parent_name', 'text', l.value ->> 'fault'))
    from enquiry_upload u join import_job j on j.id = u.id, jsonb_array_elements(u.faulty -> 'lines') l (value)
   where u.faulty is not null and (l.value ->> 'row')::int > 0
  on conflict do nothing;
update import_job set contract = 'enquiry', rows = null, errors = '[]', done = ok, saved = ok,
    state = case when state in ('CHECKING', 'CHECKED', 'COMMITTING') then 'CANCELLED' else state end,
    academic_year_id = (mapping ->> 'academicYearId')::int, mapping = mapping || '{"examples": [], "monthFirst": {}, "values": {}}'
 where contract = 'enquiry-upload';

-- What ended without its check (only a demo's) gets one, so that every file has a state.
insert into import_job (id, user_id, franchisee_id, academic_year_id, contract, file_name, mode, state, total, ok, bad, done, saved)
  select id, coalesce(by, '00000000-0000-0000-0000-000000000000'), franchisee_id, academic_year_id, 'enquiry', file_name, mode,
      case when state = 'DONE' then 'DONE' else 'CANCELLED' end, total, sound, bad, done, done
    from enquiry_upload on conflict do nothing;

alter table enquiry_upload add column job_id uuid;
update enquiry_upload set job_id = id;
alter table enquiry_upload alter column job_id set not null,
  add constraint enquiry_upload_job unique (franchisee_id, job_id),
  add foreign key (job_id) references import_job (id),
  drop column mode, drop column state, drop column cancel_asked, drop column total, drop column sound, drop column bad, drop column done,
  drop column faulty, drop column batch_id, drop column finished_at;
create index enquiry_upload_of_job on enquiry_upload (job_id);
drop trigger record_change on enquiry_upload;
select add_change_audit('enquiry_upload');

-- Erasing: their numbers of another system; and rows of files that hold a number of the family, however it was typed. A file that
-- is only checked names families in its preview too and can be checked again, so it ends whole.
create or replace function erase_enquiry_uploads(p_centre int, p_ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  v_numbers text[]; v_jobs uuid[];
begin
  delete from public.enquiry_external_ref where franchisee_id = p_centre and enquiry_id = any (p_ids);
  select array_agg(distinct '%' || right(h.value_norm, 10) || '%') into v_numbers from public.enquiry e
    join public.household_contact h on h.franchisee_id = e.franchisee_id and h.household_id = e.household_id and h.kind = 'PHONE'
   where e.franchisee_id = p_centre and e.id = any (p_ids);
  if v_numbers is null then return; end if;
  with hit as (
    delete from public.import_row r using public.import_job j
     where j.id = r.job_id and j.contract = 'enquiry' and (j.franchisee_id = p_centre or j.franchisee_id is null)
       and regexp_replace(r.cells::text, '[^0-9]+', '', 'g') like any (v_numbers) returning r.job_id)
  select array_agg(distinct job_id) into v_jobs from hit;
  update public.import_job set state = 'CANCELLED', report = null, mapping = jsonb_set(mapping, '{examples}', '[]')
   where id = any (v_jobs) and state in ('CHECKED', 'FAILED');
  delete from public.import_row r using public.import_job j
   where j.id = r.job_id and j.id = any (v_jobs) and j.state = 'CANCELLED' and r.faults is null;
end $$;

-- The job that saved such files is no more.
update cron_job set enabled = false where name = 'enquiries.save-upload';
