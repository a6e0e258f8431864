-- Access review (areas/network.md 5 `review.*`, 11.3): each quarter whoever leads people keeps or ends every role they hold.
create table access_review (
  id uuid primary key default gen_random_uuid(),
  -- The first day of the quarter it is about; one review a quarter.
  quarter_on date not null unique check (extract(day from quarter_on) = 1 and extract(month from quarter_on) in (1, 4, 7, 10)),
  started_on date not null, due_on date not null, ends_on date not null, check (started_on < due_on and due_on < ends_on),
  -- How often those who decide were told: at the start, half way, and when the time is over.
  told int not null default 0 check (told between 0 and 3), closed_at timestamptz);
create unique index access_review_open on access_review ((closed_at is null)) where closed_at is null;
select make_network_table('access_review');

create table access_review_item (
  id uuid primary key default gen_random_uuid(), review_id uuid not null references access_review (id),
  grant_id uuid not null references user_role (id), user_id uuid not null references app_user (id), role_id int not null references role (id),
  -- Null = any super admin: nobody nearer may give this role.
  reviewer_id uuid references app_user (id),
  -- LAPSED: nobody decided in time, so the role ended. GONE: it had ended by another way before anybody decided.
  decision text check (decision in ('KEEP', 'END', 'LAPSED', 'GONE')),
  decided_by uuid references app_user (id), decided_at timestamptz, note text check (length(note) <= 200),
  -- What was known of its use when it was decided.
  last_used_on date, last_used_module text,
  constraint access_review_item_other_person check (decided_by <> user_id),
  constraint access_review_item_decided check ((decision is null) = (decided_at is null) and (coalesce(decision, '') in ('KEEP', 'END')) = (decided_by is not null)),
  unique (review_id, grant_id));
create index access_review_item_grant on access_review_item (grant_id);
create index access_review_item_user on access_review_item (user_id);
create index access_review_item_role on access_review_item (role_id);
create index access_review_item_reviewer on access_review_item (reviewer_id, review_id);
create index access_review_item_decider on access_review_item (decided_by);
select make_network_table('access_review_item');
-- What was decided stays on record; holders of public links have no part in it.
revoke delete on access_review, access_review_item from rt_centre, rt_network;
revoke insert, update on access_review, access_review_item from rt_public;

-- The last day each person used each module: one row for both, no trail of days.
create table person_use (
  user_id uuid not null references app_user (id), module text not null, used_on date not null, primary key (user_id, module));
grant select, insert, update, delete on person_use to rt_network;
grant select on person_use to rt_centre;
