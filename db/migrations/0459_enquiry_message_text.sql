-- Messages that a centre, or head office for all, wrote itself (areas/enquiries.md 4, 6). The registry's id belongs to the
-- very text it was given for; without one the operators drop an SMS (areas/communication.md 2.1).
create table enquiry_message_text (
  franchisee_id int not null references franchisee (id), id uuid not null unique default gen_random_uuid(),
  name text not null check (length(name) between 1 and 60),
  channel text not null check (channel in ('BOTH', 'SMS', 'EMAIL')), language text not null check (language in ('en', 'hi')),
  subject text check (length(subject) <= 120), body text not null check (length(body) between 1 and 600),
  dlt_template_id text check (dlt_template_id ~ '^[0-9]{19}$'), active boolean not null default true,
  primary key (franchisee_id, id));
create unique index enquiry_message_text_name on enquiry_message_text (franchisee_id, lower(name));
select make_shared_table('enquiry_message_text');
