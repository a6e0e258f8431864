-- What changes a running service: pauses that another person approves, offers of a free seat to who waits for it, and
-- notes that an area asks for (areas/services.md 2.1, 3; areas/README §3 proposeNote).
alter table note add column source text check (length(source) <= 40), add column source_id text check (length(source_id) <= 120);
alter table note add constraint note_source check ((source is null) = (source_id is null));
create unique index note_once on note (franchisee_id, source, source_id, type) where source is not null;

create table service_pause (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  service_assignment_id uuid not null,
  from_on date not null, to_on date not null check (to_on >= from_on),
  reason text not null check (length(reason) between 1 and 300),
  requested_by uuid not null, decided_by uuid check (decided_by <> requested_by), decided_at timestamptz,
  decision_note text check (length(decision_note) <= 300),
  -- Paise taken off with the approval, for the days as they were approved; a child that comes back earlier pays its part again.
  credit bigint not null default 0 check (credit >= 0), approved_to date,
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED', 'ENDED')),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, service_assignment_id) references service_assignment (franchisee_id, id),
  check ((status in ('APPROVED', 'ENDED')) <= (approved_to is not null)),
  constraint service_pause_overlap exclude using gist (franchisee_id with =, service_assignment_id with =, daterange(from_on, to_on, '[]') with &&)
    where (status in ('PENDING', 'APPROVED')));
select make_centre_table('service_pause');
create index service_pause_assignment on service_pause (franchisee_id, service_assignment_id, from_on);

alter table service_waitlist drop constraint service_waitlist_status_check,
  add constraint service_waitlist_status_check check (status in ('WAITING', 'OFFERED', 'TAKEN', 'EXPIRED', 'LEFT')),
  add column offered_at timestamptz, add column offer_until timestamptz,
  add constraint service_waitlist_offer check ((status = 'OFFERED') <= (offer_until is not null));
drop index service_waitlist_once;
create unique index service_waitlist_once on service_waitlist (franchisee_id, service_enquiry_id) where status in ('WAITING', 'OFFERED');
create index service_waitlist_offered on service_waitlist (offer_until, franchisee_id, id) where status = 'OFFERED';
