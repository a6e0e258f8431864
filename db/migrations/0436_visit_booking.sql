-- Half-hours that families chose themselves (areas/enquiries.md 11.1). A row takes the time at once; the enquiry follows as
-- soon as it is there, and from then on its own appointment takes the time.
create table visit_booking (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(), slot_at timestamptz not null,
  -- Who chose: the submission of a form, or the family's own link.
  submission_id uuid, enquiry_id uuid,
  -- HELD: waits for its enquiry. BOOKED: stands in the enquiry. NOTED: kept, and told the counsellor. DROPPED: free again.
  state text not null default 'HELD' check (state in ('HELD', 'BOOKED', 'NOTED', 'DROPPED')),
  at timestamptz not null, ended_at timestamptz,
  primary key (franchisee_id, id), check (submission_id is not null or enquiry_id is not null),
  foreign key (franchisee_id, enquiry_id) references enquiry (franchisee_id, id));
-- One counsellor for each half-hour.
create unique index visit_booking_slot on visit_booking (franchisee_id, slot_at) where state in ('HELD', 'NOTED');
create index visit_booking_submission on visit_booking (franchisee_id, submission_id, at desc) where submission_id is not null;
create index visit_booking_enquiry on visit_booking (franchisee_id, enquiry_id, at desc) where enquiry_id is not null;
select make_centre_table('visit_booking');

-- Visits of one centre by their time.
create index enquiry_visit_centre on enquiry (franchisee_id, appointment_at) where is_open and appointment_at is not null;
