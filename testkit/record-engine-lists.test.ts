// Lists of records: paging, search, filters, export.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { exportColumns, exportRows } from '@aangan/server/record/record-list.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type Answer, actorOf, car, type EngineTest, startEngine } from './engine-records.ts';
import { withClient } from './postgres.ts';

let engine: EngineTest;
before(async () => {
  engine = await startEngine();
});
after(() => engine.close());
const call: EngineTest['call'] = (...given) => engine.call(...given);
const idOfMake = (name: string) => engine.idOfMake(name);

test('pages follow each other without loss or repeat, in every order, with ties and empty values', async () => {
  await withClient(engine.database.adminUrl, (client) =>
    client.query(`insert into engine_car (franchisee_id, plate, make_id, price, serviced_at, fuel, bought_on)
    select 3, (case when n % 3 = 0 then 'p' else 'P' end) || lpad((n / 2)::text, 3, '0') || '-' || n, 1 + n % 2, case when n % 4 > 0 then n / 3 end,
      case when n % 5 > 0 then timestamptz '2026-01-01' + n / 2 * interval '1 microsecond' end, case when n % 3 = 0 then 'CNG' end, date '2026-01-01' + n % 9 from generate_series(1, 137) n`),
  );
  const whole = (await call('charu', 'engine-car.list', { limit: 200, q: 'p' })).body;
  const total = whole.rows.length;
  assert.ok(total >= 137);
  for (const sort of [
    'plate',
    '-plate',
    'price',
    '-price',
    'servicedAt',
    '-servicedAt',
    'makeId',
    '-garageId',
    'fuel',
    '-boughtOn',
    'active',
    'extras',
    'startsAt',
    'litres',
  ]) {
    const ids: unknown[] = [];
    let after: string | null = null;
    do {
      const { status, body }: Answer = await call('charu', 'engine-car.list', {
        sort,
        limit: 10,
        q: 'p',
        ...(after ? { after } : {}),
      });
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual(body['total'], { n: total, more: false });
      ids.push(...body.rows.map((row) => row['id']));
      after = body.next;
    } while (after);
    assert.equal(new Set(ids).size, total, `${sort}: ${ids.length} rows`);
    assert.equal(ids.length, total, sort);
  }
  const prices = (await call('charu', 'engine-car.list', { limit: 200, sort: '-price' })).body.rows.map(
    (row) => row['price'] as number | null,
  );
  const filled = prices.filter((price) => price !== null);
  assert.deepEqual(
    filled,
    [...filled].sort((a, b) => b - a),
  );
  assert.equal(prices.indexOf(null), filled.length, 'empty values stand last');
});

test('search, filters and a cursor of another list', async () => {
  const count = async (input: Record<string, unknown>) =>
    (await call('charu', 'engine-car.list', { limit: 200, ...input })).body.rows?.length;
  await call('charu', 'engine-car.create', {
    plate: '50%_off',
    makeId: await idOfMake('force'),
    driver: '9820011111',
    extras: ['GPS', 'CAMERA'],
  });
  assert.equal(await count({ q: '%_' }), 1, 'wildcards are letters');
  assert.equal((await call('charu', 'engine-car.list', { q: '\0%_' })).status, 422);
  assert.equal(await count({ q: '98200 11111' }), 1);
  assert.equal(await count({ filters: { extras: 'CAMERA' } }), 1);
  assert.equal(await count({ filters: { fuel: ['CNG', 'DIESEL'] } }), 45);
  assert.equal(await count({ filters: { boughtOn: { from: '2026-01-02', to: '2026-01-02' } } }), 16);
  assert.equal(
    (await call('charu', 'engine-car.list', { filters: { litres: 3 } })).status,
    422,
    'not a declared filter',
  );
  const first = await call('charu', 'engine-car.list', { limit: 1 });
  assert.equal(
    (await call('charu', 'engine-car.list', { limit: 1, sort: '-plate', after: first.body.next })).status,
    422,
  );
  for (const after of [
    'x',
    Buffer.from('["price","ten","0190a000-0000-7000-8000-000000000001",1,false]').toString('base64url'),
  ]) {
    assert.equal((await call('charu', 'engine-car.list', { sort: 'price', after })).status, 422);
  }
});

test('an export reads the whole list in its order, in pages', async () => {
  const actor = actorOf('charu');
  const ids = await inUnitOfWork(engine.pool, actor, { command: 'test', readOnly: true }, async (db) => {
    const rows: unknown[] = [];
    for await (const row of exportRows(db, car, { sort: '-plate', q: 'p' }, actor)) rows.push(row.id);
    return rows;
  });
  const list = await call('charu', 'engine-car.list', { sort: '-plate', q: 'p', limit: 200 });
  assert.deepEqual(
    ids,
    list.body.rows.map((row) => row['id']),
  );
  assert.deepEqual(exportColumns(car, ['plate', 'makeId']), [
    { key: 'plate', label: 'Number plate', kind: 'text' },
    { key: 'makeLabel', label: 'Make', kind: 'reference' },
  ]);
});
