-- Who speaks which language at a centre (areas/enquiries.md 3.5, Language): a family that could not be talked with goes to
-- somebody who can. It is of the person at the centre, not of a seat in a rule: who is in no rule may speak it, too.
create table spoken_language (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(), user_id uuid not null references app_user (id),
  languages text[] not null check (languages <@ array['en', 'hi', 'mr', 'gu', 'ta', 'te', 'kn', 'bn']),
  primary key (franchisee_id, id), unique (franchisee_id, user_id));
create index spoken_language_user on spoken_language (user_id);
select make_centre_table('spoken_language');
revoke all on spoken_language from rt_public;

alter table allocation_log drop constraint allocation_log_why_check,
  add constraint allocation_log_why_check check (why in ('STICKY', 'RULE', 'DEFAULT', 'QUEUE', 'MANUAL', 'REALLOCATION', 'LEAVER', 'RECALL', 'UNDO', 'LANGUAGE'));
