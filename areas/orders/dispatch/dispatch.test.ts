// Kits leave the warehouse: packed within what is held, invoiced to the paisa, all of it together or nothing.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { dieAt } from '@aangan/testkit/dying-worker.ts';
import { ANDHERI, HEAD_OFFICE } from '@aangan/testkit/world.ts';
import { settleOrder } from '../kit-order/settle-order.server.ts';
import { orderContract } from '../order-history/order-history.contract.ts';
import { asSystem, r } from '../stock/stock-testing.ts';
import { challans, kitInvoices, packings, parcels, sentParcels } from './dispatch.listing.ts';
import {
  closePackable,
  dev,
  drained,
  type Kits,
  kitsIn,
  nextAwb,
  orderOf,
  packed,
  rightsIn,
  sendOff,
} from './dispatch-testing.ts';
import { challanContract, shipmentContract as contract } from './shipment.contract.ts';

let app: TestApp;
let kits: Kits;
before(async () => {
  app = await testApp();
  app.moveClock(new Date('2026-11-03T11:00:00+05:30'));
  kits = await kitsIn(app);
});
after(() => closePackable(app));

const orderRow = async (id: string) =>
  (
    await app.sql<{ status: string; version: number }>(
      'select status, version from kit_order where id = $1',
      [id],
    )
  )[0];
const invoicesOf = (orderId: string) =>
  app.sql<{
    invoice_no: string;
    taxable_paise: number;
    igst_paise: number;
    total_paise: number;
    snapshot: unknown;
  }>('select * from kit_invoice where order_id = $1 order by invoice_no', [orderId]);
const level = async (product: string) =>
  (
    await app.sql<{ on_hand: number; reserved: number; value_paise: number }>(
      `select s.on_hand, s.reserved, v.value_paise from stock_level s join stock_value v using (warehouse_id, product_id) where s.product_id = $1`,
      [product],
    )
  )[0];
const balance = async (book: number, account: string) =>
  Number(
    (
      await app.sql<{ sum: string }>(
        `select coalesce(sum(amount), 0)::text as sum from ledger_posting where franchisee_id = $1 and account_code = $2`,
        [book, account],
      )
    )[0]?.sum,
  );

test('story 11: ten kits in parcels of four and six are invoiced ₹15,834.38 to the paisa', async () => {
  const order = await orderOf(app, await rightsIn(app, 10));
  const [inventory, bought, before] = [
    await balance(HEAD_OFFICE, '1600'),
    await balance(ANDHERI, '5400'),
    await level(kits.products.toys),
  ];
  const first = await packed(app, order.id, 4);
  assert.match(first.shipmentNo, /^SH\/002\/26-27\/\d{5}$/);
  await sendOff(app, [first]);
  assert.equal((await orderRow(order.id))?.status, 'SHIPPED');
  const second = await packed(app, order.id, 10);
  await sendOff(app, [second]);
  const invoices = await invoicesOf(order.id);
  assert.equal(invoices.length, 2);
  assert.equal(
    invoices.reduce((sum, one) => sum + Number(one.total_paise), 0),
    1_583_438,
  );
  const toys = invoices.map(({ snapshot }) => {
    const lines = (snapshot as { lines: { product: string; cgst: number; sgst: number; igst: number }[] })
      .lines;
    const line = lines.find(({ product }) => product === 'TOYS');
    return (line?.cgst ?? 0) + (line?.sgst ?? 0) + (line?.igst ?? 0);
  });
  assert.deepEqual(toys, [13_125, 19_688]);
  assert.match(invoices[0]?.invoice_no ?? '', /^IPUN2627-\d{5}$/);
  const now = await level(kits.products.toys);
  assert.deepEqual(
    [(before?.on_hand ?? 0) - (now?.on_hand ?? 0), (before?.reserved ?? 0) - (now?.reserved ?? 0)],
    [10, 10],
  );
  assert.equal((await balance(ANDHERI, '5400')) - bought, 1_583_438);
  assert.equal((await balance(HEAD_OFFICE, '1600')) - inventory, -10 * 3 * r(100));
  const [value] = await app.sql<{ sum: string }>('select sum(value_paise)::text as sum from stock_value');
  assert.equal(
    Number(value?.sum),
    await balance(HEAD_OFFICE, '1600'),
    'the stock is worth what its account says',
  );
  const states = await app.sql<{ status: string; n: string }>(
    `select a.status, count(*)::text as n from kit_order_line l join kit_allocation a on a.franchisee_id = l.franchisee_id and a.id = l.allocation_id
      where l.order_id = $1 group by 1`,
    [order.id],
  );
  assert.deepEqual(states, [{ status: 'SHIPPED', n: '10' }]);
  const reserved = await app.sql('select distinct state from stock_reservation where order_id = $1', [
    order.id,
  ]);
  assert.deepEqual(reserved, [{ state: 'DONE' }]);
});

test('never more is packed than is held; an unpacked parcel can be packed anew', async () => {
  const order = await orderOf(app, await rightsIn(app, 3));
  const one = await packed(app, order.id, 2);
  const { lines } = await dev(app).call(contract.ready, { orderId: order.id });
  assert.deepEqual(
    lines.map(({ ready }) => ready),
    [1],
  );
  const [line] = lines;
  const refused = await dev(app).refused(
    contract.pack,
    { orderId: order.id, lines: [{ lineId: line?.lineId ?? '', qty: 2 }], boxes: 1, weight: 100 },
    'parcel.too-many',
  );
  assert.match(refused.message, /Kit Child \d+: only 1 can be packed now\./);
  // Twice the same line is its sum.
  await dev(app).refused(
    contract.pack,
    {
      orderId: order.id,
      lines: [
        { lineId: line?.lineId ?? '', qty: 1 },
        { lineId: line?.lineId ?? '', qty: 1 },
      ],
      boxes: 1,
      weight: 100,
    },
    'parcel.too-many',
  );
  const { rows } = await dev(app).call(parcels.endpoints.list, { q: one.shipmentNo });
  await dev(app).call(
    contract.unpack,
    { id: one.id, reason: 'A book is missing' },
    { version: rows[0]?.version ?? 0 },
  );
  assert.equal((await dev(app).call(contract.ready, { orderId: order.id })).lines.length, 3);
  const [challan] = await app.sql<{ status: string }>('select status from delivery_challan where id = $1', [
    one.challanId,
  ]);
  assert.equal(challan?.status, 'CANCELLED');
  await dev(app).refused(
    contract.gateOut,
    { courier: 'HAND', parcels: [{ id: one.id, awb: null }] },
    'parcel.not-packed',
  );
});

test('two packers of one order at once: the kits are packed once', async () => {
  const order = await orderOf(app, await rightsIn(app, 1));
  const { lines } = await dev(app).call(contract.ready, { orderId: order.id });
  const input = {
    orderId: order.id,
    lines: [{ lineId: lines[0]?.lineId ?? '', qty: 1 }],
    boxes: 1,
    weight: 100,
  };
  const both = await Promise.all([dev(app).raw(contract.pack, input), dev(app).raw(contract.pack, input)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
});

test('what waits for stock is not packed', async () => {
  await app.sql('update stock_level set safety = on_hand - reserved - 2 where product_id = $1', [
    kits.products.bag,
  ]);
  try {
    const order = await orderOf(app, await rightsIn(app, 5), { backorder: true });
    const { rows } = await dev(app).call(packings.endpoints.list, { q: order.orderNo });
    assert.deepEqual([rows[0]?.ready, rows[0]?.waiting], [2, 3]);
  } finally {
    await app.sql('update stock_level set safety = 0 where product_id = $1', [kits.products.bag]);
  }
});

test('story 12: above ₹50,000.00 nothing leaves without an e-way bill; with it all papers appear together', async () => {
  await app.sql('update kit_mapping set fixed_price_paise = 5000001 where current');
  await app.sql(`update hsn_rate set rate_bp = 0`);
  try {
    const order = await orderOf(app, await rightsIn(app, 1));
    assert.equal(order.total, 5_000_001);
    const parcel = await packed(app, order.id, 1);
    await dev(app).refused(
      contract.gateOut,
      { courier: 'DELHIVERY', parcels: [{ id: parcel.id, awb: nextAwb() }] },
      'parcel.no-challan',
    );
    await dev(app).call(challanContract.issue, { ids: [parcel.challanId] });
    const awb = nextAwb();
    const leave = { courier: 'DELHIVERY' as const, parcels: [{ id: parcel.id, awb }] };
    await dev(app).refused(contract.gateOut, leave, 'challan.eway-missing');
    assert.equal((await orderRow(order.id))?.status, 'CONFIRMED');
    assert.equal((await invoicesOf(order.id)).length, 0);
    const challan = await dev(app).call(challanContract.get, { id: parcel.challanId });
    assert.match(challan.number ?? '', /^DPUN2627-\d{5}$/);
    const wrong = await dev(app).refused(
      challanContract.eway,
      { id: parcel.challanId, ewayNo: '123' },
      'input.invalid',
      { version: challan.version },
    );
    assert.match(wrong.fields?.['ewayNo'] ?? '', /12 digits/);
    await dev(app).call(
      challanContract.eway,
      { id: parcel.challanId, ewayNo: '271234567890', ewayValidTo: '2026-11-06' },
      { version: challan.version },
    );
    const done = await dev(app).call(contract.gateOut, leave);
    assert.equal(done.invoices.length, 1);
    assert.equal((await orderRow(order.id))?.status, 'SHIPPED');
    const [due] = await app.sql<{ amount: number; kind: string }>(
      'select amount, kind from franchisee_due where number = $1',
      [done.invoices[0]],
    );
    assert.deepEqual([Number(due?.amount), due?.kind], [5_000_001, 'KIT']);
    await drained(app);
    const { rows } = await dev(app).call(challans.endpoints.list, { q: parcel.shipmentNo });
    const printed = rows[0];
    assert.equal(printed?.value, 5_000_001);
    const paper = await app.app.inject({
      method: 'GET',
      url: printed?.pdfUrl ?? '',
      headers: await dev(app).headers(),
    });
    assert.equal(paper.rawPayload.subarray(0, 5).toString(), '%PDF-');
    const { rows: invoices } = await app.as('Bina').call(kitInvoices.endpoints.list, { q: done.invoices[0] });
    assert.deepEqual(
      [invoices[0]?.total, invoices[0]?.open, invoices[0]?.irn, invoices[0]?.pdfUrl !== null],
      [5_000_001, 5_000_001, 'NONE', true],
    );
    // It has left: neither challan nor parcel is taken back.
    await dev(app).refused(
      challanContract.cancel,
      { id: parcel.challanId, reason: 'Too late' },
      'challan.gone',
      { version: printed?.version ?? 0 },
    );
  } finally {
    await app.sql('update kit_mapping set fixed_price_paise = 150000 where current');
  }
});

test('a waybill belongs to one parcel; couriers need one, a hand does not', async () => {
  const order = await orderOf(app, await rightsIn(app, 3));
  const [a, b, c] = [
    await packed(app, order.id, 1),
    await packed(app, order.id, 1),
    await packed(app, order.id, 1),
  ];
  await dev(app).call(challanContract.issue, { ids: [a, b, c].map(({ challanId }) => challanId) });
  await dev(app).refused(
    contract.gateOut,
    { courier: 'DTDC', parcels: [{ id: a.id, awb: null }] },
    'parcel.awb-missing',
  );
  const awb = nextAwb();
  const leave = (id: string) => ({ courier: 'DTDC' as const, parcels: [{ id, awb }] });
  await dev(app).call(contract.gateOut, leave(a.id));
  await dev(app).refused(contract.gateOut, leave(b.id), 'parcel.awb-used');
  await dev(app).refused(contract.gateOut, leave(a.id), 'parcel.not-packed');
  const [{ version } = { version: 0 }] = await app.sql<{ version: number }>(
    'select version from shipment where id = $1',
    [a.id],
  );
  await dev(app).refused(contract.unpack, { id: a.id, reason: 'Too late' }, 'parcel.not-packed', { version });
  await dev(app).call(contract.gateOut, { courier: 'HAND', parcels: [{ id: b.id, awb: null }] });
  // Of two, one of which has left: none leaves.
  await dev(app).refused(
    contract.gateOut,
    {
      courier: 'HAND',
      parcels: [
        { id: c.id, awb: null },
        { id: b.id, awb: null },
      ],
    },
    'parcel.not-packed',
  );
  const { rows } = await dev(app).call(sentParcels.endpoints.list, { q: order.orderNo });
  assert.equal(rows.length, 2);
});

test('a centre packs nothing, sees no other centre’s invoice, and another’s parcel does not exist', async () => {
  const bina = app.as('Bina');
  await bina.refused(parcels.endpoints.list, {}, 'module.missing');
  await bina.refused(
    contract.gateOut,
    { courier: 'HAND', parcels: [{ id: randomUUID(), awb: null }] },
    'module.missing',
  );
  await dev(app).refused(
    contract.gateOut,
    { courier: 'HAND', parcels: [{ id: randomUUID(), awb: null }] },
    'row.not-found',
  );
  const own = await bina.call(kitInvoices.endpoints.list, {});
  assert.ok(own.rows.length > 0);
  const other = await app.as('Charu').call(kitInvoices.endpoints.list, {});
  assert.equal(other.rows.length, 0);
});

test('labels name a child by first name and initial; printing is logged', async () => {
  const order = await orderOf(app, await rightsIn(app, 1));
  const parcel = await packed(app, order.id, 1);
  const { fileId } = await dev(app).call(contract.labels, { ids: [parcel.id] });
  const [file] = await app.sql<{ mime: string }>('select mime from file where id = $1', [fileId]);
  assert.equal(file?.mime, 'application/pdf');
  const logged = await app.sql(`select from access_log where action = 'PRINT' and subject_id = $1`, [
    parcel.id,
  ]);
  assert.equal(logged.length, 1);
});

test('a packed parcel whose kits were cancelled stays: it is unpacked', async () => {
  const order = await orderOf(app, await rightsIn(app, 1));
  const parcel = await packed(app, order.id, 1);
  await dev(app).call(challanContract.issue, { ids: [parcel.challanId] });
  await asSystem(app, ANDHERI, (db) =>
    settleOrder(
      db,
      { franchiseeId: ANDHERI, orderId: order.id },
      { kind: 'cancelled', at: new Date(), reason: 'Not needed' },
    ),
  );
  await dev(app).refused(
    contract.gateOut,
    { courier: 'HAND', parcels: [{ id: parcel.id, awb: null }] },
    'parcel.changed',
  );
  const { rows } = await dev(app).call(parcels.endpoints.list, { q: parcel.shipmentNo });
  assert.deepEqual([rows[0]?.stale, rows[0]?.can['leave'], rows[0]?.can['unpack']], [true, false, true]);
});

test('an order with a packed parcel is cancelled only after it was unpacked', async () => {
  const order = await orderOf(app, await rightsIn(app, 1));
  const parcel = await packed(app, order.id, 1);
  const cancel = { id: order.id, reason: 'Ordered by mistake for this class' };
  const version = async () => ({ version: (await orderRow(order.id))?.version ?? 0 });
  await app.as('Bina').refused(orderContract.cancel, cancel, 'order.packed', await version());
  assert.equal((await orderRow(order.id))?.status, 'CONFIRMED');
  const { rows } = await dev(app).call(parcels.endpoints.list, { q: parcel.shipmentNo });
  await dev(app).call(
    contract.unpack,
    { id: parcel.id, reason: 'The centre takes it back' },
    { version: rows[0]?.version ?? 0 },
  );
  await app.as('Bina').call(orderContract.cancel, cancel, await version());
  assert.equal((await orderRow(order.id))?.status, 'CANCELLED');
});

test('a line of another order is not packed along, and a challan has one number for good', async () => {
  const [mine, other] = [
    await orderOf(app, await rightsIn(app, 1)),
    await orderOf(app, await rightsIn(app, 1)),
  ];
  const [line] = (await dev(app).call(contract.ready, { orderId: other.id })).lines;
  await dev(app).refused(
    contract.pack,
    { orderId: mine.id, lines: [{ lineId: line?.lineId ?? '', qty: 1 }], boxes: 1, weight: 100 },
    'row.not-found',
  );
  const parcel = await packed(app, mine.id, 1);
  await dev(app).call(challanContract.issue, { ids: [parcel.challanId] });
  const { number, version } = await dev(app).call(challanContract.get, { id: parcel.challanId });
  await dev(app).refused(challanContract.issue, { ids: [parcel.challanId] }, 'row.wrong-state');
  await dev(app).call(challanContract.cancel, { id: parcel.challanId, reason: 'Wrong vehicle' }, { version });
  const gone = await dev(app).call(challanContract.get, { id: parcel.challanId });
  assert.equal(gone.number, number, 'a cancelled number is not given again');
  await dev(app).refused(
    challanContract.eway,
    { id: parcel.challanId, ewayNo: '271234567890' },
    'row.wrong-state',
    { version: gone.version },
  );
  await dev(app).refused(
    contract.gateOut,
    { courier: 'HAND', parcels: [{ id: parcel.id, awb: null }] },
    'parcel.no-challan',
  );
});

test('what the shelf has not is not sent: the gate says which product, and nothing has left', async () => {
  const order = await orderOf(app, await rightsIn(app, 1));
  const parcel = await packed(app, order.id, 1);
  await dev(app).call(challanContract.issue, { ids: [parcel.challanId] });
  const held = await level(kits.products.bag);
  await app.sql('update stock_level set reserved = 0 where product_id = $1', [kits.products.bag]);
  try {
    const refused = await dev(app).refused(
      contract.gateOut,
      { courier: 'HAND', parcels: [{ id: parcel.id, awb: null }] },
      'parcel.stock-gone',
    );
    assert.match(refused.message, /^BAG: PUN warehouse has fewer pieces/);
    assert.equal((await orderRow(order.id))?.status, 'CONFIRMED');
    assert.equal((await invoicesOf(order.id)).length, 0);
  } finally {
    await app.sql('update stock_level set reserved = $2 where product_id = $1', [
      kits.products.bag,
      held?.reserved,
    ]);
  }
});

test('an order that was cancelled meanwhile is not packed', async () => {
  const order = await orderOf(app, await rightsIn(app, 1));
  const { lines } = await dev(app).call(contract.ready, { orderId: order.id });
  await asSystem(app, ANDHERI, (db) =>
    settleOrder(
      db,
      { franchiseeId: ANDHERI, orderId: order.id },
      { kind: 'cancelled', at: new Date(), reason: 'Not needed' },
    ),
  );
  await dev(app).refused(
    contract.pack,
    { orderId: order.id, lines: [{ lineId: lines[0]?.lineId ?? '', qty: 1 }], boxes: 1, weight: 100 },
    'order.not-shippable',
  );
});

// Every table that the gate writes, in the order of its steps.
const STEPS = [
  'provider_reference',
  'status_step',
  'stock_movement',
  'ledger_entry',
  'ledger_posting',
  'franchisee_due',
  'kit_invoice',
  'outbox',
] as const;

const stateOf = async (orderId: string, shipmentIds: readonly string[]) => ({
  order: (await orderRow(orderId))?.status,
  parcels: await app.sql('select status, awb, gate_out_at from shipment where id = any ($1) order by id', [
    shipmentIds,
  ]),
  lines: await app.sql('select qty_shipped from kit_order_line where order_id = $1 order by line_no', [
    orderId,
  ]),
  stock: await app.sql('select product_id, on_hand, reserved from stock_level order by 1'),
  value: await app.sql('select product_id, value_paise from stock_value order by 1'),
  reserved: await app.sql(
    'select qty_shipped, state from stock_reservation where order_id = $1 order by id',
    [orderId],
  ),
  counts:
    await app.sql(`select (select count(*) from stock_movement) as moved, (select count(*) from ledger_entry) as entries,
    (select count(*) from kit_invoice) as invoices, (select count(*) from franchisee_due) as dues, (select count(*) from provider_reference) as awbs,
    (select max(next) from number_series where series = 'IPUN') as n`),
});

test('story 13: cut off at any step, nothing of it is there; the retry makes everything once', async () => {
  const order = await orderOf(app, await rightsIn(app, 4));
  const sent = [await packed(app, order.id, 2), await packed(app, order.id, 2)];
  await dev(app).call(challanContract.issue, { ids: sent.map(({ challanId }) => challanId) });
  const input = { courier: 'DELHIVERY' as const, parcels: sent.map(({ id }) => ({ id, awb: nextAwb() })) };
  const ids = sent.map(({ id }) => id);
  const before = await stateOf(order.id, ids);
  for (const table of STEPS)
    for (const nth of [1, 2]) {
      await dieAt(app, table, [nth]);
      const { status } = await dev(app).raw(contract.gateOut, input);
      await app.sql(`drop trigger probe_die on ${table}`);
      assert.ok(status >= 500, `${table} row ${nth}: ${status}`);
      assert.deepEqual(await stateOf(order.id, ids), before, `${table} row ${nth}`);
    }
  const done = await dev(app).call(contract.gateOut, input);
  assert.equal(done.invoices.length, 2);
  const numbers = done.invoices.map((no) => Number(no.slice(-5))).sort((a, b) => a - b);
  assert.equal((numbers[1] ?? 0) - (numbers[0] ?? 0), 1, 'no number was lost');
  const [{ gaps } = { gaps: '' }] = await app.sql<{ gaps: string }>(
    `select (max(right(invoice_no, 5)::int) - count(*))::text as gaps from kit_invoice`,
  );
  assert.equal(gaps, '0');
  await dev(app).refused(contract.gateOut, input, 'parcel.not-packed');
  assert.equal((await invoicesOf(order.id)).length, 2);
});
