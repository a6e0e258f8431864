// What WOW kits offer: active products of a category, with the price and the GST rate of a day.
import type { Day } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { priceOfDay, rateOfDay } from '../catalogue/price-of-day.ts';
import type { WowProduct } from './bom.contract.ts';

/** By name; with `ids` exactly those products, also ones that are no longer offered. */
export async function wowProducts(
  db: Db,
  day: Day,
  ids: readonly string[] | null = null,
): Promise<WowProduct[]> {
  const which = ids === null ? sql`p.in_wow_kit and p.active` : sql`p.id = any (${[...ids]}::uuid[])`;
  const { rows } = await sql<WowProduct>`
    select p.id as "productId", p.name as product, p.sku, p.category, x.price_paise as price, p.weight_g as "weightG", p.image_ids as "imageIds",
      ${rateOfDay(day)} as "rateBp"
      from product p left join ${priceOfDay(day)}
     where p.category is not null and ${which} order by array_position('{INDOOR,OUTDOOR,FURNITURE,IT,SAFETY}', p.category), p.name, p.id`.execute(
    db,
  );
  return rows;
}
