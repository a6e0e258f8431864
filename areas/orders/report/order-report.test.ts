// The order reports over the demo: six statuses whether they occur or not, each figure the rows of the list it opens, each stage of
// the kits within the one before.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { AnyReport } from '@aangan/contract/report.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { kitInvoices } from '../dispatch/dispatch.listing.ts';
import {
  intelliKitMatrix,
  purchaseByCentre,
  tatByCity,
  tatByClass,
  tatByStatus,
} from './order-report.contract.ts';
import { kitReport, orderReport } from './order-report.listing.ts';

type Row = Readonly<Record<string, unknown>> & { readonly link: { filters: Record<string, unknown> } | null };
let app: TestApp;
before(async () => {
  app = await testApp({ data: 'demo' });
});
after(() => app.close());

const asha = () => app.as('Asha', { centre: null });
async function rowsOf(of: AnyReport, input: object = {}): Promise<readonly Row[]> {
  return of.endpoints.list.output.parse(await asha().call(of.endpoints.list, input)).rows as readonly Row[];
}
const n = (row: Row, key: string) => Number(row[key]);

test('Status Wise has the six statuses in their order, and each opens its orders', async () => {
  const rows = await rowsOf(tatByStatus);
  assert.deepEqual(
    rows.map((row) => row['status']),
    ['Placed', 'Confirmed', 'Shipped', 'Delivered', 'Cancelled', 'Fail'],
  );
  assert.ok(rows.some((row) => n(row, 'orders') > 0));
  for (const row of rows) {
    const list = await asha().call(orderReport.endpoints.list, { ...row.link?.filters, limit: 200 });
    assert.equal(list.total.n, n(row, 'orders'), String(row['status']));
    assert.equal(
      list.rows.reduce((sum, order) => sum + order.total, 0),
      n(row, 'amount'),
    );
  }
});

test('City Wise and Class Wise count orders that are not cancelled, and no later one is also on time', async () => {
  const cities = await rowsOf(tatByCity);
  assert.ok(cities.length > 0);
  for (const row of cities) {
    assert.ok(n(row, 'onTime') + n(row, 'late') <= n(row, 'orders'));
    const list = await asha().call(orderReport.endpoints.list, { ...row.link?.filters, limit: 200 });
    const counted = list.rows.filter(({ status }) => status !== 'CANCELLED' && status !== 'FAIL');
    assert.equal(counted.length, n(row, 'orders'), String(row['city']));
    assert.equal(
      counted.reduce((sum, { kits }) => sum + kits, 0),
      n(row, 'kits'),
    );
  }
  for (const row of await rowsOf(tatByClass)) {
    const list = await asha().call(kitReport.endpoints.list, { ...row.link?.filters, limit: 200 });
    const kits = list.rows
      .filter(({ status }) => status !== 'CANCELLED' && status !== 'FAIL')
      .reduce((sum, line) => sum + line.ordered - line.cancelled, 0);
    assert.equal(kits, n(row, 'kits'), String(row['className']));
  }
});

test('of the Intelli Kits each stage is within the one before', async () => {
  for (const row of await rowsOf(intelliKitMatrix)) {
    const stages = ['entitled', 'ordered', 'shipped', 'arrived', 'handedOver'].map((key) => n(row, key));
    assert.deepEqual(
      stages,
      stages.toSorted((a, b) => b - a),
    );
  }
});

test('what a centre was invoiced is the list of its invoices', async () => {
  const rows = await rowsOf(purchaseByCentre, { period: 'THIS_YEAR' });
  assert.ok(rows.length > 0);
  for (const row of rows) {
    const list = await asha().call(kitInvoices.endpoints.list, { ...row.link?.filters, limit: 200 });
    assert.equal(list.total.n, n(row, 'invoices'));
    assert.equal(
      list.rows.reduce((sum, { total }) => sum + total, 0),
      n(row, 'total'),
    );
    assert.equal(n(row, 'net'), n(row, 'total') - n(row, 'credits'));
  }
});

test('a teacher reads none of it', async () => {
  for (const { endpoints } of [tatByStatus, purchaseByCentre])
    assert.equal((await app.as('Divya').raw(endpoints.list, {})).status, 403);
  assert.equal((await app.as('Divya').raw(kitReport.endpoints.list, {})).status, 403);
});
