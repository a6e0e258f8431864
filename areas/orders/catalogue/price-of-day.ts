import { type RawBuilder, sql } from 'kysely';

/** Lateral row `x` with `price_paise` of the product `p` on a day; null while it has none. To follow `product p left join`. */
export const priceOfDay = (day: string): RawBuilder<unknown> => sql`lateral (
  select y.price_paise from product_price y where y.product_id = p.id and y.from_on <= ${day}::date order by y.from_on desc limit 1) x on true`;

/** GST in basis points of the product `p` at the price `x` on a day: the longest HSN prefix, the newest rate, the lowest band. */
export const rateOfDay = (day: string): RawBuilder<number> => sql<number>`coalesce((
  select r.rate_bp from hsn_rate r where p.hsn like r.hsn_prefix || '%' and r.from_on <= ${day}::date
     and (r.unit_value_to_paise is null or coalesce(x.price_paise, 0) <= r.unit_value_to_paise)
   order by length(r.hsn_prefix) desc, r.from_on desc, r.unit_value_to_paise nulls last limit 1), 0)`;
