-- Emergency right (areas/system.md 11.4): somebody who looks after the system takes a listed role for at most an hour.
create table emergency_role (
  role_id int primary key references role (id), note text check (length(note) <= 200));
select make_network_table('emergency_role');
insert into emergency_role (role_id, note) select r.id, v.note from (values
  ('OPERATIONS', 'Orders and kits stand still'), ('FINANCE_DEPT', 'Payments wait and nobody of the department is in'),
  ('CENTER_HEAD', 'A centre is without its head'), ('CUSTOMER_CARE', 'Enquiries stay unanswered'),
  ('TRANSPORT_INCHARGE', 'A bus is on its way')) v (role, note) join role r on r.role = v.role;

create table emergency_right (
  id uuid primary key default gen_random_uuid(), user_id uuid not null references app_user (id), role_id int not null references role (id),
  -- Null = the whole network; roles of a centre are taken at one centre.
  franchisee_id int references franchisee (id),
  reason text not null check (length(reason) between 10 and 300),
  taken_at timestamptz not null, until_at timestamptz not null, ended_at timestamptz,
  -- Both were told in the transaction that gave the right.
  told_first uuid not null references app_user (id), told_second uuid not null references app_user (id),
  review_due_at timestamptz not null,
  reviewed_by uuid references app_user (id), reviewed_at timestamptz,
  finding text check (finding in ('IN_ORDER', 'NOT_IN_ORDER')), review_note text check (length(review_note) between 3 and 500),
  constraint emergency_right_hour check (until_at > taken_at and until_at <= taken_at + interval '60 minutes'),
  constraint emergency_right_two_people check (told_first <> told_second and told_first <> user_id and told_second <> user_id),
  constraint emergency_right_other_person check (reviewed_by <> user_id),
  constraint emergency_right_review check ((reviewed_at is null) = (reviewed_by is null) and (reviewed_at is null) = (finding is null) and (reviewed_at is null) = (review_note is null)));
create index emergency_right_user on emergency_right (user_id, taken_at desc);
create index emergency_right_role on emergency_right (role_id);
create index emergency_right_centre on emergency_right (franchisee_id);
create index emergency_right_told_first on emergency_right (told_first);
create index emergency_right_told_second on emergency_right (told_second);
create index emergency_right_reviewer on emergency_right (reviewed_by);
create index emergency_right_unreviewed on emergency_right (review_due_at) where reviewed_at is null;
select make_network_table('emergency_right');
-- What was taken stays on record; holders of public links have no part in it.
revoke delete on emergency_right from rt_centre, rt_network;
revoke insert, update on emergency_right, emergency_role from rt_public;
create trigger move_stamp after insert or update on emergency_right for each row execute function move_user_stamp('user_id');

-- How much each role uses what it holds, by the day (areas/system.md 11.1); no people in it.
create table role_use (
  role_id int not null references role (id), module text not null, method text not null check (method in ('GET', 'POST')),
  day date not null, calls int not null, primary key (role_id, module, method, day));
grant select, insert, update, delete on role_use to rt_network;
grant select on role_use to rt_centre;
-- 'Everything that was done under an emergency right', over the whole journal.
create index record_change_emergency on record_change (id desc) where command like '% emergency:%';
create index access_log_emergency on access_log (id desc) where reason like 'emergency:%';
