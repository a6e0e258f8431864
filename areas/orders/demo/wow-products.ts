// What furnishes a new centre beside the catalogue's first products: further products of WOW kits, with approved prices.
import type { Day } from '@aangan/contract/period.ts';
import { paise } from '@aangan/money/paise.ts';
import { share } from '@aangan/money/split.ts';
import { taxableOf } from '@aangan/money/tax.ts';
import type { Client } from 'pg';
import { productTeam } from '../../../db/demo/people.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows } from '../../../db/demo/rows.ts';

/** SKU, name, category, HSN, GST %, MRP in rupees, weight in grams. */
// biome-ignore format: a table
const PRODUCTS = [
  ['WOW-PUZZLES', 'Floor puzzles, set of 12', 'INDOOR', '9503', 5, 2_310, 3_500],
  ['WOW-PRETEND', 'Pretend kitchen', 'INDOOR', '9503', 5, 8_400, 16_000],
  ['WOW-PUPPETS', 'Puppet theatre with puppets', 'INDOOR', '9503', 5, 3_150, 5_000],
  ['WOW-SEESAW', 'See-saw for two', 'OUTDOOR', '9506', 18, 7_080, 18_000],
  ['WOW-TRIKE', 'Tricycle', 'OUTDOOR', '9506', 18, 3_540, 6_000],
  ['WOW-CUBBY', 'Cubby shelf for 20 bags', 'FURNITURE', '9403', 18, 11_800, 38_000],
  ['WOW-COT', 'Nap cot', 'FURNITURE', '9403', 18, 2_360, 5_500],
  ['WOW-PANEL', 'Smart panel, 65 inch', 'IT', '8528', 18, 118_000, 42_000],
  ['WOW-CAMERA', 'Camera set, 8 channels', 'IT', '8525', 18, 35_400, 7_000],
  ['WOW-PRINTER', 'Laser printer', 'IT', '8443', 18, 17_700, 9_000],
  ['WOW-GATE', 'Child safety gate', 'SAFETY', '9403', 18, 3_540, 5_000],
] as const;
type WowSku = (typeof PRODUCTS)[number][0];

const MARGIN = 2_000; // basis points
const wowProductId = (sku: WowSku): string => demoUuid('product', sku);

export async function writeWowProducts(client: Client, today: Day): Promise<void> {
  await insertRows(
    client,
    'product',
    PRODUCTS.map(([sku, name, category, hsn, , , weight]) => ({
      id: wowProductId(sku),
      sku,
      name,
      kind: 'ITEM',
      category,
      in_wow_kit: true,
      gender: 'BOTH',
      hsn,
      uom: 'PCS',
      weight_g: weight,
      min_order_qty: 1,
      pack_qty: 1,
      image_ids: [],
      tracks_stock: true,
      active: true,
    })),
  );
  const from = `${Number(today.slice(0, 4)) - 1}-04-01`;
  const prices = PRODUCTS.map(([sku, , , , gst, mrp]) => {
    const taxable = taxableOf(paise(mrp * 100), gst * 100);
    return { sku, gst, mrp: mrp * 100, price: taxable - share(taxable, MARGIN) };
  });
  const requestId = (sku: WowSku) => demoUuid('margin-request', sku);
  await insertRows(
    client,
    'margin_request',
    prices.map(({ sku, gst, mrp, price }) => ({
      franchisee_id: 1,
      id: requestId(sku),
      product_id: wowProductId(sku),
      mrp_paise: mrp,
      margin_bp: MARGIN,
      price_paise: price,
      rate_bp: gst * 100,
      from_on: from,
      status: 'APPROVED',
      made_by: productTeam.product.id,
      level1_by: productTeam.c1.id,
      level1_at: `${from}T10:00:00+05:30`,
      level2_by: productTeam.c2.id,
      level2_at: `${from}T11:00:00+05:30`,
      created_at: `${from}T09:00:00+05:30`,
    })),
  );
  await insertRows(
    client,
    'product_price',
    prices.map(({ sku, mrp, price }) => ({
      product_id: wowProductId(sku),
      from_on: from,
      mrp_paise: mrp,
      margin_bp: MARGIN,
      price_paise: price,
      request_id: requestId(sku),
    })),
  );
}
