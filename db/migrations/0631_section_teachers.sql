-- Who teaches whom from when, which classes have a subject, and at which centres a class group holds (areas/academics.md 2.1).
create table section_teacher (
  franchisee_id int not null, id uuid not null default gen_random_uuid(),
  section_id uuid not null, staff_id uuid not null,
  part text not null check (part in ('CLASS_TEACHER', 'ASSISTANT', 'SUBJECT')), subject_id uuid references subject (id),
  from_on date not null, to_on date,
  primary key (franchisee_id, id),
  foreign key (franchisee_id, section_id) references section (franchisee_id, id),
  foreign key (franchisee_id, staff_id) references staff (franchisee_id, id),
  check (to_on >= from_on), check ((part = 'SUBJECT') = (subject_id is not null)),
  constraint section_teacher_one exclude using gist (franchisee_id with =, section_id with =, daterange(from_on, to_on, '[]') with &&)
    where (part = 'CLASS_TEACHER'));
create index section_teacher_section on section_teacher (franchisee_id, section_id, from_on);
create index section_teacher_staff on section_teacher (franchisee_id, staff_id, from_on);
create index section_teacher_subject on section_teacher (subject_id);
select make_centre_table('section_teacher');

create table subject_class (
  subject_id uuid not null references subject (id), class_id int not null references class (id),
  primary key (subject_id, class_id));
create index subject_class_class on subject_class (class_id);
select make_network_table('subject_class');

-- No row: the group holds at all centres.
create table class_group_franchisee (
  class_group_id uuid not null references class_group (id), centre_id int not null references franchisee (id),
  primary key (class_group_id, centre_id));
create index class_group_franchisee_centre on class_group_franchisee (centre_id);
select make_network_table('class_group_franchisee');
