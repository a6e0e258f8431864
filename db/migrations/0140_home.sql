-- The home screen (areas/shell.md 4.5): which kind of home a role has. Cards name the homes they suit, so that role
-- names stay data. A new role has the home 'staff': what its modules show.
alter table role add column home text not null default 'staff' check (home in ('owner', 'system', 'operations', 'zone', 'centre', 'counsellor',
  'finance', 'teacher', 'marketing', 'delivery', 'tickets', 'family', 'staff'));
update role set home = v.home from (values
  ('SUPER_ADMIN', 'owner'), ('COMPANY_ADMIN', 'owner'), ('SYSTEM', 'system'), ('ADMIN', 'staff'),
  ('FRANCHISEE_USER_1', 'centre'), ('COCO_USER_1', 'centre'), ('CENTER_HEAD', 'centre'), ('CENTRE_STAFF', 'staff'),
  ('Councellor', 'counsellor'), ('BSKUSER', 'counsellor'), ('CUSTOMER_CARE', 'counsellor'), ('TEACHER', 'teacher'),
  ('ACADEMIC_COORDINATOR', 'teacher'), ('ACADEMIC_MANAGER', 'teacher'), ('ZONAL_MANAGER', 'zone'), ('BUSINESS_DEVELOPER', 'marketing'),
  ('MARKETING_HEAD', 'marketing'), ('MARKETING', 'marketing'), ('FINANCE_ADMIN', 'finance'), ('FINANCE_DEPT', 'finance'),
  ('OPERATIONS', 'operations'), ('DELIVERY_CHALLAN', 'delivery'), ('TICKET_ADMIN', 'tickets'), ('TICKET_FRANCHISEE', 'tickets'),
  ('PARENT', 'family'), ('STUDENT', 'family')) v (role, home) where role.role = v.role;
