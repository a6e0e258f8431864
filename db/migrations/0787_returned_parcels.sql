-- A parcel that came back to the warehouse or was lost is sent again free, or its invoice is credited: once, and never both.
alter table shipment add column note_id uuid, add column credited_at timestamptz;
alter table shipment add foreign key (franchisee_id, note_id) references note (franchisee_id, id);
alter table shipment add constraint shipment_credited check (credited_at is null or note_id is not null);
create index shipment_note on shipment (franchisee_id, note_id);
create index shipment_failed on shipment (franchisee_id, updated_at desc, id) where status in ('RTO_DELIVERED', 'LOST') and note_id is null;

alter table kit_order add column replaces_shipment_id uuid;
alter table kit_order add foreign key (franchisee_id, replaces_shipment_id) references shipment (franchisee_id, id);
create index kit_order_replaces on kit_order (franchisee_id, replaces_shipment_id);
create unique index kit_order_replaces_once on kit_order (franchisee_id, replaces_shipment_id) where replaces_shipment_id is not null and status <> 'CANCELLED';
