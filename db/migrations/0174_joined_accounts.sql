-- Two accounts of one person become one (areas/network.md 5, user.merge). What refers to the joined account stays as it
-- is and is shown as the kept one; the joined account is switched off for good.
alter table app_user add column merged_into uuid references app_user (id),
  add constraint app_user_merged_off check (merged_into is null or state = 'DISABLED'),
  add constraint app_user_merged_other check (merged_into <> id);
create index app_user_merged on app_user (merged_into) where merged_into is not null;
