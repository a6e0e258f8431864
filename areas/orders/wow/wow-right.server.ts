// The right of a centre to a WOW kit goes with the kit order that was made of it, as the rights of children go with their lines.
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { KIT_TYPE } from './wow-order.states.ts';

/** Whether kit order `k` stands for what was approved: what came back or was lost is sent again, unless it was credited. */
export const stands = sql<boolean>`(k.status not in ('CANCELLED', 'FAIL') or (k.status = 'FAIL' and k.fail_reason in ('RTO', 'LOST')
  and exists (select from shipment p where p.franchisee_id = k.franchisee_id and p.order_id = k.id and p.status <> 'CANCELLED' and p.credited_at is null)))`;

/** A WOW order that is confirmed takes a right to its model that no order has; where head office allocated none, none. */
export async function takeWowRight(
  db: Db,
  row: Pick<RowIn<'wow_order'>, 'franchisee_id' | 'id' | 'model_id'>,
): Promise<void> {
  await sql`
    with taken as (update kit_allocation a set qty_live = a.qty_live + 1, status = case when a.qty_live + 1 = a.qty then 'ORDERED' else a.status end
        from (select id from kit_allocation where franchisee_id = ${row.franchisee_id} and kit_type = ${KIT_TYPE} and model_id = ${row.model_id}
          and status = 'ALLOCATED' and qty_live < qty order by academic_year_id desc, created_at, id limit 1 for update) free
       where a.franchisee_id = ${row.franchisee_id} and a.id = free.id and a.qty_live < a.qty returning a.id)
    update wow_order w set allocation_id = taken.id from taken where w.franchisee_id = ${row.franchisee_id} and w.id = ${row.id}`.execute(
    db,
  );
}

/** The order of a WOW kit ended: its right is free again. */
export async function freeWowRight(
  db: Db,
  order: Pick<RowIn<'kit_order'>, 'franchisee_id' | 'id'>,
): Promise<void> {
  await sql`
    with ended as (select id, allocation_id from wow_order where franchisee_id = ${order.franchisee_id} and kit_order_id = ${order.id}
        and allocation_id is not null for update),
      freed as (update wow_order w set allocation_id = null from ended where w.franchisee_id = ${order.franchisee_id} and w.id = ended.id)
    update kit_allocation a set qty_live = a.qty_live - 1, status = 'ALLOCATED' from ended
     where a.franchisee_id = ${order.franchisee_id} and a.id = ended.allocation_id`.execute(db);
}

/** How far the right is: on its way when all of its kits have left, at the centre when all have arrived. */
export async function followWow(
  db: Db,
  order: Pick<RowIn<'kit_order'>, 'franchisee_id' | 'id'>,
): Promise<void> {
  await sql`
    with far as (
      select a.id, min(case when o.status = 'DELIVERED' or exists (select from kit_order r where r.franchisee_id = o.franchisee_id
          and r.parent_order_id = o.id and r.replaces_shipment_id is not null and r.status = 'DELIVERED' and o.status = 'FAIL') then 2
        when not exists (select from kit_order_line l where l.franchisee_id = o.franchisee_id and l.order_id = o.id
          and l.qty_shipped < l.qty_ordered - l.qty_cancelled) then 1 else 0 end) as step
        from kit_allocation a join wow_order w on w.franchisee_id = a.franchisee_id and w.allocation_id = a.id
        join kit_order o on o.franchisee_id = w.franchisee_id and o.id = w.kit_order_id
       where a.franchisee_id = ${order.franchisee_id} and a.qty_live = a.qty and a.status in ('ORDERED', 'SHIPPED')
         and a.id in (select m.allocation_id from wow_order m where m.franchisee_id = ${order.franchisee_id} and m.kit_order_id = ${order.id}) group by a.id)
    update kit_allocation a set status = case far.step when 2 then 'AT_CENTRE' else 'SHIPPED' end from far
     where a.franchisee_id = ${order.franchisee_id} and a.id = far.id and far.step > 0`.execute(db);
}
