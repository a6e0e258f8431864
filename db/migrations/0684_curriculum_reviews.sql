-- What a reviewer wrote to the author of a changed day, and frozen views of days and weeks as teachers or parents get them.
alter table curriculum_day add column review_note text check (length(review_note) <= 500);

create table curriculum_preview (
  id uuid primary key default gen_random_uuid(), shown_as text not null check (shown_as in ('TEACHER', 'PARENT')),
  plan_id uuid not null references curriculum_plan (id), title text not null check (length(title) between 1 and 200),
  snapshot jsonb not null check (jsonb_typeof(snapshot) = 'array'), expires_at timestamptz not null);
create index curriculum_preview_plan on curriculum_preview (plan_id);
create index curriculum_preview_expires on curriculum_preview (expires_at);
select make_network_table('curriculum_preview');
