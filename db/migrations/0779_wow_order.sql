-- A WOW kit that a centre asks for (areas/orders.md 2.3): the zone's approver decides, then the final one; what was approved
-- becomes a kit order.
create table wow_order (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  initiated_no text not null check (length(initiated_no) between 1 and 30),
  model_id uuid not null references wow_model (id), bom_franchisee_id int not null default 1, bom_id uuid not null,
  b2b_id text not null check (length(b2b_id) between 1 and 40), email text not null check (length(email) between 3 and 200),
  status text not null default 'PENDING' check (status in ('PENDING', 'ZSM APPROVED', 'APPROVED', 'REJECTED')),
  withdrawn boolean not null default false,
  -- [{productId, product, category, qty, baseQty, unitPrice, rateBp}]: as they were when it was initiated.
  items jsonb not null check (jsonb_typeof(items) = 'array'),
  total_paise bigint not null check (total_paise >= 0), bom_total_paise bigint not null check (bom_total_paise >= 0),
  comment text check (length(comment) between 1 and 500),
  made_by uuid not null references app_user (id), revises_id uuid,
  zsm_by uuid references app_user (id), zsm_at timestamptz, final_by uuid references app_user (id), final_at timestamptz,
  reason text check (length(reason) between 1 and 500), kit_order_id uuid,
  primary key (franchisee_id, id),
  constraint wow_order_no unique (franchisee_id, initiated_no),
  foreign key (bom_franchisee_id, bom_id) references wow_bom (franchisee_id, id),
  foreign key (franchisee_id, revises_id) references wow_order (franchisee_id, id),
  constraint wow_order_persons check (made_by is distinct from zsm_by and made_by is distinct from final_by and (zsm_by is null or zsm_by is distinct from final_by)),
  constraint wow_order_steps check ((status not in ('ZSM APPROVED', 'APPROVED') or zsm_by is not null) and ((status = 'APPROVED') = (final_by is not null))
    and (not withdrawn or status = 'REJECTED') and (kit_order_id is null or status = 'APPROVED')));
-- A rejected one is revised once.
create unique index wow_order_revises on wow_order (franchisee_id, revises_id) where revises_id is not null;
create index wow_order_model on wow_order (model_id);
create index wow_order_bom on wow_order (bom_franchisee_id, bom_id);
create index wow_order_made_by on wow_order (made_by);
create index wow_order_zsm on wow_order (zsm_by);
create index wow_order_final on wow_order (final_by);
select make_centre_table('wow_order');
create index wow_order_list on wow_order (franchisee_id, status, created_at desc);
create index wow_order_waiting on wow_order (status, created_at desc, id desc);
