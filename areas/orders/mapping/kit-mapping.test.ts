// Kit mappings: a version by Ira, two approvals by two others, one that holds (areas/orders.md 2.5, 3.2; story 6).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { people } from '@aangan/testkit/world.ts';
import { productContract } from '../catalogue/product.contract.ts';
import { kitTypeOfId, kitTypeOfSlug, kitTypes } from '../kit-types.ts';
import { marginContract } from '../margin/margin.contract.ts';
import { kitMappingContract as contract } from './kit-mapping.contract.ts';
import { kitMappings } from './kit-mapping.listing.ts';
import { kitPrice } from './kit-price.ts';
import { mappingImport, mappingLinesImport } from './mapping-import.contract.ts';

let app: TestApp;
let books: string;
let bag: string;
let slide: string;
before(async () => {
  app = await testApp();
  app.moveClock(new Date('2026-06-10T12:00:00+05:30'));
  books = await product('BOOKS', { hsn: '4901' });
  bag = await product('BAG', {});
  slide = await product('SLIDE', { hsn: '9506', inWowKit: true, category: 'OUTDOOR' });
});
after(() => app.close());

const r = (rupees: number) => Math.round(rupees * 100);
const ira = () => app.as('Ira', { centre: null });
const jai = () => app.as('Jai', { centre: null });
const kiran = () => app.as('Kiran', { centre: null });

const product = async (sku: string, more: object) =>
  (
    await ira().call(productContract.add, {
      kind: 'ITEM',
      gender: 'BOTH',
      hsn: '4202',
      uom: 'PCS',
      weightG: 400,
      inWowKit: false,
      minOrderQty: 1,
      packQty: 1,
      tracksStock: true,
      active: true,
      sku,
      name: `Product ${sku}`,
      ...more,
    })
  ).id;

const TERMS = { gender: 'BOTH', priceMode: 'SUM', fulfilment: 'PICK' } as const;
const create = (classId: number, more: object = {}) =>
  ira().call(contract.create, {
    kitType: 'CURRICULUM_KIT_1',
    academicYear: '2026-2027',
    classId,
    ...TERMS,
    lines: [{ productId: books, qty: 1 }],
    ...more,
  });
const read = (id: string) => ira().call(contract.get, { id });
const approveAs = async (who: typeof ira, id: string) =>
  who().call(contract.approve, { id }, { version: (await read(id)).version });

test('the nine kit types are the customer’s, in their order, to the letter', () => {
  assert.deepEqual(
    kitTypes.map(({ slug, name, id, alternate, mapping }) => [slug, name, id, alternate, mapping]),
    [
      ['curriculum-kit-1', 'Curriculum Kit 1', 'CURRICULUM_KIT_1', 'STUDENT_KIT_1', true],
      ['intelli-kit', 'Intelli Kit', 'INTELLI_KIT', null, true],
      ['bridge-kit', 'Bridge Kit', 'BRIDGE_KIT', null, true],
      ['gift-box', 'Admission Kit', 'GIFT_BOX', null, true],
      ['sample-kit', 'Sample Kit', 'SAMPLE_KIT', null, true],
      ['damage-missing-kit', 'Damage/Missing Kit', 'DAMAGED_PRODUCTS_KIT', null, false],
      ['wow-kit', 'WOW Kit', 'WOW_KIT', null, true],
      ['re-ordered', 'Re-Ordered', 'RE_ORDERED', null, false],
      ['curriculum-kit-2', 'Curriculum Kit 2', 'CURRICULUM_KIT_2', 'STUDENT_KIT_2', true],
    ],
  );
  assert.equal(kitTypeOfId('STUDENT_KIT_2')?.id, 'CURRICULUM_KIT_2');
  assert.equal(kitTypeOfSlug('no-kit'), undefined);
});

test('one price is spread by list prices, to the paisa, and taxed line by line', () => {
  const lines = [
    { qty: 1, price: r(600), rateBp: 0 },
    { qty: 1, price: r(700), rateBp: 500 },
    { qty: 1, price: r(300), rateBp: 1800 },
  ];
  const price = kitPrice(lines, r(1500));
  assert.deepEqual(price?.lines, [56_250, 65_625, 28_125]);
  assert.equal(price?.tax, 3_281 + 5_063);
  assert.equal(kitPrice(lines, null)?.taxable, r(1600));
  assert.equal(kitPrice([...lines, { qty: 1, price: null, rateBp: 0 }], r(1500)), null);
});

test('story 6: CH1, then another person; the version before holds no more', async () => {
  const { id } = await create(3);
  await ira().refused(contract.approve, { id }, 'approval.own', { version: 1 });
  await kiran().refused(contract.approve, { id }, 'approval.code-missing', { version: 1 });
  await approveAs(jai, id);
  assert.equal((await read(id)).status, 'CH1_APPROVED');
  await app.sql(`insert into user_approval_code (user_id, code) values ($1, 'KITMAP_APPROVED')`, [
    people.Jai.id,
  ]);
  await jai().refused(contract.approve, { id }, 'approval.second-level', {
    version: (await read(id)).version,
  });
  await app.sql(`delete from user_approval_code where user_id = $1 and code = 'KITMAP_APPROVED'`, [
    people.Jai.id,
  ]);
  await approveAs(kiran, id);
  const first = await read(id);
  assert.deepEqual([first.status, first.current, first.code], ['APPROVED', true, 'CK1-NUR-2627']);

  const { id: second } = await ira().call(contract.revise, { id });
  await ira().refused(contract.revise, { id }, 'kit-mapping.exists');
  const lines = [
    { productId: books, qty: 2 },
    { productId: bag, qty: 1 },
  ];
  const amended = {
    id: second,
    lines,
    priceMode: 'SUM',
    fulfilment: 'PICK',
    note: 'A bag is added',
  } as const;
  await kiran().refused(contract.amend, amended, 'kit-mapping.not-yours', { version: 1 });
  await ira().call(contract.amend, amended, { version: 1 });
  assert.deepEqual((await read(second)).difference, [
    { name: 'Product BAG', before: 0, after: 1 },
    { name: 'Product BOOKS', before: 1, after: 2 },
  ]);
  await approveAs(jai, second);
  await ira().refused(contract.amend, amended, 'kit-mapping.locked', {
    version: (await read(second)).version,
  });
  assert.equal((await read(id)).current, true, 'until the second approval the first version holds');
  await approveAs(kiran, second);
  assert.deepEqual([(await read(id)).current, (await read(second)).current], [false, true]);
  const steps = await app.sql<{ to_status: string }>(
    `select to_status from status_step where subject = 'kit_mapping' and subject_id = $1 order by id`,
    [second],
  );
  assert.deepEqual(
    steps.map((step) => step.to_status),
    ['CH1_APPROVED', 'APPROVED'],
  );
});

test('a rejected version says why and is revised; a short reason and a stale version are refused', async () => {
  const { id } = await create(4);
  await jai().refused(contract.reject, { id, reason: 'no' }, 'input.invalid', { version: 1 });
  await jai().refused(contract.reject, { id, reason: 'The bag is missing' }, 'row.stale', { version: 7 });
  await jai().call(contract.reject, { id, reason: 'The bag is missing' }, { version: 1 });
  assert.equal((await read(id)).status, 'REJECT');
  await jai().refused(contract.reject, { id, reason: 'The bag is missing' }, 'row.wrong-state', {
    version: (await read(id)).version,
  });
  const { id: next } = await ira().call(contract.revise, { id });
  assert.deepEqual([(await read(next)).versionNo, (await read(next)).status], [2, 'PENDING']);
});

test('what a mapping may say: its key by type, products once, a price, a class of the bridge course', async () => {
  await ira().refused(
    contract.create,
    {
      kitType: 'CURRICULUM_KIT_1',
      academicYear: '2026-2027',
      classId: 3,
      ...TERMS,
      lines: [{ productId: books, qty: 1 }],
    },
    'kit-mapping.exists',
  );
  const base = { academicYear: '2026-2027', ...TERMS, lines: [{ productId: books, qty: 1 }] } as const;
  const wrong = async (more: object) =>
    ira().refused(contract.create, { ...base, ...more } as never, 'input.invalid');
  await wrong({ kitType: 'CURRICULUM_KIT_1' });
  await wrong({ kitType: 'SAMPLE_KIT' });
  await wrong({ kitType: 'BRIDGE_KIT', classId: 3 });
  await wrong({ kitType: 'DAMAGED_PRODUCTS_KIT', classId: 3 });
  await wrong({ kitType: 'INTELLI_KIT', classId: 3, priceMode: 'FIXED' });
  await wrong({ kitType: 'INTELLI_KIT', classId: 3, lines: [] });
  await wrong({ kitType: 'INTELLI_KIT', classId: 3, lines: [{ productId: books, qty: 0 }] });
  await wrong({
    kitType: 'INTELLI_KIT',
    classId: 3,
    lines: [
      { productId: books, qty: 1 },
      { productId: books, qty: 1 },
    ],
  });
  await wrong({ kitType: 'WOW_KIT', productCategory: 'INDOOR', lines: [{ productId: slide, qty: 1 }] });
  await ira().call(contract.create, {
    ...base,
    kitType: 'WOW_KIT',
    productCategory: 'OUTDOOR',
    lines: [{ productId: slide, qty: 1 }],
  });
});

test('a mapping has the price of its products, and none while one of them has none', async () => {
  const { id } = await create(5);
  assert.equal((await read(id)).price, null);
  await ira().call(marginContract.request, {
    productIds: [books],
    mrp: r(500),
    marginBp: 2000,
    fromOn: '2026-06-10',
  });
  for (const who of [jai, kiran]) {
    const [row] = await app.sql<{ id: string; version: number }>(
      'select id, version from margin_request where product_id = $1',
      [books],
    );
    await who().call(marginContract.decide, {
      requests: [{ id: row?.id ?? '', version: row?.version ?? 0 }],
      decision: 'approve',
    });
  }
  // The list prices by the database's day; the view by the moved clock.
  const row = await read(id);
  assert.deepEqual([row.lines[0]?.price, row.tax, row.total], [r(400), 0, r(400)]);
});

test('next year begins from this one, where nothing is yet', async () => {
  const into = { kitType: 'CURRICULUM_KIT_1', academicYear: '2027-2028' } as const;
  assert.equal((await ira().call(contract.copyYear, into)).copied, 1);
  assert.equal((await ira().call(contract.copyYear, into)).copied, 0);
});

test('many mappings from a file, and the products of one: each fault by column, then one version a key', async () => {
  const head =
    'Kit type,Academic year,Class,Sample,Category,Children,SKU,Quantity,Optional,Price,Price of one kit';
  const line = (kit: string, className: string, sku: string, more = '1,no,,') =>
    `${kit},2026-2027,${className},,,All children,${sku},${more}`;
  const { check, rows, commit } = mappingImport.endpoints;
  const file = (text: readonly string[]) => ({ csv: [head, ...text].join('\n'), fileName: 'kits.csv' });
  const bad = await ira().call(
    check,
    file([
      line('Intelli Kit', 'Nursery', 'BOOKS'),
      line('Intelli Kit', 'Nursery', 'BOOKS'),
      line('Intelli Kit', 'Playgroup', 'NONE'),
      line('Bridge Kit', 'Nursery', 'BAG'),
    ]),
  );
  const faults = (await ira().call(rows, { jobId: bad.jobId })).rows.flatMap((one) =>
    one.faults.map((f) => `${one.row} ${f.column}`),
  );
  assert.deepEqual(faults, ['3 sku', '4 sku', '5 kitType']);
  const good = await ira().call(
    check,
    file([
      line('Intelli Kit', 'Nursery', 'BOOKS', '2,no,One price,450'),
      line('Intelli Kit', 'Nursery', 'BAG', '1,yes,One price,450'),
    ]),
  );
  await ira().call(commit, { jobId: good.jobId });
  const list = await ira().call(kitMappings.endpoints.list, { kitType: 'INTELLI_KIT' });
  assert.deepEqual(
    list.rows.map((row) => [row.code, row.items, row.price, row.status]),
    [['INT-NUR-2627', 2, r(450), 'PENDING']],
  );
  const of = mappingLinesImport.endpoints;
  const lines = (text: readonly string[]) => ({
    csv: ['Mapping code,SKU,Quantity,Optional', ...text].join('\n'),
    fileName: 'lines.csv',
  });
  const unknown = await ira().call(of.check, lines(['NO-KIT,BAG,1,no', 'INT-NUR-2627,BOOKS,1,no']));
  assert.equal(unknown.bad, 2);
  const fine = await ira().call(of.check, lines(['INT-NUR-2627,BAG,3,no']));
  await ira().call(of.commit, { jobId: fine.jobId });
  const own = await read(list.rows[0]?.id ?? '');
  assert.deepEqual(
    own.lines.map((one) => [one.sku, one.qty]),
    [['BAG', 3]],
  );
  // Somebody else's file makes the next version once the first is decided on.
  await jai().call(
    contract.reject,
    { id: own.id, reason: 'The books are missing' },
    { version: own.version },
  );
  const next = await kiran().call(of.check, lines(['INT-NUR-2627,BOOKS,1,no']));
  await kiran().call(of.commit, { jobId: next.jobId });
  const versions = await ira().call(kitMappings.endpoints.list, {
    kitType: 'INTELLI_KIT',
    sort: 'versionNo',
  });
  assert.deepEqual(
    versions.rows.map((row) => [row.versionNo, row.status]),
    [
      [1, 'REJECT'],
      [2, 'PENDING'],
    ],
  );
});

test('a centre reaches none of it', async () => {
  for (const who of ['Bina', 'Charu'] as const) {
    await app.as(who).refused(kitMappings.endpoints.list, {}, 'module.missing');
    await app.as(who).refused(contract.get, { id: crypto.randomUUID() }, 'module.missing');
  }
  await ira().refused(contract.get, { id: crypto.randomUUID() }, 'row.not-found');
});
