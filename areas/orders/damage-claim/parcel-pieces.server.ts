import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Piece } from './credited-parts.ts';

interface Credited {
  franchiseeId: number;
  shipmentId: string | null;
}

const IN_PARCEL = sql`k.qty / l.qty_ordered * x.qty`;

/** The products of a parcel, a whole kit as its products; `credited` joins what of a line's product (`done`, `part`) is credited, without it all is. */
export async function piecesOf(
  db: Db,
  { franchiseeId, shipmentId }: Credited,
  credited?: RawBuilder<unknown>,
): Promise<Piece[]> {
  const [done, part] = credited ? [sql`c.done`, sql`c.part`] : [sql`0`, IN_PARCEL];
  const { rows } = await sql<Piece>`
    select k.product_id as "productId", p.name as product, k.hsn, k.rate_bp as "rateBp", k.taxable_paise as taxable, k.tax_paise as tax,
      l.qty_ordered as ordered, x.qty as kits, ${IN_PARCEL} as "inParcel", ${done} as done, ${part} as part
      from shipment_line x join kit_order_line l on l.franchisee_id = x.franchisee_id and l.id = x.line_id
      join order_component k on k.franchisee_id = l.franchisee_id and k.line_id = l.id join product p on p.id = k.product_id
      ${credited ? sql`join (${credited}) c on c.line_id = l.id and c.product_id = k.product_id and c.part > 0` : sql``}
     where x.franchisee_id = ${franchiseeId} and x.shipment_id = ${shipmentId} order by p.name, p.id, l.line_no`.execute(
    db,
  );
  return rows;
}
