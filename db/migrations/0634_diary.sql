-- Diaries (areas/academics.md 2.3): one table for the general diary, the subject diary and classwork. Read by families once
-- it is published, for the days on which their child had a place in the section.
create table diary_entry (
  franchisee_id int not null, id uuid not null default gen_random_uuid(),
  academic_year_id int not null references academic_year (id),
  kind text not null check (kind in ('GENERAL', 'SUBJECT', 'CLASSWORK')),
  section_id uuid not null, subject_id uuid references subject (id),
  on_date date not null,
  topic text not null check (length(topic) between 1 and 120),
  text_en text not null check (length(text_en) between 1 and 4000), text_hi text check (length(text_hi) <= 4000),
  ack_required boolean not null default false, all_children boolean not null default true,
  -- From when families see it; null: not decided yet.
  publish_at timestamptz, text_changed_at timestamptz,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PUBLISHED', 'WITHDRAWN')),
  withdraw_reason text check (length(withdraw_reason) <= 300),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, section_id) references section (franchisee_id, id),
  check ((kind = 'GENERAL') = (subject_id is null)),
  check (status = 'DRAFT' or publish_at is not null));
create index diary_entry_section on diary_entry (franchisee_id, section_id, on_date desc, id);
create index diary_entry_kind on diary_entry (franchisee_id, kind, academic_year_id, on_date desc, id);
create index diary_entry_year on diary_entry (academic_year_id);
create index diary_entry_subject on diary_entry (subject_id);
select make_centre_table('diary_entry');

-- Only of entries that are not for the whole section.
create table diary_target (
  franchisee_id int not null, entry_id uuid not null, enrolment_id uuid not null,
  primary key (franchisee_id, entry_id, enrolment_id),
  foreign key (franchisee_id, entry_id) references diary_entry (franchisee_id, id) on delete cascade,
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id));
create index diary_target_child on diary_target (franchisee_id, enrolment_id);
select make_centre_table('diary_target');

create table diary_ack (
  franchisee_id int not null, entry_id uuid not null, enrolment_id uuid not null, user_id uuid not null references app_user (id),
  seen_at timestamptz not null, acknowledged_at timestamptz,
  primary key (franchisee_id, entry_id, enrolment_id, user_id),
  foreign key (franchisee_id, entry_id) references diary_entry (franchisee_id, id) on delete cascade,
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id));
create index diary_ack_child on diary_ack (franchisee_id, enrolment_id);
create index diary_ack_user on diary_ack (user_id);
select make_centre_table('diary_ack');

-- Files of entries and homeworks, with the children on them (their enrolments). Families never read this table: they are
-- given addresses of those files whose children all have the consent (areas/academics.md 8).
create table entry_file (
  franchisee_id int not null, id uuid not null default gen_random_uuid(),
  owner_kind text not null check (owner_kind in ('DIARY', 'HOMEWORK', 'SUBMISSION')), owner_id uuid not null,
  file_id uuid not null, position int not null, tagged uuid[] not null default '{}',
  primary key (franchisee_id, id),
  foreign key (franchisee_id, file_id) references file (franchisee_id, id));
create unique index entry_file_once on entry_file (franchisee_id, owner_kind, owner_id, file_id);
create index entry_file_file on entry_file (franchisee_id, file_id);
select make_centre_table('entry_file');

-- The children a family has are found once a query; the entry's day decides among their sections.
select allow_family('diary_target', 'enrolment_id in (select e.id from enrolment e where e.student_id = any ((select scope_students())::uuid[]))');
select allow_family('diary_ack', 'enrolment_id in (select e.id from enrolment e where e.student_id = any ((select scope_students())::uuid[]))');
select allow_family('diary_entry', $policy$status = 'PUBLISHED' and section_id in (select p.section_id from placement p)
  and exists (select from placement p where p.franchisee_id = diary_entry.franchisee_id and p.section_id = diary_entry.section_id
    and p.from_on <= on_date and coalesce(p.before_on, 'infinity') > on_date
    and (all_children or exists (select from diary_target t where t.entry_id = diary_entry.id and t.enrolment_id = p.enrolment_id)))$policy$);
