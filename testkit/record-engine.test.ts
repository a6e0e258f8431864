// Writing records: what every declared record then gets for nothing. The areas' records go through
// all-records.test.ts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as field from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { recordHandlers } from '@aangan/server/record/record-engine.ts';
import { anonymousActor } from '@aangan/server/work/actor.ts';
import { type EngineTest, own, startEngine } from './engine-records.ts';
import { withClient } from './postgres.ts';

let engine: EngineTest;
before(async () => {
  engine = await startEngine();
});
after(() => engine.close());
const call: EngineTest['call'] = (...given) => engine.call(...given);
const idOfMake = (name: string) => engine.idOfMake(name);

test('a row is added, read, changed, refused when stale, and removed', async () => {
  const makeId = await idOfMake('tata');
  const added = await call('bina', 'engine-car.create', {
    plate: 'MH02 A1',
    makeId,
    driver: '098200 12345',
    servicedAt: '2026-06-15T10:30:00.123+05:30',
    litres: 12.5,
    startsAt: '09:05',
    extras: ['GPS'],
  });
  assert.equal(added.status, 200, JSON.stringify(added.body));
  assert.deepEqual(
    { ...added.body, id: '' },
    {
      id: '',
      version: 1,
      can: { update: true, remove: true },
      franchiseeId: 2,
      plate: 'MH02 A1',
      makeId,
      makeLabel: 'Tata',
      garageId: null,
      garageLabel: null,
      towedById: null,
      towedByLabel: null,
      driver: '+919820012345',
      boughtOn: null,
      servicedAt: '2026-06-15T05:00:00.123Z',
      price: null,
      discount: null,
      litres: 12.5,
      startsAt: '09:05',
      fuel: null,
      extras: ['GPS'],
      active: true,
      paperId: null,
    },
  );
  const { id } = added.body;
  const changed = await call(
    'bina',
    'engine-car.update',
    { id, changes: { fuel: 'CNG', driver: null } },
    { 'if-match': '"1"' },
  );
  assert.deepEqual(
    [
      changed.status,
      changed.body['fuel'],
      changed.body['driver'],
      changed.body['litres'],
      changed.body.version,
    ],
    [200, 'CNG', null, 12.5, 2],
  );
  assert.equal(
    (await call('bina', 'engine-car.update', { id, changes: { fuel: null } }, { 'if-match': '1' })).body.code,
    'row.stale',
  );
  assert.equal(
    (await call('bina', 'engine-car.update', { id, changes: { fuel: null } })).body.code,
    'row.version-missing',
  );
  assert.equal((await call('bina', 'engine-car.remove', { id }, { 'if-match': '1' })).body.code, 'row.stale');
  assert.equal((await call('bina', 'engine-car.remove', { id }, { 'if-match': '2' })).status, 200);
  assert.equal((await call('bina', 'engine-car.get', { id })).body.code, 'row.not-found');
});

test('another centre sees, changes, removes and refers to nothing', async () => {
  const makeId = await idOfMake('tata');
  const { body: mine } = await call('bina', 'engine-car.create', { plate: 'SECRET', makeId });
  for (const [name, input] of [
    ['get', { id: mine.id }],
    ['update', { id: mine.id, changes: { plate: 'X' } }],
    ['remove', { id: mine.id }],
  ] as const) {
    assert.equal(
      (await call('charu', `engine-car.${name}`, input, { 'if-match': '1' })).body.code,
      'row.not-found',
      name,
    );
  }
  assert.deepEqual((await call('charu', 'engine-car.list', { q: 'SECRET' })).body.rows, []);
  assert.deepEqual((await call('charu', 'engine-car.options', { ids: [mine.id] })).body.rows, []);
  const foreign = await call('charu', 'engine-car.create', { plate: 'Y', makeId, towedById: mine.id });
  assert.deepEqual(
    [foreign.status, foreign.body.fields],
    [422, { towedById: 'Choose an entry of the list' }],
  );
  assert.equal((await call('divya', 'engine-car.list')).body.code, 'module.missing');
  assert.equal(
    (await call('farid', 'engine-car.create', { plate: 'Y', makeId })).body.code,
    'context.centre-needed',
  );
  assert.equal((await call('farid', 'engine-car.list', { q: 'SECRET' })).body.rows.length, 1);
});

test('the same client id again: equal values give the row, other values are refused', async () => {
  const makeId = await idOfMake('force');
  const id = '0190a000-0000-7000-8000-000000000001';
  const input = { id, plate: 'AGAIN', makeId, servicedAt: '2026-06-15T10:30:00+05:30', litres: 3.1 };
  assert.equal((await call('bina', 'engine-car.create', input)).status, 200);
  const again = await call('bina', 'engine-car.create', { ...input, servicedAt: '2026-06-15T05:00:00Z' });
  assert.deepEqual([again.status, again.body.id, again.body.version], [200, id, 1]);
  const other = await call('bina', 'engine-car.create', { ...input, plate: 'OTHER' });
  assert.deepEqual([other.status, other.body.code], [409, 'row.duplicate']);
  assert.equal(
    (await call('charu', 'engine-car.create', input)).status,
    200,
    'ids of centres do not disturb each other',
  );
  assert.equal((await call('farid', 'engine-car.get', { id })).body.code, 'context.centre-needed');
});

test('unique keys, checks and references are named on their fields', async () => {
  const makeId = await idOfMake('tata');
  await call('bina', 'engine-car.create', { plate: 'ONCE', makeId });
  const twice = await call('bina', 'engine-car.create', { plate: 'ONCE', makeId });
  assert.deepEqual(
    [twice.status, twice.body.code, twice.body.fields],
    [409, 'row.duplicate', { plate: 'Already used' }],
  );
  const name = await call('asha', 'engine-make.create', { name: 'TATA' });
  assert.deepEqual(
    [name.status, name.body.fields],
    [409, { name: 'Already used' }],
    'an index on lower(name)',
  );
  const rule = await call('bina', 'engine-car.create', { plate: 'RULE', makeId, price: 5 });
  assert.deepEqual([rule.status, rule.body.fields], [422, { boughtOn: 'Fill in the day of the purchase' }]);
  const missing = await call('bina', 'engine-car.create', {
    plate: 'REF',
    makeId: 99,
    garageId: '0190a000-0000-7000-8000-00000000dead',
  });
  assert.deepEqual(Object.keys(missing.body.fields).sort(), ['garageId', 'makeId']);
  const year = await call('bina', 'engine-car.create', {
    plate: 'YEAR0',
    makeId,
    servicedAt: '0000-01-01T00:00:00Z',
  });
  assert.equal(year.status, 422);
  const unknown = await call('bina', 'engine-car.create', {
    plate: 'Z',
    makeId,
    franchiseeId: 3,
    version: 9,
  });
  assert.deepEqual(
    [unknown.status, Object.keys(unknown.body.fields).sort()],
    [422, ['franchiseeId', 'version']],
  );
});

test('what is referred to stays; its year is the caller’s; shared rows belong to head office', async () => {
  const makeId = await idOfMake('tata');
  const { body: towed } = await call('bina', 'engine-car.create', { plate: 'USED', makeId });
  const { body: work } = await call('bina', 'engine-repair.create', { carId: towed.id, what: 'Brakes' });
  assert.equal(work['carLabel'], 'USED');
  const used = await call('bina', 'engine-car.remove', { id: towed.id }, { 'if-match': '1' });
  assert.deepEqual([used.status, used.body.code], [409, 'row.in-use']);
  const garages = (await call('bina', 'engine-garage.list')).body.rows;
  assert.deepEqual(
    garages.map((row) => [row['name'], row['can']]),
    [
      ['Andheri garage', { update: true, remove: true }],
      ['Head office garage', { update: false, remove: false }],
    ],
  );
  const shared = await call(
    'bina',
    'engine-garage.update',
    { id: garages[1]?.['id'], changes: { name: 'Mine' } },
    { 'if-match': '1' },
  );
  assert.deepEqual([shared.status, shared.body.code], [403, 'row.shared']);
});

test('what has no centre is changed with a right in the whole network only', async () => {
  const { body } = await call('bina', 'engine-make.list');
  assert.deepEqual(body.rows[0]?.['can'], { update: false, remove: false });
  assert.equal((await call('bina', 'engine-make.create', { name: 'Mine' })).body.code, 'row.shared');
  assert.equal(
    (
      await call(
        'bina',
        'engine-make.update',
        { id: body.rows[0]?.['id'], changes: { name: 'Mine' } },
        { 'if-match': '1' },
      )
    ).body.code,
    'row.shared',
  );
  assert.equal(
    (await call('bina', 'engine-make.import-check', { fileName: 'x.csv', csv: 'Name\nMine' })).body.code,
    'row.shared',
  );
});

test('an uploaded file is tied to its row and let go of; another centre’s, a wrong kind and an unfinished one are refused', async () => {
  const files = await withClient(engine.database.adminUrl, async (client) =>
    (
      await client.query<{
        id: string;
      }>(`insert into file (franchisee_id, name, bytes, kind, state, storage_key) values
    (2, 'a.pdf', 10, 'document', 'CLEAN', 'k1'), (3, 'b.pdf', 10, 'document', 'CLEAN', 'k2'), (2, 'c.png', 10, 'document', 'CLEAN', 'k3'), (2, 'd.pdf', 10, 'document', 'UPLOADING', 'k4') returning id`)
    ).rows.map((row) => row.id),
  );
  const uses = async () =>
    (
      await withClient(engine.database.adminUrl, (client) => client.query('select file_id from file_use'))
    ).rows.map((row) => row.file_id);
  const values = { plate: 'PAPER', makeId: await idOfMake('tata') };
  const codes = [];
  for (const paperId of files.slice(1))
    codes.push((await call('bina', 'engine-car.create', { ...values, paperId })).body.code);
  assert.deepEqual(codes, ['input.invalid', 'file.wrong-type', 'file.not-ready']);
  const { body } = await call('bina', 'engine-car.create', { ...values, paperId: files[0] });
  assert.deepEqual(await uses(), [files[0]]);
  assert.equal(
    (
      await call(
        'bina',
        'engine-car.update',
        { id: body.id, changes: { paperId: null } },
        { 'if-match': '1' },
      )
    ).status,
    200,
  );
  assert.deepEqual(await uses(), []);
});

test('a reference to a record that does not exist is refused', () => {
  const lost = record({
    name: 'engine-lost',
    title: 'Lost',
    module: own.engineTest,
    scope: 'network',
    screens: {},
    fields: { xId: field.reference('nowhere', { label: 'X' }), n: field.text({ label: 'N', max: 5 }) },
    list: { columns: ['n'], sort: 'n' },
  });
  const [list] = recordHandlers(lost);
  return assert.rejects(
    async () => list?.run({ db: null, input: { limit: 1 }, actor: anonymousActor } as never),
    /which is no record/,
  );
});
