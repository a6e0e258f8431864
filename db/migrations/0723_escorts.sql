-- Who supplies vehicles and escorts, the people, their documents, and who is posted to which vehicle (areas/transport.md 2.4).
create table escort_vendor (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  name text not null check (length(name) between 1 and 120), kind text not null check (kind in ('COMPANY', 'INDIVIDUAL', 'IN_HOUSE')),
  contact text not null check (length(contact) between 1 and 80), phone text not null, email text, address text check (length(address) <= 300),
  pan text check (pan ~ '^[A-Z]{5}[0-9]{4}[A-Z]$'), agreement_no text check (length(agreement_no) <= 60), agreement_to date,
  status text not null default 'PENDING' check (status in ('PENDING', 'VERIFIED', 'SUSPENDED', 'CLOSED')),
  primary key (franchisee_id, id), unique (franchisee_id, name));
select make_centre_table('escort_vendor');
create unique index escort_vendor_in_house on escort_vendor (franchisee_id) where kind = 'IN_HOUSE';
create index escort_vendor_status on escort_vendor (franchisee_id, status);
create index escort_vendor_newest on escort_vendor (created_at, id);

create table escort_person (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(), vendor_id uuid not null,
  name text not null check (length(name) between 1 and 80), role text not null check (role in ('DRIVER', 'ATTENDANT', 'CONDUCTOR', 'GUARD')),
  phone text not null, photo_id uuid, experience_years int check (experience_years between 0 and 60),
  licence_no text check (length(licence_no) <= 30), licence_class text check (length(licence_class) <= 30),
  status text not null default 'PENDING' check (status in ('PENDING', 'VERIFIED', 'SUSPENDED', 'LEFT')),
  primary key (franchisee_id, id), unique (franchisee_id, phone, role),
  foreign key (franchisee_id, vendor_id) references escort_vendor (franchisee_id, id),
  foreign key (franchisee_id, photo_id) references file (franchisee_id, id));
select make_centre_table('escort_person');
create index escort_person_vendor on escort_person (franchisee_id, vendor_id);
create index escort_person_photo on escort_person (franchisee_id, photo_id);

-- Of the vendor itself, or of one of its people. Verified by somebody else, then unchangeable.
create table escort_document (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  vendor_id uuid not null, person_id uuid,
  kind text not null check (kind in ('AGREEMENT', 'PAN', 'GST', 'LICENCE', 'BADGE', 'POLICE', 'MEDICAL', 'ADDRESS', 'SAFETY_TRAINING')),
  number text check (length(number) <= 60), starts_on date, ends_on date check (ends_on >= starts_on), file_id uuid not null,
  status text not null default 'SUBMITTED' check (status in ('SUBMITTED', 'VERIFIED', 'REJECTED')),
  uploaded_by uuid default scope_user(), decided_by uuid, reason text check (length(reason) <= 500),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, vendor_id) references escort_vendor (franchisee_id, id),
  foreign key (franchisee_id, person_id) references escort_person (franchisee_id, id),
  foreign key (franchisee_id, file_id) references file (franchisee_id, id),
  constraint escort_document_not_own check (decided_by <> uploaded_by));
select make_centre_table('escort_document');
create index escort_document_vendor on escort_document (franchisee_id, vendor_id);
create index escort_document_person on escort_document (franchisee_id, person_id, kind, ends_on desc);
create index escort_document_file on escort_document (franchisee_id, file_id);

create table vehicle_staff (
  franchisee_id int not null references franchisee (id), id uuid not null default gen_random_uuid(),
  person_id uuid not null, vehicle_id uuid not null, role text not null check (role in ('DRIVER', 'ATTENDANT', 'CONDUCTOR')),
  from_on date not null, to_on date check (to_on >= from_on),
  primary key (franchisee_id, id),
  foreign key (franchisee_id, person_id) references escort_person (franchisee_id, id),
  foreign key (franchisee_id, vehicle_id) references vehicle (franchisee_id, id));
select make_centre_table('vehicle_staff');
create index vehicle_staff_person on vehicle_staff (franchisee_id, person_id);
create index vehicle_staff_vehicle on vehicle_staff (franchisee_id, vehicle_id, role, from_on);
create index vehicle_staff_newest on vehicle_staff (created_at, id);
