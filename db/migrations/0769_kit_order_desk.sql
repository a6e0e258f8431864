-- The cart a person keeps for a centre, and the credit head office gives it: its row serialises the centre's confirmations.
create table order_cart (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  user_id uuid not null references app_user (id), kit_type text not null check (length(kit_type) between 1 and 30),
  academic_year_id int not null references academic_year (id), client_order_id uuid not null,
  items jsonb not null check (pg_column_size(items) <= 65536), saved_at timestamptz not null default now(),
  primary key (franchisee_id, id), unique (franchisee_id, user_id, academic_year_id, kit_type));
create index order_cart_user on order_cart (user_id);
create index order_cart_year on order_cart (academic_year_id);
select make_centre_table('order_cart');

create table order_credit_terms (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  limit_paise bigint not null check (limit_paise between 0 and 100000000000), overdue_days_max int not null default 30 check (overdue_days_max between 0 and 365),
  order_max_paise bigint check (order_max_paise > 0), note text check (length(note) between 1 and 300),
  primary key (franchisee_id, id), constraint order_credit_terms_once unique (franchisee_id));
select make_centre_table('order_credit_terms');
