// What children wear is asked for and ordered (areas/orders.md 2.3, 3.11; stories 18, 19): sizes, second sets, rows that stay,
// one order of many indents, and indents that follow their order.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, people, YEAR } from '@aangan/testkit/world.ts';
import { children, NURSERY } from '@aangan/testkit/world-families.ts';
import { enquiryIndentContract } from '../../sop/uniform/enquiry-indent.contract.ts';
import { closePackable } from '../dispatch/dispatch-testing.ts';
import { kitOrderContract } from '../kit-order/kit-order.contract.ts';
import { settleOrder } from '../kit-order/settle-order.server.ts';
import { orderGapContract } from '../order-gap/order-gap.contract.ts';
import { stockContract } from '../stock/stock.contract.ts';
import { asSystem, childIn, priceIn, r, warehouseIn } from '../stock/stock-testing.ts';
import { adoptEnquiryIndents } from './enquiry-indent.server.ts';
import { sizeFor } from './uniform-fit.ts';
import { uniformIndentContract as contract } from './uniform-indent.contract.ts';
import { uniformIndents } from './uniform-indent.listing.ts';

let app: TestApp;
let warehouseId: string;
let shirt: string;
let skirt: string;
/** Sizes of the shirt by their code. */
const sizes: Record<string, string> = {};
const CHART = ['18', '20', '22', '24', '26', '28'];

before(async () => {
  app = await testApp();
  app.moveClock(new Date('2026-11-03T11:00:00+05:30'));
  warehouseId = await warehouseIn(app);
  shirt = await style('SHIRT', 'BOTH');
  skirt = await style('SKIRT', 'FEMALE');
  for (const code of CHART) sizes[code] = await size(shirt, `SHIRT-${code}`, code);
  await size(skirt, 'SKIRT-22', '22');
  for (const [productId, gender, qty] of [
    [shirt, 'BOTH', 3],
    [skirt, 'FEMALE', 2],
  ])
    await app.sql(
      `insert into uniform_kit_mapping (academic_year_id, class_id, gender, product_id, qty) values ($1, $2, $3, $4, $5)`,
      [YEAR, NURSERY, gender, productId, qty],
    );
  // A counsellor who may ask for uniforms and may not order.
  await app.sql(
    `insert into user_role (user_id, role_id, scope, franchisee_id) values ($1, 8, 'CENTRE', $2)`,
    [people.Esha.id, ANDHERI],
  );
  await app.as('Dev', { centre: null }).call(stockContract.receive, {
    warehouseId,
    productId: sizes['22'] ?? '',
    qty: 500,
    unitCost: r(50),
    note: null,
  });
  await app
    .as('Harsh', { centre: ANDHERI })
    .call(kitOrderContract.setTerms, { limit: r(1_00_000), overdueDaysMax: 30, orderMax: null, note: null });
});
after(() => closePackable(app));
beforeEach(() => app.moveClock(new Date('2026-11-03T11:00:00+05:30')));

const bina = () => app.as('Bina');
const style = async (sku: string, gender: string) => {
  const [row] = await app.sql<{ id: string }>(
    `insert into product (sku, name, hsn, weight_g, kind, gender, tracks_stock) values ($1, $1, '6109', 150, 'APPAREL_STYLE', $2, false) returning id`,
    [sku, gender],
  );
  return row?.id ?? '';
};
const size = async (parent: string, sku: string, code: string) => {
  const [row] = await app.sql<{ id: string }>(
    `insert into product (sku, name, hsn, weight_g, kind, parent_id, size_code) values ($1, $1, '6109', 150, 'APPAREL_SIZE', $2, $3) returning id`,
    [sku, parent, code],
  );
  await priceIn(app, row?.id ?? '', r(200));
  return row?.id ?? '';
};
const enrolled = async (centre: number = ANDHERI): Promise<string> =>
  (await childIn(app, { centre, bornOn: '2021-02-15' })).enrolmentId;
const row = (
  enrolmentId: string,
  more: Partial<{ size: string; qty: number; another: boolean; styleId: string }> = {},
) => ({
  enrolmentId,
  heightCm: 96,
  another: more.another ?? false,
  lines: [{ styleId: more.styleId ?? shirt, size: more.size ?? '22', qty: more.qty ?? 3 }],
});
const send = (enrolmentId: string, more: Parameters<typeof row>[1] = {}) =>
  bina().call(contract.submit, { ...row(enrolmentId, more), remark: null });
const statusOf = async (id: string) =>
  (await app.sql<{ status: string }>('select status from uniform_indent where id = $1', [id]))[0]?.status;
const quoteOf = (ids: string[]) => bina().call(contract.quote, { ids });
type Mode = 'ONLINE' | 'CREDIT' | 'BANK_TRANSFER';
const ordering = async (ids: string[], paymentMode: Mode = 'CREDIT') => ({
  ids,
  clientOrderId: randomUUID(),
  quote: (await quoteOf(ids)).quote,
  paymentMode,
  backorder: false,
  reference: null,
});
async function gapOf(who: ReturnType<typeof bina>, kitType: string) {
  const { rows } = await who.call(orderGapContract.report, {});
  const row = rows.find((one) => one.kitType === kitType && one.classId === NURSERY);
  assert.ok(row);
  return row;
}
const settle = (orderId: string, event: Parameters<typeof settleOrder>[2]) =>
  asSystem(app, ANDHERI, (db) => settleOrder(db, { franchiseeId: ANDHERI, orderId }, event));

test('story 18: 96 cm is size 22, though the age says 26; the suggestion is kept beside the choice', async () => {
  const enrolmentId = await enrolled();
  await app.sql(
    `insert into health_remark (franchisee_id, enrolment_id, measured_on, height_mm) values ($1, $2, '2026-08-01', 960)`,
    [ANDHERI, enrolmentId],
  );
  const { children: rows, styles } = await bina().call(contract.children, { classId: NURSERY });
  const child = rows.find((one) => one.enrolmentId === enrolmentId);
  assert.equal(child?.heightCm, 96);
  assert.equal(child?.ageMonths, 64);
  const own = styles.find((one) => one.styleId === shirt);
  assert.ok(own && child);
  assert.equal(sizeFor(own, child)?.sizeCode, '22');
  assert.equal(sizeFor(own, { ...child, heightCm: null })?.sizeCode, '26');
  assert.equal(own.sizes.find(({ sizeCode }) => sizeCode === '22')?.free, 500);

  const { id, number } = await send(enrolmentId, { size: '24' });
  assert.match(number, /^UI\/002\/26-27\/\d{5}$/);
  const indent = await bina().call(contract.get, { id });
  assert.deepEqual(
    indent.lines.map(({ size: chosen, suggested, qty }) => [chosen, suggested, qty]),
    [['24', '22', 3]],
  );
  assert.equal(indent.heightCm, 96);
  assert.equal(indent.can['order'], true);
});

test('story 19: of 24 children two have a bad size: 22 indents are saved, two stay with their error', async () => {
  const ids = [];
  for (let i = 0; i < 24; i += 1) ids.push(await enrolled());
  const { rows } = await bina().call(contract.submitMany, {
    rows: ids.map((id, i) => row(id, i === 3 ? { size: '23' } : i === 17 ? { size: 'XL' } : {})),
  });
  assert.equal(rows.filter(({ number }) => number !== null).length, 22);
  assert.deepEqual(
    rows.flatMap(({ number, code, text }, at) => (number === null ? [[at, code, text]] : [])),
    [
      [3, 'indent.size-unknown', 'Size 23 does not exist for SHIRT.'],
      [17, 'indent.size-unknown', 'Size XL does not exist for SHIRT.'],
    ],
  );
  const [saved] = await app.sql<{ n: number }>(
    'select count(*)::int as n from uniform_indent where enrolment_id = any ($1::uuid[])',
    [ids],
  );
  assert.equal(saved?.n, 22);
  // Mended and sent again: the two go, and one that has its indent is refused by itself.
  const again = await bina().call(contract.submitMany, {
    rows: [row(ids[3] ?? ''), row(ids[17] ?? ''), row(ids[0] ?? '')],
  });
  assert.deepEqual(
    again.rows.map(({ code }) => code),
    [null, null, 'indent.already-open'],
  );
});

test('a second set is asked for; a style of another gender, no style and a row twice are refused', async () => {
  const enrolmentId = await enrolled();
  const first = await send(enrolmentId);
  const body = await bina().refused(
    contract.submit,
    { ...row(enrolmentId), remark: null },
    'indent.already-open',
  );
  assert.ok(body.message.includes(first.number));
  const second = await send(enrolmentId, { another: true });
  assert.equal((await bina().call(contract.get, { id: second.id })).setNo, 2);
  const other = await enrolled();
  await bina().refused(
    contract.submit,
    { ...row(other, { styleId: skirt }), remark: null },
    'indent.not-in-set',
  );
  await bina().refused(contract.submit, { ...row(other), lines: [], remark: null }, 'indent.nothing');
  await bina().refused(contract.submitMany, { rows: [row(other), row(other)] }, 'input.invalid');
  await bina().refused(contract.submit, { ...row(other), heightCm: 20, remark: null }, 'input.invalid');
});

test('a child of another centre is not found, nor is its indent', async () => {
  const there = await enrolled(BANER);
  await bina().refused(contract.submit, { ...row(there), remark: null }, 'row.not-found');
  const { id } = await send(await enrolled());
  const charu = app.as('Charu');
  await charu.refused(contract.get, { id }, 'row.not-found');
  await charu.refused(contract.cancel, { id, reason: 'not mine' }, 'row.not-found', { version: 1 });
  await charu.refused(contract.quote, { ids: [id] }, 'row.not-found');
});

test('indents become one order: the pieces of all together, once however often it is sent', async () => {
  const made = [];
  for (let i = 0; i < 3; i += 1) made.push((await send(await enrolled())).id);
  made.push((await send(await enrolled(), { size: '24', qty: 2 })).id);
  const quote = await quoteOf(made);
  assert.deepEqual(
    quote.lines.map(({ qty, taxable }) => [qty, taxable]),
    [
      [9, 1_800_00],
      [2, 400_00],
    ],
  );
  assert.equal(quote.total, quote.subtotal + quote.tax);
  assert.equal(quote.subtotal, 2_200_00);
  // Size 24 is not in stock.
  assert.deepEqual(
    quote.short.map(({ product, backordered }) => [product, backordered]),
    [['SHIRT-24', 2]],
  );
  const input = await ordering(made);
  await bina().refused(contract.order, input, 'order.out-of-stock');
  assert.equal(await statusOf(made[0] ?? ''), 'SUBMITTED');
  const order = await bina().call(contract.order, { ...input, backorder: true });
  assert.equal(order.status, 'CONFIRMED');
  assert.equal(order.backordered, 2);
  assert.equal((await bina().call(contract.order, { ...input, backorder: true })).id, order.id);
  const [of] = await app.sql<{ kind: string; kit_type: string; n: number }>(
    `select o.kind, o.kit_type, (select count(*)::int from kit_order_line l where l.order_id = o.id) as n from kit_order o where id = $1`,
    [order.id],
  );
  assert.deepEqual(of, { kind: 'UNIFORM', kit_type: 'UNIFORM_KIT', n: 2 });
  for (const id of made) assert.equal(await statusOf(id), 'ORDERED');
  await bina().refused(contract.quote, { ids: made }, 'indent.other-order');
  await bina().refused(contract.cancel, { id: made[0] ?? '', reason: 'late' }, 'row.wrong-state', {
    version: 2,
  });
  const { rows } = await bina().call(uniformIndents.endpoints.list, { status: 'ORDERED' });
  assert.ok(rows.every((one) => one.orderNo !== null && !one.can['order']));
});

test('an order needs the quote it was shown, and both modules', async () => {
  const { id } = await send(await enrolled());
  const input = await ordering([id]);
  app.moveClock(new Date('2026-11-03T11:16:00+05:30'));
  await bina().refused(contract.order, input, 'order.quote-changed');
  app.moveClock(new Date('2026-11-03T11:00:00+05:30'));
  await bina().refused(contract.order, { ...input, quote: `${input.quote}x` }, 'order.quote-changed');
  // A counsellor asks for uniforms and spends nothing.
  const esha = app.as('Esha');
  await esha.call(contract.get, { id });
  await esha.refused(contract.order, input, 'module.missing');
  await esha.refused(contract.quote, { ids: [id] }, 'module.missing');
});

test('indents follow their order: free again when it fails, taken up by money that comes late, fulfilled when it arrives', async () => {
  const a = (await send(await enrolled())).id;
  const b = (await send(await enrolled())).id;
  const order = await bina().call(contract.order, await ordering([a, b], 'ONLINE'));
  assert.equal(order.status, 'PENDING');
  assert.ok(order.paymentId);
  await settle(order.id, { kind: 'failed', reason: 'PAYMENT_TIMEOUT' });
  assert.equal(await statusOf(a), 'SUBMITTED');
  assert.equal(await settle(order.id, { kind: 'confirmed', at: new Date() }), 'CONFIRMED');
  assert.equal(await statusOf(a), 'ORDERED');
  await app.sql(
    'update kit_order_line set qty_shipped = qty_ordered, qty_delivered = qty_ordered where order_id = $1',
    [order.id],
  );
  assert.equal(await settle(order.id, { kind: 'moved', at: new Date() }), 'DELIVERED');
  assert.deepEqual([await statusOf(a), await statusOf(b)], ['FULFILLED', 'FULFILLED']);
});

test('late money does not buy what another order has', async () => {
  const a = (await send(await enrolled())).id;
  const b = (await send(await enrolled())).id;
  const late = await bina().call(contract.order, await ordering([a, b], 'ONLINE'));
  await settle(late.id, { kind: 'failed', reason: 'PAYMENT_TIMEOUT' });
  await bina().call(contract.order, await ordering([a]));
  assert.equal(await settle(late.id, { kind: 'confirmed', at: new Date() }), 'FAIL');
  assert.deepEqual([await statusOf(a), await statusOf(b)], ['ORDERED', 'SUBMITTED']);
});

test('two who order the same indents at once make one order', async () => {
  const { id } = await send(await enrolled());
  const [x, y] = [await ordering([id]), await ordering([id])];
  const done = await Promise.allSettled([bina().call(contract.order, x), bina().call(contract.order, y)]);
  assert.equal(done.filter(({ status }) => status === 'fulfilled').length, 1);
  const [count] = await app.sql<{ n: number }>(
    `select count(*)::int as n from kit_order where client_id = any ($1::uuid[])`,
    [[x.clientOrderId, y.clientOrderId]],
  );
  assert.equal(count?.n, 1);
});

test('a cancelled indent makes room for another', async () => {
  const enrolmentId = await enrolled();
  const { id } = await send(enrolmentId);
  await bina().call(contract.cancel, { id, reason: 'The family buys elsewhere' }, { version: 1 });
  assert.equal(await statusOf(id), 'CANCELLED');
  const [step] = await app.sql<{ action: string; reason: string }>(
    'select action, reason from status_step where subject_id = $1',
    [id],
  );
  assert.deepEqual(step, { action: 'cancel', reason: 'The family buys elsewhere' });
  assert.notEqual((await send(enrolmentId)).id, id);
});

test('the gap counts children of a class without an order, of uniforms and of kits; another centre is not in it', async () => {
  const before = await gapOf(bina(), 'UNIFORM_KIT');
  const [a, b] = [await enrolled(), await enrolled()];
  await enrolled(BANER);
  const { id } = await send(a);
  const asked = await gapOf(bina(), 'UNIFORM_KIT');
  assert.deepEqual(
    [asked.entitled - before.entitled, asked.gap - before.gap, asked.asked - before.asked],
    [2, 2, 1],
  );
  await bina().call(contract.order, await ordering([id]));
  const ordered = await gapOf(bina(), 'UNIFORM_KIT');
  assert.deepEqual([ordered.gap - before.gap, ordered.ordered - before.ordered], [1, 1]);
  for (const [enrolmentId, status, live] of [
    [a, 'ALLOCATED', 0],
    [b, 'HANDED_OVER', 1],
  ] as const)
    await app.sql(
      `insert into kit_allocation (franchisee_id, academic_year_id, kit_type, enrolment_id, student_id, class_id, source, status, qty_live)
       select franchisee_id, academic_year_id, 'CURRICULUM_KIT_1', id, student_id, class_id, 'MANUAL', $2, $3 from enrolment where id = $1`,
      [enrolmentId, status, live],
    );
  const kit = await gapOf(bina(), 'CURRICULUM_KIT_1');
  assert.deepEqual([kit.entitled, kit.ordered, kit.delivered, kit.handedOver, kit.gap], [2, 1, 1, 1, 1]);
  const there = await gapOf(app.as('Charu'), 'CURRICULUM_KIT_1').catch(() => null);
  assert.equal(there, null);
});

test('a uniform that arrived is handed over, and counts as such; one that has not is refused', async () => {
  const before = await gapOf(bina(), 'UNIFORM_KIT');
  const { id } = await send(await enrolled());
  const early = await bina().refused(contract.handOver, { ids: [id] }, 'indent.not-arrived');
  assert.match(early.message, /is submitted/);
  const order = await bina().call(contract.order, await ordering([id]));
  await settle(order.id, { kind: 'confirmed', at: new Date() });
  await app.sql(
    'update kit_order_line set qty_shipped = qty_ordered, qty_delivered = qty_ordered where order_id = $1',
    [order.id],
  );
  await settle(order.id, { kind: 'moved', at: new Date() });
  const arrived = await gapOf(bina(), 'UNIFORM_KIT');
  assert.deepEqual([arrived.delivered - before.delivered, arrived.handedOver - before.handedOver], [1, 0]);
  await app.as('Charu').refused(contract.handOver, { ids: [id] }, 'row.not-found');
  assert.deepEqual(await bina().call(contract.handOver, { ids: [id] }), { handed: 1 });
  assert.deepEqual(await bina().call(contract.handOver, { ids: [id] }), { handed: 0 });
  assert.equal((await gapOf(bina(), 'UNIFORM_KIT')).handedOver, before.handedOver + 1);
  const { rows } = await bina().call(uniformIndents.endpoints.list, { handed: 'YES' });
  assert.ok(rows.some((row) => row.id === id && row.handedAt !== null && !row.can.handOver));
});

test('an admitted child takes its indent along, and is no longer among the enquiries', async () => {
  const [household] = await app.sql<{ id: string }>(
    'insert into enquiry_household (franchisee_id) values ($1) returning id',
    [ANDHERI],
  );
  const [enquiry] = await app.sql<{ id: string }>(
    `insert into enquiry (franchisee_id, enquiry_code, academic_year_id, household_id, child_first_name, child_gender, guardian_name, source_id, spanco_status, stage_code, class_id, admitted_at)
     select $1, 'ENQ-002-2627-00001', $2, $3, 'Aarav', 'MALE', 'Gita', (select id from enquiry_source limit 1), 'Order', 'Admission Confirmed', $4, now() returning id`,
    [ANDHERI, YEAR, household?.id, NURSERY],
  );
  const id = enquiry?.id ?? '';
  const { rows } = await app.as('Esha').call(enquiryIndentContract.submitMany, {
    rows: [{ enquiryId: id, heightCm: 96, lines: [{ styleId: shirt, size: '22', qty: 3 }] }],
  });
  assert.ok(rows[0]?.number);
  const applicant = randomUUID();
  await app.sql(
    `insert into applicant (franchisee_id, id, enquiry_id, academic_year_id, class_id, day_session, child_name, parent_name, primary_mobile)
     values ($1, $2, $3, $4, $5, 'MORNING', 'Aarav', 'Gita', '+919820000001')`,
    [ANDHERI, applicant, id, YEAR, NURSERY],
  );
  const { admissionId, studentId } = children.Aarav;
  await app.sql(
    `insert into admission (franchisee_id, id, admission_no, applicant_id, enquiry_id, academic_year_id, class_id, day_session, status, start_on, confirmed_at, student_id)
     values ($1, $2, 'ADM/X', $3, $4, $5, $6, 'MORNING', 'CONFIRMED', '2026-06-15', now(), $7)`,
    [ANDHERI, admissionId, applicant, id, YEAR, NURSERY, studentId],
  );
  const adopt = () =>
    asSystem(app, ANDHERI, (db) =>
      adoptEnquiryIndents(db, { franchiseeId: ANDHERI, enrolmentId: admissionId }),
    );
  await adopt();
  await adopt();
  const seen = await app.as('Esha').call(enquiryIndentContract.children, {});
  assert.ok(!seen.children.some(({ enquiryId }) => enquiryId === id));
  const { children: enrolled } = await app.as('Bina').call(contract.children, { classId: NURSERY });
  assert.equal(enrolled.find(({ enrolmentId }) => enrolmentId === admissionId)?.indentNo, rows[0]?.number);
});
