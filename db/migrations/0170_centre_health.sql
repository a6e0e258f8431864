-- The health of a centre, one row a day (areas/network.md 3.3): what was measured stands beside the score, so a figure of
-- last month explains itself. Parts without data are null in the score, never zero.
create table centre_health (
  franchisee_id int not null references franchisee (id), on_date date not null,
  score smallint check (score between 0 and 100), parts jsonb not null,
  primary key (franchisee_id, on_date));
select make_centre_table('centre_health');
create index centre_health_day on centre_health (on_date);
