-- The teacher's log book (areas/academics.md 2.4): topics of the network, an entry a teacher, section and day, and its answers.
create table log_topic (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 80), prompt text check (length(prompt) <= 300),
  frequency text not null check (frequency in ('DAILY', 'WEEKLY', 'TERM')),
  answer text not null check (answer in ('TEXT', 'YES_NO', 'NUMBER', 'CHOICE')),
  -- Of CHOICE: what can be chosen, separated by commas.
  choices text check (length(choices) <= 300),
  required boolean not null default false, class_group_id uuid references class_group (id),
  position smallint not null default 0, active boolean not null default true,
  check ((answer = 'CHOICE') = (choices is not null)));
create unique index log_topic_name on log_topic (lower(name));
create index log_topic_group on log_topic (class_group_id);
create index log_topic_frequency on log_topic (frequency);
select make_network_table('log_topic');

create table log_book_entry (
  franchisee_id int not null, id uuid not null default gen_random_uuid(),
  staff_id uuid not null, author_id uuid not null references app_user (id), section_id uuid not null, on_date date not null,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'SUBMITTED', 'REVIEWED')),
  reflection text check (length(reflection) <= 2000), help_needed boolean not null default false,
  submitted_at timestamptz,
  reviewer_note text check (length(reviewer_note) <= 1000), reviewed_by uuid references app_user (id), reviewed_at timestamptz,
  primary key (franchisee_id, id),
  foreign key (franchisee_id, staff_id) references staff (franchisee_id, id),
  foreign key (franchisee_id, section_id) references section (franchisee_id, id),
  constraint log_book_entry_not_own check (reviewed_by <> author_id));
create unique index log_book_entry_once on log_book_entry (franchisee_id, staff_id, section_id, on_date);
create index log_book_entry_date on log_book_entry (franchisee_id, on_date desc, id);
create index log_book_entry_section on log_book_entry (franchisee_id, section_id);
create index log_book_entry_author on log_book_entry (author_id);
create index log_book_entry_reviewer on log_book_entry (reviewed_by);
select make_centre_table('log_book_entry');

create table log_book_answer (
  franchisee_id int not null, entry_id uuid not null, topic_id uuid not null references log_topic (id),
  value text not null check (length(value) between 1 and 2000),
  primary key (franchisee_id, entry_id, topic_id),
  foreign key (franchisee_id, entry_id) references log_book_entry (franchisee_id, id) on delete cascade);
create index log_book_answer_topic on log_book_answer (topic_id);
select make_centre_table('log_book_answer');
