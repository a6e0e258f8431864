-- When the family of a child took its uniform home.
alter table uniform_indent add column handed_at timestamptz, add column handed_by uuid references app_user (id);
alter table uniform_indent add constraint uniform_indent_handed check ((handed_at is null) = (handed_by is null) and (handed_at is null or status = 'FULFILLED'));
create index uniform_indent_handed_by on uniform_indent (handed_by);
