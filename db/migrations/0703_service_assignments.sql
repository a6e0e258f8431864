-- A service for one child in its days: the seat here, the money in its fee_assignment (areas/services.md 2.1).
create table service_assignment (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  service_enquiry_id uuid not null, fee_account_id uuid not null, service_id uuid not null references service (id), offering_id uuid not null,
  fee_assignment_id uuid not null,
  starts_on date not null, ends_on date not null check (ends_on >= starts_on),
  -- Bit 0 = Monday (areas/README decision 28).
  weekdays smallint not null check (weekdays between 1 and 127),
  direction text check (direction in ('PICKUP', 'DROPOFF', 'BOTH')), distance_m int check (distance_m between 0 and 200000),
  slab text check (slab in ('A', 'B', 'C', 'D', 'E')), stop_text text check (length(stop_text) <= 120),
  note text check (length(note) <= 500),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PENDING', 'HELD', 'ACTIVE', 'ENDED', 'CANCELLED')),
  submitted_by uuid, submitted_at timestamptz,
  -- Last day on which the seat is kept unpaid.
  hold_until date,
  primary key (franchisee_id, id),
  foreign key (franchisee_id, service_enquiry_id) references service_enquiry (franchisee_id, id),
  foreign key (franchisee_id, fee_account_id) references fee_account (franchisee_id, id),
  foreign key (franchisee_id, offering_id) references service_offering (franchisee_id, id),
  foreign key (franchisee_id, fee_assignment_id) references fee_assignment (franchisee_id, id),
  constraint service_assignment_plan unique (franchisee_id, fee_assignment_id),
  constraint service_assignment_hold check ((status = 'HELD') <= (hold_until is not null)),
  constraint service_assignment_overlap exclude using gist (franchisee_id with =, fee_account_id with =, service_id with =, daterange(starts_on, ends_on, '[]') with &&)
    where (status in ('HELD', 'ACTIVE')));
select make_centre_table('service_assignment');
create unique index service_assignment_open on service_assignment (franchisee_id, service_enquiry_id) where status in ('DRAFT', 'PENDING', 'HELD', 'ACTIVE');
create index service_assignment_enquiry on service_assignment (franchisee_id, service_enquiry_id);
create index service_assignment_account on service_assignment (franchisee_id, fee_account_id);
create index service_assignment_seats on service_assignment (franchisee_id, offering_id, starts_on) where status in ('HELD', 'ACTIVE');
create index service_assignment_offering on service_assignment (franchisee_id, offering_id);
create index service_assignment_queue on service_assignment (franchisee_id, status, submitted_at);
create index service_assignment_service on service_assignment (service_id);
create trigger check_service before insert or update of service_id on service_assignment for each row execute function check_shared_reference('service_id', 'service');
select allow_family('service_assignment', 'exists (select from fee_account a where a.franchisee_id = service_assignment.franchisee_id and a.id = service_assignment.fee_account_id)');

-- The plan is written before the row it belongs to, in the same transaction.
alter table fee_assignment add foreign key (franchisee_id, service_assignment_id) references service_assignment (franchisee_id, id) deferrable initially deferred;
alter table fee_assignment add constraint fee_assignment_service check ((module = 'SERVICE') = (service_assignment_id is not null));
create unique index fee_assignment_service_open on fee_assignment (franchisee_id, service_assignment_id) where status in ('DRAFT', 'PENDING', 'REJECTED', 'APPROVED') and service_assignment_id is not null;
create index fee_assignment_service_of on fee_assignment (franchisee_id, service_assignment_id);

-- Who waits for a seat of an offering: the order is joined_at, id.
create table service_waitlist (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  offering_id uuid not null, service_enquiry_id uuid not null, joined_at timestamptz not null default clock_timestamp(),
  status text not null default 'WAITING' check (status in ('WAITING', 'TAKEN', 'LEFT')),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, offering_id) references service_offering (franchisee_id, id),
  foreign key (franchisee_id, service_enquiry_id) references service_enquiry (franchisee_id, id));
select make_centre_table('service_waitlist');
create unique index service_waitlist_once on service_waitlist (franchisee_id, service_enquiry_id) where status = 'WAITING';
create index service_waitlist_enquiry on service_waitlist (franchisee_id, service_enquiry_id);
create index service_waitlist_order on service_waitlist (franchisee_id, offering_id, joined_at, id);
