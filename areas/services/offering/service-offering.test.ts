// Categories, services, offerings and slabs: who keeps them, what is refused, and what stays with its centre.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { feePlanContract } from '../../finance/fee-plan/fee-plan.contract.ts';
import { service } from '../catalogue/service.record.ts';
import { serviceCategory } from '../catalogue/service-category.record.ts';
import { r, servicePlan, servicesApp, servicesOf, type World } from '../services-testing.ts';
import { serviceOfferingContract as contract } from './service-offering.contract.ts';
import { serviceOfferings } from './service-offering.listing.ts';

let app: TestApp;
let world: World;
before(async () => {
  app = await servicesApp();
  world = await servicesOf(app);
});
after(() => app.close());

const bina = () => app.as('Bina');
const terms = { startsOn: '2026-04-01', endsOn: '2027-03-31', waitlist: true, active: true };
const versionOf = async (id: string) => (await bina().call(contract.get, { id })).offering.version;
const rows = async (year = 2026) =>
  (await app.as('Bina', { year }).call(serviceOfferings.endpoints.list, {})).rows;

test('a category in use names its services instead of going', async () => {
  const [category] = await app.sql<{ id: string; version: number }>(
    `select id, version from service_category where code = 'CARE'`,
  );
  const { remove } = serviceCategory.endpoints;
  const answer = await app
    .as('Kavi', { centre: 1 })
    .raw(remove as never, { id: category?.id }, { version: category?.version ?? 0 });
  assert.equal(answer.status, 409);
  assert.match(JSON.stringify(answer.body), /Used by 1 service/);
});

test('a centre reads the network’s services and keeps its own beside them', async () => {
  const { create, update } = service.endpoints;
  const [dayCare] = await app.sql<{ version: number }>('select version from service where id = $1', [
    world.dayCareId,
  ]);
  const denied = await bina().raw(
    update as never,
    { id: world.dayCareId, changes: { name: 'Mine' } },
    { version: dayCare?.version ?? 0 },
  );
  assert.equal(denied.status, 403);
  assert.match(JSON.stringify(denied.body), /row\.shared/);
  const [category] = await app.sql<{ id: string }>(`select id from service_category where code = 'CARE'`);
  const own = {
    categoryId: category?.id,
    name: 'Chess',
    code: 'CHESS',
    ageFromMonths: 36,
    ageToMonths: 96,
    weekdays: ['SAT'],
    capacityMode: 'NONE',
    openTo: 'ANYONE',
    noticeDays: 7,
    pauseMinDays: 15,
    active: true,
  };
  const made = (await bina().call(create as never, own as never)) as { id: string; franchiseeId: number };
  assert.equal(made.franchiseeId, ANDHERI);
  // Baner neither sees nor sells it.
  await app.as('Charu').refused(contract.open, { serviceId: made.id, ...terms }, 'row.not-found');
  await app.as('Charu').refused(service.endpoints.get as never, { id: made.id } as never, 'row.not-found');
  const wrong = await bina().raw(create as never, { ...own, code: 'X1', timeFrom: '16:00', timeTo: '15:00' });
  assert.equal(wrong.status, 422);
  assert.match(JSON.stringify(wrong.body), /timeTo/);
});

test('an offering: once a year, seats where they count, days of the year', async () => {
  const again = await bina().refused(
    contract.open,
    { serviceId: world.dayCareId, seats: 10, ...terms },
    'service-offering.exists',
  );
  assert.match(again.message, /2026-2027/);
  const change = async (more: object) =>
    bina().raw(
      contract.change,
      { id: world.dayCareOffering, seats: 24, ...terms, ...more },
      { version: await versionOf(world.dayCareOffering) },
    );
  for (const [field, more] of [
    ['seats', { seats: null }],
    ['seats', { seats: 0 }],
    ['startsOn', { startsOn: '2026-03-31' }],
    ['endsOn', { endsOn: '2027-04-01' }],
    ['endsOn', { startsOn: '2026-08-01', endsOn: '2026-07-01' }],
  ] as const) {
    const answer = await change(more);
    assert.equal(answer.status, 422, field);
    assert.match(JSON.stringify(answer.body), new RegExp(`"${field}"`));
  }
  const busSeats = await bina().raw(
    contract.change,
    { id: world.busOffering, seats: 20, ...terms },
    { version: await versionOf(world.busOffering) },
  );
  assert.equal(busSeats.status, 422);
  assert.equal((await change({ seats: 26, endsOn: '2027-02-28' })).status, 200);
  const row = (await rows()).find(({ id }) => id === world.dayCareOffering);
  assert.deepEqual([row?.seats, row?.endsOn, row?.status], [26, '2027-02-28', 'OPEN']);
  await bina().refused(contract.change, { id: world.dayCareOffering, seats: 24, ...terms }, 'row.stale', {
    version: 1,
  });
});

test('who may: a counsellor reads, another centre finds nothing', async () => {
  await app.as('Esha').call(contract.get, { id: world.busOffering });
  const forbidden = await app.as('Esha').raw(contract.open, { serviceId: world.busId, ...terms });
  assert.equal(forbidden.status, 403);
  await app.as('Charu').refused(contract.get, { id: world.busOffering }, 'row.not-found');
  await app
    .as('Charu')
    .refused(contract.change, { id: world.busOffering, ...terms }, 'row.not-found', { version: 1 });
  await app.as('Charu').refused(contract.plans, { id: world.busOffering }, 'row.not-found');
});

test('slabs: approved service plans only, no distance twice, one plan a slab and direction', async () => {
  const { planId } = await servicePlan(app, {
    code: 'BUS-B',
    monthly: r(1_800),
    serviceId: world.busId,
  });
  const slab = {
    offeringId: world.busOffering,
    slab: 'B' as const,
    direction: 'BOTH' as const,
    fromM: 0,
    toM: 4_000,
    feePlanId: planId,
  };
  await bina().refused(
    contract.addSlab,
    { ...slab, feePlanId: crypto.randomUUID() },
    'service-offering.plan-not-approved',
  );
  // Only a service plan names a service, and only one in reach.
  const academic = await app.as('Asha', { centre: ANDHERI }).raw(feePlanContract.save, {
    code: 'NUR-X',
    name: 'Nursery',
    academicYearId: 2026,
    serviceId: world.busId,
    validFrom: '2026-04-01',
    components: [],
    options: [],
  });
  assert.equal(academic.status, 422);
  assert.match(JSON.stringify(academic.body), /serviceId/);
  // A plan of another service is none of this one's.
  const other = await servicePlan(app, { code: 'CARE-A', monthly: r(4_500), serviceId: world.dayCareId });
  await bina().refused(
    contract.addSlab,
    { ...slab, feePlanId: other.planId },
    'service-offering.plan-not-approved',
  );
  assert.deepEqual(
    (await bina().call(contract.plans, { id: world.busOffering })).rows.map(({ id }) => id),
    [planId],
  );
  assert.equal((await bina().raw(contract.addSlab, { ...slab, toM: 1, fromM: 5 })).status, 422);
  const notBus = await bina().raw(contract.addSlab, { ...slab, offeringId: world.dayCareOffering });
  assert.equal(notBus.status, 422);
  const { id } = await bina().call(contract.addSlab, slab);
  await bina().refused(
    contract.addSlab,
    { ...slab, fromM: 9_000, toM: 9_500 },
    'service-offering.slab-taken',
  );
  const c = { ...slab, slab: 'C' as const };
  await bina().refused(contract.addSlab, { ...c, fromM: 3_999, toM: 8_000 }, 'service-offering.slab-overlap');
  // Half-open: the metre 4,000 belongs to C.
  const { id: second } = await bina().call(contract.addSlab, { ...c, fromM: 4_000, toM: 8_000 });
  await bina().refused(
    contract.changeSlab,
    { id: second, fromM: 2_000, toM: 8_000, feePlanId: planId },
    'service-offering.slab-overlap',
    { version: 1 },
  );
  await bina().call(contract.changeSlab, { id, fromM: 0, toM: 3_000, feePlanId: planId }, { version: 1 });
  await app.as('Charu').refused(contract.removeSlab, { id }, 'row.not-found', { version: 2 });
  const { slabs } = await bina().call(contract.get, { id: world.busOffering });
  assert.deepEqual(
    slabs.map((one) => [one.slab, one.fromM, one.toM, one.planTotal]),
    [
      ['B', 0, 3_000, r(19_800)],
      ['C', 4_000, 8_000, r(19_800)],
    ],
  );
  await bina().call(contract.removeSlab, { id: second }, { version: 1 });
  assert.equal((await bina().call(contract.get, { id: world.busOffering })).slabs.length, 1);
});

test('next year opens what is open, once, without prices', async () => {
  assert.deepEqual(await bina().call(contract.copyYear, {}), { opened: 2, kept: 0 });
  assert.deepEqual(await bina().call(contract.copyYear, {}), { opened: 0, kept: 2 });
  const next = await rows(2027);
  assert.deepEqual(next.map((row) => [row.service, row.seats, row.startsOn, row.slabs]).sort(), [
    ['BUS', null, '2027-04-01', 0],
    ['DAY-CARE', 26, '2027-04-01', 0],
  ]);
});
