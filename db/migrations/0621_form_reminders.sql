-- Reminders of forms that are not finished: one a day at most, five in all (areas/admissions.md 6).
alter table application add column reminded_on date, add column reminders smallint not null default 0 check (reminders between 0 and 5);
alter table registration add column reminded_on date, add column reminders smallint not null default 0 check (reminders between 0 and 5);
alter table admission add column reminded_on date, add column reminders smallint not null default 0 check (reminders between 0 and 5);
