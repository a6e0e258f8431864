-- The grade book (areas/academics.md 2.4): the network's tree of skills with its scales, what a class is graded on in a
-- term, and what teachers enter and write of each child.
create table skill (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 80), name_hi text check (length(name_hi) <= 80),
  domain_code text check (length(domain_code) <= 12),
  position smallint not null default 0, active boolean not null default true);
create unique index skill_name on skill (lower(name));
select make_network_table('skill');

create table sub_skill (
  id uuid primary key default gen_random_uuid(), skill_id uuid not null references skill (id),
  name text not null check (length(name) between 1 and 160), cg_code text check (length(cg_code) <= 6),
  position smallint not null default 0, active boolean not null default true);
create unique index sub_skill_name on sub_skill (skill_id, lower(name));
select make_network_table('sub_skill');

create table skill_parameter (
  id uuid primary key default gen_random_uuid(), sub_skill_id uuid not null references sub_skill (id),
  name text not null check (length(name) between 1 and 200), name_hi text check (length(name_hi) <= 200),
  ability text check (ability in ('AWARENESS', 'SENSITIVITY', 'CREATIVITY')), guidance text check (length(guidance) <= 1000),
  position smallint not null default 0, active boolean not null default true);
create unique index skill_parameter_name on skill_parameter (sub_skill_id, lower(name));
select make_network_table('skill_parameter');

create table rating_scale (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 40), position smallint not null default 0);
create unique index rating_scale_name on rating_scale (lower(name));
select make_network_table('rating_scale');

create table rating_level (
  id uuid primary key default gen_random_uuid(), scale_id uuid not null references rating_scale (id),
  -- The rank is the key that enters it in the grid.
  rank smallint not null check (rank between 1 and 6),
  label text not null check (length(label) between 1 and 30), label_hi text check (length(label_hi) <= 30),
  descriptor text not null check (length(descriptor) <= 300), colour text not null check (length(colour) <= 20));
create unique index rating_level_rank on rating_level (scale_id, rank);
select make_network_table('rating_level');

insert into rating_scale (id, name, position) values
  ('0190d000-0000-7000-8001-000000000001', 'Stream, Mountain, Sky', 1),
  ('0190d000-0000-7000-8001-000000000002', 'Four steps', 2),
  ('0190d000-0000-7000-8001-000000000003', 'Seen', 3);
insert into rating_level (id, scale_id, rank, label, label_hi, descriptor, colour)
  select ('0190d000-0000-7000-8002-0000000000' || scale || rank)::uuid, ('0190d000-0000-7000-8001-00000000000' || scale)::uuid, rank, label, label_hi, descriptor, colour
    from (values
      (1, 1, 'Stream', 'धारा', 'Begins with help from an adult', 'info'),
      (1, 2, 'Mountain', 'पर्वत', 'Does it with a little help', 'warning'),
      (1, 3, 'Sky', 'आकाश', 'Does it alone and helps others', 'success'),
      (2, 1, 'Beginning', 'आरंभ', 'Takes first steps', 'neutral'),
      (2, 2, 'Developing', 'विकासशील', 'Does it at times', 'info'),
      (2, 3, 'Proficient', 'कुशल', 'Does it most of the time', 'warning'),
      (2, 4, 'Exceeding', 'उत्कृष्ट', 'Does it in new situations too', 'success'),
      (3, 1, 'Not yet', 'अभी नहीं', 'Not seen this term', 'neutral'),
      (3, 2, 'Observed', 'देखा गया', 'Seen this term', 'success')) as l (scale, rank, label, label_hi, descriptor, colour);

-- What the children of a class are graded on in a term; one scale for all of it.
create table skill_assignment (
  id uuid primary key default gen_random_uuid(),
  academic_year_id int not null references academic_year (id), class_id int not null references class (id),
  term_no smallint not null check (term_no between 1 and 4),
  parameter_id uuid not null references skill_parameter (id), scale_id uuid not null references rating_scale (id),
  required boolean not null);
create unique index skill_assignment_once on skill_assignment (academic_year_id, class_id, term_no, parameter_id);
create index skill_assignment_class on skill_assignment (class_id);
create index skill_assignment_parameter on skill_assignment (parameter_id);
create index skill_assignment_scale on skill_assignment (scale_id);
select make_network_table('skill_assignment');

create table grade_sheet (
  franchisee_id int not null, id uuid not null default gen_random_uuid(),
  section_id uuid not null, term_map_id uuid not null references term_map (id),
  status text not null default 'OPEN' check (status in ('OPEN', 'SUBMITTED', 'RETURNED', 'PROOFED', 'PUBLISHED')),
  submitted_by uuid references app_user (id), submitted_at timestamptz,
  proofed_by uuid references app_user (id), proofed_at timestamptz,
  -- What the proof-reader asks for.
  return_note text check (length(return_note) <= 500),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, section_id) references section (franchisee_id, id),
  constraint grade_sheet_not_own check (proofed_by <> submitted_by));
create unique index grade_sheet_once on grade_sheet (franchisee_id, section_id, term_map_id);
create index grade_sheet_term on grade_sheet (term_map_id);
create index grade_sheet_submitter on grade_sheet (submitted_by);
create index grade_sheet_proofer on grade_sheet (proofed_by);
select make_centre_table('grade_sheet');

create table grade_entry (
  franchisee_id int not null, enrolment_id uuid not null, term_map_id uuid not null references term_map (id),
  parameter_id uuid not null references skill_parameter (id), level_id uuid references rating_level (id),
  -- Why it was not observed. A cell that was emptied again keeps its row: the version goes on, and nobody's change is lost.
  not_observed text check (length(not_observed) between 5 and 280),
  primary key (franchisee_id, enrolment_id, term_map_id, parameter_id),
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id),
  check (level_id is null or not_observed is null));
create index grade_entry_term on grade_entry (term_map_id);
create index grade_entry_parameter on grade_entry (parameter_id);
create index grade_entry_level on grade_entry (level_id);
select make_centre_table('grade_entry');

-- A child that is not assessed in a term.
create table too_early (
  franchisee_id int not null, enrolment_id uuid not null, term_map_id uuid not null references term_map (id),
  reason text not null check (length(reason) between 1 and 200),
  primary key (franchisee_id, enrolment_id, term_map_id),
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id));
create index too_early_term on too_early (term_map_id);
select make_centre_table('too_early');

create table teacher_remark (
  franchisee_id int not null, id uuid not null default gen_random_uuid(),
  enrolment_id uuid not null, term_map_id uuid not null references term_map (id),
  text text not null check (length(text) between 40 and 600),
  strengths text check (length(strengths) <= 200), next_step text check (length(next_step) <= 200),
  written_by uuid references app_user (id),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id));
create unique index teacher_remark_once on teacher_remark (franchisee_id, enrolment_id, term_map_id);
create index teacher_remark_term on teacher_remark (term_map_id);
create index teacher_remark_by on teacher_remark (written_by);
select make_centre_table('teacher_remark');
