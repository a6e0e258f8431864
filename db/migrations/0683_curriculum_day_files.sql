-- Where a file of a day's block was uploaded: its address is signed for that centre, whoever reads the day.
create table curriculum_day_file (
  day_id uuid not null references curriculum_day (id), file_id uuid not null, file_at int not null references franchisee (id),
  primary key (day_id, file_id));
create index curriculum_day_file_file on curriculum_day_file (file_id);
create index curriculum_day_file_at on curriculum_day_file (file_at);
select make_network_table('curriculum_day_file');
