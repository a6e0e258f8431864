// The dated papers through their records: what saving them makes of a vehicle, and the rules over their fields.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { addVehicle, allPapers, cellOf, day, pageOf } from '../transport-testing.ts';
import { fuelContract } from './fuel.contract.ts';
import { paperRecords } from './paper-records.ts';
import { nextInstalment, rowState } from './paper-state.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());
const bina = () => app.as('Bina');

type Kind = keyof typeof paperRecords;
const create = async (kind: Kind, values: object): Promise<{ id: string; version: number }> =>
  (await bina().call(paperRecords[kind].endpoints.create as never, values as never)) as never;
const refused = (kind: Kind, values: object, code: string) =>
  bina().refused(paperRecords[kind].endpoints.create as never, values as never, code);
const update = (kind: Kind, row: { id: string; version: number }, changes: object) =>
  bina().call(paperRecords[kind].endpoints.update as never, { id: row.id, changes } as never, {
    version: row.version,
  });

test('from the first red cell to a ready vehicle', async () => {
  const vehicleId = await addVehicle(app);
  const days = { vehicleId, startsOn: day(-1), endsOn: day(363) };
  await create('INSURANCE', {
    ...days,
    insurer: 'Suraksha',
    number: `P-${vehicleId}`,
    cover: 'THIRD_PARTY',
    amount: 1,
  });
  await create('PERMIT', { ...days, kind: 'SCHOOL_BUS', number: `S-${vehicleId}` });
  await create('FITNESS', { ...days, number: `F-${vehicleId}`, station: 'Andheri', inspectedOn: day(-1) });
  await create('POLLUTION', { ...days, number: `U-${vehicleId}`, station: 'Andheri' });
  assert.deepEqual((await pageOf(app, vehicleId)).reasons, ['Road tax is not recorded']);
  const { endsOn: _, ...ever } = days;
  await create('ROAD_TAX', { ...ever, number: `T-${vehicleId}`, period: 'LIFETIME', amount: 1 });
  const { readiness, papers } = await pageOf(app, vehicleId);
  assert.deepEqual([readiness, papers.length], ['READY', 5]);
  assert.equal((await cellOf(app, vehicleId, 'ROAD_TAX')).words, 'For life');
  await refused(
    'INSURANCE',
    { ...days, insurer: 'Suraksha', number: `P-${vehicleId}`, cover: 'THIRD_PARTY', amount: 1 },
    'row.duplicate',
  );
});

test('what does not fit together is refused by its field', async () => {
  const vehicleId = await addVehicle(app);
  const pollution = { vehicleId, number: `X-${vehicleId}`, station: 'Andheri' };
  const faults = async (kind: Kind, values: object) =>
    Object.keys((await refused(kind, values, 'input.invalid')).fields ?? {});
  assert.deepEqual(await faults('POLLUTION', { ...pollution, startsOn: day(), endsOn: day(-1) }), ['endsOn']);
  assert.deepEqual(await faults('POLLUTION', { ...pollution, startsOn: day(), endsOn: day(12 * 365) }), [
    'endsOn',
  ]);
  const tax = { vehicleId, number: `X-${vehicleId}`, startsOn: day(), amount: 1 };
  assert.deepEqual(await faults('ROAD_TAX', { ...tax, period: 'YEAR' }), ['endsOn']);
  assert.deepEqual(await faults('ROAD_TAX', { ...tax, period: 'LIFETIME', endsOn: day(9) }), ['endsOn']);
  const fitness = { ...pollution, startsOn: day(), endsOn: day(9) };
  assert.deepEqual(await faults('FITNESS', { ...fitness, inspectedOn: day(1) }), ['inspectedOn']);
  const work = { vehicleId, kind: 'OIL', doneOn: day(), odometerKm: 500, work: 'Oil' };
  assert.deepEqual(await faults('MAINTENANCE', { ...work, nextDueOn: day(), nextDueKm: 400 }), [
    'nextDueOn',
    'nextDueKm',
  ]);
  const fuel = { vehicleId, filledAt: `${day()}T08:00:00+05:30`, odometerKm: 1, fullTank: true };
  assert.deepEqual(await faults('FUEL', { ...fuel, litres: 10, rate: 9_500, amount: 95_200 }), ['amount']);
  await create('FUEL', { ...fuel, litres: 10, rate: 9_500, amount: 95_050 });
});

test('a repair blocks while it goes on; maintenance warns by days or kilometres; a fine until it is paid', async () => {
  const vehicleId = await addVehicle(app);
  await allPapers(app, vehicleId);
  const repair = await create('REPAIR', {
    vehicleId,
    kind: 'BREAKDOWN',
    reportedOn: day(),
    description: 'The engine stopped on the way.',
    outFrom: day(),
  });
  assert.equal((await pageOf(app, vehicleId)).readiness, 'BLOCKED');
  await update('REPAIR', repair, { outFrom: day(-1), outTo: day(-1) });
  assert.equal((await pageOf(app, vehicleId)).readiness, 'READY');
  const work = await create('MAINTENANCE', {
    vehicleId,
    kind: 'OIL',
    doneOn: day(-10),
    odometerKm: 9_000,
    work: 'Oil',
    nextDueOn: day(90),
    nextDueKm: 9_400,
  });
  const oil = await cellOf(app, vehicleId, 'MAINTENANCE');
  assert.deepEqual([oil.status, oil.words], ['DUE_SOON', '400 km left']);
  await update('MAINTENANCE', work, { nextDueKm: 20_000 });
  assert.equal((await pageOf(app, vehicleId)).readiness, 'READY');
  const fine = await create('CHALLAN', {
    vehicleId,
    number: `C-${vehicleId}`,
    offence: 'PARKING',
    offenceAt: `${day(-2)}T09:00:00+05:30`,
    amount: 50_000,
    dueOn: day(60),
  });
  assert.equal((await pageOf(app, vehicleId)).readiness, 'WARN');
  await update('CHALLAN', fine, { paidOn: day() });
  assert.equal((await pageOf(app, vehicleId)).readiness, 'READY');
});

test('kilometres of a litre: full to full, part fillings along, a low one and an odometer that went back', async () => {
  const vehicleId = await addVehicle(app);
  const fill = async (days: number, odometerKm: number, litres: number, fullTank: boolean) =>
    (
      await create('FUEL', {
        vehicleId,
        filledAt: `${day(days)}T08:00:00+05:30`,
        odometerKm,
        litres,
        rate: 100,
        amount: Math.round(litres * 100),
        fullTank,
      })
    ).id;
  const ids = [
    await fill(-9, 10_000, 40, true),
    await fill(-8, 10_280, 20, false),
    await fill(-7, 10_560, 36, true),
    await fill(-6, 10_100, 10, true),
    await fill(-5, 10_760, 40, true),
  ];
  const { rows } = await bina().call(fuelContract.economy, { ids });
  const of = (i: number) => rows.find(({ id }) => id === ids[i]) ?? assert.fail(String(i));
  assert.deepEqual([of(0).kmPerLitre, of(1).kmPerLitre, of(2).kmPerLitre], [null, null, 10]);
  assert.deepEqual([of(3).kmPerLitre, of(3).odometerBack], [null, true]);
  assert.deepEqual([of(4).kmPerLitre, of(4).low, of(2).low], [5, true, false]);
  assert.deepEqual((await app.as('Charu').call(fuelContract.economy, { ids })).rows, []);
});

test('the state of a row in its list', () => {
  const at = { today: '2026-11-21', soonDays: 30, coveredTo: '2027-11-30' };
  assert.equal(rowState('INSURANCE', { endsOn: '2026-11-30' }, at)?.[0], 'RENEWED');
  assert.equal(rowState('INSURANCE', { endsOn: '2027-11-30' }, at)?.[0], 'VALID');
  assert.deepEqual(rowState('POLLUTION', { endsOn: '2026-11-21' }, { ...at, coveredTo: '2026-11-21' }), [
    'DUE_SOON',
    'Last day today',
  ]);
  assert.equal(rowState('REPAIR', { outFrom: '2026-11-20', outTo: null }, at)?.[0], 'OPEN');
  assert.equal(rowState('CHALLAN', { dueOn: '2026-11-01', paidOn: null }, at)?.[0], 'OVERDUE');
  assert.equal(rowState('CHALLAN', { dueOn: '2027-01-12', paidOn: null }, at)?.[0], 'TO_PAY');
  assert.equal(rowState('CHALLAN', { dueOn: '2026-11-01', paidOn: '2026-10-30' }, at)?.[0], 'PAID');
  const loan = { emiDay: 5, startsOn: '2025-01-10', endsOn: '2026-12-10' };
  assert.equal(nextInstalment('2026-11-21', loan), '2026-12-05');
  assert.equal(nextInstalment('2026-12-06', loan), null);
});
