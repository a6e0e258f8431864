-- What a WOW kit is made of (areas/orders.md 2.1): models are sizes of a centre, their bills of material are versioned. Head
-- office alone writes them (rows of franchisee 1); a centre orders by the active one.
create table wow_model (
  id uuid primary key default gen_random_uuid(), name text not null unique check (length(name) between 1 and 60),
  seats int not null check (seats between 1 and 1000), area_sqft int not null check (area_sqft between 1 and 100000), active boolean not null default true);
select make_network_table('wow_model');

create table wow_bom (
  franchisee_id int not null default 1 references franchisee (id), id uuid not null unique default gen_random_uuid(),
  model_id uuid not null references wow_model (id), version_no int not null check (version_no > 0),
  status text not null default 'PENDING' check (status in ('PENDING', 'C1 APPROVED', 'C2 APPROVED', 'REJECTED', 'ACTIVE', 'INACTIVE')),
  note text check (length(note) between 1 and 300), made_by uuid not null references app_user (id),
  c1_by uuid references app_user (id), c1_at timestamptz, c2_by uuid references app_user (id), c2_at timestamptz,
  c3_by uuid references app_user (id), c3_at timestamptz, reason text check (length(reason) between 1 and 500),
  -- What the three approvers have come to, as the customer calls it: the third level is APPROVED, also once a newer version is active.
  approver_label text not null generated always as (case when c3_by is not null then 'APPROVED' when status = 'REJECTED' then 'REJECTED'
    when c2_by is not null then 'C2 APPROVED' when c1_by is not null then 'C1 APPROVED' else 'PENDING' end) stored,
  primary key (franchisee_id, id),
  constraint wow_bom_version unique (model_id, version_no),
  -- Four persons: whoever made it and three approvers.
  constraint wow_bom_maker check (made_by is distinct from c1_by and made_by is distinct from c2_by and made_by is distinct from c3_by),
  constraint wow_bom_levels check ((c1_by is null or c1_by is distinct from c2_by) and (c2_by is null or c2_by is distinct from c3_by)
    and (c3_by is null or c1_by is distinct from c3_by)),
  constraint wow_bom_steps check ((status not in ('C1 APPROVED', 'C2 APPROVED', 'ACTIVE', 'INACTIVE') or c1_by is not null)
    and (status not in ('C2 APPROVED', 'ACTIVE', 'INACTIVE') or c2_by is not null) and ((status in ('ACTIVE', 'INACTIVE')) = (c3_by is not null))));
create unique index wow_bom_active on wow_bom (model_id) where status = 'ACTIVE';
create index wow_bom_made_by on wow_bom (made_by);
create index wow_bom_c1 on wow_bom (c1_by);
create index wow_bom_c2 on wow_bom (c2_by);
create index wow_bom_c3 on wow_bom (c3_by);
select make_shared_table('wow_bom');
create index wow_bom_list on wow_bom (status, created_at desc, id desc);

create table wow_bom_line (
  franchisee_id int not null default 1, bom_id uuid not null, product_id uuid not null references product (id),
  qty int not null check (qty between 1 and 10000), min_qty int not null check (min_qty >= 0), max_qty int not null check (max_qty <= 10000),
  mandatory boolean not null default false, room text check (length(room) between 1 and 40), seq int not null check (seq > 0),
  primary key (franchisee_id, bom_id, product_id),
  foreign key (franchisee_id, bom_id) references wow_bom (franchisee_id, id),
  constraint wow_bom_line_bounds check (min_qty <= qty and qty <= max_qty),
  constraint wow_bom_line_mandatory check (not mandatory or min_qty > 0));
create index wow_bom_line_product on wow_bom_line (product_id);
select make_shared_table('wow_bom_line');
