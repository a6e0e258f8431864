-- An operation may be a PUT where the specification says so (system.md Y2).
alter table operation drop constraint operation_method_check;
alter table operation add constraint operation_method_check check (method in ('GET', 'POST', 'PUT', 'PATCH', 'DELETE'));
