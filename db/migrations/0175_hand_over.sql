-- What moved to whom when somebody left (areas/network.md 11.6): the letter is made from it, also years later.
create table user_hand_over (
  id uuid primary key default gen_random_uuid(), user_id uuid not null references app_user (id), at timestamptz not null default now(),
  by uuid not null references app_user (id), reason text not null check (length(reason) <= 200),
  -- [{title, n, to}]: to = the user who took it.
  moved jsonb not null check (jsonb_typeof(moved) = 'array'));
create index user_hand_over_user on user_hand_over (user_id, at desc);
create index user_hand_over_by on user_hand_over (by);
select make_network_table('user_hand_over');
