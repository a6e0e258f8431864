// Uniform sets and sizes: what a child of a class gets, and a chart without gaps (areas/orders.md 2.1, 3.11; stories 18, 22).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ErrorBody } from '@aangan/server/endpoint/errors.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { productContract } from '../catalogue/product.contract.ts';
import { chartFault, type SizeBand, suggestSize } from './size-chart.ts';
import { uniformSetContract as sets } from './uniform-set.contract.ts';
import { uniformSets } from './uniform-set.listing.ts';
import { uniformStyleContract as styles } from './uniform-style.contract.ts';

let app: TestApp;
let shirt: string;
let skirt: string;
let bag: string;
before(async () => {
  app = await testApp();
  app.moveClock(new Date('2026-06-10T12:00:00+05:30'));
  shirt = await product('SHIRT', { kind: 'APPAREL_STYLE', hsn: '6109' });
  skirt = await product('SKIRT', { kind: 'APPAREL_STYLE', hsn: '6204', gender: 'FEMALE' });
  bag = await product('BAG', {});
});
after(() => app.close());

const ira = () => app.as('Ira', { centre: null });
const product = async (sku: string, more: object) =>
  (
    await ira().call(productContract.add, {
      kind: 'ITEM',
      gender: 'BOTH',
      hsn: '4202',
      uom: 'PCS',
      weightG: 200,
      inWowKit: false,
      minOrderQty: 1,
      packQty: 1,
      tracksStock: true,
      active: true,
      sku,
      name: `Product ${sku}`,
      ...more,
    } as never)
  ).id;

const band = (sizeCode: string, heights: [number, number], ages: [number, number]): SizeBand => ({
  sizeCode,
  heightFrom: heights[0],
  heightTo: heights[1],
  ageFrom: ages[0],
  ageTo: ages[1],
});
const CHART = [
  band('20', [86, 95], [24, 36]),
  band('22', [95, 103], [36, 48]),
  band('24', [103, 110], [48, 60]),
];
const set = {
  academicYear: '2026-2027',
  classId: 3,
  gender: 'BOTH',
  qty: 3,
  optional: false,
} as const;
const faults = (body: ErrorBody) => body.fields ?? {};

test('a chart names the two sizes between which a child has none, or two', () => {
  assert.equal(chartFault(CHART), null);
  const [a, b, c] = CHART as [SizeBand, SizeBand, SizeBand];
  assert.equal(
    chartFault([c, a, { ...b, heightTo: 102 }]),
    'Sizes 22 and 24 leave 102-103 cm uncovered',
    'in any order',
  );
  assert.equal(chartFault([a, { ...b, heightTo: 105 }, c]), 'Sizes 22 and 24 overlap at 103-105 cm');
  assert.equal(chartFault([a, { ...b, ageFrom: 38 }, c]), 'Sizes 20 and 22 leave 36-38 months uncovered');
  assert.equal(chartFault([{ ...a, heightTo: 86 }]), 'Size 20 ends before it begins (cm)');
});

test('story 18: 96 cm and 3 to grow are size 22; without a height the age decides; past an end the last one', () => {
  const of = (heightCm: number | null, ageMonths: number | null = null) =>
    suggestSize(CHART, { heightCm, ageMonths })?.sizeCode ?? null;
  assert.deepEqual(
    [of(96), of(91), of(92), of(60), of(150), of(null, 48), of(null)],
    ['22', '20', '22', '20', '24', '24', null],
  );
  assert.equal(suggestSize([], { heightCm: 96 }), null);
});

test('a set has styles, each once, that fit its children', async () => {
  const { id } = await ira().call(sets.add, { ...set, productId: shirt });
  await ira().refused(sets.add, { ...set, productId: shirt }, 'row.duplicate');
  const wrong = async (more: object) =>
    faults(await ira().refused(sets.add, { ...set, productId: shirt, ...more } as never, 'input.invalid'));
  assert.deepEqual(await wrong({ productId: skirt }), { productId: 'Product SKIRT is for girls only' });
  assert.deepEqual(Object.keys(await wrong({ productId: bag })), ['productId'], 'no style');
  assert.deepEqual(Object.keys(await wrong({ qty: 7 })), ['qty']);
  assert.deepEqual(Object.keys(await wrong({ classId: 999 })), ['classId']);
  assert.deepEqual(Object.keys(await wrong({ academicYear: '2038-2039' })), ['academicYear']);
  await ira().call(sets.add, { ...set, productId: skirt, gender: 'FEMALE', qty: 2 });
  await ira().refused(sets.change, { id, qty: 2, optional: true }, 'row.stale', { version: 9 });
  await ira().call(sets.change, { id, qty: 2, optional: true }, { version: 1 });
  const { rows } = await ira().call(uniformSets.endpoints.list, { sort: 'style' });
  assert.deepEqual(
    rows.map((row) => [row.style, row.gender, row.qty, row.optional, row.academicYear]),
    [
      ['Product SHIRT', 'BOTH', 2, true, '2026-2027'],
      ['Product SKIRT', 'FEMALE', 2, false, '2026-2027'],
    ],
  );
});

test('a year begins from the one before, for classes that have no set yet', async () => {
  const into = { academicYear: '2027-2028' } as const;
  assert.equal((await ira().call(sets.copyYear, into)).copied, 2);
  assert.equal((await ira().call(sets.copyYear, into)).copied, 0);
  const { rows } = await ira().call(uniformSets.endpoints.list, { academicYear: ['2027-2028'] } as never);
  const [row] = rows;
  await ira().call(sets.remove, { id: row?.id ?? '' }, { version: row?.version ?? 0 });
  await ira().refused(sets.remove, { id: row?.id ?? '' }, 'row.not-found', { version: 1 });
});

test('a style begins with the usual sizes; its active ones may leave nobody out', async () => {
  const fresh = await ira().call(styles.get, { id: shirt });
  assert.deepEqual(
    fresh.sizes.map(({ id, sizeCode, sku, heightFrom }) => [id, sizeCode, sku, heightFrom]),
    [
      [null, '18', 'SHIRT-18', 80],
      [null, '20', 'SHIRT-20', 86],
      [null, '22', 'SHIRT-22', 95],
      [null, '24', 'SHIRT-24', 103],
      [null, '26', 'SHIRT-26', 110],
      [null, '28', 'SHIRT-28', 116],
    ],
  );
  const sizes = fresh.sizes.map(({ mrp: _m, price: _p, free: _f, ...size }) => size);
  const form = { id: shirt, name: 'Summer shirt', gender: 'BOTH' as const, imageIds: [] };
  const save = (rows: typeof sizes) => ({ ...form, sizes: rows });
  const at = (code: string, more: object) =>
    sizes.map((one) => (one.sizeCode === code ? { ...one, ...more } : one));
  const wrong = async (rows: typeof sizes) =>
    faults(await ira().refused(styles.save, save(rows), 'input.invalid', { version: fresh.version }));
  assert.deepEqual(await wrong(at('22', { heightTo: 102 })), {
    sizes: 'Sizes 22 and 24 leave 102-103 cm uncovered',
  });
  assert.deepEqual(await wrong(at('22', { active: false })), {
    sizes: 'Sizes 20 and 24 leave 95-103 cm uncovered',
  });
  assert.deepEqual(await wrong(at('22', { sku: 'BAG' })), { 'sizes.2.sku': 'BAG is another product' });
  assert.deepEqual(Object.keys(await wrong(at('22', { sizeCode: '20' }))), ['sizes.2.sizeCode']);
  assert.deepEqual(Object.keys(await wrong(at('22', { chest: 5 }))), ['sizes.2.chest']);
  await ira().refused(styles.save, save(sizes), 'row.stale', { version: 77 });
  await ira().call(styles.save, save(at('28', { active: false })), { version: fresh.version });

  const kept = await ira().call(styles.get, { id: shirt });
  assert.deepEqual([kept.name, kept.sizes.length], ['Summer shirt', 6]);
  const page = await ira().call(productContract.page, { id: kept.sizes[2]?.id ?? '' });
  assert.deepEqual(
    [page.product.name, page.product.kind, page.product.sizeCode, page.product.hsn],
    ['Summer shirt, size 22', 'APPAREL_SIZE', '22', '6109'],
  );
  const [, ...left] = kept.sizes.map(({ mrp: _m, price: _p, free: _f, ...size }) => size);
  const lost = await ira().refused(styles.save, save(left), 'input.invalid', { version: kept.version });
  assert.deepEqual(faults(lost), { sizes: 'Size 18 is missing: switch it off instead' });
  const renamed = kept.sizes.map(({ mrp: _m, price: _p, free: _f, ...size }) =>
    size.sizeCode === '18' ? { ...size, sizeCode: '16' } : size,
  );
  const refused = await ira().refused(styles.save, save(renamed), 'input.invalid', { version: kept.version });
  assert.deepEqual(Object.keys(faults(refused)), ['sizes.0.sizeCode']);
  const { rows } = await ira().call(uniformSets.endpoints.list, { q: 'Summer' });
  assert.equal(rows[0]?.sizes, 5);
  await ira().refused(styles.get, { id: bag }, 'row.not-found');
});

test('a centre changes none of it', async () => {
  for (const who of ['Bina', 'Divya'] as const)
    await app.as(who).refused(sets.add, { ...set, productId: shirt }, 'module.missing');
});
