// Bus routes: their vehicle must be able to run, stops keep their order, copies for the next year and the way home.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { addVehicle, allPapers } from '../transport-testing.ts';
import { vehicleContract } from '../vehicle/vehicle.contract.ts';
import { busRouteContract as contract } from './bus-route.contract.ts';
import { impossibleGaps, readPoint, roadM } from './geometry.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
  await app.sql('update franchisee set lat = 19.1364, lng = 72.8296 where id = $1', [ANDHERI]);
});
after(() => app.close());
const bina = () => app.as('Bina');

let codes = 0;
const newCode = () => {
  codes += 1;
  return `T${codes}`;
};
const aRoute = (more: { vehicleId?: string | null; runs?: 'PICKUP' | 'DROPOFF' | 'ROUND_TRIP' } = {}) => ({
  code: newCode(),
  name: 'Lokhandwala',
  shift: 'MORNING' as const,
  runs: 'PICKUP' as const,
  days: ['MON', 'TUE', 'WED', 'THU', 'FRI'] as ('MON' | 'TUE' | 'WED' | 'THU' | 'FRI')[],
  vehicleId: null,
  pickupStart: '07:30',
  dropoffStart: null,
  status: 'ACTIVE' as const,
  ...more,
});
const aStop = (name: string, point: string, pickupAt: string | null = null) => ({
  name,
  landmark: null,
  point,
  radiusM: 100,
  pickupAt,
  dropoffAt: null,
  distanceM: null,
});
const addRoute = async (more = {}) => (await bina().call(contract.add, aRoute(more))).id;
const plan = (id: string) => bina().call(contract.plan, { id });
async function threeStops(routeId: string): Promise<string[]> {
  const ids: string[] = [];
  for (const [name, point, at] of [
    ['Lake', '19.1500, 72.8200', '07:35'],
    ['Market', '19.1450, 72.8250', '07:42'],
    ['Temple', '19.1400, 72.8270', '07:48'],
  ] as const)
    ids.push((await bina().call(contract.addStop, { routeId, ...aStop(name, point, at) })).id);
  return ids;
}
const readyVehicle = async () => {
  const id = await addVehicle(app);
  await allPapers(app, id);
  return id;
};

test('points are read as maps copy them, and what is wrong with them is said', () => {
  assert.deepEqual(readPoint('19.1364, 72.8296'), { lat: 19.1364, lng: 72.8296 });
  assert.match(String(readPoint('72.8296, 19.1364')), /swapped/);
  assert.match(String(readPoint('0, 0')), /not in India/);
  assert.match(String(readPoint('near the lake')), /latitude and longitude/);
});

test('gaps that cannot be driven are seen at the later stop', () => {
  const at = (id: string, lat: number, pickupAt: string | null) => ({
    id,
    lat,
    lng: 72.8,
    pickupAt,
    dropoffAt: null,
  });
  const gaps = impossibleGaps([
    at('a', 19.1, '07:30'),
    at('b', 19.11, '07:35'),
    at('c', 19.2, '07:40'),
    at('d', 19.21, '07:38'),
    at('e', 19.3, null),
  ]);
  assert.equal(gaps.get('b'), undefined);
  assert.match(gaps.get('c') ?? '', /km\/h/);
  assert.equal(gaps.get('d'), 'Earlier than the stop before');
  assert.equal(gaps.get('e'), undefined);
});

test('a route is planned with its stops; distances are measured, an entered one stands', async () => {
  const id = await addRoute({ vehicleId: await readyVehicle() });
  const ids = await threeStops(id);
  const own = { ...aStop('Bridge', '19.1380, 72.8280'), distanceM: 640 };
  await bina().call(contract.addStop, { routeId: id, ...own });
  const { route, can } = await plan(id);
  assert.deepEqual(
    route.stops.map(({ seq, name }) => `${seq} ${name}`),
    ['1 Lake', '2 Market', '3 Temple', '4 Bridge'],
  );
  const centre = { lat: 19.1364, lng: 72.8296 };
  assert.equal(route.stops[0]?.distanceM, roadM({ lat: 19.15, lng: 72.82 }, centre));
  assert.equal(route.stops[3]?.distanceM, 640);
  assert.deepEqual([route.vehicle?.readiness, can.change, route.stops[0]?.id], ['READY', true, ids[0]]);
  assert.ok(route.lengthM > 1500, 'along the stops to the centre');
  const { routes } = await bina().call(contract.overview, {});
  assert.ok(routes.some((one) => one.id === id));
  const mask = await app.sql<{ n: number }>('select days_mask as n from bus_route where id = $1', [id]);
  assert.equal(mask[0]?.n, 31, 'Monday is bit 0');
});

test('a blocked vehicle is put on no route, and one on a route is not taken out of use', async () => {
  const blocked = await addVehicle(app);
  const input = aRoute({ vehicleId: blocked });
  const error = await bina().refused(contract.add, input, 'vehicle.blocked');
  assert.match(error.message, /Insurance/);
  const rows = await app.sql('select 1 from bus_route where code = $1', [input.code]);
  assert.equal(rows.length, 0, 'nothing is saved');

  const vehicleId = await readyVehicle();
  const id = await addRoute({ vehicleId });
  for (const action of ['deactivate', 'retire'] as const) {
    const refusal = await bina().refused(
      vehicleContract.setStatus,
      { id: vehicleId, action, reason: 'It is sold' },
      'vehicle.on-route',
      { version: 1 },
    );
    assert.match(refusal.message, /T\d+/);
  }
  await bina().call(vehicleContract.setStatus, { id: vehicleId, action: 'maintain' }, { version: 1 });
  assert.equal((await plan(id)).route.vehicle?.readiness, 'BLOCKED', 'the route shows it');
  // A new name is no new vehicle; a route put into use anew is judged.
  const { route } = await plan(id);
  const same = { ...aRoute({ vehicleId }), id, code: route.code };
  await bina().call(contract.change, { ...same, name: 'New name' }, { version: route.version });
  const off = { ...same, status: 'INACTIVE' as const };
  await bina().call(contract.change, off, { version: (await plan(id)).route.version });
  await bina().refused(contract.change, same, 'vehicle.blocked', {
    version: (await plan(id)).route.version,
  });
  const version = (await bina().call(vehicleContract.page, { id: vehicleId })).version;
  await bina().call(vehicleContract.setStatus, { id: vehicleId, action: 'deactivate' }, { version });
});

test('a code is used once a year, and a run needs its start', async () => {
  const input = aRoute();
  await bina().call(contract.add, input);
  await bina().refused(contract.add, { ...input }, 'route.exists');
  const wrong: [string, object][] = [
    ['pickupStart', { pickupStart: null }],
    ['dropoffStart', { runs: 'ROUND_TRIP' }],
    ['days', { days: [] }],
    ['code', { code: 'x'.repeat(13) }],
  ];
  for (const [field, change] of wrong) {
    const given = { ...aRoute(), ...change } as ReturnType<typeof aRoute>;
    const error = await bina().refused(contract.add, given, 'input.invalid');
    assert.deepEqual(Object.keys(error.fields ?? {}), [field]);
  }
  const routeId = await addRoute();
  for (const point of ['72.8296, 19.1364', '0, 0', 'there']) {
    const error = await bina().refused(
      contract.addStop,
      { routeId, ...aStop('Nowhere', point) },
      'input.invalid',
    );
    assert.deepEqual(Object.keys(error.fields ?? {}), ['point']);
  }
});

test('stops are put in another order at once, removed without a gap, and never half', async () => {
  const routeId = await addRoute();
  const [a, b, c] = (await threeStops(routeId)) as [string, string, string];
  await bina().call(contract.orderStops, { routeId, ids: [c, a, b] });
  const names = async () => (await plan(routeId)).route.stops.map(({ seq, name }) => `${seq} ${name}`);
  assert.deepEqual(await names(), ['1 Temple', '2 Lake', '3 Market']);
  await bina().refused(contract.orderStops, { routeId, ids: [a, b] }, 'stop.order-stale');
  await bina().refused(contract.orderStops, { routeId, ids: [a, b, b] }, 'stop.order-stale');
  const version = (await plan(routeId)).route.stops[1]?.version ?? 0;
  await bina().refused(contract.removeStop, { id: a }, 'row.stale', { version: version - 1 });
  await bina().call(contract.removeStop, { id: a }, { version });
  assert.deepEqual(await names(), ['1 Temple', '2 Market']);
  const market = (await plan(routeId)).route.stops[1];
  const changed = aStop('Fish market', '19.1451, 72.8251', '07:44');
  await bina().call(contract.changeStop, { id: b, ...changed }, { version: market?.version ?? 0 });
  assert.deepEqual(await names(), ['1 Temple', '2 Fish market']);
});

test('two who add a stop at once get two numbers', async () => {
  const routeId = await addRoute();
  await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      bina().call(contract.addStop, { routeId, ...aStop(`Stop ${n}`, '19.1400, 72.8270') }),
    ),
  );
  assert.deepEqual(
    (await plan(routeId)).route.stops.map(({ seq }) => seq),
    [1, 2, 3, 4, 5, 6],
  );
});

test('a pick-up is turned round for the way home, and copied to the next year without its vehicle', async () => {
  const id = await addRoute({ vehicleId: await readyVehicle() });
  await threeStops(id);
  const home = await bina().call(contract.reverse, { id, code: newCode(), dropoffStart: '12:40' });
  const { route } = await plan(home.id);
  assert.deepEqual([route.runs, route.dropoffStart, route.pickupStart], ['DROPOFF', '12:40', null]);
  assert.deepEqual(
    route.stops.map(({ name }) => name),
    ['Temple', 'Market', 'Lake'],
  );
  const times = route.stops.map(({ dropoffAt }) => dropoffAt ?? '');
  assert.deepEqual(times, [...times].sort());
  assert.equal(Number(times[2]?.slice(3)) - Number(times[1]?.slice(3)), 7, 'as long as in the morning');
  await bina().refused(
    contract.reverse,
    { id: home.id, code: newCode(), dropoffStart: '12:40' },
    'route.not-pickup',
  );
  const copy = await bina().call(contract.copyYear, { id });
  assert.equal(copy.year, '2027-2028');
  const next = (await plan(copy.id)).route;
  assert.deepEqual([next.vehicle, next.stops.length], [null, 3]);
  await bina().refused(contract.copyYear, { id }, 'route.exists');
  const { routes } = await bina().call(contract.overview, {});
  assert.ok(!routes.some((one) => one.id === copy.id), 'it belongs to another year');
});

test('another centre has nothing of it', async () => {
  const id = await addRoute();
  const [stop = ''] = await threeStops(id);
  const charu = app.as('Charu');
  await charu.refused(contract.plan, { id }, 'row.not-found');
  await charu.refused(contract.change, { id, ...aRoute() }, 'row.not-found', { version: 1 });
  await charu.refused(contract.copyYear, { id }, 'row.not-found');
  await charu.refused(contract.reverse, { id, code: newCode(), dropoffStart: '12:40' }, 'row.not-found');
  await charu.refused(contract.addStop, { routeId: id, ...aStop('Theirs', '19.14, 72.83') }, 'row.not-found');
  await charu.refused(contract.removeStop, { id: stop }, 'row.not-found', { version: 1 });
  await charu.refused(contract.orderStops, { routeId: id, ids: [stop] }, 'row.not-found');
  const foreign = await addVehicle(app);
  await charu.refused(contract.add, aRoute({ vehicleId: foreign }), 'row.not-found');
  await charu.refused(contract.add, aRoute({ vehicleId: randomUUID() }), 'row.not-found');
  const { routes } = await charu.call(contract.overview, {});
  assert.ok(!routes.some((one) => one.id === id));
});
