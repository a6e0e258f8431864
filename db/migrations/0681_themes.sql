-- Themes tie days to skills (areas/curriculum.md 2.1): the months they suit, the words children learn, the competencies they train.
create table theme_and_skill (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 60), name_hi text check (length(name_hi) <= 60),
  description text check (length(description) <= 1000), class_group_id uuid not null references class_group (id),
  colour text not null default 'BLUE' check (colour in ('BLUE', 'GREEN', 'YELLOW', 'ORANGE', 'RED', 'VIOLET')),
  months text[] not null default '{}' check (months <@ array['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']),
  vocabulary text check (length(vocabulary) <= 1000), active boolean not null default true);
create unique index theme_and_skill_name on theme_and_skill (class_group_id, lower(name));
select make_network_table('theme_and_skill');
create table theme_skill (
  theme_id uuid not null references theme_and_skill (id) on delete cascade, parameter_id uuid not null references skill_parameter (id),
  primary key (theme_id, parameter_id));
create index theme_skill_parameter on theme_skill (parameter_id);
select add_change_audit('theme_skill');
grant select, insert, delete on theme_skill to rt_centre, rt_network;
