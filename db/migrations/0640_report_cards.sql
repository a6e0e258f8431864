-- Report cards (areas/academics.md 2.4): what a card shows at a centre, each published card as it was frozen, and who read it.
create table report_setting (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  academic_year_id int not null references academic_year (id),
  title text not null default 'Report card' check (length(title) between 1 and 80),
  principal text check (length(principal) <= 80), footer text check (length(footer) <= 200),
  signature_file_id uuid,
  show_attendance boolean not null default true, show_health boolean not null default true,
  primary key (franchisee_id, id),
  foreign key (franchisee_id, signature_file_id) references file (franchisee_id, id));
create unique index report_setting_year on report_setting (franchisee_id, academic_year_id);
create index report_setting_of_year on report_setting (academic_year_id);
create index report_setting_signature on report_setting (franchisee_id, signature_file_id);
select make_centre_table('report_setting');

create table report_card (
  franchisee_id int not null, id uuid not null default gen_random_uuid(),
  enrolment_id uuid not null, term_map_id uuid not null references term_map (id),
  -- A new version follows a reopened sheet; the number stays.
  version_no smallint not null check (version_no > 0), number text not null check (length(number) <= 40),
  status text not null default 'PUBLISHED' check (status in ('PUBLISHED', 'SUPERSEDED', 'WITHDRAWN')),
  -- All that the card shows, frozen; sha256 of it tells whether anything changed since.
  snapshot jsonb not null, sha256 text not null check (length(sha256) = 64), change_note text check (length(change_note) <= 500),
  pdf_file_id uuid,
  published_by uuid references app_user (id), published_at timestamptz not null,
  primary key (franchisee_id, id),
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id),
  foreign key (franchisee_id, pdf_file_id) references file (franchisee_id, id));
create unique index report_card_version on report_card (franchisee_id, enrolment_id, term_map_id, version_no);
create unique index report_card_one on report_card (franchisee_id, enrolment_id, term_map_id) where status = 'PUBLISHED';
create index report_card_term on report_card (term_map_id);
create index report_card_pdf on report_card (franchisee_id, pdf_file_id);
create index report_card_publisher on report_card (published_by);
select make_centre_table('report_card');

create table report_read (
  franchisee_id int not null, card_id uuid not null, user_id uuid not null references app_user (id),
  first_at timestamptz not null, last_at timestamptz not null, downloads int not null default 0,
  primary key (franchisee_id, card_id, user_id),
  foreign key (franchisee_id, card_id) references report_card (franchisee_id, id));
create index report_read_user on report_read (user_id);
select make_centre_table('report_read');

-- A family sees the published cards of its own children: not those before, and none that was withdrawn.
select allow_family('report_card', 'status = ''PUBLISHED'' and enrolment_id in (select e.id from enrolment e where e.student_id = any ((select scope_students())::uuid[]))');
