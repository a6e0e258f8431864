-- Whoever has left, and a vendor that is closed, keep their rows; name, phone and work are free again.
alter table escort_vendor drop constraint escort_vendor_franchisee_id_name_key;
create unique index escort_vendor_name on escort_vendor (franchisee_id, name) where status <> 'CLOSED';
drop index escort_vendor_in_house;
create unique index escort_vendor_in_house on escort_vendor (franchisee_id) where kind = 'IN_HOUSE' and status <> 'CLOSED';
alter table escort_person drop constraint escort_person_franchisee_id_phone_role_key;
create unique index escort_person_phone on escort_person (franchisee_id, phone, role) where status <> 'LEFT';
-- Nobody of a closed vendor works here any more, nor signs in as somebody who does.
update escort_person p set status = 'LEFT' from escort_vendor v
 where v.franchisee_id = p.franchisee_id and v.id = p.vendor_id and v.status = 'CLOSED' and p.status <> 'LEFT';
update escort_person set user_id = null where status = 'LEFT' and user_id is not null;
-- A file is opened through the record that it is tied to: whoever verifies documents did not upload them.
update file_use set subject_kind = 'escort-person' where subject_kind in ('escort_person', 'escort_document');
