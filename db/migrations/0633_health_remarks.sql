-- What is measured and remarked of a child's health (areas/academics.md 2.4): numbers in the open, words sealed as one JSON.
create table health_remark (
  franchisee_id int not null, id uuid not null default gen_random_uuid(), enrolment_id uuid not null,
  measured_on date not null,
  height_mm int check (height_mm between 600 and 1400), weight_g int check (weight_g between 5000 and 40000),
  vision text not null default 'NOT_DONE' check (vision in ('OK', 'CHECK', 'NOT_DONE')),
  dental text not null default 'NOT_DONE' check (dental in ('OK', 'CHECK', 'NOT_DONE')),
  hearing text not null default 'NOT_DONE' check (hearing in ('OK', 'CHECK', 'NOT_DONE')),
  private bytea, written_by uuid references app_user (id),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id));
create unique index health_remark_day on health_remark (franchisee_id, enrolment_id, measured_on);
create index health_remark_by on health_remark (written_by);
select make_centre_table('health_remark', '{private}');
