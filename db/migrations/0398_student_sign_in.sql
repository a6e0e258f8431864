-- A student may have a sign-in of their own (role STUDENT, specification 1 and 3): it sees its own enrolment, nobody else's.
alter table app_user drop constraint app_user_kind_check;
alter table app_user add constraint app_user_kind_check check (kind in ('STAFF', 'PARENT', 'STUDENT', 'VENDOR'));
alter table student add column user_id uuid references app_user (id);
create unique index student_sign_in on student (franchisee_id, user_id) where user_id is not null;
create index student_user on student (user_id);
