-- One ready message to many families (areas/enquiries.md 4, bulk): what was asked, how far it is, and why somebody got none.
create table enquiry_message_batch (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  template text not null check (length(template) between 1 and 60),
  state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'DONE', 'CANCELLED')),
  cancel_asked boolean not null default false,
  total int not null, done int not null default 0, queued int not null default 0, skipped int not null default 0,
  by uuid, at timestamptz not null, finished_at timestamptz,
  primary key (franchisee_id, id));
create index enquiry_message_batch_list on enquiry_message_batch (franchisee_id, at desc, id desc);
create index enquiry_message_batch_network on enquiry_message_batch (at desc, id desc);
select make_centre_table('enquiry_message_batch');
revoke all on enquiry_message_batch from rt_public;

create table enquiry_message_item (
  franchisee_id int not null, batch_id uuid not null, n int not null, enquiry_id uuid not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'QUEUED', 'SKIPPED')), reason text check (length(reason) <= 40),
  primary key (franchisee_id, batch_id, n),
  foreign key (franchisee_id, batch_id) references enquiry_message_batch (franchisee_id, id),
  foreign key (franchisee_id, enquiry_id) references enquiry (franchisee_id, id));
create index enquiry_message_item_enquiry on enquiry_message_item (franchisee_id, enquiry_id);
select add_centre_policies('enquiry_message_item');
revoke all on enquiry_message_item from rt_public;
