-- What happened to a child in the day's care (areas/academics.md 2.3). The id is the device's: the same tap sent again is one row.
create table care_event (
  franchisee_id int not null, id uuid not null, enrolment_id uuid not null, section_id uuid not null,
  on_date date not null, at timestamptz not null,
  kind text not null check (kind in ('MEAL', 'NAP', 'TOILET', 'MOOD', 'TEMPERATURE', 'INCIDENT')),
  value text check (length(value) <= 20),
  -- Minutes of a nap; tenths of a degree Celsius.
  qty int check (qty between 1 and 600), note text check (length(note) <= 200),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id),
  foreign key (franchisee_id, section_id) references section (franchisee_id, id),
  check ((kind = 'INCIDENT') <= (note is not null)), check ((kind in ('NAP', 'TEMPERATURE')) = (qty is not null)));
create index care_event_child on care_event (franchisee_id, enrolment_id, on_date);
create index care_event_section on care_event (franchisee_id, section_id, on_date);
select make_centre_table('care_event');
select allow_family('care_event', 'enrolment_id in (select e.id from enrolment e where e.student_id = any ((select scope_students())::uuid[]))');
