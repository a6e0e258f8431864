// From where a centre is served: its mapped warehouses in their order, else the nearest one.
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';

/** One row (id, name): a warehouse of the centre's own state first, then the nearest by its pincode, then by code. */
export const nearestWarehouse = (
  centre: RawBuilder<unknown>,
): RawBuilder<{ id: string; name: string }> => sql`
  select w.id, w.name from warehouse w join franchisee at on at.id = ${centre} left join city town on town.id = at.city_id
    left join pincode p on p.pincode = w.pincode
   where w.active
   order by (w.state_code = coalesce(at.gst_state_code, town.state_code)) desc nulls last,
     power(p.lat - coalesce(at.lat, town.lat), 2) + power((p.lng - coalesce(at.lng, town.lng)) * cos(radians(p.lat)), 2) asc nulls last, w.code
   limit 1`;

/** Warehouses that serve a centre on a day, in the order they are asked: those of the kit type, else those of all, else the nearest. */
export async function servingWarehouses(
  db: Db,
  of: { franchiseeId: number; kitType: string; on: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string; own: boolean }>`
    select m.warehouse_id as id, m.kit_type is not null as own from warehouse_mapping m join warehouse w on w.id = m.warehouse_id and w.active
     where m.franchisee_id = ${of.franchiseeId} and (m.kit_type is null or m.kit_type = ${of.kitType}) and m.from_on <= ${of.on}
     order by m.priority`.execute(db);
  const own = rows.filter((row) => row.own);
  const mapped = own.length > 0 ? own : rows;
  if (mapped.length > 0) return [...new Set(mapped.map(({ id }) => id))];
  const near = await nearestWarehouse(sql`${of.franchiseeId}::int`).execute(db);
  return near.rows.map(({ id }) => id);
}
