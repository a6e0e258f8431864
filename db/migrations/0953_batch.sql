-- Work over many rows that somebody began (packages/server/batch): what was asked, how far it is, and what became of each row.
create table batch (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  job text not null check (length(job) between 1 and 60), label text not null check (length(label) between 1 and 200),
  -- Ids and plain values that the job needs, no names.
  data jsonb not null default '{}',
  state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'DONE', 'CANCELLED')),
  cancel_asked boolean not null default false,
  total int not null, done int not null default 0, ok int not null default 0, skipped int not null default 0, failed int not null default 0,
  -- How often it was asked to run: the first time, and each time again.
  runs smallint not null default 1,
  by uuid, at timestamptz not null, finished_at timestamptz,
  primary key (franchisee_id, id));
create index batch_list on batch (franchisee_id, job, at desc, id desc);
create index batch_network on batch (job, at desc, id desc);
select make_centre_table('batch');
revoke all on batch from rt_public;

create table batch_item (
  franchisee_id int not null, batch_id uuid not null, n int not null, subject_id uuid not null, data jsonb not null default '{}',
  state text not null default 'WAITING' check (state in ('WAITING', 'DONE', 'SKIPPED', 'FAILED')), reason text check (length(reason) <= 300),
  primary key (franchisee_id, batch_id, n),
  foreign key (franchisee_id, batch_id) references batch (franchisee_id, id));
create index batch_item_waiting on batch_item (franchisee_id, batch_id, n) where state = 'WAITING';
select add_centre_policies('batch_item');
revoke all on batch_item from rt_public;

-- Messages to many were the first of them, with tables of their own.
insert into batch (franchisee_id, id, job, label, data, state, cancel_asked, total, done, ok, skipped, by, at, finished_at)
  select b.franchisee_id, b.id, 'enquiry-message', coalesce((select t.name from enquiry_message_text t where t.franchisee_id in (1, b.franchisee_id) and t.id::text = b.template limit 1), 'Message'),
         jsonb_build_object('template', b.template), b.state, b.cancel_asked, b.total, b.done, b.queued, b.skipped, b.by, b.at, b.finished_at
    from enquiry_message_batch b;
insert into batch_item (franchisee_id, batch_id, n, subject_id, state, reason)
  select franchisee_id, batch_id, n, enquiry_id, case state when 'QUEUED' then 'DONE' else state end, lower(replace(reason, '_', ' ')) from enquiry_message_item;
drop table enquiry_message_item;
drop table enquiry_message_batch;
