-- Who decides requests for training, and who verifies CCTV documents, find the lists in their menu: until now only who makes them did.
update menu_item set modules = '{teacherEnrollment,approveTeacherEnrollment}' where link = '/self-training/teacher-enrollment';
insert into sub_dashboard (dashboard_id, name)
  select 5, n.name from unnest(array['approveTeacherEnrollment', 'cctvDocVerify']) n (name)
   where not exists (select from sub_dashboard s where s.dashboard_id = 5 and s.name = n.name);
create temp table new_menu_right on commit drop as
  select p.role_id, s.id as sub_id, bool_or(e.method = 'any') as w from role_end_point p join system_end_point e on e.id = p.end_point_id
    join sub_dashboard s on s.dashboard_id = 5 and s.name = e.module where e.module in ('approveTeacherEnrollment', 'cctvDocVerify') group by 1, 2
  union all select 1, id, true from sub_dashboard where dashboard_id = 5 and name in ('approveTeacherEnrollment', 'cctvDocVerify');
insert into sub_dashboard_role_map (role_id, sub_dashboard_id, is_write) select role_id, sub_id, w from new_menu_right on conflict do nothing;
insert into dashboard_role_map (role_id, dashboard_id, is_active, is_default, is_write)
  select role_id, 5, true, false, bool_or(w) from new_menu_right group by role_id on conflict do nothing;
