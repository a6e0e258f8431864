// A transport service with a stop: its approval takes the seat on the bus in the same work, or nothing at all.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Weekday } from '@aangan/contract/weekday.ts';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { children } from '@aangan/testkit/world-families.ts';
import { busRouteContract } from '../../transport/route/bus-route.contract.ts';
import { addVehicle } from '../../transport/transport-testing.ts';
import { serviceEnquiryContract } from '../enquiry/service-enquiry.contract.ts';
import { serviceOfferingContract } from '../offering/service-offering.contract.ts';
import { r, servicePlan, servicesApp, servicesOf, type World } from '../services-testing.ts';
import { serviceAssignmentContract as contract } from './service-assignment.contract.ts';

const WEEK: Weekday[] = ['MON', 'TUE', 'WED', 'THU', 'FRI'];
let app: TestApp;
let world: World;
let stopId: string;
before(async () => {
  app = await servicesApp();
  world = await servicesOf(app);
  const { planId: feePlanId } = await servicePlan(app, {
    code: 'BUS-B',
    monthly: r(1_800),
    serviceId: world.busId,
  });
  const bina = app.as('Bina');
  await bina.call(serviceOfferingContract.addSlab, {
    offeringId: world.busOffering,
    slab: 'B',
    direction: 'BOTH',
    fromM: 0,
    toM: 4_000,
    feePlanId,
  });
  await app.sql('update franchisee set lat = 19.1364, lng = 72.8296 where id = $1', [ANDHERI]);
  const vehicleId = await addVehicle(app);
  const { id: routeId } = await bina.call(busRouteContract.add, {
    code: 'R1',
    name: 'Lokhandwala',
    shift: 'MORNING',
    runs: 'ROUND_TRIP',
    days: WEEK,
    vehicleId: null,
    pickupStart: '07:30',
    dropoffStart: '13:00',
    status: 'ACTIVE',
  });
  await app.sql('update vehicle set child_seats = 1 where id = $1', [vehicleId]);
  await app.sql('update bus_route set vehicle_id = $2 where id = $1', [routeId, vehicleId]);
  const stop = await bina.call(busRouteContract.addStop, {
    routeId,
    name: 'Lake',
    landmark: null,
    point: '19.1450, 72.8250',
    radiusM: 100,
    pickupAt: '07:40',
    dropoffAt: null,
    distanceM: 2_600,
  });
  stopId = stop.id;
});
after(() => app.close());
const esha = () => app.as('Esha');

const serviceRow = async (id: string) => {
  const [row] = await app.sql<{ status: string; version: number }>(
    'select status, version from service_assignment where id = $1',
    [id],
  );
  return row ?? assert.fail('no such service');
};
const seatsOf = (serviceId: string) =>
  app.sql<{ status: string; from: string; to: string }>(
    `select status, from_on::text as "from", to_on::text as "to" from route_assignment where service_assignment_id = $1`,
    [serviceId],
  );
const { Aarav, Kabir } = children;
async function wish({ studentId }: { studentId: string }) {
  const { id: enquiryId } = await esha().call(serviceEnquiryContract.create, {
    who: 'ENROLLED',
    studentId,
    serviceId: world.busId,
    wantedFrom: '2026-06-17',
  });
  return {
    enquiryId,
    direction: 'BOTH' as const,
    distanceM: 2_600,
    stopId,
    startsOn: '2026-06-17',
    endsOn: '2027-03-31',
    weekdays: WEEK,
  };
}
async function submitted(child: { studentId: string }): Promise<string> {
  const { id, version } = await esha().call(contract.save, await wish(child));
  await esha().call(contract.submit, { id }, { version });
  return id;
}
const chetan = () => app.as('Chetan', { centre: ANDHERI });

test('the approval takes the seat, a full bus refuses all of it, and the end frees it', async () => {
  const wanted = await wish(Aarav);
  const { stops } = await esha().call(contract.prepare, { enquiryId: wanted.enquiryId });
  assert.deepEqual(
    stops.map(({ route, name, distanceM }) => [route, name, distanceM]),
    [['R1', 'Lake', 2_600]],
  );
  for (const [more, field] of [
    [{ distanceM: 900 }, 'distanceM'],
    [{ stopId: crypto.randomUUID() }, 'stopId'],
  ] as const) {
    const error = await esha().refused(contract.save, { ...wanted, ...more }, 'input.invalid');
    assert.deepEqual(Object.keys(error.fields ?? {}), [field]);
  }
  const { id: first, version } = await esha().call(contract.save, wanted);
  await esha().call(contract.submit, { id: first }, { version });
  assert.deepEqual(await seatsOf(first), []);
  const at = (await serviceRow(first)).version;
  assert.deepEqual((await chetan().call(contract.approve, { id: first }, { version: at })).status, 'HELD');
  assert.deepEqual(await seatsOf(first), [{ status: 'HELD', from: '2026-06-17', to: '2027-03-31' }]);
  const second = await submitted(Kabir);
  const waiting = await serviceRow(second);
  await chetan().refused(contract.approve, { id: second }, 'route.full', { version: waiting.version });
  assert.deepEqual(await serviceRow(second), waiting);
  const lines = await app.sql(
    `select from fee_line l join service_assignment a on a.fee_assignment_id = l.fee_assignment_id where a.id = $1`,
    [second],
  );
  assert.equal(lines.length, 0);
  const cancel = { id: first, reason: 'The family moves' };
  await esha().call(contract.cancel, cancel, { version: (await serviceRow(first)).version });
  assert.deepEqual((await seatsOf(first))[0]?.to, '2026-06-16');
  await chetan().call(contract.approve, { id: second }, { version: waiting.version });
  assert.equal((await seatsOf(second))[0]?.status, 'HELD');
});
