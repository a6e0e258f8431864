// What of an order's money goes with one parcel (areas/orders.md 3.3): the running share of each product's total, so that
// parcels, whatever is in them, sum to the order to the paisa.
import { type Paise, paise, sumPaise } from '@aangan/money/paise.ts';
import { runningShare, splitByWeights } from '@aangan/money/split.ts';
import type { Supply } from '@aangan/money/tax.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

export interface ParcelLine {
  productId: string;
  product: string;
  hsn: string;
  uom: string;
  rateBp: number;
  pieces: number;
  taxable: Paise;
  tax: Paise;
}

export interface ParcelAmounts {
  lines: ParcelLine[];
  taxable: Paise;
  tax: Paise;
  total: Paise;
}

interface Component {
  productId: string;
  product: string;
  hsn: string;
  uom: string;
  rateBp: number;
  kits: number;
  gone: number;
  part: number;
  pieces: number;
  taxable: number;
  tax: number;
}

/** Reads what had left of the order before: to be asked before the parcel itself is counted as gone. */
export async function parcelAmounts(
  db: Db,
  { franchiseeId, orderId, shipmentId }: { franchiseeId: number; orderId: string; shipmentId: string },
): Promise<ParcelAmounts> {
  const { rows } = await sql<Component>`
    select c.product_id as "productId", p.name as product, c.hsn, p.uom, c.rate_bp as "rateBp", l.qty_ordered as kits, l.qty_shipped as gone,
      coalesce(x.qty, 0) as part, c.qty as pieces, c.taxable_paise as taxable, c.tax_paise as tax
      from order_component c join kit_order_line l on l.franchisee_id = c.franchisee_id and l.id = c.line_id
      join product p on p.id = c.product_id
      left join shipment_line x on x.franchisee_id = l.franchisee_id and x.line_id = l.id and x.shipment_id = ${shipmentId}
     where c.franchisee_id = ${franchiseeId} and c.order_id = ${orderId} order by p.name, p.id, l.line_no`.execute(
    db,
  );
  // Kits of one make and price share their total; another price of the same product is a line of its own.
  const groups = new Map<string, Component[]>();
  for (const row of rows) {
    const key = [row.productId, row.hsn, row.rateBp, row.pieces / row.kits, row.taxable / row.kits].join('|');
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const lines: ParcelLine[] = [];
  for (const group of groups.values()) {
    const [first] = group;
    const sum = (of: (row: Component) => number) => group.reduce((all, row) => all + of(row), 0);
    const part = sum((row) => row.part);
    if (!first || part === 0) continue;
    const whole = sum((row) => row.kits);
    const done = sum((row) => row.gone);
    const shareOf = (total: number) => runningShare(paise(total), whole, { done, part });
    lines.push({
      productId: first.productId,
      product: first.product,
      hsn: first.hsn,
      uom: first.uom,
      rateBp: first.rateBp,
      pieces: (part * first.pieces) / first.kits,
      taxable: shareOf(sum((row) => row.taxable)),
      tax: shareOf(sum((row) => row.tax)),
    });
  }
  const taxable = sumPaise(lines.map((line) => line.taxable));
  const tax = sumPaise(lines.map((line) => line.tax));
  return { lines, taxable, tax, total: sumPaise([taxable, tax]) };
}

export interface Heads {
  cgst: Paise;
  sgst: Paise;
  igst: Paise;
}

/** GST by head as finance books it: half and half within a state, the odd paisa with SGST. */
export const headsOf = (tax: Paise, supply: Supply): Heads =>
  supply === 'INTER'
    ? { cgst: paise(0), sgst: paise(0), igst: tax }
    : { cgst: paise(Math.floor(tax / 2)), sgst: paise(tax - Math.floor(tax / 2)), igst: paise(0) };

/** The same by line; the lines sum to the heads. */
export function lineHeads(lines: readonly ParcelLine[], supply: Supply): Heads[] {
  const tax = sumPaise(lines.map((line) => line.tax));
  const { cgst } = headsOf(tax, supply);
  const halves =
    tax === 0 || supply === 'INTER'
      ? lines.map(() => paise(0))
      : splitByWeights(
          cgst,
          lines.map((line) => line.tax),
        );
  return lines.map((line, i) => {
    const half = halves[i] ?? paise(0);
    return supply === 'INTER'
      ? { cgst: half, sgst: half, igst: line.tax }
      : { cgst: half, sgst: paise(line.tax - half), igst: paise(0) };
  });
}
