-- What was approved of a WOW kit is on one kit order; one that failed or was cancelled is replaced by the next confirmation.
alter table wow_order add constraint wow_order_kit_order foreign key (franchisee_id, kit_order_id) references kit_order (franchisee_id, id);
create unique index wow_order_kit on wow_order (franchisee_id, kit_order_id) where kit_order_id is not null;
