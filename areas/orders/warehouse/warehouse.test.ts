// Which warehouse serves a centre: the mapped ones in their order, else the nearest (areas/orders.md 2.1, 6.4).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ErrorBody } from '@aangan/server/endpoint/errors.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';
import { asSystem } from '../stock/stock-testing.ts';
import { servingWarehouses } from './serving-warehouses.server.ts';
import {
  warehouseMappingContract as contract,
  warehouseMappingImport,
} from './warehouse-mapping.contract.ts';
import { warehouseMappings } from './warehouse-mapping.listing.ts';

let app: TestApp;
const at: Record<string, string> = {};
before(async () => {
  app = await testApp();
  for (const [code, gstin, pincode] of [
    ['DEL', '07AAACA1234A1Z7', '110020'],
    ['PUN', '27AAACA1234A1Z5', '411057'],
    ['OLD', '27AAACA1234A1Z6', '411001'],
  ] as const) {
    const [made] = await app.sql<{ id: string }>(
      `insert into warehouse (code, name, address, pincode, gstin, active) values ($1, 'Warehouse ' || $1, 'Plot 1', $2, $3, $4) returning id`,
      [code, pincode, gstin, code !== 'OLD'],
    );
    at[code] = made?.id ?? '';
  }
});
after(() => app.close());

const ira = () => app.as('Ira', { centre: null });
const of = (more: object = {}) => ({
  franchiseeId: ANDHERI,
  kitType: 'ALL' as const,
  warehouseId: at['PUN'] ?? '',
  priority: 1,
  fromOn: '2026-04-01',
  ...more,
});
const faults = (body: ErrorBody) => Object.keys(body.fields ?? {});
const unmapped = async () => (await ira().call(contract.unmapped, {})).rows;

test('a centre without a mapping is served from its own state', async () => {
  const rows = await unmapped();
  const andheri = rows.find((row) => row.franchiseeId === ANDHERI);
  assert.equal(andheri?.warehouse, 'Warehouse PUN', 'Maharashtra, though Delhi comes first by name');
  assert.ok(rows.every((row) => row.warehouse !== 'Warehouse OLD'));
  assert.ok(!rows.some((row) => row.franchiseeId === 1), 'head office is no centre');
});

test('a mapping has one warehouse a priority, a working one, of a centre that is open', async () => {
  const { id } = await ira().call(contract.add, of());
  assert.deepEqual(faults(await ira().refused(contract.add, of(), 'input.invalid')), ['priority']);
  const wrong = async (more: object) =>
    faults(await ira().refused(contract.add, of(more) as never, 'input.invalid'));
  assert.deepEqual(await wrong({ priority: 4 }), ['priority']);
  assert.deepEqual(await wrong({ priority: 2, warehouseId: at['OLD'] }), ['warehouseId']);
  assert.deepEqual(await wrong({ franchiseeId: 1 }), ['franchiseeId']);
  assert.deepEqual(await wrong({ kitType: 'DAMAGED_PRODUCTS_KIT' }), ['kitType']);
  await ira().call(contract.add, of({ kitType: 'WOW_KIT', warehouseId: at['DEL'] }));
  const second = await ira().call(contract.add, of({ priority: 2, warehouseId: at['DEL'] }));
  const move = { id: second.id, warehouseId: at['DEL'] ?? '', priority: 1, fromOn: '2026-05-01' };
  assert.deepEqual(faults(await ira().refused(contract.change, move, 'input.invalid', { version: 1 })), [
    'priority',
  ]);
  await ira().refused(contract.change, { ...move, priority: 3 }, 'row.stale', { version: 5 });
  await ira().call(contract.change, { ...move, priority: 3 }, { version: 1 });
  const { rows } = await ira().call(warehouseMappings.endpoints.list, { q: 'Andheri' });
  assert.deepEqual(rows.map((row) => [row.kitType, row.priority, row.warehouseCode, row.fromOn]).sort(), [
    ['ALL', 1, 'PUN', '2026-04-01'],
    ['ALL', 3, 'DEL', '2026-05-01'],
    ['WOW_KIT', 1, 'DEL', '2026-04-01'],
  ]);
  assert.ok(!(await unmapped()).some((row) => row.franchiseeId === ANDHERI));
  await ira().call(contract.remove, { id }, { version: 1 });
  await ira().refused(contract.remove, { id }, 'row.not-found', { version: 1 });
});

test('a file replaces what a centre has of a kit type and priority, all rows or none', async () => {
  const { check, rows, commit } = warehouseMappingImport.endpoints;
  const file = (lines: readonly string[]) => ({
    csv: ['franchisee_id,kit_type,warehouse_code,priority,from_on', ...lines].join('\n'),
    fileName: 'warehouses.csv',
  });
  await app.sql(`insert into franchisee (company_name, model, status) values ('Closed', 'FOFO', 'CLOSED')`);
  const [closed] = await app.sql<{ id: number }>(`select id from franchisee where company_name = 'Closed'`);
  const bad = await ira().call(
    check,
    file([
      `${BANER},ALL,PUN,1,01-04-2026`,
      `${BANER},All kit types,DEL,1,01-04-2026`,
      `${BANER},ALL,OLD,2,01-04-2026`,
      `${BANER},ALL,PUN,5,01-04-2026`,
      `${closed?.id},ALL,PUN,1,01-04-2026`,
      `999999,ALL,PUN,1,01-04-2026`,
    ]),
  );
  const found = (await ira().call(rows, { jobId: bad.jobId })).rows;
  assert.deepEqual(
    found.flatMap((row) => row.faults.map((fault) => `${row.row} ${fault.column}`)),
    ['3 franchiseeId', '4 warehouseId', '5 priority', '6 franchiseeId', '7 franchiseeId'],
  );
  await ira().refused(commit, { jobId: bad.jobId }, 'import.has-errors');
  const good = await ira().call(
    check,
    file([`${BANER},ALL,PUN,1,01-04-2026`, `${ANDHERI},WOW_KIT,PUN,1,15-04-2026`]),
  );
  await ira().call(commit, { jobId: good.jobId });
  const { rows: kept } = await ira().call(warehouseMappings.endpoints.list, {
    kitType: ['WOW_KIT'],
  } as never);
  assert.deepEqual(
    kept.map((row) => [row.franchiseeId, row.warehouseCode, row.fromOn]),
    [[ANDHERI, 'PUN', '2026-04-15']],
  );
});

test('an order asks the warehouses of its kit type, else those of all types, else the nearest', async () => {
  const codes = new Map(Object.entries(at).map(([code, id]) => [id, code]));
  const serves = async (kitType: 'WOW_KIT' | 'GIFT_BOX', on: string, more: readonly string[] = []) => {
    for (const code of more) await ira().call(contract.add, of({ priority: 1, warehouseId: at[code] }));
    const ids = await asSystem(app, ANDHERI, (db) =>
      servingWarehouses(db, { franchiseeId: ANDHERI, kitType, on }),
    );
    return ids.map((id) => codes.get(id));
  };
  assert.deepEqual(await serves('WOW_KIT', '2026-06-01'), ['PUN']);
  assert.deepEqual(await serves('GIFT_BOX', '2026-06-01'), ['DEL']);
  assert.deepEqual(
    await serves('GIFT_BOX', '2026-04-20'),
    ['PUN'],
    'from May on only: the nearest till then',
  );
  assert.deepEqual(await serves('GIFT_BOX', '2026-06-01', ['PUN']), ['PUN', 'DEL'], 'by priority');
});

test('a centre reads its own rows only, and writes none', async () => {
  await app.as('Bina').refused(contract.add, of({ priority: 2 }), 'module.missing');
  await app.as('Bina').refused(warehouseMappings.endpoints.list, {}, 'module.missing');
});
