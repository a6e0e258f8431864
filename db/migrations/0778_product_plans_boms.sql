-- The product team makes the bills of material of WOW kits (areas/orders.md 0), on a screen of module PlaceOrders that asks
-- for the right to change; until now it could only look (areas/system.md 12.2, role 22).
insert into role_end_point (role_id, end_point_id)
  select 22, id from system_end_point where module = 'PlaceOrders' and method = 'any' on conflict do nothing;
delete from role_end_point where role_id = 22 and end_point_id in (select id from system_end_point where module = 'PlaceOrders' and method = 'GET');
update sub_dashboard_role_map set is_write = true where role_id = 22 and sub_dashboard_id in (select id from sub_dashboard where name = 'PlaceOrders');
