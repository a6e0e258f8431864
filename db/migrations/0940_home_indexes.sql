-- What the home cards count (areas/shell.md 4.5). After every area's tables, so its number is high.
-- Appointments of a day (a card of counsellors and centre heads, and a filter of the enquiry list).
create index enquiry_appointment on enquiry (franchisee_id, appointment_at) where appointment_at is not null and is_open;
-- Money of a day or month, by when it was received; the lists filter by the same expression.
create index payment_collected on payment (franchisee_id, (coalesce(received_on, (paid_at at time zone 'Asia/Kolkata')::date)))
  include (amount) where status in ('CONFIRMED', 'TRANSFERRED');
create index admission_confirmed on admission (franchisee_id, academic_year_id, confirmed_at) where confirmed_at is not null;
create index payment_collected_network on payment ((coalesce(received_on, (paid_at at time zone 'Asia/Kolkata')::date)))
  include (franchisee_id, amount) where status in ('CONFIRMED', 'TRANSFERRED');
