-- Posts for Instagram (areas/communication.md 2.4, 3.11): approved by somebody else, published by hand with their permalink.
create table instagram_account (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  handle text not null check (handle ~ '^[a-z0-9._]{1,30}$'),
  primary key (franchisee_id, id));
create unique index instagram_account_one on instagram_account (franchisee_id);
select make_centre_table('instagram_account');

create table instagram_post (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  caption text not null check (length(caption) between 1 and 2200),
  scheduled_at timestamptz not null,
  status text not null default 'DRAFT' check (status in
    ('DRAFT', 'WAITING_APPROVAL', 'SCHEDULED', 'DUE', 'PUBLISHED', 'BLOCKED', 'REMOVAL_NEEDED', 'REMOVED', 'CANCELLED')),
  submitted_by uuid references app_user (id), approved_by uuid references app_user (id),
  permalink text check (permalink ~ '^https://(www\.)?instagram\.com/'),
  published_at timestamptz, published_by uuid references app_user (id),
  -- Why it is blocked, or has to be removed.
  lost_reason text check (length(lost_reason) <= 300),
  primary key (franchisee_id, id),
  check (approved_by is null or approved_by <> submitted_by),
  check (status not in ('PUBLISHED', 'REMOVAL_NEEDED', 'REMOVED') or permalink is not null));
create index instagram_post_status on instagram_post (franchisee_id, status, scheduled_at);
create index instagram_post_time on instagram_post (scheduled_at desc, id);
create index instagram_post_submitter on instagram_post (submitted_by);
create index instagram_post_approver on instagram_post (approved_by);
create index instagram_post_publisher on instagram_post (published_by);
select make_centre_table('instagram_post');

create table instagram_item (
  franchisee_id int not null, post_id uuid not null, photo_id uuid not null, position int not null check (position between 1 and 10),
  alt text check (length(alt) <= 1000),
  primary key (franchisee_id, post_id, photo_id),
  foreign key (franchisee_id, post_id) references instagram_post (franchisee_id, id) on delete cascade,
  foreign key (franchisee_id, photo_id) references gallery_photo (franchisee_id, id));
create index instagram_item_photo on instagram_item (franchisee_id, photo_id);
select make_centre_table('instagram_item');
