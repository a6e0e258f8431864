-- Approval codes held by role (areas/system.md 12.4 names who may decide; until now only single persons held these two):
-- plans and royalty are finance admin's to approve. Who submits is another finance admin or desk, or the super admin.
insert into role_approval_code (role_id, code) values (18, 'PLAN_APPROVE'), (18, 'ROYALTY_APPROVE') on conflict do nothing;

-- Operations follows what a centre owes head office: it may look at franchisee ledgers and royalty.
insert into role_end_point (role_id, end_point_id)
  select 20, id from system_end_point where module in ('ledger', 'royalty') and method = 'GET' on conflict do nothing;
insert into sub_dashboard_role_map (role_id, sub_dashboard_id, is_write)
  select 20, id, false from sub_dashboard where name in ('ledger', 'royalty') on conflict do nothing;
insert into dashboard_role_map (role_id, dashboard_id, is_active, is_default, is_write)
  select distinct 20, dashboard_id, true, false, false from sub_dashboard where name in ('ledger', 'royalty') on conflict do nothing;
