import { createHash, randomUUID } from 'node:crypto';
import { kitOrderContract } from '@aangan/areas/orders/kit-order/kit-order.contract.ts';
import { QUOTE_MINUTES } from '@aangan/areas/orders/kit-order/kit-order.states.ts';
import { sign, useKeys } from '@aangan/server/work/seal.ts';
import type { Client, PoolClient } from 'pg';
import { dropIndexes, makeIndexes } from '../../db/demo/large/indexes.ts';
import { BENCH_KEYS } from '../part.ts';
import { A_BATCH, type Batch, KIT_TYPE, plantOrders, TAX, TAXABLE, waitingBatches } from '../plant-orders.ts';
import type { Scenario } from '../scenario.ts';

// Tables of the same columns, checks, indexes, foreign keys and rows, but without triggers. The rows matter: in an
// empty table an index costs nothing, and Postgres keeps a plan for its foreign keys that reads all of it. The floor's rights
// never end: it goes round the same children.
const COPIES = {
  bench_right: 'kit_allocation',
  bench_stock: 'stock_level',
  bench_series: 'number_series',
  bench_order: 'kit_order',
  bench_order_line: 'kit_order_line',
  bench_component: 'order_component',
  bench_reservation: 'stock_reservation',
  bench_movement: 'stock_movement',
  bench_order_payment: 'payment',
  bench_gateway_order: 'gateway_order',
  bench_order_event: 'payment_event',
} as const;
const ONCE_A_RIGHT = `
  alter table bench_right drop constraint kit_allocation_live;
  do $$ begin execute (select 'drop index ' || indexrelid::regclass from pg_index where indrelid = 'bench_order_line'::regclass and indisunique and indpred is not null); end $$`;

/** Made once for a database that is kept: what both sides have written since then is about the same. */
async function makeFloor(client: Client): Promise<void> {
  const { rows } = await client.query(`select from pg_class where oid = to_regclass('bench_right')`);
  if (rows.length > 0) return;
  await client.query(`begin; set local maintenance_work_mem = '512MB'`);
  for (const [copy, table] of Object.entries(COPIES)) {
    await client.query(`create table ${copy} (like ${table} including all)`);
    const indexes = await dropIndexes(client, [copy]);
    const { rows: columns } = await client.query<{ list: string }>(
      `select string_agg(quote_ident(attname), ', ') as list from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    const list = columns[0]?.list ?? '';
    await client.query(`insert into ${copy} (${list}) overriding system value select ${list} from ${table}`);
    await makeIndexes(client, indexes);
  }
  for (const [copy, table] of Object.entries(COPIES)) await copyKeys(client, copy, table);
  await client.query(`${ONCE_A_RIGHT}; commit`);
}

// Planted lines are of nobody's rights: only what is written from now on is checked.
async function copyKeys(client: Client, copy: string, table: string): Promise<void> {
  const { rows } = await client.query<{ key: string }>(
    `select pg_get_constraintdef(oid) as key from pg_constraint where conrelid = $1::regclass and contype = 'f'`,
    [table],
  );
  for (const { key } of rows) {
    const own = Object.entries(COPIES).find(([, of]) => key.includes(`REFERENCES ${of}(`));
    const copied = own ? key.replace(`REFERENCES ${own[1]}(`, `REFERENCES ${own[0]}(`) : key;
    await client.query(`alter table ${copy} add ${copied} not valid`);
  }
}

const CENTRE = 'select status, row_to_json(f) as facts from franchisee f where id = $1';
const KITS = `
  select a.id, a.enrolment_id, a.student_id, a.class_id, s.gender, m.id as mapping from bench_right a join enrolment e on e.franchisee_id = a.franchisee_id and e.id = a.enrolment_id and e.status in ('UPCOMING', 'ACTIVE')
    join student s on s.franchisee_id = a.franchisee_id and s.id = a.student_id
    cross join lateral (select k.id from kit_mapping k where k.current and k.kit_type = a.kit_type and k.academic_year_id = a.academic_year_id and k.class_id = a.class_id and k.gender in ('BOTH', s.gender)
      order by k.gender = 'BOTH' limit 1) m
   where a.franchisee_id = $1 and a.id = any ($2::uuid[]) and a.academic_year_id = $3 and a.kit_type = $4 order by a.id for update of a`;
const PRICES = `
  select l.mapping_id as mapping, p.id, p.hsn, l.qty, p.tracks_stock, x.price_paise as price, coalesce((select r.rate_bp from hsn_rate r where p.hsn like r.hsn_prefix || '%' and r.from_on <= current_date
      and (r.unit_value_to_paise is null or x.price_paise <= r.unit_value_to_paise) order by length(r.hsn_prefix) desc, r.from_on desc, r.unit_value_to_paise nulls last limit 1), 0) as rate
    from kit_mapping_line l join product p on p.id = l.product_id
    join lateral (select y.price_paise from product_price y where y.product_id = p.id and y.from_on <= current_date order by y.from_on desc limit 1) x on true
   where l.mapping_id = any ($1::uuid[]) and not l.optional order by l.mapping_id, l.seq`;
const WAREHOUSE = `select w.id from warehouse_mapping m join warehouse w on w.id = m.warehouse_id and w.active where m.franchisee_id = $1 and (m.kit_type is null or m.kit_type = $2) and m.from_on <= current_date
   order by m.kit_type is null, m.priority limit 1`;
const TAKE = `update bench_right set qty_live = qty_live + 1, status = 'ORDERED' where franchisee_id = $1 and id = any ($2::uuid[])`;
const NUMBER = `insert into bench_series (franchisee_id, series, period, next) values ($1, 'kit-order', '2627', 2) on conflict (franchisee_id, series, period) do update set next = bench_series.next + 1 returning next - 1 as n`;
const ORDER = `
  insert into bench_order (franchisee_id, id, order_no, client_id, kind, kit_type, academic_year_id, payment_mode, payment_id, ship_to, warehouse_id, placed_at, placed_by, hold_until, subtotal_paise, tax_paise, promised_on)
    values ($1, $2, $3, $4, 'STUDENT', $5, $6, 'ONLINE', $7, $8, $9, now(), (select id from app_user order by id limit 1), now() + interval '30 minutes', $10, $11, current_date + 6)`;
const LINES = `
  insert into bench_order_line (franchisee_id, id, order_id, line_no, mapping_id, allocation_id, enrolment_id, student_id, class_id, gender, qty_ordered, unit_price_paise, taxable_paise, tax_paise)
    select $1, x.* from jsonb_to_recordset($2::jsonb) as x (id uuid, "order" uuid, no int, mapping uuid, "right" uuid, enrolment uuid, student uuid, class int, gender text, qty int, unit bigint, taxable bigint, tax bigint)`;
const COMPONENTS = `
  insert into bench_component (franchisee_id, order_id, line_id, product_id, qty, hsn, rate_bp, taxable_paise, tax_paise)
    select $1, $2, x.* from jsonb_to_recordset($3::jsonb) as x (line uuid, product uuid, qty int, hsn text, rate int, taxable bigint, tax bigint)`;
const HOLD = `
  update bench_stock s set reserved = s.reserved + x.qty from jsonb_to_recordset($2::jsonb) as x (product uuid, qty int)
   where s.warehouse_id = $1 and s.product_id = x.product and s.on_hand - s.reserved - s.safety >= x.qty`;
const RESERVE = `
  insert into bench_reservation (franchisee_id, order_id, order_no, line_id, warehouse_id, product_id, qty_held, qty_backordered)
    select $1, $2, $3, x.line, $4, x.product, x.qty, 0 from jsonb_to_recordset($5::jsonb) as x (line uuid, product uuid, qty int)`;
const MOVE = `
  insert into bench_movement (warehouse_id, product_id, kind, d_reserved, ref_kind, ref_id, ref_franchisee_id)
    select $1, x.product, 'RESERVE', x.qty, 'KIT_ORDER', $2, $3 from jsonb_to_recordset($4::jsonb) as x (product uuid, qty int)`;
const PAYMENT = `
  insert into bench_order_payment (franchisee_id, id, purpose, subject_kind, subject_id, mode, amount, status, selection_hash, payer_name, channel) values ($1, $2, 'KIT_ORDER', 'kit-order', $3, 'ONLINE', $4, 'INITIATED', $5, 'Bench', 'APP')`;
const GATEWAY =
  'insert into bench_gateway_order (franchisee_id, payment_id, receipt, amount) values ($1, $2, $3, $4)';
const EVENT = `insert into bench_order_event (franchisee_id, payment_id, kind, visible_to) values ($1, $2, 'STARTED', 'PARENT')`;

interface Body {
  kitType: string;
  clientOrderId: string;
  lines: readonly { allocationId: string }[];
}
interface Kit {
  id: string;
  enrolment_id: string;
  student_id: string;
  class_id: number;
  gender: string;
  mapping: string;
}
interface Price {
  mapping: string;
  id: string;
  hsn: string;
  qty: number;
  tracks_stock: boolean;
  price: number;
  rate: number;
}

let batches: Batch[] = [];
let seen = new Date(0);
let validUntil = '';

/** As `kit-order.quote` signs it; the prices are the planted ones. */
function quoteOf({ centre, rights }: Batch, year: number): string {
  if (Date.now() - seen.getTime() > (QUOTE_MINUTES / 2) * 60_000) {
    seen = new Date();
    validUntil = new Date(seen.getTime() + QUOTE_MINUTES * 60_000).toISOString();
  }
  const lines = [...rights].sort().map((id) => [id, 1, TAXABLE, TAX]);
  return `${validUntil}|${sign(JSON.stringify(['kit-quote', centre, year, KIT_TYPE, lines, validUntil]))}`;
}

async function prepare(client: Client): Promise<void> {
  await plantOrders(client);
  await makeFloor(client);
  batches = await waitingBatches(client);
  useKeys(BENCH_KEYS);
}

// What the product does beyond the floor: a row of the change audit for each of the some 310 rows it writes (the larger half of
// its time in the database), the answer kept under the idempotency key, and centre, rights, prices and stock asked as the screens
// do, in a statement each.
export const placeKitOrder: Scenario = {
  name: 'place-order',
  title: `Placing an order of ${A_BATCH} children`,
  prepare,
  usesUp: true,
  perRequest: ['id', 'orderNo', 'paymentId'],
  request: (_n, { year }) => {
    const batch = batches[next++ % batches.length];
    if (!batch) throw new Error('Nobody waits for a kit');
    return {
      method: 'POST',
      path: kitOrderContract.place.path,
      headers: {
        'content-type': 'application/json',
        'x-franchisee-id': String(batch.centre),
        'idempotency-key': `bench-kits-${randomUUID()}`,
      },
      body: JSON.stringify({
        kitType: KIT_TYPE,
        clientOrderId: randomUUID(),
        lines: batch.rights.map((allocationId) => ({ allocationId, qty: 1 })),
        quote: quoteOf(batch, year),
        paymentMode: 'ONLINE',
        backorder: false,
      }),
    };
  },
  floor: async ({ pool, body, centre, year }) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const answer = await place(client, { body: body as Body, centre, year });
      await client.query('commit');
      return answer;
    } finally {
      client.release();
    }
  },
};

let next = 0;

async function place(
  client: PoolClient,
  { body, centre, year }: { body: Body; centre: number; year: number },
) {
  const ask = async <R extends object>(name: string, text: string, values: unknown[]): Promise<R[]> =>
    (await client.query<R>({ name: `place-${name}`, text, values })).rows;
  const ids = body.lines.map(({ allocationId }) => allocationId);
  const [facts] = await ask<{ facts: object }>('centre', CENTRE, [centre]);
  const kits = await ask<Kit>('kits', KITS, [centre, ids, year, body.kitType]);
  const prices = await ask<Price>('prices', PRICES, [[...new Set(kits.map(({ mapping }) => mapping))]]);
  const [warehouse] = await ask<{ id: string }>('warehouse', WAREHOUSE, [centre, body.kitType]);
  const [order, payment] = [randomUUID(), randomUUID()];
  const parts = kits.map((kit) => {
    const own = prices
      .filter(({ mapping }) => mapping === kit.mapping)
      .map((price) => ({
        ...price,
        taxable: price.price * price.qty,
        tax: Math.round((price.price * price.qty * price.rate) / 10_000),
      }));
    const sum = (of: (one: (typeof own)[number]) => number) => own.reduce((total, one) => total + of(one), 0);
    return {
      kit,
      own,
      line: randomUUID(),
      taxable: sum(({ taxable }) => taxable),
      tax: sum(({ tax }) => tax),
    };
  });
  const components = parts.flatMap(({ own, line }) =>
    own.map(({ id: product, qty, hsn, rate, taxable, tax, tracks_stock }) => ({
      line,
      product,
      qty,
      hsn,
      rate,
      taxable,
      tax,
      tracks_stock,
    })),
  );
  const held = components.filter((one) => one.tracks_stock);
  const needed = Map.groupBy(held, ({ product }) => product);
  const stock = [...needed]
    .map(([product, rows]) => ({ product, qty: rows.reduce((sum, { qty }) => sum + qty, 0) }))
    .sort((a, b) => (a.product < b.product ? -1 : 1));
  const subtotal = parts.reduce((sum, { taxable }) => sum + taxable, 0);
  const tax = parts.reduce((sum, part) => sum + part.tax, 0);
  await ask('take', TAKE, [centre, ids]);
  // Before the number and the stock, for which others wait.
  const hash = createHash('sha256').update(order).digest();
  await ask('payment', PAYMENT, [centre, payment, order, subtotal + tax, hash]);
  await ask('gateway', GATEWAY, [centre, payment, payment.replaceAll('-', ''), subtotal + tax]);
  await ask('event', EVENT, [centre, payment]);
  const [number] = await ask<{ n: number }>('number', NUMBER, [centre]);
  const orderNo = `KO/${String(centre).padStart(3, '0')}/26-27/${String(number?.n).padStart(5, '0')}`;
  await ask('order', ORDER, [
    centre,
    order,
    orderNo,
    body.clientOrderId,
    body.kitType,
    year,
    payment,
    JSON.stringify(facts?.facts),
    warehouse?.id,
    subtotal,
    tax,
  ]);
  const lines = parts.map(({ kit, line, taxable, tax: own }, i) => ({
    id: line,
    order,
    no: i + 1,
    mapping: kit.mapping,
    right: kit.id,
    enrolment: kit.enrolment_id,
    student: kit.student_id,
    class: kit.class_id,
    gender: kit.gender,
    qty: 1,
    unit: taxable,
    taxable,
    tax: own,
  }));
  await ask('lines', LINES, [centre, JSON.stringify(lines)]);
  await ask('components', COMPONENTS, [centre, order, JSON.stringify(components)]);
  await ask('reserve', RESERVE, [centre, order, orderNo, warehouse?.id, JSON.stringify(held)]);
  await ask('move', MOVE, [warehouse?.id, order, centre, JSON.stringify(stock)]);
  // Last: all orders of a product wait for it.
  await ask('hold', HOLD, [warehouse?.id, JSON.stringify(stock)]);
  return { id: order, orderNo, status: 'PENDING', paymentId: payment, total: subtotal + tax, backordered: 0 };
}
