-- The franchisee master roles of the specification (6; network.md N12): held at the holder's one home centre. As data, so
-- that no code knows a role by its name.
alter table role add column franchisee_master boolean not null default false;
update role set franchisee_master = true where role in ('FRANCHISEE_USER_1', 'COCO_USER_1', 'Councellor');
