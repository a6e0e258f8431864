// WOW kit orders through HTTP: in the bounds of the active bill of material, decided by the zone and the final approver.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, type PersonName, people, YEAR } from '@aangan/testkit/world.ts';
import { bomContract } from '../bom/bom.contract.ts';
import { kitOrderContract } from '../kit-order/kit-order.contract.ts';
import { settleOrder } from '../kit-order/settle-order.server.ts';
import { asSystem, productIn, r, warehouseIn } from '../stock/stock-testing.ts';
import { wowBoard } from './wow-board.contract.ts';
import { wowOrderContract as contract } from './wow-order.contract.ts';
import { wowOrders } from './wow-order.listing.ts';

let app: TestApp;
let modelId: string;
let bomId: string;
let blocks: string;
let slide: string;
before(async () => {
  app = await testApp();
  blocks = await pricedProduct('BLOCKS', 'INDOOR', r(1_000));
  slide = await pricedProduct('SLIDE', 'OUTDOOR', r(4_000));
  await codeFor('Farid', 'WOWKIT_ZSM_APPROVED');
  await codeFor('Kavi', 'WOWKIT_APPROVED');
  const [model] = await app.sql<{ id: string }>(
    `insert into wow_model (name, seats, area_sqft) values ('Standard', 60, 1800) returning id`,
  );
  modelId = model?.id ?? '';
  bomId = await activeBom();
});
after(() => app.close());

const codeFor = (name: PersonName, code: string) =>
  app.sql('insert into user_approval_code (user_id, code) values ($1, $2)', [people[name].id, code]);
async function pricedProduct(sku: string, category: string, price: number): Promise<string> {
  const id = await productIn(app, sku, { category });
  await priceFrom(id, '2020-04-01', price);
  return id;
}
async function priceFrom(id: string, from: string, price: number): Promise<void> {
  const [request] = await app.sql<{ id: string }>(
    `insert into margin_request (product_id, mrp_paise, margin_bp, price_paise, rate_bp, from_on, status, made_by, level1_by, level2_by)
     values ($1, $2, 0, $2, 500, $6, 'APPROVED', $3, $4, $5) returning id`,
    [id, price, people.Harsh.id, people.Kavi.id, people.Asha.id, from],
  );
  await app.sql(
    `insert into product_price (product_id, from_on, mrp_paise, margin_bp, price_paise, request_id) values ($1, $4, $2, 0, $2, $3)`,
    [id, price, request?.id, from],
  );
}
async function activeBom(): Promise<string> {
  const [bom] = await app.sql<{ id: string }>(
    `insert into wow_bom (model_id, version_no, status, made_by, c1_by, c2_by, c3_by)
     select $1, coalesce(max(version_no), 0) + 1, 'ACTIVE', $2, $3, $4, $5 from wow_bom returning id`,
    [modelId, people.Harsh.id, people.Kavi.id, people.Asha.id, people.Sahil.id],
  );
  await app.sql(
    `insert into wow_bom_line (bom_id, product_id, qty, min_qty, max_qty, mandatory, seq) values ($1, $2, 4, 2, 8, true, 1), ($1, $3, 1, 0, 2, false, 2)`,
    [bom?.id, blocks, slide],
  );
  return bom?.id ?? '';
}

const bina = () => app.as('Bina');
const as = (name: PersonName) => app.as(name, { centre: null });
const asked = (more: object = {}) => ({
  modelId,
  bomId,
  b2bId: 'B2B-014-77',
  email: 'andheri@example.in',
  comment: null,
  revisesId: null,
  items: [
    { productId: blocks, qty: 4 },
    { productId: slide, qty: 1 },
  ],
  ...more,
});
const get = (id: string, who = bina()) => who.call(contract.get, { id, franchiseeId: ANDHERI });
async function decide(
  id: string,
  who: PersonName,
  decision: 'approve' | 'reject' = 'approve',
  reason?: string,
) {
  const { version } = await get(id);
  await as(who).call(contract.decide, { id, decision, reason: reason ?? null }, { version });
}
const refused = async (id: string, who: PersonName, code: string) => {
  const { version } = await get(id);
  return as(who).refused(contract.decide, { id, decision: 'approve' }, code, { version });
};

test('story 9: the zone approves, every screen says ZM APPROVED, the final approver decides; nobody twice, never the maker', async () => {
  const { id, number } = await bina().call(contract.initiate, asked());
  assert.match(number, /^WK\/002\/\d\d-\d\d\/0001$/);
  const made = await get(id);
  assert.deepEqual(
    [made.total, made.tax, made.bomTotal, made.status, made.waitsFor],
    [r(8_000), r(400), r(8_000), 'PENDING', 'ZM'],
  );
  await refused(id, 'Kavi', 'approval.code-missing');
  const own = await bina().refused(contract.decide, { id, decision: 'approve' }, 'approval.own', {
    version: made.version,
  });
  assert.ok(own.message);
  await bina().refused(contract.decide, { id, decision: 'approve' }, 'row.stale', {
    version: made.version + 1,
  });
  await decide(id, 'Farid');
  const [row] = (await bina().call(wowOrders.endpoints.list, { status: 'ZSM APPROVED' })).rows;
  assert.equal(row?.id, id);
  assert.equal(
    wowOrders.row.status.options?.find(({ value }) => value === row?.status)?.label,
    'ZM APPROVED',
    'the column says ZSM, the screen ZM',
  );
  await codeFor('Farid', 'WOWKIT_APPROVED');
  await refused(id, 'Farid', 'approval.second-level');
  await decide(id, 'Kavi');
  const done = await get(id);
  assert.deepEqual([done.status, done.waitsFor], ['APPROVED', 'CONFIRM']);
  assert.deepEqual(
    done.chain.map(({ by }) => by !== null),
    [true, true],
  );
  await refused(id, 'Asha', 'row.wrong-state');
  const steps = await app.sql<{ action: string; to_status: string }>(
    `select action, to_status from status_step where subject = 'wow_order' and subject_id = $1 order by id`,
    [id],
  );
  assert.deepEqual(
    steps.map(({ to_status }) => to_status),
    ['ZSM APPROVED', 'APPROVED'],
  );
});

test('two approvers at once leave one step', async () => {
  const { id } = await bina().call(contract.initiate, asked());
  const { version } = await get(id);
  const approve = (who: PersonName) =>
    as(who).call(contract.decide, { id, decision: 'approve', reason: null }, { version });
  const twice = await Promise.allSettled([approve('Farid'), approve('Asha')]);
  assert.equal(twice.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.equal((await get(id)).status, 'ZSM APPROVED');
});

test('a rejected or withdrawn order is revised once, linked to the one before', async () => {
  const { id } = await bina().call(contract.initiate, asked());
  await bina().refused(contract.initiate, asked({ revisesId: id }), 'wow-order.not-revised');
  const short = await as('Farid').refused(
    contract.decide,
    { id, decision: 'reject', reason: 'No' },
    'input.invalid',
    {
      version: (await get(id)).version,
    },
  );
  assert.deepEqual(Object.keys(short.fields ?? {}), ['reason']);
  await decide(id, 'Farid', 'reject', 'The play area is too small for a slide');
  assert.equal((await get(id)).can['revise'], true);
  const next = await bina().call(
    contract.initiate,
    asked({ revisesId: id, items: [{ productId: blocks, qty: 4 }] }),
  );
  const view = await get(next.id);
  assert.deepEqual([view.revisesId, view.status, view.items.length], [id, 'PENDING', 1]);
  assert.equal((await get(id)).can['revise'], false);
  await bina().refused(contract.initiate, asked({ revisesId: id }), 'wow-order.not-revised');
  await app
    .as('Omkar')
    .refused(contract.withdraw, { id: next.id }, 'row.wrong-state', { version: view.version });
  await bina().call(contract.withdraw, { id: next.id }, { version: view.version });
  const back = await get(next.id);
  assert.deepEqual([back.status, back.withdrawn, back.can['revise']], ['REJECTED', true, true]);
});

test('pieces keep the bounds of the BOM; what costs a tenth more says why; prices and versions are the server’s', async () => {
  const items = (of: Record<string, number>) =>
    asked({ items: Object.entries(of).map(([productId, qty]) => ({ productId, qty })) });
  const over = await bina().refused(contract.initiate, items({ [blocks]: 9 }), 'wow-order.bounds');
  assert.match(over.message, /take 2 to 8 pieces/);
  await bina().refused(contract.initiate, items({ [slide]: 1 }), 'wow-order.bounds');
  const other = await pricedProduct('OTHER', 'IT', r(10));
  await bina().refused(contract.initiate, items({ [blocks]: 4, [other]: 1 }), 'wow-order.not-in-bom');
  // 4 blocks and 1 slide are planned: 8,000. One more block is 12.5 % more.
  const dear = await bina().refused(contract.initiate, items({ [blocks]: 5, [slide]: 1 }), 'input.invalid');
  assert.deepEqual(Object.keys(dear.fields ?? {}), ['comment']);
  await bina().call(contract.initiate, {
    ...items({ [blocks]: 5, [slide]: 1 }),
    comment: 'Two groups share the room',
  });

  await app.sql('delete from product_price where product_id = $1', [other]).catch(() => undefined);
  const bare = await productIn(app, 'BARE', { category: 'SAFETY' });
  await app.sql(
    `insert into wow_bom_line (bom_id, product_id, qty, min_qty, max_qty, mandatory, seq) values ($1, $2, 1, 0, 1, false, 3)`,
    [bomId, bare],
  );
  await bina().refused(contract.initiate, items({ [blocks]: 4, [bare]: 1 }), 'wow-order.no-price');
  await app.sql('delete from wow_bom_line where bom_id = $1 and product_id = $2', [bomId, bare]);
  await bina().refused(contract.initiate, asked({ bomId: blocks }), 'wow-order.bom-changed');
  for (const [field, value] of [
    ['b2bId', ' '],
    ['email', 'nobody'],
    ['items', []],
  ] as const) {
    const { status, body } = await bina().raw(contract.initiate, asked({ [field]: value }));
    assert.deepEqual([status, Object.keys((body as { fields?: object }).fields ?? {})], [422, [field]]);
  }
  const [none] = await app.sql<{ id: string }>(
    `insert into wow_model (name, seats, area_sqft) values ('Without', 20, 600) returning id`,
  );
  await bina().refused(contract.catalogue, { modelId: none?.id ?? '' }, 'wow-order.no-bom');
});

test('another centre sees nothing of it; a suspended centre orders nothing; a version that is waited on stays active', async () => {
  const { id } = await bina().call(contract.initiate, asked());
  const charu = app.as('Charu');
  await charu.refused(contract.get, { id, franchiseeId: ANDHERI }, 'row.not-found');
  await charu.refused(contract.withdraw, { id }, 'row.not-found', { version: 1 });
  await bina().refused(contract.get, { id, franchiseeId: BANER }, 'row.not-found');
  assert.deepEqual((await charu.call(wowOrders.endpoints.list, {})).rows, []);
  await charu.refused(contract.summary, { franchiseeId: ANDHERI }, 'row.not-found');
  await as('Harsh').refused(contract.initiate, asked(), 'context.centre-needed');

  const { version } = await as('Harsh').call(bomContract.get, { id: bomId });
  await as('Harsh').refused(bomContract.deactivate, { id: bomId, reason: 'Old' }, 'bom.in-use', { version });

  await app.sql(
    `update franchisee set status = 'SUSPENDED', suspend = '{"blocks":["KIT_ORDER"],"reason":"DUES"}' where id = $1`,
    [ANDHERI],
  );
  await bina().refused(contract.initiate, asked(), 'franchisee.suspended');
  await app.sql(`update franchisee set status = 'ACTIVE', suspend = null where id = $1`, [ANDHERI]);
});

test('the board counts what its list has, and the summary what was asked and approved', async () => {
  const { cards } = await bina().call(wowBoard.endpoint, {});
  for (const key of ['zm', 'final', 'confirm', 'rejected']) {
    const card = cards.find((one) => one.key === key);
    const { total } = await bina().call(wowOrders.endpoints.list, card?.link?.filters ?? {});
    assert.equal(card?.n, total.n, key);
    assert.ok(total.n > 0, key);
  }
  const { rows } = await bina().call(contract.summary, { franchiseeId: ANDHERI });
  const row = rows.find(({ product }) => product === 'Item SLIDE');
  assert.deepEqual([row?.bom, row?.approved], [1, 1]);
  assert.ok((row?.waiting ?? 0) > 0);
});

async function approvedOrder() {
  const { id } = await bina().call(contract.initiate, asked());
  await decide(id, 'Farid');
  await decide(id, 'Kavi');
  return get(id);
}
type Mode = 'ONLINE' | 'CREDIT' | 'BANK_TRANSFER';
const confirming = async (id: string, paymentMode: Mode = 'CREDIT') => ({
  id,
  clientOrderId: randomUUID(),
  quote: (await bina().call(contract.quote, { id })).quote,
  paymentMode,
  backorder: true,
  acceptPrices: false,
  reference: null,
});

test('only an approved WOW kit is confirmed, by its centre, once; it makes a kit order of its pieces', async () => {
  await warehouseIn(app);
  await app
    .as('Harsh', { centre: ANDHERI })
    .call(kitOrderContract.setTerms, { limit: r(50_000), overdueDaysMax: 30, orderMax: null, note: null });
  const { id: waiting } = await bina().call(contract.initiate, asked());
  await bina().refused(contract.quote, { id: waiting }, 'wow-order.not-approved');
  await decide(waiting, 'Farid');
  const view = await approvedOrder();
  assert.equal(view.can['confirm'], true);
  const input = await confirming(view.id);
  const half = await get(waiting);
  await bina().refused(contract.confirm, { ...input, id: waiting }, 'wow-order.not-approved', {
    version: half.version,
  });
  await app.as('Charu').refused(contract.quote, { id: view.id }, 'row.not-found');
  await app.as('Charu').refused(contract.confirm, input, 'row.not-found', { version: view.version });

  const order = await bina().call(contract.confirm, input, { version: view.version });
  assert.equal(order.status, 'CONFIRMED');
  assert.equal(order.total, r(8_400));
  assert.equal((await bina().call(contract.confirm, input, { version: view.version })).id, order.id);
  const again = await get(view.id);
  assert.deepEqual([again.orderNo, again.waitsFor, again.can['confirm']], [order.orderNo, 'NOBODY', false]);
  await bina().refused(contract.confirm, { ...input, clientOrderId: randomUUID() }, 'wow-order.confirmed', {
    version: again.version,
  });
  const [made] = await app.sql<{ kind: string; kit_type: string; pieces: number }>(
    `select o.kind, o.kit_type, (select sum(qty_ordered)::int from kit_order_line l where l.order_id = o.id) as pieces from kit_order o where id = $1`,
    [order.id],
  );
  assert.deepEqual(made, { kind: 'WOW', kit_type: 'WOW_KIT', pieces: 5 });

  await app.sql(
    'update kit_order_line set qty_shipped = 2, qty_delivered = 1 where order_id = $1 and product_id = $2',
    [order.id, blocks],
  );
  const { rows } = await bina().call(contract.summary, { franchiseeId: ANDHERI });
  const row = rows.find(({ product }) => product === 'Item BLOCKS');
  assert.deepEqual([row?.ordered, row?.shipped, row?.delivered], [4, 2, 1]);
});

test('a price that changed after the approval is shown and has to be accepted', async () => {
  const view = await approvedOrder();
  const old = await confirming(view.id);
  await priceFrom(slide, '2021-04-01', r(4_500));
  const { changed, quote, total } = await bina().call(contract.quote, { id: view.id });
  assert.deepEqual(
    changed.map(({ product, qty, before: then, now }) => [product, qty, then, now]),
    [['Item SLIDE', 1, r(4_000), r(4_500)]],
  );
  const at = { version: view.version };
  await bina().refused(contract.confirm, { ...old, acceptPrices: true }, 'order.quote-changed', at);
  await bina().refused(contract.confirm, { ...old, quote }, 'wow-order.price-changed', at);
  const order = await bina().call(contract.confirm, { ...old, quote, acceptPrices: true }, at);
  assert.deepEqual([order.total, total], [r(8_925), r(8_925)]);
});

test('an order nobody paid for is confirmed anew; money that comes late does not make a second kit', async () => {
  const view = await approvedOrder();
  const first = await bina().call(
    contract.confirm,
    { ...(await confirming(view.id, 'ONLINE')), acceptPrices: true },
    { version: view.version },
  );
  assert.ok(first.paymentId);
  const settle = (event: Parameters<typeof settleOrder>[2]) =>
    asSystem(app, ANDHERI, (db) => settleOrder(db, { franchiseeId: ANDHERI, orderId: first.id }, event));
  await settle({ kind: 'failed', reason: 'PAYMENT_TIMEOUT' });
  const open = await get(view.id);
  assert.deepEqual([open.waitsFor, open.can['confirm']], ['CONFIRM', true]);
  const second = await bina().call(
    contract.confirm,
    { ...(await confirming(view.id)), acceptPrices: true },
    { version: open.version },
  );
  assert.notEqual(second.id, first.id);
  assert.equal(await settle({ kind: 'confirmed', at: new Date() }), 'FAIL');
});

test('the centre’s right to the kit is ordered, on its way and at the centre with its order, and free when that ends', async () => {
  const view = await approvedOrder();
  const [right] = await app.sql<{ id: string }>(
    `insert into kit_allocation (franchisee_id, academic_year_id, kit_type, model_id, qty, source)
     select $1, $2, 'WOW_KIT', model_id, 1, 'MANUAL' from wow_order where id = $3 returning id`,
    [ANDHERI, YEAR, view.id],
  );
  const stateOf = async () =>
    (
      await app.sql<{ status: string; qty_live: number }>(
        'select status, qty_live from kit_allocation where id = $1',
        [right?.id],
      )
    )[0];
  const confirm = async () =>
    bina().call(
      contract.confirm,
      { ...(await confirming(view.id)), acceptPrices: true },
      { version: (await get(view.id)).version },
    );
  const first = await confirm();
  assert.deepEqual(await stateOf(), { status: 'ORDERED', qty_live: 1 });
  const settle = (orderId: string, event: Parameters<typeof settleOrder>[2]) =>
    asSystem(app, ANDHERI, (db) => settleOrder(db, { franchiseeId: ANDHERI, orderId }, event));
  await settle(first.id, { kind: 'cancelled', at: new Date(), reason: 'The rooms are not ready' });
  assert.deepEqual(await stateOf(), { status: 'ALLOCATED', qty_live: 0 });
  const { id } = await confirm();
  const moved = { kind: 'moved', at: new Date() } as const;
  await app.sql(`update kit_order_line set qty_shipped = qty_ordered where order_id = $1 and line_no = 1`, [
    id,
  ]);
  await settle(id, moved);
  assert.equal((await stateOf())?.status, 'ORDERED', 'a part has left');
  await app.sql('update kit_order_line set qty_shipped = qty_ordered where order_id = $1', [id]);
  await settle(id, moved);
  assert.equal((await stateOf())?.status, 'SHIPPED');
  await app.sql('update kit_order_line set qty_delivered = qty_ordered where order_id = $1', [id]);
  await settle(id, moved);
  assert.deepEqual(await stateOf(), { status: 'AT_CENTRE', qty_live: 1 });
});

test('the zone’s approver hears of a WOW kit that waits, then the final one', async () => {
  const { id } = await bina().call(contract.initiate, asked());
  const told = async () =>
    (
      await app.sql<{ ids: string[] }>(
        `select payload -> 'about' -> 'userIds' as ids from outbox where payload ->> 'kind' = 'orders.approval-needed' and source_id = $1 order by at`,
        [id],
      )
    ).map(({ ids }) => ids);
  const [zone = []] = await told();
  assert.ok(zone.includes(people.Farid.id) && !zone.includes(people.Bina.id));
  await decide(id, 'Farid');
  const [, final = []] = await told();
  assert.ok(final.includes(people.Kavi.id) && !final.includes(people.Farid.id));
});
