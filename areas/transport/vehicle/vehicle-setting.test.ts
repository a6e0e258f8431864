// Vehicle settings: bounds, the network and a centre's own, safety only stricter.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { BANER } from '@aangan/testkit/world.ts';
import { aVehicle, day } from '../transport-testing.ts';
import type { SettingName } from './setting-keys.ts';
import { vehicleContract } from './vehicle.contract.ts';
import { vehicleSettingContract as contract } from './vehicle-setting.contract.ts';

const HEAD_OFFICE = 1;
let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());
const charu = () => app.as('Charu');
const network = () => app.as('Asha', { centre: HEAD_OFFICE });

const rowOf = async (key: SettingName) => {
  const { rows } = await charu().call(contract.effective, {});
  return rows.find((row) => row.key === key) ?? assert.fail(key);
};

test('a centre follows the network until it has a value of its own, and again after a reset', async () => {
  assert.equal((await rowOf('late_min')).effective, 10);
  await network().call(contract.add, { key: 'late_min', value: '8', fromOn: day(-3) });
  assert.equal((await rowOf('late_min')).effective, 8);
  const { id } = await charu().call(contract.add, { key: 'late_min', value: '15', fromOn: day() });
  await charu().refused(contract.add, { key: 'late_min', value: '16', fromOn: day() }, 'setting.exists');
  const { effective, own } = await rowOf('late_min');
  assert.deepEqual([effective, own?.id], [15, id]);
  await charu().call(contract.change, { id, value: '12', fromOn: day() }, { version: 1 });
  await charu().refused(contract.change, { id, value: '13', fromOn: day() }, 'row.stale', { version: 1 });
  await charu().call(contract.reset, { id }, { version: 2 });
  assert.equal((await rowOf('late_min')).effective, 8);
  await charu().call(contract.add, { key: 'late_min', value: '20', fromOn: day(5) });
  const later = await rowOf('late_min');
  assert.deepEqual([later.effective, later.coming?.value], [8, '20']);
});

test('values stay in their bounds, and safety may only be stricter than the network', async () => {
  const at = { fromOn: day() };
  for (const value of ['4', '21', 'ten', '-5', '1e1'])
    await charu().refused(contract.add, { ...at, key: 'late_min', value }, 'setting.bounds');
  await charu().refused(contract.add, { ...at, key: 'gate_scan', value: 'yes' }, 'setting.bounds');
  const { message } = await charu().refused(
    contract.add,
    { ...at, key: 'check_min', value: '6' },
    'setting.bounds',
  );
  assert.equal(message, 'The network allows 2 to 5 minutes.');
  await charu().call(contract.add, { ...at, key: 'check_min', value: '4' });
  await charu().refused(contract.add, { ...at, key: 'driver_min_years', value: '4' }, 'setting.bounds');
  await charu().refused(contract.add, { ...at, key: 'require_attendant', value: 'off' }, 'setting.bounds');
  await charu().call(contract.add, { ...at, key: 'parent_live_map', value: 'off' });
  // The network may loosen inside the bounds; a centre then has the same room.
  await network().call(contract.add, { ...at, key: 'child_seat_factor_bp', value: '15000' });
  await charu().call(vehicleContract.add, { ...aVehicle(), registeredSeats: 13, childSeats: 19 });
  await charu().call(contract.add, { ...at, key: 'child_seat_factor_bp', value: '10000' });
  await charu().refused(
    vehicleContract.add,
    { ...aVehicle(), registeredSeats: 13, childSeats: 19 },
    'vehicle.child-seats',
  );
});

test("a centre changes neither the network's rows nor another centre's", async () => {
  const { id } = await network().call(contract.add, { key: 'stop_radius_m', value: '80', fromOn: day() });
  await charu().refused(contract.change, { id, value: '90', fromOn: day() }, 'row.not-found', { version: 1 });
  await charu().refused(contract.reset, { id }, 'row.not-found', { version: 1 });
  const own = await charu().call(contract.add, { key: 'stop_radius_m', value: '70', fromOn: day() });
  await app.as('Bina').refused(contract.reset, { id: own.id }, 'row.not-found', { version: 1 });
  await app.as('Asha', { centre: BANER }).call(contract.reset, { id: own.id }, { version: 1 });
});
