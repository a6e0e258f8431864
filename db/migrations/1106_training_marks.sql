-- Who was there (areas/training.md 3.3). Marks are made by hand: a meeting of another service tells nobody's minutes.
alter table training_enrollment
  add column attended_s int not null default 0 check (attended_s >= 0), add column held_s int not null default 0 check (held_s >= 0),
  add column mark text not null default 'NOT_MARKED' check (mark in ('NOT_MARKED', 'PRESENT', 'PARTIAL', 'ABSENT')),
  -- That feedback was given, never which.
  add column feedback_done boolean not null default false;
-- How many people were there, over all centres: feedback is measured against it.
alter table training_seat add column attended int not null default 0 check (attended >= 0);

create table training_session_mark (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  enrollment_id uuid not null, session_id uuid not null references training_session (id),
  mark text not null check (mark in ('PRESENT', 'PARTIAL', 'ABSENT')), source text not null default 'MANUAL' check (source in ('AUTO', 'MANUAL')),
  attended_s int not null check (attended_s between 0 and held_s), held_s int not null,
  note text check (length(note) between 5 and 300), marked_by uuid references app_user (id),
  primary key (franchisee_id, id), unique (franchisee_id, enrollment_id, session_id),
  foreign key (franchisee_id, enrollment_id) references training_enrollment (franchisee_id, id));
create index training_session_mark_session on training_session_mark (session_id);
create index training_session_mark_by on training_session_mark (marked_by);
select make_centre_table('training_session_mark');
