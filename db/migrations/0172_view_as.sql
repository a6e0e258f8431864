-- Looking at the product as somebody else sees it (areas/network.md 5, user.view-as): fifteen minutes, reads only, and
-- every read stands in the access log under both names.
create table view_as (
  id uuid primary key default gen_random_uuid(), viewer_id uuid not null references app_user (id), user_id uuid not null references app_user (id),
  session_id uuid not null, franchisee_id int references franchisee (id), began_at timestamptz not null default now(), until timestamptz not null, ended_at timestamptz,
  check (viewer_id <> user_id));
create index view_as_viewer on view_as (viewer_id, began_at desc);
create index view_as_user on view_as (user_id, began_at desc);
create index view_as_centre on view_as (franchisee_id);
select make_network_table('view_as');
