-- Days that differ from a calendar's week: a holiday has no windows (areas/README 2).
create table working_calendar_day (
  id uuid primary key default gen_random_uuid(), calendar_id int not null references working_calendar (id), day date not null,
  kind text not null check (kind in ('HOLIDAY', 'SPECIAL')), windows jsonb not null default '[]', note text not null check (length(note) between 1 and 80),
  unique (calendar_id, day), check ((kind = 'HOLIDAY') = (windows = '[]'::jsonb)));
select make_network_table('working_calendar_day');

-- Tickets (areas/tickets.md): who answers what, and by when.
create table ticket_category (
  id uuid primary key default gen_random_uuid(),
  department text not null check (department in ('CUSTOMER CARE', 'OPERATION', 'MARKETING', 'FINANCE', 'ACADEMICS', 'TECH', 'BUSINESS PARTNER',
    'PRODUCT', 'LOGISTICS', 'SUPPLY CHAIN', 'BRANDING', 'MANAGEMENT', 'SALES AND ACQUISITION')),
  name text not null check (length(name) between 1 and 60), parent_id uuid,
  min_priority text check (min_priority in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  -- One question a line.
  questions text check (length(questions) <= 500),
  -- Confidential tickets are not built yet.
  confidential boolean not null default false check (not confidential), active boolean not null default true,
  constraint ticket_category_department unique (id, department),
  constraint ticket_category_name unique nulls not distinct (department, parent_id, name),
  constraint ticket_category_parent foreign key (parent_id, department) references ticket_category (id, department),
  check (parent_id <> id));
create index ticket_category_of on ticket_category (parent_id, department);
select make_network_table('ticket_category');

create table canned_reply (
  id uuid primary key default gen_random_uuid(), title text not null unique check (length(title) between 1 and 80),
  department text check (department in ('CUSTOMER CARE', 'OPERATION', 'MARKETING', 'FINANCE', 'ACADEMICS', 'TECH', 'BUSINESS PARTNER',
    'PRODUCT', 'LOGISTICS', 'SUPPLY CHAIN', 'BRANDING', 'MANAGEMENT', 'SALES AND ACQUISITION')),
  body text not null check (length(body) between 1 and 2000), active boolean not null default true);
create index canned_reply_department on canned_reply (department);
select make_network_table('canned_reply');

create table ticket_group (
  id uuid primary key default gen_random_uuid(), name text not null unique check (length(name) between 1 and 60),
  department text not null check (department in ('CUSTOMER CARE', 'OPERATION', 'MARKETING', 'FINANCE', 'ACADEMICS', 'TECH', 'BUSINESS PARTNER',
    'PRODUCT', 'LOGISTICS', 'SUPPLY CHAIN', 'BRANDING', 'MANAGEMENT', 'SALES AND ACQUISITION')),
  lead_user_id uuid references app_user (id), active boolean not null default true);
create index ticket_group_lead on ticket_group (lead_user_id);
select make_network_table('ticket_group');

create table ticket_group_member (
  group_id uuid not null references ticket_group (id), user_id uuid not null references app_user (id),
  primary key (group_id, user_id));
create index ticket_group_member_user on ticket_group_member (user_id);
select make_network_table('ticket_group_member');

create table ticket_matrix (
  id uuid primary key default gen_random_uuid(),
  department text not null check (department in ('CUSTOMER CARE', 'OPERATION', 'MARKETING', 'FINANCE', 'ACADEMICS', 'TECH', 'BUSINESS PARTNER',
    'PRODUCT', 'LOGISTICS', 'SUPPLY CHAIN', 'BRANDING', 'MANAGEMENT', 'SALES AND ACQUISITION')),
  category_id uuid, priority text check (priority in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')), zone_id int references zone (id),
  owner_group_id uuid not null references ticket_group (id),
  l1_user uuid references app_user (id), l2_user uuid references app_user (id), l3_user uuid references app_user (id),
  -- Working minutes of the calendar.
  response_min int not null, resolution_min int not null, calendar_id int not null references working_calendar (id),
  active boolean not null default true,
  foreign key (category_id, department) references ticket_category (id, department),
  constraint ticket_matrix_minutes check (5 <= response_min and response_min <= resolution_min and resolution_min <= 60000),
  constraint ticket_matrix_levels check (l1_user <> l2_user and l1_user <> l3_user and l2_user <> l3_user),
  constraint ticket_matrix_default check (active or category_id is not null or priority is not null or zone_id is not null));
create unique index ticket_matrix_key on ticket_matrix (department, category_id, priority, zone_id) nulls not distinct where active;
create index ticket_matrix_category on ticket_matrix (category_id, department);
create index ticket_matrix_zone on ticket_matrix (zone_id);
create index ticket_matrix_group on ticket_matrix (owner_group_id);
create index ticket_matrix_l1 on ticket_matrix (l1_user);
create index ticket_matrix_l2 on ticket_matrix (l2_user);
create index ticket_matrix_l3 on ticket_matrix (l3_user);
create index ticket_matrix_calendar on ticket_matrix (calendar_id);
select make_network_table('ticket_matrix');

-- Every state a row ever had, from `at` on: a ticket keeps the matrix as it stood when it was created.
create table ticket_matrix_version (
  matrix_id uuid not null references ticket_matrix (id), n int not null, at timestamptz not null, by uuid,
  department text not null, category_id uuid, priority text, zone_id int, owner_group_id uuid not null, l1_user uuid, l2_user uuid, l3_user uuid,
  response_min int not null, resolution_min int not null, calendar_id int not null, active boolean not null,
  primary key (matrix_id, n));
create index ticket_matrix_version_of on ticket_matrix_version (department, matrix_id, at desc);
select make_network_table('ticket_matrix_version');
select make_append_only('ticket_matrix_version');

-- One group and one row for everything else, per department, in the specification's order.
insert into ticket_group (name, department) select name, name from department order by id;
insert into ticket_matrix (department, owner_group_id, response_min, resolution_min, calendar_id)
  select d.name, g.id, 240, 1440, 1 from department d join ticket_group g on g.name = d.name order by d.id;
insert into ticket_matrix_version (matrix_id, n, at, department, owner_group_id, response_min, resolution_min, calendar_id, active)
  select id, 1, '2020-01-01T00:00:00+05:30', department, owner_group_id, response_min, resolution_min, calendar_id, true from ticket_matrix;
