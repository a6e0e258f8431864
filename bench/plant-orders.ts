// What kit orders are measured on: BENCH_ORDERS orders of ten kits over five years and all centres, their open ones with
// products and held stock, a right to the kit of every child, and children nobody has ordered for yet. Ids are numbers in
// order and several sessions write, so that ten million lines are written and indexed in minutes.
import { Client } from 'pg';
import { dropIndexes, makeIndexes } from '../db/demo/large/indexes.ts';

export const ORDERS = Number(process.env['BENCH_ORDERS'] ?? 20_000);
export const KIT_TYPE = 'CURRICULUM_KIT_1';
export const A_BATCH = 30;
/** Orders of 30 children that can be placed before all of them have their kit. */
const BATCHES = Number(process.env['BENCH_BATCHES'] ?? 1_500);
const KITS = 10;
const YEAR = 2026;

/** A kit: four products with the price of one before tax and the GST of their HSN codes; every kit costs the same. */
const PRODUCTS = [
  { sku: 'BENCH-BOOKS', hsn: '4901', price: 40_000, rateBp: 0 },
  { sku: 'BENCH-TOYS', hsn: '9503', price: 30_000, rateBp: 500 },
  { sku: 'BENCH-ART', hsn: '4820', price: 20_000, rateBp: 1800 },
  { sku: 'BENCH-BAG', hsn: '4202', price: 10_000, rateBp: 1800 },
] as const;
export const TAXABLE = PRODUCTS.reduce((sum, { price }) => sum + price, 0);
export const TAX = PRODUCTS.reduce((sum, { price, rateBp }) => sum + (price * rateBp) / 10_000, 0);

/** An id of kind `k` at a centre, by two numbers: rises with them. */
const id = (k: number, f: string, n: string, m = '0'): string =>
  `(lpad(to_hex(${f}), 8, '0') || '-0000-4' || lpad(to_hex(${k}), 3, '0') || '-8' || lpad(to_hex(${m}), 3, '0') || '-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const KIND = {
  order: 1,
  line: 2,
  right: 3,
  student: 4,
  enrolment: 5,
  child: 6,
  client: 7,
  nobody: 8,
} as const;
const only = (k: number, n: string) => id(k, '0', n);
const WAREHOUSE = only(9, '1');
const product = (n: string) => only(10, n);
const mapping = (year: string, cls: string) => id(11, year, cls);

const CATALOGUE = `
  insert into warehouse (id, code, name, address, pincode, gstin) values (${WAREHOUSE}, 'BEN', 'Bench', 'Bench', '400053', '27ABCDE1234F1Z5');
  insert into warehouse_mapping (franchisee_id, warehouse_id, priority, from_on) select id, ${WAREHOUSE}, 1, '2020-01-01' from franchisee where id > 1;
  ${PRODUCTS.map(
    ({ sku, hsn, price }, n) => `
  insert into product (id, sku, name, hsn, weight_g) values (${product(`${n}`)}, '${sku}', 'Bench ${n}', '${hsn}', 300);
  insert into product_price (product_id, from_on, mrp_paise, margin_bp, price_paise, request_id) values (${product(`${n}`)}, '2020-01-01', ${price}, 0, ${price}, gen_random_uuid());
  insert into stock_level (warehouse_id, product_id, on_hand) values (${WAREHOUSE}, ${product(`${n}`)}, 2000000000);`,
  ).join('')}
  insert into kit_mapping (id, code, kit_type, academic_year_id, class_id, name, status, current, made_by)
    select ${mapping('y', 'c')}, 'BENCH-' || c || '-' || y, '${KIT_TYPE}', y, c, 'Bench', 'APPROVED', true, gen_random_uuid() from generate_series(2022, ${YEAR}) y, generate_series(2, 5) c
    on conflict do nothing;
  insert into kit_mapping_line (mapping_id, product_id, qty, seq)
    select ${mapping('y', 'c')}, ${product('n')}, 1, n + 1 from generate_series(2022, ${YEAR}) y, generate_series(2, 5) c, generate_series(0, ${PRODUCTS.length - 1}) n;`;

// Rights of the network's children: those of former years are handed over, half of this year's are not ordered.
const RIGHTS = `
  insert into kit_allocation (franchisee_id, academic_year_id, kit_type, enrolment_id, student_id, class_id, source, qty_live, status)
    select e.franchisee_id, e.academic_year_id, '${KIT_TYPE}', e.id, e.student_id, e.class_id, 'AUTO', (s <> 'ALLOCATED')::int, s
      from enrolment e cross join lateral (select case when e.academic_year_id < ${YEAR} then 'HANDED_OVER'
        else (array['ALLOCATED', 'ORDERED', 'ALLOCATED', 'SHIPPED', 'ALLOCATED', 'AT_CENTRE'])[1 + abs(hashtext(e.id::text)) % 6] end as s) x
     where e.franchisee_id > 1 on conflict do nothing;`;

/** Children who wait for their kit at the centres $1; $2 a centre. */
const WAITING = (() => {
  const all = 'from unnest($1::int[]) f, generate_series(0, $2::int - 1) i';
  const own = (k: number) => id(k, 'f', 'i');
  return [
    `insert into child (id, child_no) select ${own(KIND.child)}, 'A' || (800000000 + f * 100000 + i) ${all}`,
    `insert into student_admission (franchisee_id, id, academic_year_id) select f, ${own(KIND.enrolment)}, ${YEAR} ${all}`,
    `insert into student (franchisee_id, id, child_id, family_id, admission_no, name, date_of_birth, gender, state, current_enrolment_id, search_text)
      select f, ${own(KIND.student)}, ${own(KIND.child)}, gen_random_uuid(), 'KIT/' || f || '/' || i, 'Kit ' || i, date '2022-01-01' + i % 365, 'FEMALE', 'STUDYING', ${own(KIND.enrolment)}, 'kit ' || i ${all}`,
    `insert into enrolment (franchisee_id, id, student_id, academic_year_id, class_id, day_session, enrolment_no, status, joined_on)
      select f, ${own(KIND.enrolment)}, ${own(KIND.student)}, ${YEAR}, 2 + i % 4, 'MORNING', 'K' || f || '.' || i, 'ACTIVE', '2026-06-05' ${all}`,
    `insert into kit_allocation (franchisee_id, id, academic_year_id, kit_type, enrolment_id, student_id, class_id, source)
      select f, ${own(KIND.right)}, ${YEAR}, '${KIT_TYPE}', ${own(KIND.enrolment)}, ${own(KIND.student)}, 2 + i % 4, 'AUTO' ${all}`,
  ];
})();

// Of the centres $1 to $2, $3 a centre. This year a tenth are confirmed, a twentieth on the way, of those some in part.
const HEADS = `
  insert into kit_order (franchisee_id, id, order_no, client_id, kind, kit_type, academic_year_id, status, fail_reason, payment_mode, ship_to, warehouse_id, placed_at, placed_by,
      confirmed_at, subtotal_paise, tax_paise, promised_on)
    select f, ${id(KIND.order, 'f', 'i')}, 'BENCH/' || f || '/' || i, ${id(KIND.client, 'f', 'i')}, 'STUDENT', t, 2022 + i % 5, s, case s when 'FAIL' then 'PAYMENT_TIMEOUT' end,
        (array['CREDIT', 'ONLINE', 'BANK_TRANSFER'])[1 + i % 3], '{}', ${WAREHOUSE}, placed, (select id from app_user order by id limit 1),
        case when s in ('CONFIRMED', 'SHIPPED', 'DELIVERED') then placed end, ${KITS * TAXABLE}, ${KITS * TAX}, case s when 'CONFIRMED' then current_date + i / 5 % 30 - 5 else placed::date + 6 end
      from generate_series($1::int, $2::int) f, generate_series(1, $3::int) i
      cross join lateral (select (array['${KIT_TYPE}', '${KIT_TYPE}', 'CURRICULUM_KIT_2', 'INTELLI_KIT', 'GIFT_BOX', 'UNIFORM_KIT', 'SAMPLE_KIT'])[1 + i / 5 % 7] as t,
        make_date(2022 + i % 5, 4, 1) + (i::bigint * 7919 % 19872000) * interval '1 second' as placed,
        case when i / 5 % 40 = 19 then 'CANCELLED' when i / 5 % 50 = 29 then 'FAIL' when i % 5 < 4 then 'DELIVERED'
          else (array['CONFIRMED', 'CONFIRMED', 'SHIPPED', 'PENDING'] || array_fill('DELIVERED'::text, array[16]))[1 + i / 5 % 20] end as s) x`;
const LINES = `
  insert into kit_order_line (franchisee_id, id, order_id, line_no, mapping_id, allocation_id, enrolment_id, student_id, class_id, qty_ordered, qty_shipped, qty_delivered,
      unit_price_paise, taxable_paise, tax_paise, live)
    select o.franchisee_id, ${id(KIND.line, 'o.franchisee_id', 'i', 'n')}, o.id, n, m.id, nobody, nobody, nobody, m.class_id, 1, gone, (o.status = 'DELIVERED')::int, ${TAXABLE}, ${TAXABLE}, ${TAX},
        o.status not in ('CANCELLED', 'FAIL')
      from (select *, split_part(order_no, '/', 3)::int as i from kit_order where franchisee_id between $1 and $2 and order_no like 'BENCH/%') o
      cross join generate_series(1, ${KITS}) n join kit_mapping m on m.code like 'BENCH-%' and m.academic_year_id = o.academic_year_id and m.class_id = 2 + n % 4
      cross join lateral (select ${id(KIND.nobody, 'o.franchisee_id', 'i', 'n')} as nobody, (o.status = 'DELIVERED' or o.status = 'SHIPPED' and (o.i / 5 % 3 > 0 or n > 5))::int as gone offset 0) x`;
// What the kits of open orders are made of, and what is held for them: every fourth confirmed order waits for one product.
const SHORT = `o.status = 'CONFIRMED' and split_part(o.order_no, '/', 3)::int / 100 % 4 = 0`;
const OPEN = `from kit_order o join kit_order_line l on l.franchisee_id = o.franchisee_id and l.order_id = o.id, generate_series(0, ${PRODUCTS.length - 1}) p,
      lateral (select p = 1 and ${SHORT} as short) x
     where o.franchisee_id between $1 and $2 and o.order_no like 'BENCH/%' and o.status in ('CONFIRMED', 'SHIPPED')`;
const COMPONENTS = `
  insert into order_component (franchisee_id, order_id, line_id, product_id, qty, hsn, rate_bp, taxable_paise, tax_paise)
    select o.franchisee_id, o.id, l.id, ${product('p')}, 1, '4901', 0, ${TAXABLE / PRODUCTS.length}, 0 ${OPEN}`;
const RESERVATIONS = `
  insert into stock_reservation (franchisee_id, order_id, order_no, line_id, warehouse_id, product_id, qty_held, qty_backordered, qty_shipped, state, firm_at)
    select o.franchisee_id, o.id, o.order_no, l.id, ${WAREHOUSE}, ${product('p')}, 1 - short::int, short::int, l.qty_shipped, case when l.qty_shipped > 0 then 'DONE' else 'FIRM' end, o.placed_at ${OPEN}`;

// Whole kits that are there: all of an order, or none where one product is short.
const PACKING = `
  insert into kit_order_packing (franchisee_id, order_id, promised_on, ready, waiting)
    select o.franchisee_id, o.id, o.promised_on, case when short then 0 else n end, case when short then n else 0 end
      from kit_order o cross join lateral (select sum(l.qty_ordered - l.qty_shipped) as n from kit_order_line l where l.franchisee_id = o.franchisee_id and l.order_id = o.id) x
      cross join lateral (select ${SHORT} as short) y
     where o.franchisee_id between $1 and $2 and o.order_no like 'BENCH/%' and o.status in ('CONFIRMED', 'SHIPPED')`;

const BULK = [
  'kit_order',
  'kit_order_line',
  'order_component',
  'stock_reservation',
  'kit_allocation',
  'student',
  'enrolment',
];
/** Sessions that write or index at once. */
const PLANTERS = 3;

export async function plantOrders(client: Client): Promise<void> {
  const { rows: found } = await client.query<{ begun: boolean; done: boolean }>(
    `select exists (select from warehouse where code = 'BEN') as begun, to_regclass('bench_planted') is not null as done`,
  );
  if (found[0]?.done) return;
  if (found[0]?.begun) throw new Error('The orders were planted in part only: drop this database');
  const begun = performance.now();
  const { rows } = await client.query<{ id: number; status: string }>(
    'select id, status from franchisee where id > 1 order by id',
  );
  await client.query(`begin; set local session_replication_role = 'replica'; set local work_mem = '256MB'`);
  const indexes = await dropIndexes(client, BULK);
  await client.query(CATALOGUE + RIGHTS);
  const active = rows.filter(({ status }) => status === 'ACTIVE').map((row) => row.id);
  for (const statement of WAITING)
    await client.query(statement, [active, A_BATCH * Math.ceil(BATCHES / active.length)]);
  await client.query('commit');
  await atOnce(client, rows, async (session, { id: centre }) => {
    await session.query(HEADS, [centre, centre, Math.ceil(ORDERS / rows.length)]);
    for (const statement of [LINES, COMPONENTS, RESERVATIONS, PACKING])
      await session.query(statement, [centre, centre]);
  });
  await atOnce(client, indexes, (session, index) => makeIndexes(session, [index]));
  await client.query('create table bench_planted ()');
  console.log(
    `  ${ORDERS} orders of ${KITS} kits at ${rows.length} centres, ${((performance.now() - begun) / 1000).toFixed(0)} s`,
  );
}

/** Each of `parts` in a session of several, each session taking the next that nobody has. */
async function atOnce<T>(
  client: Client,
  parts: readonly T[],
  work: (session: Client, part: T) => Promise<void>,
) {
  const { host, port, user, password, database } = client;
  const waiting = parts.values();
  await Promise.all(
    Array.from({ length: PLANTERS }, async () => {
      const session = new Client({ host, port, user, password, database });
      await session.connect();
      await session.query(
        `set session_replication_role = 'replica'; set work_mem = '256MB'; set maintenance_work_mem = '512MB'`,
      );
      for (const part of waiting) await work(session, part);
      await session.end();
    }),
  );
}

/** A centre that may order, and 30 of its children without a kit. */
export interface Batch {
  readonly centre: number;
  readonly rights: readonly string[];
}

/** The orders that can still be placed; the centres take turns. */
export async function waitingBatches(client: Client): Promise<Batch[]> {
  const { rows } = await client.query<Batch>(
    `select franchisee_id as centre, array_agg(id::text order by id) as rights from (
       select a.franchisee_id, a.id, right(e.enrolment_no, -length('K' || a.franchisee_id || '.'))::int / ${A_BATCH} as n from kit_allocation a join enrolment e on e.franchisee_id = a.franchisee_id and e.id = a.enrolment_id
        where a.qty_live = 0 and a.academic_year_id = ${YEAR} and e.enrolment_no like 'K' || a.franchisee_id || '.%') x
      group by franchisee_id, n having count(*) = ${A_BATCH} order by n, franchisee_id`,
  );
  return rows;
}
