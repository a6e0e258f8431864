// What children of a class wear, in which sizes, and what of it lies in the warehouse that serves the centre.
import type { Day } from '@aangan/contract/period.ts';
import { Refusal } from '@aangan/contract/refusal.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { warehouseFor } from '../kit-order/order-prices.server.ts';
import { uniformKit } from '../kit-types.ts';
import type { StyleChoice } from './uniform-indent.contract.ts';

interface Which {
  franchiseeId: number;
  yearId: number;
  /** Null: every class. */
  classIds: readonly number[] | null;
  on: Day;
}

async function warehouseOf(db: Db, franchiseeId: number, on: Day): Promise<string | null> {
  try {
    return (await warehouseFor(db, franchiseeId, uniformKit.id, on)).id;
  } catch (error) {
    // Without a warehouse children are measured all the same.
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Styles of uniform sets with their active sizes, smallest first; a size measured by nobody has the measures of the usual chart. */
export async function stylesWithStock(
  db: Db,
  { franchiseeId, yearId, classIds, on }: Which,
): Promise<StyleChoice[]> {
  const warehouse = await warehouseOf(db, franchiseeId, on);
  const { rows } = await sql<StyleChoice>`
    select u.product_id as "styleId", p.name as style, u.class_id as "classId", u.gender, u.qty, u.optional,
      coalesce((select jsonb_agg(jsonb_build_object('productId', z.id, 'sizeCode', z.size_code, 'heightFrom', coalesce(c.height_from_cm, d.height_from_cm),
          'heightTo', coalesce(c.height_to_cm, d.height_to_cm), 'ageFrom', coalesce(c.age_from_mo, d.age_from_mo), 'ageTo', coalesce(c.age_to_mo, d.age_to_mo),
          'free', coalesce((select greatest(s.on_hand - s.reserved - s.safety, 0) from stock_level s
            where s.warehouse_id = ${warehouse}::uuid and s.product_id = z.id), 0)) order by coalesce(c.height_from_cm, d.height_from_cm), z.size_code)
        from product z left join size_chart c on c.style_id = p.id and c.size_code = z.size_code
          left join size_chart d on d.style_id is null and d.size_code = z.size_code
        where z.parent_id = p.id and z.active and z.size_code is not null and coalesce(c.id, d.id) is not null), '[]'::jsonb) as sizes
      from uniform_kit_mapping u join product p on p.id = u.product_id and p.active
     where u.academic_year_id = ${yearId} and (${classIds ? [...classIds] : null}::int[] is null or u.class_id = any (${classIds ? [...classIds] : null}::int[]))
     order by u.class_id, u.optional, p.name, p.id`.execute(db);
  return rows;
}
