// Products, their margins by two approvers, and the price that comes of it (areas/orders.md 3.1, 2.5; story 10).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { people } from '@aangan/testkit/world.ts';
import { productContract } from '../catalogue/product.contract.ts';
import { productImport } from '../catalogue/product-import.contract.ts';
import { kit2Amount } from '../kit2-amount/kit2-amount.record.ts';
import { marginContract } from './margin.contract.ts';
import { marginRequests, productMargins } from './margin.listing.ts';
import { marginOf, mrpOf, priceOf, rateOf } from './margin.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
  app.moveClock(new Date('2026-06-10T12:00:00+05:30'));
});
after(() => app.close());

const r = (rupees: number) => Math.round(rupees * 100);
const ira = () => app.as('Ira', { centre: null });
const jai = () => app.as('Jai', { centre: null });
const kiran = () => app.as('Kiran', { centre: null });

const FORM = {
  kind: 'ITEM',
  gender: 'BOTH',
  hsn: '4202',
  uom: 'PCS',
  weightG: 350,
  inWowKit: false,
  minOrderQty: 1,
  packQty: 1,
  tracksStock: true,
  active: true,
} as const;
const add = async (sku: string, more: object = {}) =>
  (await ira().call(productContract.add, { ...FORM, sku, name: `Product ${sku}`, ...more })).id;
const ask = (productId: string, more: object = {}) =>
  ira().call(marginContract.request, {
    productIds: [productId],
    mrp: r(1180),
    marginBp: 2000,
    fromOn: '2026-06-15',
    ...more,
  });
const waiting = async (productId: string) => {
  const [row] = await app.sql<{ id: string; version: number; status: string }>(
    'select id, version, status from margin_request where product_id = $1 order by created_at desc limit 1',
    [productId],
  );
  assert.ok(row);
  return row;
};
const decideAs = async (who: typeof ira, productId: string, decision: 'approve' | 'reject' = 'approve') => {
  const { id, version } = await waiting(productId);
  const reason = decision === 'reject' ? 'Below what the supplier allows' : null;
  return who().call(marginContract.decide, { requests: [{ id, version }], decision, reason });
};

test('the arithmetic of the design, to the paisa', () => {
  assert.deepEqual(priceOf(r(1180), 2000, 1800), {
    taxable: r(1000),
    price: r(800),
    tax: r(144),
    centrePays: r(944),
  });
  const odd = priceOf(r(499), 1750, 500);
  assert.deepEqual([odd.taxable, odd.price, odd.tax, odd.centrePays], [47_524, 39_207, 1_960, 41_167]);
  assert.equal(marginOf(r(1180), r(800), 1800), 2000);
  assert.equal(mrpOf(r(800), 2000, 1800), r(1180));
});

test('the rate of apparel lies in its own band; between two bands the higher one is taken and said', () => {
  const rates = [
    { hsnPrefix: '61', fromOn: '2017-07-01', unitValueTo: 250_000, rateBp: 500 },
    { hsnPrefix: '61', fromOn: '2017-07-01', unitValueTo: null, rateBp: 1800 },
    { hsnPrefix: '6', fromOn: '2017-07-01', unitValueTo: null, rateBp: 2800 },
    { hsnPrefix: '61', fromOn: '2027-01-01', unitValueTo: null, rateBp: 1200 },
  ];
  const at = (mrp: number, on = '2026-06-10') => rateOf(rates, { hsn: '6109', mrp: r(mrp), on });
  assert.deepEqual(at(2625), { rateBp: 500, fits: true });
  assert.deepEqual(at(2625.01), { rateBp: 1800, fits: false });
  assert.deepEqual(at(2950), { rateBp: 1800, fits: false });
  assert.deepEqual(at(2950.02), { rateBp: 1800, fits: true });
  assert.equal(at(5000, '2027-02-01')?.rateBp, 1200);
  assert.equal(rateOf(rates, { hsn: '9503', mrp: r(100), on: '2026-06-10' }), null);
});

test('story 10: Ira asks, Jai approves, Kiran approves: PENDING, PARTIALLY APPROVED, APPROVED and the price', async () => {
  const id = await add('BAG-1');
  await ask(id);
  assert.equal((await waiting(id)).status, 'PENDING');
  await decideAs(jai, id);
  assert.equal((await waiting(id)).status, 'PARTIALLY APPROVED');
  assert.deepEqual(await app.sql('select 1 from product_price where product_id = $1', [id]), []);
  await decideAs(kiran, id);
  const [price] = await app.sql<{ price: string; on: string }>(
    `select price_paise::text as price, from_on::text as on from product_price where product_id = $1`,
    [id],
  );
  assert.deepEqual([price?.price, price?.on], [String(r(800)), '2026-06-15']);
  const steps = await app.sql<{ to_status: string }>(
    `select to_status from status_step where subject = 'margin_request' and subject_id = $1 order by id`,
    [(await waiting(id)).id],
  );
  assert.deepEqual(
    steps.map((step) => step.to_status),
    ['PARTIALLY APPROVED', 'APPROVED'],
  );
  const page = await ira().call(productContract.page, { id });
  assert.deepEqual([page.prices[0]?.approver1, page.prices[0]?.approver2], ['Jai Malhotra', 'Kiran Bhatia']);
  const approved = await ira().call(marginContract.approved, { page: 77, q: 'BAG-1' });
  assert.deepEqual([approved.page, approved.total, approved.rows[0]?.price], [1, 1, r(800)]);
});

test('neither the maker nor one person twice, and nobody without the code of the level', async () => {
  const id = await add('BAG-2');
  await ask(id);
  const { id: requestId, version } = await waiting(id);
  const requests = [{ id: requestId, version }];
  await ira().refused(marginContract.decide, { requests, decision: 'approve' }, 'approval.own');
  // Kiran holds the second code only.
  await kiran().refused(marginContract.decide, { requests, decision: 'approve' }, 'approval.code-missing');
  await app
    .as('Kavi', { centre: null })
    .refused(marginContract.decide, { requests, decision: 'approve' }, 'approval.code-missing');
  await jai().refused(
    marginContract.decide,
    { requests: [{ id: requestId, version: 9 }], decision: 'approve' },
    'row.stale',
  );
  await decideAs(jai, id);
  const second = await waiting(id);
  await app.sql(`insert into user_approval_code (user_id, code) values ($1, 'MARGIN_L2_APPROVED')`, [
    people.Jai.id,
  ]);
  await jai().refused(
    marginContract.decide,
    { requests: [{ id: second.id, version: second.version }], decision: 'approve' },
    'approval.second-level',
  );
  await app.sql(`delete from user_approval_code where user_id = $1 and code = 'MARGIN_L2_APPROVED'`, [
    people.Jai.id,
  ]);
  await decideAs(kiran, id);
  const done = await waiting(id);
  await kiran().refused(
    marginContract.decide,
    { requests: [{ id: done.id, version: done.version }], decision: 'approve' },
    'row.wrong-state',
  );
});

test('a super admin who asked decides neither level', async () => {
  const id = await add('BAG-3');
  const asha = app.as('Asha', { centre: null });
  await asha.call(marginContract.request, {
    productIds: [id],
    mrp: r(590),
    marginBp: 1000,
    fromOn: '2026-06-20',
  });
  const { id: requestId, version } = await waiting(id);
  await asha.refused(
    marginContract.decide,
    { requests: [{ id: requestId, version }], decision: 'approve' },
    'approval.own',
  );
});

test('a rejected one is asked for again; an open one, a past day and a style are refused', async () => {
  const id = await add('BAG-4');
  await ask(id);
  await ira().refused(
    marginContract.request,
    { productIds: [id], mrp: r(1), marginBp: 0, fromOn: '2026-06-15' },
    'margin.open',
  );
  const { id: requestId, version } = await waiting(id);
  await jai().refused(
    marginContract.decide,
    { requests: [{ id: requestId, version }], decision: 'reject', reason: 'no' },
    'input.invalid',
  );
  await decideAs(jai, id, 'reject');
  assert.equal((await waiting(id)).status, 'REJECTED');
  const late = { productIds: [id], mrp: r(1180), marginBp: 2000, fromOn: '2026-06-09' };
  await ira().refused(marginContract.request, late, 'margin.past');
  await ask(id, { marginBp: 1500 });
  assert.equal((await waiting(id)).status, 'PENDING');
  const style = await add('STYLE-1', { kind: 'APPAREL_STYLE', hsn: '6109' });
  await ira().refused(
    marginContract.request,
    { productIds: [style], mrp: r(400), marginBp: 2000, fromOn: '2026-06-15' },
    'margin.style',
  );
  const unknown = await add('ODD-1', { hsn: '0101' });
  await ira().refused(
    marginContract.request,
    { productIds: [unknown], mrp: r(400), marginBp: 2000, fromOn: '2026-06-15' },
    'margin.no-rate',
  );
  await ira().refused(
    marginContract.request,
    { productIds: [unknown], marginBp: 2000, fromOn: '2026-06-15' },
    'margin.no-mrp',
  );
});

test('one margin of many: the good ones go, the others say why; approvals of many too', async () => {
  const [a, b] = [await add('MANY-1'), await add('MANY-2')];
  for (const id of [a, b]) {
    await ask(id);
    await decideAs(jai, id);
    await decideAs(kiran, id);
  }
  const fresh = await add('MANY-3');
  const answer = await ira().call(marginContract.request, {
    productIds: [a, b, fresh],
    marginBp: 1800,
    fromOn: '2026-07-01',
  });
  assert.deepEqual([answer.asked, answer.refused.map(({ name }) => name)], [2, ['Product MANY-3']]);
  const both = [await waiting(a), await waiting(b)];
  const stale = { ...both[1], version: 99 };
  const decided = await jai().call(marginContract.decide, {
    requests: [both[0], stale].map((one) => ({ id: one?.id ?? '', version: one?.version ?? 0 })),
    decision: 'approve',
  });
  assert.deepEqual([decided.decided, decided.refused.map(({ name }) => name)], [1, ['Product MANY-2']]);
});

test('a price that begins on a day stands; two approvals of one day are refused', async () => {
  const id = await add('DAY-1');
  await ask(id);
  await decideAs(jai, id);
  await decideAs(kiran, id);
  await ira().refused(
    marginContract.request,
    { productIds: [id], mrp: r(1180), marginBp: 1000, fromOn: '2026-06-15' },
    'margin.price-exists',
  );
  await assert.rejects(app.sql('update product_price set price_paise = 1 where product_id = $1', [id]));
});

test('a product: bad entries are named by field, a stale one is refused, a centre reaches none of it', async () => {
  const id = await add('EDIT-1');
  const { kind: _kind, ...change } = FORM;
  await ira().call(productContract.change, { id, ...change, sku: 'EDIT-1', name: 'Renamed' }, { version: 1 });
  await ira().refused(productContract.change, { id, ...change, sku: 'EDIT-1', name: 'Again' }, 'row.stale', {
    version: 1,
  });
  await ira().refused(productContract.add, { ...FORM, sku: 'EDIT-1', name: 'Twice' }, 'input.invalid');
  await ira().refused(
    productContract.add,
    { ...FORM, sku: 'WOW-9', name: 'WOW', inWowKit: true },
    'input.invalid',
  );
  await ira().refused(productContract.page, { id: crypto.randomUUID() }, 'row.not-found');
  for (const who of ['Bina', 'Charu'] as const) {
    await app.as(who).refused(productMargins.endpoints.list, {}, 'module.missing');
    await app
      .as(who)
      .refused(productContract.add, { ...FORM, sku: 'MINE-1', name: 'Mine' }, 'module.missing');
  }
  const own = await ira().call(productMargins.endpoints.list, { q: 'EDIT-1' });
  assert.deepEqual(
    own.rows.map((row) => [row.name, row.priced, row.request, row.can.ask]),
    [['Renamed', 'NO', 'NONE', true]],
  );
});

test('with a centre chosen head office’s people still write head office’s catalogue', async () => {
  const at = app.as('Ira', { centre: 2 });
  const { id } = await at.call(productContract.add, { ...FORM, sku: 'CHOSEN-1', name: 'Chosen' });
  await at.call(marginContract.request, {
    productIds: [id],
    mrp: r(118),
    marginBp: 1000,
    fromOn: '2026-06-15',
  });
  const { id: requestId, version } = await waiting(id);
  await app
    .as('Jai', { centre: 2 })
    .call(marginContract.decide, { requests: [{ id: requestId, version }], decision: 'approve' });
  const list = await at.call(marginRequests.endpoints.list, { q: 'CHOSEN-1' });
  assert.equal(list.rows[0]?.status, 'PARTIALLY APPROVED');
});

test('the catalogue from a file: each fault by column, then products and one batch of requests', async () => {
  const head =
    'SKU,Name,Kind,Category,For,HSN,Unit,Weight (g),MRP,Margin,Price from,In WOW kits,Smallest order';
  const good = 'FILE-1,Bag,Item,,All children,4202,PCS,350,1180,20,15-06-2026,no,1';
  const lines = [
    good,
    'EDIT-1,Known,Item,,All children,4202,PCS,350,1180,20,,no,1',
    'FILE-2,Size,Apparel size,,All children,6109,PCS,150,,,,no,1',
    'FILE-3,No rate,Item,,All children,0101,PCS,150,100,20,,no,1',
    'FILE-4,No margin,Item,,All children,4202,PCS,150,100,,,no,1',
    'FILE-5,Much,Item,,All children,4202,PCS,150,100,95,,no,1',
    'FILE-6,Past,Item,,All children,4202,PCS,150,100,20,01-06-2026,no,1',
    'FILE-7,Wow,Item,,All children,4202,PCS,150,100,20,,yes,1',
  ];
  const { check, rows, commit } = productImport.endpoints;
  const file = (text: readonly string[]) => ({ csv: [head, ...text].join('\n'), fileName: 'products.csv' });
  const job = await ira().call(check, file(lines));
  const faults = (await ira().call(rows, { jobId: job.jobId })).rows.flatMap((one) =>
    one.faults.map((f) => `${one.row} ${f.column}`),
  );
  assert.deepEqual(faults, [
    '3 sku',
    '4 kind',
    '5 hsn',
    '6 marginPercent',
    '7 marginPercent',
    '8 fromOn',
    '9 category',
  ]);
  const right = await ira().call(check, file([good]));
  await ira().call(commit, { jobId: right.jobId });
  const [made] = await app.sql<{ status: string; batch: boolean; price: string }>(
    `select r.status, r.batch_id is not null as batch, r.price_paise::text as price from margin_request r join product p on p.id = r.product_id where p.sku = 'FILE-1'`,
  );
  assert.deepEqual(made, { status: 'PENDING', batch: true, price: String(r(800)) });
  await app.as('Bina').refused(check, file([good]), 'module.missing');
});

test('an amount of kit 2: the window may not end before it begins, and one stands per year and class', async () => {
  const { create } = kit2Amount.endpoints;
  assert.ok(create);
  const body = {
    academicYear: '2026-2027',
    classId: 3,
    amount: r(1500),
    minFeeCollected: r(25_000),
    orderFrom: '2026-06-01',
    orderTo: '2026-05-31',
    requiresKit1: true,
    active: true,
  };
  const at = app.as('Ira', { centre: 1 });
  await at.refused(create, body, 'input.invalid');
  await at.call(create, { ...body, orderTo: '2026-06-01' });
  await at.refused(create, { ...body, orderTo: '2026-06-30' }, 'row.duplicate');
});
