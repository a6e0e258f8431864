-- A claim is of one parcel: its window counts from that parcel's delivery, whatever of the order still travels.
alter table damage_claim add column shipment_id uuid;
alter table damage_claim add foreign key (franchisee_id, shipment_id) references shipment (franchisee_id, id);
create index damage_claim_shipment on damage_claim (franchisee_id, shipment_id);
update damage_claim d set shipment_id = p.id from (select franchisee_id, order_id, min(id::text)::uuid as id from shipment
  where status = 'DELIVERED' group by 1, 2 having count(*) = 1) p where p.franchisee_id = d.franchisee_id and p.order_id = d.order_id;
