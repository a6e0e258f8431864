-- The event calendar (areas/communication.md 2.4, 3.9). An event's dates stand as rows, computed from its rule when it is
-- saved: lists, reminders and answers read the same dates. Closed days belong to the academic calendar and are not stored here.
create table event (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  academic_year_id int not null references academic_year (id),
  title text not null check (length(title) between 1 and 100), title_hi text check (length(title_hi) <= 100),
  description text check (length(description) <= 2000),
  kind text not null check (kind in ('EVENT', 'ACTIVITY', 'MEETING', 'PTM', 'TRIP', 'CELEBRATION', 'DEADLINE', 'OTHER')),
  colour text not null default 'BLUE' check (colour in ('BLUE', 'GREEN', 'ORANGE', 'PINK', 'VIOLET', 'GREY')),
  from_on date not null, to_on date not null check (to_on >= from_on),
  -- Both null: all day. Local time in India.
  starts_at time, ends_at time,
  repeat text not null default 'NONE' check (repeat in ('NONE', 'DAILY', 'WEEKLY', 'MONTHLY')),
  repeat_every int not null default 1 check (repeat_every between 1 and 12),
  repeat_weekdays int not null default 0 check (repeat_weekdays between 0 and 127),
  repeat_until date, repeat_count int check (repeat_count between 1 and 200),
  closed_days text not null default 'DROP' check (closed_days in ('KEEP', 'DROP')),
  removed_dates date[] not null default '{}',
  place text check (length(place) <= 120),
  people text not null check (people in ('ALL', 'PARENT', 'STAFF')),
  -- Empty: every class.
  class_ids int[] not null default '{}',
  answers text not null default 'NONE' check (answers in ('NONE', 'YES_NO', 'ADULTS')),
  answer_until date, places int check (places between 1 and 5000),
  -- Counts changes of time or place after the publication.
  sequence int not null default 0,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PUBLISHED', 'CANCELLED')),
  cancel_reason text check (length(cancel_reason) <= 300), published_at timestamptz,
  primary key (franchisee_id, id),
  check ((starts_at is null) = (ends_at is null)), check (ends_at > starts_at),
  check (repeat = 'NONE' or (to_on = from_on and (repeat_until is not null or repeat_count is not null))),
  check (answers <> 'NONE' or (places is null and answer_until is null)),
  check (answers = 'NONE' or people <> 'STAFF'));
create index event_year on event (franchisee_id, academic_year_id, from_on desc, id);
create index event_academic_year on event (academic_year_id);
select make_centre_table('event');

create table event_date (
  franchisee_id int not null, event_id uuid not null, on_date date not null, to_on date not null check (to_on >= on_date),
  -- One date of several that does not take place.
  cancelled_reason text check (length(cancelled_reason) between 1 and 300),
  primary key (franchisee_id, event_id, on_date),
  foreign key (franchisee_id, event_id) references event (franchisee_id, id) on delete cascade);
create index event_date_day on event_date (franchisee_id, on_date, event_id);
select make_centre_table('event_date');

-- One answer a child and date; the child and the adults who come with it take the places.
create table event_rsvp (
  franchisee_id int not null, event_id uuid not null, on_date date not null, enrolment_id uuid not null,
  answer text not null check (answer in ('YES', 'NO', 'MAYBE')), adults int not null default 0 check (adults between 0 and 6),
  note text check (length(note) <= 200), answered_by uuid not null references app_user (id), answered_at timestamptz not null,
  primary key (franchisee_id, event_id, on_date, enrolment_id),
  foreign key (franchisee_id, event_id, on_date) references event_date (franchisee_id, event_id, on_date)
    on delete cascade on update cascade,
  foreign key (franchisee_id, enrolment_id) references enrolment (franchisee_id, id));
create index event_rsvp_child on event_rsvp (franchisee_id, enrolment_id);
create index event_rsvp_user on event_rsvp (answered_by);
select make_centre_table('event_rsvp');

select allow_family('event', $policy$status <> 'DRAFT' and people <> 'STAFF' and exists (
  select from enrolment e where e.franchisee_id = event.franchisee_id and e.status in ('UPCOMING', 'ACTIVE', 'ON_HOLD')
    and (class_ids = '{}' or e.class_id = any (class_ids)))$policy$);
select allow_family('event_date', 'exists (select from event v where v.franchisee_id = event_date.franchisee_id and v.id = event_date.event_id)');
select allow_family('event_rsvp', 'enrolment_id in (select e.id from enrolment e where e.student_id = any ((select scope_students())::uuid[]))');
