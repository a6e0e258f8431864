-- Feedback without names (areas/training.md 3.9). An answer goes into the box without its author and without a time; a job files what
-- lies there in random order. None of the three tables has who or when, and none writes the change audit.
create table training_feedback_box (
  id uuid primary key default gen_random_uuid(), training_id uuid not null references training (id), answers jsonb not null);
create index training_feedback_box_training on training_feedback_box (training_id);
grant insert on training_feedback_box to rt_centre, rt_network;
grant select, delete on training_feedback_box to rt_network;

create table training_feedback (
  id uuid primary key default gen_random_uuid(), training_id uuid not null references training (id),
  -- Null: about the training itself.
  trainer_id uuid references training_trainer (id), filed_on date not null);
create index training_feedback_training on training_feedback (training_id);
create index training_feedback_trainer on training_feedback (trainer_id, filed_on);
grant select on training_feedback to rt_centre, rt_network;
grant insert on training_feedback to rt_network;

create table training_feedback_answer (
  feedback_id uuid not null references training_feedback (id), question_id uuid not null references training_feedback_question (id),
  rating smallint check (rating between 1 and 5), text text check (length(text) between 1 and 1000),
  primary key (feedback_id, question_id), check ((rating is null) <> (text is null)));
create index training_feedback_answer_question on training_feedback_answer (question_id);
grant select on training_feedback_answer to rt_centre, rt_network;
grant insert on training_feedback_answer to rt_network;

insert into training_feedback_question (text, about, kind, position)
  select * from (values ('How useful was the training for your work?', 'TRAINING', 'RATING', 1), ('What should be different next time?', 'TRAINING', 'TEXT', 2),
    ('How well did the trainer explain?', 'TRAINER', 'RATING', 3), ('What would you like to tell the trainer?', 'TRAINER', 'TEXT', 4)) q (text, about, kind, position)
   where not exists (select from training_feedback_question);
