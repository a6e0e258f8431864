-- Which uniforms a child gets (areas/orders.md 2.1): styles with their quantity per year, class and gender; head office's.
create table uniform_kit_mapping (
  franchisee_id int not null default 1 references franchisee (id), id uuid not null unique default gen_random_uuid(),
  academic_year_id int not null references academic_year (id),
  class_id int not null references class (id), gender text not null default 'BOTH' check (gender in ('MALE', 'FEMALE', 'BOTH')),
  product_id uuid not null references product (id), qty int not null check (qty between 1 and 6), optional boolean not null default false,
  primary key (franchisee_id, id),
  constraint uniform_kit_mapping_once unique (academic_year_id, class_id, gender, product_id));
create index uniform_kit_mapping_class on uniform_kit_mapping (class_id, academic_year_id);
create index uniform_kit_mapping_product on uniform_kit_mapping (product_id);
select make_shared_table('uniform_kit_mapping');

-- Whom a size fits: ranges from (inclusive) to (exclusive). Rows without a style are the chart a new style begins with.
create table size_chart (
  id uuid primary key default gen_random_uuid(), style_id uuid references product (id),
  size_code text not null check (length(size_code) between 1 and 8), seq int not null check (seq > 0),
  age_from_mo int not null check (age_from_mo between 0 and 216), age_to_mo int not null check (age_to_mo between 1 and 216),
  height_from_cm int not null check (height_from_cm between 40 and 200), height_to_cm int not null check (height_to_cm between 41 and 220),
  chest_cm int check (chest_cm between 20 and 150), waist_cm int check (waist_cm between 20 and 150),
  constraint size_chart_ages check (age_to_mo > age_from_mo), constraint size_chart_heights check (height_to_cm > height_from_cm),
  constraint size_chart_once unique nulls not distinct (style_id, size_code));
select make_network_table('size_chart');
-- To be verified by the product team: data, not code.
insert into size_chart (size_code, seq, height_from_cm, height_to_cm, age_from_mo, age_to_mo, chest_cm, waist_cm) values
  ('18', 1, 80, 86, 18, 24, 50, 48), ('20', 2, 86, 95, 24, 36, 53, 50), ('22', 3, 95, 103, 36, 48, 56, 52),
  ('24', 4, 103, 110, 48, 60, 58, 54), ('26', 5, 110, 116, 60, 72, 61, 55), ('28', 6, 116, 122, 72, 84, 64, 57);
