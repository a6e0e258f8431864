// The catalogue: what kits are made of, uniforms with their sizes, what a new centre is fitted out with; margins in every
// state, prices that two people approved, three warehouses, and the amounts of curriculum kit 2.

import { priceOf, rateOf } from '@aangan/areas/orders/margin/margin.ts';
import { academicYearOf, addDays, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { productTeam } from '../../../db/demo/people.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows } from '../../../db/demo/rows.ts';

const HEAD_OFFICE = 1;
const RUPEE = 100; // paise

interface Item {
  sku: string;
  name: string;
  hsn: string;
  mrp: number;
  weight: number;
  category?: string;
  kind?: string;
  gender?: string;
  style?: string;
  size?: string;
}

const CLASSES = [
  ['PG', 'Playgroup'],
  ['NUR', 'Nursery'],
  ['JKG', 'Junior KG'],
  ['SKG', 'Senior KG'],
] as const;

// biome-ignore format: a table
const PARTS = [
  { part: 'BOOKS', name: 'work books', hsn: '4901', mrp: 600, weight: 1400 },
  { part: 'TOYS', name: 'learning toys', hsn: '9503', mrp: 735, weight: 900 },
  { part: 'ART', name: 'art set', hsn: '9608', mrp: 472, weight: 500 },
  { part: 'BAG', name: 'school bag', hsn: '4202', mrp: 1180, weight: 350 },
] as const;

// biome-ignore format: a table
const OTHERS: readonly Item[] = [
  { sku: 'KIT2-READER', name: 'Term 2 readers', hsn: '4901', mrp: 450, weight: 700 },
  { sku: 'KIT2-CRAFT', name: 'Term 2 craft box', hsn: '4820', mrp: 590, weight: 600 },
  { sku: 'INT-CARDS', name: 'Intelli cards', hsn: '4903', mrp: 700, weight: 450 },
  { sku: 'INT-PUZZLE', name: 'Intelli puzzle', hsn: '9503', mrp: 525, weight: 400 },
  { sku: 'BRG-WORKBOOK', name: 'Bridge workbook', hsn: '4901', mrp: 350, weight: 500 },
  { sku: 'GIFT-BOTTLE', name: 'Water bottle', hsn: '3926', mrp: 354, weight: 200 },
  { sku: 'GIFT-BADGE', name: 'Welcome badge', hsn: '3926', mrp: 59, weight: 20 },
  { sku: 'WOW-BLOCKS', name: 'Building blocks, 200 pieces', hsn: '9503', mrp: 4200, weight: 6000, category: 'INDOOR' },
  { sku: 'WOW-SHELF', name: 'Activity shelf', hsn: '9403', mrp: 8850, weight: 18000, category: 'FURNITURE' },
  { sku: 'WOW-TABLE', name: 'Round table for six', hsn: '9403', mrp: 7080, weight: 15000, category: 'FURNITURE' },
  { sku: 'WOW-CHAIR', name: 'Child chair', hsn: '9403', mrp: 1180, weight: 2200, category: 'FURNITURE' },
  { sku: 'WOW-SLIDE', name: 'Garden slide', hsn: '9506', mrp: 23600, weight: 42000, category: 'OUTDOOR' },
  { sku: 'WOW-SANDPIT', name: 'Sand pit with cover', hsn: '9506', mrp: 11800, weight: 25000, category: 'OUTDOOR' },
  { sku: 'WOW-TABLET', name: 'Teacher tablet', hsn: '8471', mrp: 17700, weight: 600, category: 'IT' },
  { sku: 'WOW-SPEAKER', name: 'Class speaker', hsn: '8518', mrp: 3540, weight: 900, category: 'IT' },
  { sku: 'WOW-FIRE', name: 'Fire extinguisher, 4 kg', hsn: '8424', mrp: 2360, weight: 6500, category: 'SAFETY' },
  { sku: 'WOW-FIRSTAID', name: 'First-aid cabinet', hsn: '9403', mrp: 1770, weight: 3000, category: 'SAFETY' },
];

// biome-ignore format: a table
const STYLES = [
  { sku: 'UNI-TSHIRT', name: 'Summer T-shirt', gender: 'BOTH', hsn: '6109', mrp: 420 },
  { sku: 'UNI-SHORTS', name: 'Boys’ shorts', gender: 'MALE', hsn: '6203', mrp: 525 },
  { sku: 'UNI-SKIRT', name: 'Girls’ skirt', gender: 'FEMALE', hsn: '6204', mrp: 546 },
  { sku: 'UNI-TRACK', name: 'Track suit', gender: 'BOTH', hsn: '6112', mrp: 1050 },
] as const;
const SIZES = ['18', '20', '22', '24', '26', '28'] as const;

export const productId = (sku: string): string => demoUuid('product', sku);
export const kitPart = (classCode: string, part: (typeof PARTS)[number]['part']): string =>
  `CK1-${classCode}-${part}`;
export const uniformStyles = STYLES;
export const uniformSizes = SIZES;

const ITEMS: readonly Item[] = [
  ...CLASSES.flatMap(([code, name]) =>
    PARTS.map((part) => ({
      sku: kitPart(code, part.part),
      name: `${name} ${part.name}`,
      hsn: part.hsn,
      mrp: part.mrp,
      weight: part.weight,
    })),
  ),
  ...OTHERS,
  ...STYLES.map((s) => ({ ...s, weight: 180, kind: 'APPAREL_STYLE' })),
  ...STYLES.flatMap((s) =>
    SIZES.map((size, i) => ({
      ...s,
      sku: `${s.sku}-${size}`,
      name: `${s.name}, size ${size}`,
      mrp: s.mrp + i * 21,
      weight: 150 + i * 15,
      kind: 'APPAREL_SIZE',
      style: s.sku,
      size,
    })),
  ),
];

/** Requests that wait or were rejected, by SKU; two products were never asked for. */
const STATES: Readonly<Record<string, 'PENDING' | 'PARTIALLY APPROVED' | 'REJECTED' | 'NONE'>> = {
  'WOW-SPEAKER': 'PENDING',
  'WOW-FIRSTAID': 'PENDING',
  'GIFT-BADGE': 'PENDING',
  'WOW-TABLET': 'PARTIALLY APPROVED',
  'KIT2-CRAFT': 'PARTIALLY APPROVED',
  'WOW-SANDPIT': 'REJECTED',
  'WOW-CHAIR': 'REJECTED',
  'INT-PUZZLE': 'NONE',
};
const MARGIN_BP = 2000;

export async function writeOrdersCatalogue(client: Client, today: Day): Promise<void> {
  await insertRows(client, 'product', ITEMS.filter(({ style }) => !style).map(productRow));
  await insertRows(client, 'product', ITEMS.filter(({ style }) => style).map(productRow));
  await writeMargins(client, today);
  await insertRows(client, 'warehouse', [
    place('PUN', 'Pune warehouse', 'Plot 14, Hinjawadi Phase 2, Pune', '411057', '27AAACA1234A1Z5'),
    place('BLR', 'Bengaluru warehouse', '22, Peenya Industrial Area, Bengaluru', '560058', '29AAACA1234A1Z1'),
    place('DEL', 'Delhi warehouse', 'B 7, Okhla Phase 1, New Delhi', '110020', '07AAACA1234A1Z7'),
  ]);
  await writeKit2Amounts(client, today);
}

const productRow = (item: Item) => ({
  id: productId(item.sku),
  sku: item.sku,
  name: item.name,
  kind: item.kind ?? 'ITEM',
  parent_id: item.style ? productId(item.style) : null,
  size_code: item.size ?? null,
  category: item.category ?? null,
  in_wow_kit: item.category !== undefined,
  gender: item.gender ?? 'BOTH',
  hsn: item.hsn,
  uom: 'PCS',
  weight_g: item.weight,
  min_order_qty: 1,
  pack_qty: 1,
  image_ids: [],
  tracks_stock: item.kind !== 'APPAREL_STYLE',
  active: true,
  created_by: productTeam.product.id,
});

const place = (code: string, name: string, address: string, pincode: string, gstin: string) => ({
  id: demoUuid('warehouse', code),
  code,
  name,
  address,
  pincode,
  gstin,
  cutoff: '15:00',
  active: true,
});

async function writeMargins(client: Client, today: Day): Promise<void> {
  const { rows: rates } = await client.query(
    `select hsn_prefix as "hsnPrefix", to_char(from_on, 'YYYY-MM-DD') as "fromOn", unit_value_to_paise::int as "unitValueTo", rate_bp as "rateBp" from hsn_rate`,
  );
  const standing = `${academicYearOf(today)}-04-01`;
  const requests = ITEMS.filter(
    ({ kind, sku }) => kind !== 'APPAREL_STYLE' && STATES[sku] !== 'NONE',
  ).flatMap((item, i) => {
    const status = STATES[item.sku] ?? 'APPROVED';
    const mrp = item.mrp * RUPEE;
    const rateBp = rateOf(rates, { hsn: item.hsn, mrp, on: standing })?.rateBp ?? 1800;
    const fromOn = status === 'APPROVED' ? standing : addDays(today, 7);
    const askedOn = status === 'APPROVED' ? addDays(standing, -20) : addDays(today, -(1 + (i % 4)));
    const at = (days: number) =>
      `${addDays(askedOn, days)}T11:${String(10 + (i % 40)).padStart(2, '0')}:00+05:30`;
    const first = status === 'PARTIALLY APPROVED' || status === 'APPROVED';
    return [
      {
        franchisee_id: HEAD_OFFICE,
        id: demoUuid('margin', item.sku),
        product_id: productId(item.sku),
        mrp_paise: mrp,
        margin_bp: MARGIN_BP,
        price_paise: priceOf(mrp, MARGIN_BP, rateBp).price,
        rate_bp: rateBp,
        from_on: fromOn,
        status,
        made_by: productTeam.product.id,
        reason: status === 'REJECTED' ? 'The margin is below what the supplier allows' : null,
        level1_by: first ? productTeam.c1.id : null,
        level1_at: first ? at(1) : null,
        level2_by: status === 'APPROVED' ? productTeam.c2.id : null,
        level2_at: status === 'APPROVED' ? at(2) : null,
        created_at: at(0),
        updated_at: at(status === 'APPROVED' ? 2 : first ? 1 : 0),
        created_by: productTeam.product.id,
      },
    ];
  });
  await insertRows(client, 'margin_request', requests);
  await insertRows(
    client,
    'product_price',
    requests
      .filter(({ status }) => status === 'APPROVED')
      .map((one) => ({
        product_id: one.product_id,
        from_on: one.from_on,
        mrp_paise: one.mrp_paise,
        margin_bp: one.margin_bp,
        price_paise: one.price_paise,
        request_id: one.id,
      })),
  );
  await client.query(
    `insert into status_step (franchisee_id, subject, subject_id, action, from_status, to_status, reason, created_at, created_by)
     select 1, 'margin_request', id::text, 'approve', 'PENDING', 'PARTIALLY APPROVED', null, level1_at, level1_by from margin_request where level1_by is not null
     union all select 1, 'margin_request', id::text, 'approve', 'PARTIALLY APPROVED', 'APPROVED', null, level2_at, level2_by from margin_request where level2_by is not null
     union all select 1, 'margin_request', id::text, 'reject', 'PENDING', 'REJECTED', reason, created_at + interval '1 day', $1 from margin_request where status = 'REJECTED'
     order by 8`,
    [productTeam.c1.id],
  );
}

/** This year's amounts: one for every class, one of Nursery; Andheri has its own. */
async function writeKit2Amounts(client: Client, today: Day): Promise<void> {
  const year = academicYearOf(today);
  const { rows } = await client.query<{ id: number }>(`select id from class where code = 'NUR'`);
  const row = (franchisee: number, classId: number | null, amount: number, fee: number) => ({
    franchisee_id: franchisee,
    id: demoUuid('kit2-amount', franchisee, classId ?? 0),
    academic_year: `${year}-${year + 1}`,
    class_id: classId,
    amount_paise: amount * RUPEE,
    min_fee_collected_paise: fee * RUPEE,
    order_from: `${year}-04-01`,
    order_to: `${year + 1}-03-31`,
    requires_kit1: true,
    active: true,
  });
  const nursery = rows[0]?.id ?? null;
  await insertRows(client, 'kit2_amount', [
    row(HEAD_OFFICE, null, 1500, 25_000),
    row(HEAD_OFFICE, nursery, 1400, 25_000),
    row(2, nursery, 1400, 20_000),
  ]);
}
