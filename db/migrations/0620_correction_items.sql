-- What a centre asks a family to correct in a form it gives back, point by point (areas/admissions.md 2).
create table correction_item (
  franchisee_id int not null, id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('APPLICATION', 'REGISTRATION', 'ADMISSION')), subject_id uuid not null,
  -- Name of an answer, slot of a paper, or OTHER.
  part text not null check (part ~ '^[A-Za-z0-9_]{2,40}$'),
  n smallint not null check (n between 1 and 20), message text not null check (length(message) between 3 and 300),
  raised_at timestamptz not null default now(), raised_by uuid not null default scope_user(),
  answered_at timestamptz, note text check (length(note) <= 300),
  closed_at timestamptz, closed_by uuid,
  primary key (franchisee_id, id));
create index correction_item_open on correction_item (franchisee_id, subject_id) where closed_at is null;
select make_centre_table('correction_item', '{message,note}');
