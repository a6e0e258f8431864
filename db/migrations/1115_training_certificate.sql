-- Certificates of staff (areas/training.md 3.8): issued by itself when a module is completed or a live training was attended to its
-- bound, or by hand with a reason. That one has expired is read from its day, never stored.
alter table certificate_type add column for_trainings boolean not null default true;

create table training_certificate (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  -- Of the centre's own series, without gaps.
  number text not null check (length(number) <= 30),
  staff_id uuid not null, type_id uuid not null references certificate_type (id),
  source text not null check (source in ('MODULE', 'TRAINING', 'MANUAL')),
  module_id uuid references teacher_module (id), edition int, training_id uuid references training (id),
  -- Of the module or training, as it was called; by hand that of the type.
  title text not null check (length(title) between 1 and 150), issued_on date not null, valid_until date check (valid_until >= issued_on),
  reason text check (length(reason) between 5 and 300),
  status text not null default 'VALID' check (status in ('VALID', 'REVOKED', 'REPLACED')),
  -- Nobody, where a corrected attendance took it back.
  revoke_reason text check (length(revoke_reason) between 5 and 300), revoked_by uuid references app_user (id),
  -- All that is printed, with the code to check it by.
  snapshot jsonb not null check (jsonb_typeof(snapshot) = 'object'),
  primary key (franchisee_id, id), unique (franchisee_id, number),
  foreign key (franchisee_id, staff_id) references staff (franchisee_id, id),
  check (case source when 'MODULE' then num_nonnulls(module_id, edition) = 2 and num_nonnulls(training_id, reason) = 0
    when 'TRAINING' then training_id is not null and num_nonnulls(module_id, edition, reason) = 0
    else reason is not null and num_nonnulls(module_id, edition, training_id) = 0 end),
  check ((status = 'REVOKED') = (revoke_reason is not null)));
-- A person holds one of a type: a newer one takes the place of the older.
create unique index training_certificate_held on training_certificate (franchisee_id, staff_id, type_id) where status = 'VALID';
create unique index training_certificate_once on training_certificate (franchisee_id, staff_id, training_id)
  where training_id is not null and status <> 'REVOKED';
create index training_certificate_staff on training_certificate (franchisee_id, staff_id, issued_on desc);
create index training_certificate_list on training_certificate (franchisee_id, issued_on desc, id);
create index training_certificate_until on training_certificate (valid_until) where status = 'VALID';
create index training_certificate_of_type on training_certificate (type_id);
create index training_certificate_module on training_certificate (module_id);
create index training_certificate_training on training_certificate (training_id);
create index training_certificate_revoked_by on training_certificate (revoked_by);
select make_centre_table('training_certificate', '{snapshot}');

-- What a certificate is asked for (areas/training.md 3.8). A gate warns, it closes nothing.
create table training_gate (
  id uuid primary key default gen_random_uuid(), work text not null check (work in ('GradeEntry', 'TeacherRemark', 'Attendance',
    'TeacherHomework', 'GeneralDiary', 'StudentHealthRemark', 'onlineClass', 'photogallaryList')),
  certificate_type_id uuid not null references certificate_type (id),
  -- Empty: of every category.
  staff_categories text[] not null default '{}' check (staff_categories <@ array['TEACHING', 'CARE', 'ADMIN', 'TRANSPORT', 'SUPPORT', 'MANAGEMENT']),
  grace_days int not null default 30 check (grace_days between 0 and 365), effective_from date not null,
  active boolean not null default true);
create unique index training_gate_once on training_gate (work, certificate_type_id);
create index training_gate_type on training_gate (certificate_type_id);
select make_network_table('training_gate');
