-- What self-training is made of (areas/training.md 2.3): modules with their editions, topics with their items, assessments
-- with their questions, and the small lists of the area. They are the network's: head office writes them, as the curriculum.
create table certificate_type (
  id uuid primary key default gen_random_uuid(), name text not null check (length(name) between 1 and 100),
  code text not null unique check (code ~ '^[A-Z0-9][A-Z0-9-]{1,19}$'),
  -- Empty: it never expires.
  validity_months smallint check (validity_months between 1 and 120),
  layout text not null default 'CLASSIC' check (layout in ('CLASSIC', 'PLAIN', 'LANDSCAPE_PHOTO')),
  signatory text check (length(signatory) <= 80), active boolean not null default true);
select make_network_table('certificate_type');

create table training_category (
  id uuid primary key default gen_random_uuid(), name text not null unique check (length(name) between 1 and 60),
  colour text not null default 'BLUE' check (colour in ('BLUE', 'GREEN', 'YELLOW', 'ORANGE', 'RED', 'VIOLET')),
  position int not null default 1 check (position between 1 and 999), active boolean not null default true);
select make_network_table('training_category');

create table training_feedback_question (
  id uuid primary key default gen_random_uuid(), text text not null check (length(text) between 1 and 200),
  about text not null check (about in ('TRAINING', 'TRAINER')), kind text not null check (kind in ('RATING', 'TEXT')),
  position int not null default 1 check (position between 1 and 999), active boolean not null default true);
select make_network_table('training_feedback_question');

create table teacher_module (
  id uuid primary key default gen_random_uuid(), code text not null check (length(code) between 2 and 20),
  title text not null check (length(title) between 1 and 120), class_group_id uuid not null references class_group (id),
  description text check (length(description) <= 2000),
  -- Empty: for every category.
  staff_categories text[] not null default '{}' check (staff_categories <@ array['TEACHING', 'CARE', 'ADMIN', 'TRANSPORT', 'SUPPORT', 'MANAGEMENT']),
  needs_approval boolean not null default true, sequential boolean not null default true,
  due_days int check (due_days between 1 and 366), certificate_type_id uuid references certificate_type (id),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PUBLISHED', 'ARCHIVED')),
  -- The edition that learners get; 0: none was published yet.
  edition int not null default 0 check (edition >= 0),
  check (status <> 'PUBLISHED' or edition > 0));
create unique index teacher_module_code on teacher_module (code);
create index teacher_module_status on teacher_module (status, title);
create index teacher_module_class_group on teacher_module (class_group_id);
create index teacher_module_certificate_type on teacher_module (certificate_type_id);
select make_network_table('teacher_module');

-- What was published, whole: later changes move no goal posts of those who learn by it. Never an answer key in it.
create table teacher_module_edition (
  id uuid primary key default gen_random_uuid(), module_id uuid not null references teacher_module (id),
  edition int not null check (edition > 0), snapshot jsonb not null check (jsonb_typeof(snapshot) = 'object'),
  unique (module_id, edition));
select make_network_table('teacher_module_edition');
select make_append_only('teacher_module_edition');

create table teacher_training_topic (
  id uuid primary key default gen_random_uuid(), module_id uuid not null references teacher_module (id),
  position int not null check (position between 1 and 999), title text not null check (length(title) between 1 and 150),
  summary text check (length(summary) <= 500), body text check (length(body) <= 8000),
  est_minutes int check (est_minutes between 1 and 600));
create index teacher_training_topic_module on teacher_training_topic (module_id, position);
select make_network_table('teacher_training_topic');

create table training_topic_item (
  id uuid primary key default gen_random_uuid(), topic_id uuid not null references teacher_training_topic (id),
  position int not null check (position between 1 and 999),
  kind text not null check (kind in ('VIDEO', 'DOCUMENT', 'TEXT', 'LINK')), title text not null check (length(title) between 1 and 150),
  video_id uuid references video (id), min_watched_pct smallint check (min_watched_pct between 1 and 100), no_seek boolean,
  file_id uuid,
  -- The centre whose file it is, and what a reader elsewhere, who has no reach into its row, is shown of it.
  file_at int references franchisee (id), file_name text check (length(file_name) <= 200), file_bytes bigint check (file_bytes >= 0),
  url text check (url ~ '^https://' and length(url) <= 500), body text check (length(body) <= 8000),
  constraint training_topic_item_content check (case kind
    when 'VIDEO' then num_nonnulls(video_id, min_watched_pct, no_seek) = 3 and num_nonnulls(file_id, url, body) = 0
    when 'DOCUMENT' then num_nonnulls(file_id, file_at, file_name, file_bytes) = 4 and num_nonnulls(video_id, url, body) = 0
    when 'LINK' then url is not null and num_nonnulls(video_id, file_id, body) = 0
    else body is not null and num_nonnulls(video_id, file_id, url) = 0 end));
create index training_topic_item_topic on training_topic_item (topic_id, position);
create index training_topic_item_video on training_topic_item (video_id);
create index training_topic_item_file_at on training_topic_item (file_at);
select make_network_table('training_topic_item');

create table teacher_assessment (
  id uuid primary key default gen_random_uuid(), module_id uuid not null references teacher_module (id),
  -- The specification's words, to the letter.
  type text not null check (type in ('Bridge Course', 'Interractive Worksheet')),
  title text not null check (length(title) between 1 and 150), instructions text check (length(instructions) <= 2000),
  pass_bp int not null default 6000 check (pass_bp between 0 and 10000),
  -- Of a Bridge Course alone: a worksheet is repeated at once, as often as wanted.
  max_attempts smallint check (max_attempts between 1 and 20), cooldown_h smallint check (cooldown_h between 0 and 168),
  time_limit_min smallint check (time_limit_min between 1 and 240),
  shuffle boolean not null default false,
  show_answers text not null check (show_answers in ('NEVER', 'AFTER_PASS', 'AT_ONCE')),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PUBLISHED', 'ARCHIVED')),
  constraint teacher_assessment_rules check (case type when 'Bridge Course'
    then num_nonnulls(max_attempts, cooldown_h) = 2 and show_answers <> 'AT_ONCE'
    else num_nonnulls(max_attempts, cooldown_h, time_limit_min) = 0 and show_answers = 'AT_ONCE' end));
-- An import of questions names an assessment by its title.
create unique index teacher_assessment_title on teacher_assessment (lower(title));
create index teacher_assessment_module on teacher_assessment (module_id);
create index teacher_assessment_type on teacher_assessment (type);
create index teacher_assessment_status on teacher_assessment (status);
select make_network_table('teacher_assessment');

create table assessment_question (
  id uuid primary key default gen_random_uuid(), assessment_id uuid not null references teacher_assessment (id),
  position int not null check (position between 1 and 999),
  kind text not null check (kind in ('SINGLE', 'MULTIPLE', 'TRUE_FALSE')), stem text not null check (length(stem) between 1 and 1000),
  options text[] not null check (cardinality(options) between 2 and 6),
  -- Places of the right options, from 0. No operation of a learner may ever answer with it.
  answer smallint[] not null check (cardinality(answer) >= 1 and 0 <= all (answer)),
  points smallint not null default 1 check (points between 1 and 20), explanation text check (length(explanation) <= 500),
  check (kind = 'MULTIPLE' or cardinality(answer) = 1));
create index assessment_question_assessment on assessment_question (assessment_id, position);
select make_network_table('assessment_question');
-- An import writes many at once.
select audit_inserts_at_once('assessment_question');
revoke all on assessment_question from rt_family, rt_public;
