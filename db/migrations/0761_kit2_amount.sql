-- What curriculum kit 2 costs a centre, and what a child's family must have paid before it is released (areas/orders.md 2.3).
-- The network's rows (franchisee 1), and a centre's own over them.
create table kit2_amount (
  franchisee_id int not null references franchisee (id), id uuid not null unique default gen_random_uuid(),
  -- Written as people say it; the id is its first calendar year.
  academic_year text not null check (academic_year ~ '^20[0-9]{2}-20[0-9]{2}$'),
  academic_year_id int not null generated always as (case when academic_year ~ '^20[0-9]{2}-' then left(academic_year, 4)::int else 0 end) stored references academic_year (id), class_id int references class (id),
  amount_paise bigint not null check (amount_paise >= 0), min_fee_collected_paise bigint not null check (min_fee_collected_paise >= 0),
  order_from date not null, order_to date not null, requires_kit1 boolean not null default true, active boolean not null default true,
  primary key (franchisee_id, id), constraint kit2_amount_window check (order_to >= order_from));
create unique index kit2_amount_once on kit2_amount (franchisee_id, academic_year_id, class_id) nulls not distinct where active;
create index kit2_amount_year on kit2_amount (academic_year_id);
create index kit2_amount_class on kit2_amount (class_id);
select make_shared_table('kit2_amount');
