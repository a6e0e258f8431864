-- A ticket of a centre (areas/tickets.md 2). Due times and sla_state are for lists only: the clock is computed from ticket_log.
create table ticket (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  ticket_no text not null check (ticket_no ~ '^TKT/[0-9]{3,}/[0-9]{2}-[0-9]{2}/[0-9]{5,}$'),
  subject text not null check (length(subject) between 5 and 150), description text not null check (length(description) between 1 and 10000),
  answers text check (length(answers) <= 2000),
  department text not null check (department in ('CUSTOMER CARE', 'OPERATION', 'MARKETING', 'FINANCE', 'ACADEMICS', 'TECH', 'BUSINESS PARTNER',
    'PRODUCT', 'LOGISTICS', 'SUPPLY CHAIN', 'BRANDING', 'MANAGEMENT', 'SALES AND ACQUISITION')),
  category_id uuid,
  priority text not null check (priority in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')), proposed_priority text not null check (proposed_priority in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  status text not null default 'NEW' check (status in ('NEW', 'OPEN', 'WAITING_ON_CENTRE', 'ON_HOLD', 'RESOLVED', 'CLOSED', 'REOPENED')),
  raised_by uuid references app_user (id), raised_kind text not null check (raised_kind in ('TICKET_FRANCHISEE', 'TICKET_ADMIN', 'SYSTEM')), raised_at timestamptz not null,
  source text not null default 'SCREEN' check (source in ('SCREEN', 'AUDIT', 'PAYMENT', 'DAMAGE', 'REVIEW', 'SOP', 'API', 'LOG_BOOK', 'CONVERSATION')), dedupe_key text,
  entity_kind text check (entity_kind in ('ENQUIRY', 'STUDENT', 'STAFF', 'KIT_ORDER', 'SHIPMENT', 'DAMAGE_CLAIM', 'WOW_ORDER', 'RECEIPT', 'PAYMENT', 'ROYALTY_INVOICE',
    'AUDIT', 'VISIT', 'FINDING', 'TRAINING', 'VEHICLE', 'TRIP', 'ALARM', 'SOP_SECTION', 'CONVERSATION', 'MESSAGE', 'USER', 'FRANCHISEE')),
  entity_id text, entity_label text check (length(entity_label) <= 150),
  zone_id int references zone (id), owner_group_id uuid not null references ticket_group (id), owner_id uuid references app_user (id),
  confidential boolean not null default false check (not confidential),
  row_id uuid not null, row_version int not null, response_min int not null, resolution_min int not null, calendar_id int not null references working_calendar (id),
  first_response_at timestamptz, resolved_at timestamptz, closed_at timestamptz, reopened_n smallint not null default 0,
  response_due_at timestamptz, resolution_due_at timestamptz,
  sla_state text not null default 'ON_TIME' check (sla_state in ('ON_TIME', 'WARNED', 'BREACHED', 'PAUSED', 'MET', 'FAILED')),
  -- On hold, expected to go on on this day; waiting for the centre since.
  resume_on date, waiting_since timestamptz,
  last_message_kind text check (last_message_kind in ('TICKET_FRANCHISEE', 'TICKET_ADMIN', 'SYSTEM')),
  csat smallint check (csat between 1 and 5), merged_into uuid, follows uuid,
  primary key (franchisee_id, id),
  unique (ticket_no),
  constraint ticket_source_once unique (franchisee_id, source, dedupe_key),
  foreign key (category_id, department) references ticket_category (id, department),
  foreign key (row_id, row_version) references ticket_matrix_version (matrix_id, n),
  foreign key (franchisee_id, merged_into) references ticket (franchisee_id, id),
  foreign key (franchisee_id, follows) references ticket (franchisee_id, id),
  check ((status = 'ON_HOLD') = (resume_on is not null)), check ((status = 'WAITING_ON_CENTRE') = (waiting_since is not null)));
create index ticket_list on ticket (franchisee_id, status, resolution_due_at, id);
-- Head office reads all centres at once.
create index ticket_network_open on ticket (resolution_due_at, id) where status not in ('RESOLVED', 'CLOSED');
create index ticket_group_open on ticket (owner_group_id, status, resolution_due_at, id);
create index ticket_owner on ticket (owner_id, status, resolution_due_at);
create index ticket_entity on ticket (entity_kind, entity_id);
create index ticket_raiser on ticket (raised_by);
create index ticket_category_of_ticket on ticket (category_id, department);
create index ticket_row on ticket (row_id, row_version);
create index ticket_calendar on ticket (calendar_id);
create index ticket_zone on ticket (zone_id);
create index ticket_merged on ticket (franchisee_id, merged_into);
create index ticket_follows on ticket (franchisee_id, follows);
select make_centre_table('ticket');

-- What happened, in order: beside the calendars and targets the only input of the clock.
create table ticket_log (
  franchisee_id int not null, ticket_id uuid not null, seq int not null, at timestamptz not null,
  action text not null, from_status text, to_status text not null, calendar_id int not null references working_calendar (id),
  by_user uuid, kind text not null check (kind in ('TICKET_FRANCHISEE', 'TICKET_ADMIN', 'SYSTEM')),
  reason text check (length(reason) <= 1000), detail text check (length(detail) <= 300),
  primary key (franchisee_id, ticket_id, seq),
  foreign key (franchisee_id, ticket_id) references ticket (franchisee_id, id));
create index ticket_log_calendar on ticket_log (calendar_id);
select add_centre_policies('ticket_log');
select make_append_only('ticket_log');

create table ticket_message (
  franchisee_id int not null, id uuid not null, ticket_id uuid not null, seq int not null, at timestamptz not null, by_user uuid,
  kind text not null check (kind in ('TICKET_FRANCHISEE', 'TICKET_ADMIN', 'SYSTEM')), public boolean not null,
  body text not null check (length(body) between 1 and 10000),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, ticket_id, seq) references ticket_log (franchisee_id, ticket_id, seq));
create index ticket_message_of on ticket_message (franchisee_id, ticket_id, seq);
select add_centre_policies('ticket_message');
select make_append_only('ticket_message');

create table ticket_watcher (
  franchisee_id int not null, ticket_id uuid not null, user_id uuid not null references app_user (id),
  primary key (franchisee_id, ticket_id, user_id),
  foreign key (franchisee_id, ticket_id) references ticket (franchisee_id, id));
create index ticket_watcher_user on ticket_watcher (user_id);
select make_centre_table('ticket_watcher');
