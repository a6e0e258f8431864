-- Trainers from outside have no sign-in: their name and number stand with their part, and they answer by a link (areas/training.md 3.1).
alter table training_trainer alter column user_id drop not null,
  add column name text check (length(name) between 1 and 80), add column mobile text check (mobile ~ '^\+[0-9]{8,15}$'),
  add column email text check (length(email) <= 120),
  add column response text not null default 'PENDING' check (response in ('PENDING', 'ACCEPTED', 'DECLINED')),
  add column responded_at timestamptz, add column decline_reason text check (length(decline_reason) <= 300),
  add constraint training_trainer_who check ((user_id is null) = (name is not null)),
  add constraint training_trainer_way check (user_id is not null or mobile is not null);
