-- What the workers of outbox, inbox and jobs need beside the tables of 0002 (reliability.md 3.4-3.5).
-- The claim asks two things: is anything of this lane due, and which centres have something in it.
drop index outbox_open;
create index outbox_due on outbox (lane, not_before) where state = 'QUEUED';
create index outbox_lane_centre on outbox (lane, franchisee_id, not_before) where state = 'QUEUED';
create index outbox_lease on outbox (locked_until) where state = 'SENDING';
create index outbox_sent on outbox (sent_at) where state = 'SENT';

-- Done rows leave the working table after 7 days; the log of what went out stays 400.
create table outbox_history (
  franchisee_id int not null, id uuid not null,
  kind text not null, lane text not null, payload jsonb not null, dedupe_key text not null,
  state text not null, attempts int not null, source_kind text, source_id text, command text,
  at timestamptz not null, sent_at timestamptz,
  primary key (franchisee_id, id));
create index outbox_history_age on outbox_history (at);
create index outbox_history_source on outbox_history (franchisee_id, source_kind, source_id);
select add_centre_policies('outbox_history');

create index inbox_pair on inbox (provider, franchisee_id, received_at) where state = 'NEW';
create index inbox_purge on inbox (purge_on) where purge_on is not null;
grant delete on inbox to rt_network;

alter table cron_job add column paused_until timestamptz;
alter table cron_run
  add column attempt int not null default 0,
  add column trigger text not null default 'SCHEDULE' check (trigger in ('SCHEDULE', 'MANUAL', 'CATCH_UP')),
  add column queued_at timestamptz, add column worker text check (length(worker) <= 80), add column error text check (length(error) <= 4000);
create index cron_run_open on cron_run (job) where state in ('NOT_STARTED', 'IN_PROGRESS');
create index cron_run_newest on cron_run (job, planned_at desc);
-- Of runs only what a person started is worth a row of audit (the runs are their own record); of jobs what a person changed.
drop trigger record_change on cron_run;
create trigger record_change after insert on cron_run for each row when (new.trigger = 'MANUAL') execute function record_change();
drop trigger record_change on cron_job;
create trigger record_change after update of enabled, paused_until on cron_job for each row execute function record_change();
drop trigger record_change on export_job;
create trigger record_change after insert or delete or update of state on export_job for each row execute function record_change();
