-- Who is registered for a training, with a seat or a place in the queue (areas/training.md 3.2). Seats are counted in one row a
-- training, which whoever changes a seat locks first: the last one is given once.
create table training_seat (
  id uuid primary key default gen_random_uuid(), training_id uuid not null unique references training (id),
  capacity int check (capacity between 1 and 1000), seated int not null default 0 check (seated >= 0),
  waitlisted int not null default 0 check (waitlisted >= 0), next_no int not null default 1 check (next_no > 0),
  constraint training_seat_not_oversold check (capacity is null or seated <= capacity));
select make_network_table('training_seat');
insert into training_seat (training_id, capacity) select id, capacity from training;

create table training_enrollment (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  training_id uuid not null references training (id), staff_id uuid not null,
  -- The specification's words.
  response text not null default 'PENDING' check (response in ('PENDING', 'ACCEPTED', 'DECLINED')),
  response_source text check (response_source in ('BANNER', 'SCREEN', 'LINK', 'JOIN')), responded_at timestamptz,
  decline_reason text check (length(decline_reason) <= 300),
  seat text not null check (seat in ('SEATED', 'WAITLISTED', 'RELEASED')), queue_no int check (queue_no > 0),
  registered_by uuid not null references app_user (id), reminded_at timestamptz,
  withdraw_reason text check (length(withdraw_reason) <= 300),
  primary key (franchisee_id, id), unique (franchisee_id, training_id, staff_id),
  foreign key (franchisee_id, staff_id) references staff (franchisee_id, id),
  check ((seat = 'WAITLISTED') = (queue_no is not null)), check (response <> 'DECLINED' or seat = 'RELEASED'));
create index training_enrollment_training on training_enrollment (training_id, response);
create index training_enrollment_queue on training_enrollment (training_id, queue_no) where seat = 'WAITLISTED';
create index training_enrollment_staff on training_enrollment (franchisee_id, staff_id);
create index training_enrollment_registered_by on training_enrollment (registered_by);
select make_centre_table('training_enrollment');
