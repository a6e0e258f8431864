-- What of an order can be packed now, kept beside it (areas/orders/dispatch/packable.server.ts): the packing desk reads its list
-- by promise date without asking lines and stock of every open order. A table of its own, because stock that arrives changes it
-- under the locks of the stock, which come after those of orders: a column of kit_order would turn that round, and would make
-- the version of an order that somebody has open old. For the same reason it has no foreign key to the order.
create table kit_order_packing (
  franchisee_id int not null references franchisee (id), order_id uuid not null,
  -- Kits that lie complete for it, and kits that wait for pieces; packed, sent and cancelled ones are neither.
  ready int not null default 0 check (ready >= 0), waiting int not null default 0 check (waiting >= 0),
  primary key (franchisee_id, order_id));
select add_centre_policies('kit_order_packing');
revoke delete on kit_order_packing from rt_centre, rt_network;
revoke all on kit_order_packing from rt_public;

insert into kit_order_packing (franchisee_id, order_id, ready, waiting)
select o.franchisee_id, o.id, sum(y.ready), greatest(0, sum(k.open - y.ready)) from kit_order o
  join kit_order_line l on l.franchisee_id = o.franchisee_id and l.order_id = o.id
  cross join lateral (select coalesce(sum(x.qty), 0)::int as packed from shipment_line x
    join shipment p on p.franchisee_id = x.franchisee_id and p.id = x.shipment_id and p.status = 'PACKED'
    where x.franchisee_id = l.franchisee_id and x.line_id = l.id) b
  cross join lateral (select l.qty_ordered - l.qty_cancelled - l.qty_shipped - b.packed as open) k
  cross join lateral (select greatest(0, least(k.open, coalesce((select min((r.qty_held - r.qty_shipped) * l.qty_ordered / c.qty)
      from order_component c join stock_reservation r on r.franchisee_id = c.franchisee_id and r.line_id = c.line_id and r.product_id = c.product_id
        and r.state in ('FIRM', 'DONE') where c.franchisee_id = l.franchisee_id and c.line_id = l.id) - b.packed, k.open))) as ready) y
 where o.status in ('CONFIRMED', 'SHIPPED') group by 1, 2;
