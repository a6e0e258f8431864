// Stock through HTTP, and what orders will ask of it: the last piece is sold once, counts never go below what is held.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, HEAD_OFFICE } from '@aangan/testkit/world.ts';
import { inboundImport } from './inbound-import.contract.ts';
import { firmStock, releaseStock, reserveStock } from './reserve-stock.server.ts';
import { stockContract as contract, stockInboundContract as inbound } from './stock.contract.ts';
import { stockInbounds, stockMovements, stocks } from './stock.listing.ts';
import { asSystem, productIn, r, warehouseIn } from './stock-testing.ts';

let app: TestApp;
let warehouseId: string;
before(async () => {
  app = await testApp({ pool: 16 });
  warehouseId = await warehouseIn(app);
});
after(() => app.close());

const dev = () => app.as('Dev', { centre: null });
const bina = () => app.as('Bina');

async function received(sku: string, qty: number, cost = r(100)) {
  const productId = await productIn(app, sku);
  await dev().call(contract.receive, { warehouseId, productId, qty, unitCost: cost });
  return { productId, ...(await levelOf(productId)) };
}
async function levelOf(productId: string) {
  const [row] = await app.sql<{ id: string; on_hand: number; reserved: number; value: string }>(
    `select s.id, on_hand, reserved, (select value_paise from stock_value v where v.product_id = s.product_id and v.warehouse_id = s.warehouse_id) as value
       from stock_level s where product_id = $1`,
    [productId],
  );
  return {
    id: row?.id ?? '',
    onHand: row?.on_hand ?? 0,
    reserved: row?.reserved ?? 0,
    value: Number(row?.value ?? 0),
  };
}
const inventory = async (account: string, source: string): Promise<number> => {
  const [row] = await app.sql<{ sum: string }>(
    `select coalesce(sum(p.amount), 0) as sum from ledger_posting p join ledger_entry e on e.franchisee_id = p.franchisee_id and e.id = p.entry_id
      where p.franchisee_id = $1 and p.account_code = $2 and e.source = $3`,
    [HEAD_OFFICE, account, source],
  );
  return Number(row?.sum);
};
const order = (franchiseeId = ANDHERI) => ({
  franchiseeId,
  orderId: randomUUID(),
  orderNo: `KO/014/26-27/${Math.random().toString().slice(2, 7)}`,
});
const wants = (productId: string, qty: number) => ({ lineId: randomUUID(), warehouseId, productId, qty });
const hold = (
  productId: string,
  qty: number,
  { of = order(), backorder = true }: { of?: ReturnType<typeof order>; backorder?: boolean } = {},
) =>
  asSystem(app, of.franchiseeId, (db) =>
    reserveStock(db, of, { wanted: [wants(productId, qty)], backorder }),
  );

test('receipts make a moving average; counts and losses leave at it; the last piece takes the rest; the ledger follows', async () => {
  const before = await inventory('1600', 'stock.received');
  const { productId, id } = await received('AVG-1', 120, r(100));
  await dev().call(contract.receive, { warehouseId, productId, qty: 80, unitCost: r(110.01) });
  assert.deepEqual(await levelOf(productId), { id, onHand: 200, reserved: 0, value: r(20_800.8) });
  assert.equal((await inventory('1600', 'stock.received')) - before, r(20_800.8));
  assert.equal(await inventory('2620', 'stock.received'), -(await inventory('1600', 'stock.received')));

  const lost = await dev().call(contract.writeOff, { id, qty: 3, note: 'Wet in the rain' });
  assert.equal(lost.onHand, 197);
  // 20,800.80 × 3 / 200 = 312.012
  assert.equal((await levelOf(productId)).value, r(20_800.8) - r(312.01));
  assert.equal(await inventory('5530', 'stock.written-off'), r(312.01));
  await dev().call(contract.count, { id, counted: 198, note: 'One was behind the shelf' });
  assert.equal((await levelOf(productId)).onHand, 198);
  await dev().call(contract.writeOff, { id, qty: 198, note: 'Fire' });
  const empty = await levelOf(productId);
  assert.deepEqual([empty.onHand, empty.value], [0, 0]);
  await dev().refused(contract.count, { id, counted: 4, note: 'Found some' }, 'stock.no-cost');
});

test('story 3: fifty buyers of the last piece: one holds it, the others wait, and the stock is never below nothing', async () => {
  const { productId, id } = await received('LAST-1', 1);
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, n) => hold(productId, 1, { of: order(n % 2 ? ANDHERI : BANER) })),
  );
  const held = outcomes.flat();
  assert.equal(held.filter((one) => one.held === 1).length, 1, 'one holds the last piece');
  assert.equal(held.filter((one) => one.backordered === 1).length, 49);
  assert.deepEqual(await levelOf(productId), { id, onHand: 1, reserved: 1, value: r(100) });
});

test('fifty buyers who will not wait: one gets it, and the others hold nothing', async () => {
  const { productId } = await received('LAST-2', 1);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, () => hold(productId, 1, { backorder: false })),
  );
  const refused = outcomes.flatMap((one) =>
    one.status === 'rejected' ? [one.reason as { code: string }] : [],
  );
  assert.deepEqual(
    [refused.length, new Set(refused.map(({ code }) => code))],
    [49, new Set(['order.out-of-stock'])],
  );
  const rows = await app.sql('select from stock_reservation where product_id = $1', [productId]);
  assert.deepEqual([rows.length, (await levelOf(productId)).reserved], [1, 1]);
});

test('safety stock is never promised; what is short is back-ordered; a receipt fills confirmed orders first', async () => {
  const { productId, id } = await received('BACK-1', 20);
  await dev().call(contract.levels, { id, safety: 5, reorderPoint: 8 });
  const [first, second] = [order(), order(BANER)];
  const [one] = await hold(productId, 40, { of: first });
  assert.deepEqual([one?.held, one?.backordered], [15, 25]);
  await hold(productId, 10, { of: second });
  await asSystem(app, BANER, (db) => firmStock(db, second));
  const { filled } = await dev().call(contract.receive, {
    warehouseId,
    productId,
    qty: 12,
    unitCost: r(100),
  });
  assert.equal(filled, 12);
  const waiting = await app.sql<{ order_no: string; qty_held: number; qty_backordered: number }>(
    'select order_no, qty_held, qty_backordered from stock_reservation where product_id = $1 order by qty_held',
    [productId],
  );
  assert.deepEqual(waiting, [
    { order_no: second.orderNo, qty_held: 10, qty_backordered: 0 },
    { order_no: first.orderNo, qty_held: 17, qty_backordered: 23 },
  ]);

  const told = await dev().refused(contract.count, { id, counted: 26, note: 'Counted' }, 'stock.held');
  for (const { orderNo } of [first, second]) assert.ok(told.message.includes(orderNo), told.message);
  const short = await dev().refused(contract.writeOff, { id, qty: 6, note: 'Broken' }, 'stock.negative');
  assert.match(short.message, /only 5 free in PUN warehouse/);

  await asSystem(app, ANDHERI, (db) => releaseStock(db, first));
  await asSystem(app, ANDHERI, (db) => releaseStock(db, first));
  assert.equal((await levelOf(productId)).reserved, 10, 'given back once');
  const sums = await app.sql<{ held: number }>(
    'select sum(d_reserved)::int as held from stock_movement where product_id = $1',
    [productId],
  );
  assert.equal(sums[0]?.held, 10, 'the movements tell what is held');
});

test('a centre reads what is free and when more comes; counts, cost and other writes are not its own', async () => {
  const { productId, id } = await received('CENTRE-1', 9);
  await dev().call(inbound.add, {
    warehouseId,
    productId,
    poNo: 'PO-1',
    qty: 30,
    expectedOn: '2027-04-15',
    unitCost: r(90),
  });
  const [mine] = (await bina().call(stocks.endpoints.list, { q: 'CENTRE-1' })).rows;
  assert.deepEqual(
    [mine?.free, mine?.nextOn, mine?.nextQty, mine?.onHand, mine?.value, mine?.can['count']],
    [9, '2027-04-15', 30, null, null, false],
  );
  const [theirs] = (await dev().call(stocks.endpoints.list, { q: 'CENTRE-1' })).rows;
  assert.deepEqual([theirs?.onHand, theirs?.value, theirs?.can['count']], [9, r(900), true]);
  const [comes] = (await bina().call(stockInbounds.endpoints.list, { q: 'CENTRE-1' })).rows;
  assert.equal(comes?.unitCost, null);
  const [moved] = (await bina().call(stockMovements.endpoints.list, { q: 'CENTRE-1' })).rows;
  assert.deepEqual([moved?.onHand, moved?.value, moved?.by], [9, null, null]);
  assert.equal((await bina().call(contract.summary, {})).value, null);
  assert.equal((await bina().call(contract.get, { id })).movements.length, 1);

  await bina().refused(
    contract.receive,
    { warehouseId, productId, qty: 1, unitCost: 0 },
    'orders.network-only',
  );
  await bina().refused(contract.count, { id, counted: 9, note: 'Mine' }, 'orders.network-only');
  const chosen = app.as('Dev', { centre: ANDHERI });
  await chosen.call(contract.writeOff, { id, qty: 1, note: 'Broken, whatever centre is chosen' });
  assert.deepEqual((await chosen.call(stocks.endpoints.list, { q: 'CENTRE-1' })).rows[0]?.value, r(800));
  // The database refuses too, whoever forgets to ask.
  for (const statement of [
    'select value_paise from stock_value',
    'select unit_cost_paise from stock_inbound',
    'update stock_level set on_hand = 0',
    `insert into stock_movement (warehouse_id, product_id, kind, ref_kind, ref_id) values ('${warehouseId}', '${productId}', 'RECEIPT', 'X', '${id}')`,
  ])
    await assert.rejects(
      asSystem(app, ANDHERI, async (db) => {
        const { sql } = await import('kysely');
        await sql.raw(statement).execute(db);
      }),
      /permission denied|row-level security/,
      statement,
    );
});

test('what is expected: received in parts and never beyond it, changed, cancelled; one entry an order, product and place', async () => {
  const productId = await productIn(app, 'IN-1');
  const expected = {
    warehouseId,
    productId,
    poNo: 'PO-7',
    qty: 30,
    expectedOn: '2027-05-02',
    unitCost: r(50),
  };
  const { id } = await dev().call(inbound.add, expected);
  await dev().refused(inbound.add, expected, 'stock-inbound.twice');
  const row = async () => (await dev().call(stockInbounds.endpoints.list, { q: 'IN-1' })).rows[0];
  const got = await dev().call(inbound.receive, { id, qty: 10, unitCost: r(51) });
  assert.equal(got.onHand, 10);
  assert.deepEqual([(await row())?.status, (await row())?.receivedQty], ['PART', 10]);
  const over = await dev().refused(
    inbound.receive,
    { id, qty: 21, unitCost: r(51) },
    'stock-inbound.too-many',
  );
  assert.match(over.message, /Only 20/);
  const version = (await row())?.version ?? 0;
  const change = { id, qty: 9, expectedOn: '2027-05-09', unitCost: r(50) };
  const told = await dev().refused(inbound.change, change, 'input.invalid', { version });
  assert.deepEqual(told.fields, { qty: '10 have come already' });
  await dev().refused(inbound.change, { ...change, qty: 12 }, 'row.stale', { version: version - 1 });
  await dev().call(inbound.change, { ...change, qty: 12 }, { version });
  await dev().call(inbound.cancel, { id }, { version: version + 1 });
  assert.equal((await row())?.status, 'CANCELLED');
  await dev().refused(inbound.receive, { id, qty: 1, unitCost: 0 }, 'stock-inbound.closed');
});

test('only goods that are kept in stock come in, at a warehouse in use', async () => {
  const productId = await productIn(app, 'STYLE-1');
  await app.sql('update product set tracks_stock = false where id = $1', [productId]);
  const told = await dev().refused(
    contract.receive,
    { warehouseId, productId, qty: 1, unitCost: 0 },
    'input.invalid',
  );
  assert.deepEqual(told.fields, { productId: 'Choose a product that is kept in stock' });
});

test('purchase orders from a file: every fault at its row and column, and all or none', async () => {
  const productId = await productIn(app, 'FILE-1');
  await dev().call(inbound.add, {
    warehouseId,
    productId,
    poNo: 'PO-9',
    qty: 5,
    expectedOn: '2027-04-01',
    unitCost: 0,
  });
  const head = 'purchase_order,warehouse,sku,pieces,expected_on,cost_of_a_piece';
  const check = (lines: readonly string[], who = dev()) =>
    who.call(inboundImport.endpoints.check, { csv: [head, ...lines].join('\n'), fileName: 'po.csv' });
  const bad = await check([
    'PO-9,PUN,FILE-1,10,15-04-2027,100',
    'PO-10,PUN,NOBODY,10,15-04-2027,100',
    'PO-11,PUN,FILE-1,0,15-04-2027,100',
  ]);
  const { rows } = await dev().call(inboundImport.endpoints.rows, { jobId: bad.jobId });
  assert.deepEqual(
    rows.flatMap(({ row, faults }) => faults.map(({ column }) => `${row} ${column}`)),
    ['2 poNo', '3 productId', '4 qty'],
  );
  const good = await check(['PO-12,PUN,FILE-1,10,15-04-2027,100.50']);
  await dev().call(inboundImport.endpoints.commit, { jobId: good.jobId });
  const [row] = (await dev().call(stockInbounds.endpoints.list, { q: 'PO-12' })).rows;
  assert.deepEqual([row?.qty, row?.unitCost, row?.expectedOn], [10, r(100.5), '2027-04-15']);
  await bina().refused(
    inboundImport.endpoints.check,
    { csv: [head, 'PO-13,PUN,FILE-1,1,15-04-2027,1'].join('\n'), fileName: 'po.csv' },
    'orders.network-only',
  );
});
