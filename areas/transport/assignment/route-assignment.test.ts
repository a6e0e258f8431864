// Seats on bus routes: per weekday and date, under the fare, changed from a day on, and ended with the service.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { recordHistoryContract } from '@aangan/contract/record-history.contract.ts';
import type { Weekday } from '@aangan/contract/weekday.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import type { Caller, TestApp } from '@aangan/testkit/app.ts';
import { addChildren } from '@aangan/testkit/more-children.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import { children } from '@aangan/testkit/world-families.ts';
import { serviceAssignmentContract } from '../../services/assignment/service-assignment.contract.ts';
import { serviceEnquiryContract } from '../../services/enquiry/service-enquiry.contract.ts';
import { serviceOfferingContract } from '../../services/offering/service-offering.contract.ts';
import { r, servicePlan, servicesApp, servicesOf } from '../../services/services-testing.ts';
import { enrolmentContract } from '../../students/student/enrolment.contract.ts';
import {
  activateTransport,
  assignTransport,
  endTransport,
  moveTransport,
  routeSeatsLeft,
  transportOf,
} from '../public.server.ts';
import { busRouteContract } from '../route/bus-route.contract.ts';
import { addVehicle, aVehicle } from '../transport-testing.ts';
import { vehicleContract } from '../vehicle/vehicle.contract.ts';
import { routeAssignmentContract as contract } from './route-assignment.contract.ts';
import { routeAssignments } from './route-assignment.listing.ts';

const WEEK: Weekday[] = ['MON', 'TUE', 'WED', 'THU', 'FRI'];
let app: TestApp;
let kids: { studentId: string; admissionId: string }[];
before(async () => {
  // A Wednesday.
  app = await servicesApp('2026-06-10');
  kids = await addChildren(app, 42);
  await app.sql('update franchisee set lat = 19.1364, lng = 72.8296 where id = $1', [ANDHERI]);
  await setFare('off');
});
after(() => app.close());
const bina = () => app.as('Bina');
const setFare = (value: 'on' | 'off') =>
  app.sql(
    `insert into vehicle_setting (franchisee_id, key, value, from_on) values ($1, 'fare_required', $2, $3)`,
    [ANDHERI, value, value === 'off' ? '2026-01-01' : '2026-06-01'],
  );
const kid = (n: number): string => kids[n]?.studentId ?? '';

let codes = 0;
async function aBus({ seats = 2, runs = 'ROUND_TRIP' as 'ROUND_TRIP' | 'PICKUP' } = {}) {
  codes += 1;
  const code = `S${codes}`;
  const vehicleId = (
    await bina().call(vehicleContract.add, {
      ...aVehicle(),
      childSeats: seats,
      regNo: `MH 06 SE ${1000 + codes}`,
    })
  ).id;
  const { id: routeId } = await bina().call(busRouteContract.add, {
    code,
    name: 'Lokhandwala',
    shift: 'MORNING',
    runs,
    days: WEEK,
    vehicleId: null,
    pickupStart: '07:30',
    dropoffStart: runs === 'ROUND_TRIP' ? '13:00' : null,
    status: 'ACTIVE',
  });
  // Whether its papers run is another test's.
  await app.sql('update bus_route set vehicle_id = $2 where id = $1', [routeId, vehicleId]);
  const stop = async (name: string, distanceM: number) =>
    (
      await bina().call(busRouteContract.addStop, {
        routeId,
        name,
        landmark: null,
        point: '19.1450, 72.8250',
        radiusM: 100,
        pickupAt: '07:40',
        dropoffAt: null,
        distanceM,
      })
    ).id;
  const stops = { stopId: await stop('Lake', 2_600), farStop: await stop('Hill', 6_000) };
  return { code, vehicleId, routeId, ...stops, outside: await stop('Beach', 20_000) };
}
type Bus = Awaited<ReturnType<typeof aBus>>;
const seat = (
  bus: Bus,
  studentId: string,
  more: Partial<InputOf<typeof contract.assign>> = {},
): InputOf<typeof contract.assign> => ({
  studentId,
  routeId: bus.routeId,
  stopId: bus.stopId,
  direction: 'BOTH',
  days: WEEK,
  fromOn: '2026-06-15',
  toOn: null,
  ...more,
});
const assign = async (wanted: InputOf<typeof contract.assign>) =>
  (await bina().call(contract.assign, wanted)).id;
const rowOf = async (id: string) => {
  const [row] = await app.sql<{
    status: string;
    from: string;
    to: string;
    version: number;
    service: string | null;
  }>(
    `select status, from_on::text as "from", to_on::text as "to", version, service_assignment_id as service from route_assignment where id = $1`,
    [id],
  );
  return row ?? assert.fail('no such seat');
};

test('story 6: Tuesday is full, the other days are not; ways and dates are counted apart', async () => {
  const bus = await aBus({ seats: 2 });
  await assign(seat(bus, kid(0)));
  await assign(seat(bus, kid(1), { days: ['TUE'], fromOn: '2026-09-01', toOn: '2026-09-30' }));
  const full = await bina().refused(contract.assign, seat(bus, kid(2)), 'route.full');
  assert.match(full.message, /Tuesday is full from 01-09-2026 \(3 of 2\)/);
  // One who begins after that Tuesday, or rides another day, has a seat.
  await assign(seat(bus, kid(2), { toOn: '2026-08-31' }));
  await assign(seat(bus, kid(2), { fromOn: '2026-09-01', days: ['MON', 'WED'] }));
  const { seats, days } = await bina().call(contract.seats, {
    routeId: bus.routeId,
    direction: 'PICKUP',
    fromOn: '2026-09-01',
  });
  assert.equal(seats, 2);
  assert.deepEqual(
    days.map(({ day, at, taken }) => [day, at, taken]),
    [
      ['MON', '2026-09-07', 2],
      ['TUE', '2026-09-01', 2],
      ['WED', '2026-09-02', 2],
      ['THU', '2026-09-03', 1],
      ['FRI', '2026-09-04', 1],
    ],
  );
  // A pick-up leaves the way home free.
  const other = await aBus({ seats: 1 });
  await assign(seat(other, kid(3), { direction: 'PICKUP' }));
  await bina().refused(contract.assign, seat(other, kid(4)), 'route.full');
  await assign(seat(other, kid(4), { direction: 'DROPOFF' }));
});

test('a child rides once on a day and way, and only what the route does', async () => {
  const [bus, pickup] = [await aBus({ seats: 9 }), await aBus({ seats: 9, runs: 'PICKUP' })];
  await assign(seat(bus, kid(5), { days: ['MON', 'TUE'] }));
  const error = await bina().refused(
    contract.assign,
    seat(pickup, kid(5), { direction: 'PICKUP', days: ['TUE'] }),
    'assignment.overlap',
  );
  assert.match(error.message, new RegExp(`already uses ${bus.code}`));
  await assign(seat(pickup, kid(5), { direction: 'PICKUP', days: ['WED'] }));
  const fieldsOf = async (wanted: InputOf<typeof contract.assign>) =>
    Object.keys((await bina().refused(contract.assign, wanted, 'input.invalid')).fields ?? {});
  assert.deepEqual(await fieldsOf(seat(pickup, kid(6))), ['direction']);
  assert.deepEqual(await fieldsOf(seat(bus, kid(6), { days: ['SAT'] })), ['days']);
  assert.deepEqual(await fieldsOf(seat(bus, kid(6), { stopId: pickup.stopId })), ['stopId']);
  assert.deepEqual(await fieldsOf(seat(bus, kid(6), { fromOn: '2027-04-01' })), ['fromOn']);
  assert.deepEqual(await fieldsOf(seat(bus, kid(6), { toOn: '2026-06-14' })), ['toOn']);
  assert.deepEqual(await fieldsOf(seat(bus, children.Kabir.studentId, { studentId: crypto.randomUUID() })), [
    'studentId',
  ]);
  await app.sql('update bus_route set vehicle_id = null where id = $1', [bus.routeId]);
  await bina().refused(contract.assign, seat(bus, kid(6)), 'route.no-vehicle');
  await app.sql(`update bus_route set status = 'INACTIVE' where id = $1`, [bus.routeId]);
  await bina().refused(contract.assign, seat(bus, kid(6)), 'route.not-running');
});

test('many clerks want the last seat: one gets it', async () => {
  const bus = await aBus({ seats: 3 });
  await assign(seat(bus, kid(28)));
  await assign(seat(bus, kid(29)));
  const answers = await Promise.all(
    kids.slice(8, 24).map(({ studentId }) => bina().raw(contract.assign, seat(bus, studentId))),
  );
  const codesOf = answers.map(({ status, body }) =>
    status === 200 ? 'taken' : (body as { code: string }).code,
  );
  assert.equal(codesOf.filter((code) => code === 'taken').length, 1);
  assert.deepEqual(new Set(codesOf), new Set(['taken', 'route.full']));
  const [row] = await app.sql<{ n: number }>(
    'select count(*)::int as n from route_assignment where route_id = $1',
    [bus.routeId],
  );
  assert.equal(row?.n, 3);
  // The same child at two buses at once rides on one.
  const [one, two] = [await aBus({ seats: 9 }), await aBus({ seats: 9 })];
  const both = await Promise.all([one, two].map((bus) => bina().raw(contract.assign, seat(bus, kid(24)))));
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 422]);
});

test('a seat is changed from a day on, and ended', async () => {
  const [bus, other] = [await aBus({ seats: 1 }), await aBus({ seats: 1 })];
  const id = await assign(seat(bus, kid(25), { fromOn: '2026-06-08' }));
  const { studentId: _child, ...wish } = seat(other, kid(25), { fromOn: '2026-07-01' });
  await bina().refused(contract.change, { id, ...wish, fromOn: '2026-06-09' }, 'input.invalid', {
    version: 1,
  });
  await bina().refused(contract.change, { id, ...wish }, 'row.stale', { version: 9 });
  const next = await bina().call(contract.change, { id, ...wish }, { version: 1 });
  // What is ridden until then stays ridden; the list ends it when its days are over.
  assert.deepEqual([(await rowOf(id)).to, (await rowOf(id)).status], ['2026-06-30', 'ACTIVE']);
  assert.deepEqual([(await rowOf(next.id)).from, (await rowOf(next.id)).to], ['2026-07-01', '2027-03-31']);
  // Not begun yet: the row itself moves, back to the bus it came from.
  const back = { id: next.id, ...wish, routeId: bus.routeId, stopId: bus.farStop };
  assert.deepEqual(await bina().call(contract.change, back, { version: 1 }), { id: next.id });
  const row = await rowOf(next.id);
  const end = { id: next.id, on: '2026-12-31', reason: 'Moves house' };
  await bina().refused(contract.end, { ...end, on: '2027-04-01' }, 'input.invalid', { version: row.version });
  await bina().call(contract.end, end, { version: row.version });
  assert.deepEqual([(await rowOf(next.id)).to, (await rowOf(next.id)).status], ['2026-12-31', 'ENDED']);
  await bina().refused(contract.end, end, 'input.invalid', { version: row.version + 1 });
  const ends = await bina().call(contract.get, { id: next.id });
  assert.deepEqual([ends.state, ends.can], ['ACTIVE', { edit: false, end: true }], 'until its last day');
  const { studentId: _same, ...again } = seat(other, kid(25), { fromOn: '2026-08-01' });
  await bina().refused(contract.change, { id: next.id, ...again }, 'row.wrong-state', {
    version: row.version + 1,
  });
  // Its days until then stay taken, those after are free.
  await bina().refused(contract.assign, seat(bus, kid(26)), 'route.full');
  await assign(seat(bus, kid(26), { fromOn: '2027-01-01' }));
});

test('stops and vehicles that seats need stay', async () => {
  const bus = await aBus({ seats: 3 });
  await assign(seat(bus, kid(6)));
  const id = await assign(seat(bus, kid(7)));
  const inUse = await bina().refused(busRouteContract.removeStop, { id: bus.stopId }, 'stop.in-use', {
    version: 1,
  });
  assert.match(inUse.message, /2 children use Lake/);
  await bina().call(busRouteContract.removeStop, { id: bus.farStop }, { version: 1 });
  const small = await addVehicle(app);
  await app.sql('update vehicle set child_seats = 1 where id = $1', [small]);
  const [route] = await app.sql<{ version: number }>('select version from bus_route where id = $1', [
    bus.routeId,
  ]);
  const plan = {
    id: bus.routeId,
    code: bus.code,
    name: 'Lokhandwala',
    shift: 'MORNING' as const,
    runs: 'ROUND_TRIP' as const,
    days: WEEK,
    vehicleId: small,
    pickupStart: '07:30',
    dropoffStart: '13:00',
    status: 'ACTIVE' as const,
  };
  const version = route?.version ?? 0;
  const error = await bina().refused(busRouteContract.change, plan, 'route.vehicle-small', { version });
  assert.match(error.message, /1 seats\. 2 children ride on S\d+ on Monday/);
  for (const less of [{ status: 'INACTIVE' as const }, { days: ['MON'] as Weekday[] }, { vehicleId: null }])
    await bina().refused(
      busRouteContract.change,
      { ...plan, vehicleId: bus.vehicleId, ...less },
      'route.in-use',
      { version },
    );
  assert.equal((await rowOf(id)).status, 'ACTIVE');
});

test('with a fare the seat follows the approved service, and ends with it', async () => {
  await setFare('on');
  const bus = await aBus({ seats: 5 });
  const { studentId } = children.Aarav;
  await bina().refused(contract.assign, seat(bus, studentId), 'assignment.service-missing');
  const world = await servicesOf(app);
  const plan = await servicePlan(app, { code: 'BUS-B', monthly: r(1_800), serviceId: world.busId });
  for (const [slab, fromM, toM] of [
    ['B', 0, 4_000],
    ['C', 4_000, 9_000],
  ] as const)
    await bina().call(serviceOfferingContract.addSlab, {
      offeringId: world.busOffering,
      slab,
      direction: 'BOTH',
      fromM,
      toM,
      feePlanId: plan.planId,
    });
  const esha = app.as('Esha');
  const enquiry = await esha.call(serviceEnquiryContract.create, {
    who: 'ENROLLED',
    studentId,
    serviceId: world.busId,
    wantedFrom: '2026-06-17',
  });
  const { id: serviceId } = await esha.call(serviceAssignmentContract.save, {
    enquiryId: enquiry.id,
    direction: 'BOTH',
    distanceM: 2_600,
    stopText: 'Lake',
    startsOn: '2026-06-17',
    endsOn: '2027-02-28',
    weekdays: WEEK,
  });
  const version = async () =>
    (
      await app.sql<{ version: number }>('select version from service_assignment where id = $1', [serviceId])
    )[0]?.version ?? 0;
  await esha.call(serviceAssignmentContract.submit, { id: serviceId }, { version: await version() });
  await app
    .as('Chetan', { centre: ANDHERI })
    .call(serviceAssignmentContract.approve, { id: serviceId }, { version: await version() });
  const from = { fromOn: '2026-06-17' };
  await bina().refused(contract.assign, seat(bus, studentId), 'assignment.service-missing');
  const slab = await bina().refused(
    contract.assign,
    seat(bus, studentId, { ...from, stopId: bus.farStop }),
    'assignment.slab-changes',
  );
  assert.match(slab.message, /fare slab C/);
  const beyond = seat(bus, studentId, { ...from, stopId: bus.outside });
  await bina().refused(contract.assign, beyond, 'assignment.no-slab');
  const late = seat(bus, studentId, { ...from, toOn: '2027-03-31' });
  assert.deepEqual(Object.keys((await bina().refused(contract.assign, late, 'input.invalid')).fields ?? {}), [
    'toOn',
  ]);
  const id = await assign(seat(bus, studentId, from));
  const held = await rowOf(id);
  assert.deepEqual([held.status, held.to, held.service], ['HELD', '2027-02-28', serviceId]);
  await bina().call(contract.end, { id, on: '2026-07-01', reason: 'Given anew' }, { version: held.version });
  const meanwhile = await paidMeanwhile(seat(bus, studentId, from), serviceId);
  const { status, version: at } = await rowOf(meanwhile);
  assert.equal(status, 'ACTIVE');
  await bina().call(contract.end, { id: meanwhile, on: '2026-06-16', reason: 'Given anew' }, { version: at });
  const again = await assign(seat(bus, studentId, from));
  assert.equal((await rowOf(again)).status, 'HELD');
  // Paid, it is the child's: services says so in its own work.
  await inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test' }, (db) =>
    activateTransport(db, { serviceAssignmentId: serviceId }),
  );
  assert.equal((await rowOf(again)).status, 'ACTIVE');
  await esha.call(
    serviceAssignmentContract.cancel,
    { id: serviceId, reason: 'The family moves' },
    { version: await version() },
  );
  const ended = await rowOf(again);
  assert.deepEqual([ended.status, ended.to], ['ENDED', '2026-06-16']);
  await throughContract(bus, serviceId);
  await setFareOff();
  const { rows } = await bina().call(recordHistoryContract.list, { kind: 'route-assignment', id });
  assert.ok(rows.length >= 3);
});

/** What services calls in its own work. */
async function throughContract(bus: Bus, serviceAssignmentId: string): Promise<void> {
  const [wanted, studentId] = [{ serviceAssignmentId, from: '2026-07-01' }, kid(27)];
  await inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test' }, async (db) => {
    const { routeId, stopId } = bus;
    const seats = { franchiseeId: ANDHERI, routeId, direction: 'BOTH', days: 31, to: '2026-12-31' } as const;
    const left = () => routeSeatsLeft(db, { ...seats, from: '2026-07-01' });
    assert.equal(await left(), 5);
    const more = {
      direction: 'BOTH',
      days: 31,
      to: '2026-12-31',
      state: 'HELD',
      holdUntil: '2099-01-01',
    } as const;
    await assignTransport(db, { ...wanted, ...more, enrolmentId: kids[27]?.admissionId ?? '', stopId });
    assert.equal(await left(), 4);
    await moveTransport(db, { serviceAssignmentId, stopId: bus.farStop, from: '2026-09-01' });
    const on = async (day: string) =>
      (await transportOf(db, { studentIds: [studentId], on: day })).map(({ stop, status }) => [stop, status]);
    // What is not paid is ridden on no day of it.
    assert.deepEqual(
      [await on('2026-08-31'), await on('2026-09-01')],
      [[['Lake', 'HELD']], [['Hill', 'HELD']]],
    );
    await endTransport(db, { serviceAssignmentId, on: '2026-06-30', reason: 'Not paid' });
    assert.deepEqual([await on('2026-08-31'), await on('2026-09-01')], [[], []], 'also what ends later');
  });
}

test('a held seat is taken until services ends it, also past its day', async () => {
  const bus = await aBus({ seats: 1 });
  const held = await assign(seat(bus, kid(30), { fromOn: '2027-01-04' }));
  // Its money may be on the way: services keeps it meanwhile, and makes it the child's when it is there.
  await app.sql(`update route_assignment set status = 'HELD', hold_until = '2026-06-01' where id = $1`, [
    held,
  ]);
  await bina().refused(contract.assign, seat(bus, kid(31), { fromOn: '2027-01-04' }), 'route.full');
  const { state, can } = await bina().call(contract.get, { id: held });
  assert.deepEqual([state, can], ['HELD', { edit: true, end: true }]);
  // Nobody rode on it, so ended it takes up no day.
  await bina().call(contract.end, { id: held, on: '2027-02-01', reason: 'Not needed' }, { version: 2 });
  const { status, from, to } = await rowOf(held);
  assert.deepEqual([status, from, to], ['ENDED', '2027-01-04', '2027-01-03']);
  await assign(seat(bus, kid(31), { fromOn: '2027-01-04' }));
});

test('children ride in the year of their enrolment, while it lasts', async () => {
  const bus = await aBus({ seats: 9 });
  const { id: next } = await bina().call(busRouteContract.copyYear, { id: bus.routeId });
  const [stop] = await app.sql<{ id: string }>('select id from bus_stop where route_id = $1 order by seq', [
    next,
  ]);
  const wish = { routeId: next, stopId: stop?.id ?? '', fromOn: '2027-04-05' };
  const year = await bina().refused(contract.assign, seat(bus, kid(32), wish), 'input.invalid');
  assert.deepEqual(Object.keys(year.fields ?? {}), ['routeId']);
  const id = await assign(seat(bus, kid(33), { fromOn: '2026-07-01' }));
  const { studentId: _child, ...change } = seat(bus, kid(33), { fromOn: '2026-08-03' });
  const other = await bina().refused(contract.change, { id, ...change, ...wish }, 'input.invalid', {
    version: 1,
  });
  assert.deepEqual(Object.keys(other.fields ?? {}), ['routeId']);
  await app.sql(`update enrolment set status = 'WITHDRAWN' where id = $1`, [kids[33]?.admissionId]);
  const left = await bina().refused(contract.change, { id, ...change }, 'input.invalid', { version: 1 });
  assert.deepEqual(Object.keys(left.fields ?? {}), ['studentId']);
  await app.sql(`update enrolment set status = 'ACTIVE' where id = $1`, [kids[33]?.admissionId]);
});

test('an enrolment that is taken back gives its seat up', async () => {
  const bus = await aBus({ seats: 1 });
  const id = await assign(seat(bus, kid(34), { fromOn: '2026-07-01' }));
  const enrolment = kids[34]?.admissionId ?? '';
  await app.sql(`update enrolment set status = 'UPCOMING', joined_on = '2026-07-01' where id = $1`, [
    enrolment,
  ]);
  await bina().call(enrolmentContract.cancel, { id: enrolment, reason: 'Goes to another school' });
  assert.deepEqual([(await rowOf(id)).status, (await rowOf(id)).to], ['ENDED', '2026-06-30']);
});

test('days that are over stay: a seat neither ends nor changes before today', async () => {
  const bus = await aBus({ seats: 3 });
  const id = await assign(seat(bus, kid(35), { fromOn: '2026-06-03' }));
  const end = { id, on: '2026-06-09', reason: 'Moves house' };
  const past = await bina().refused(contract.end, end, 'input.invalid', { version: 1 });
  assert.deepEqual(Object.keys(past.fields ?? {}), ['on']);
  // This morning's bus has gone.
  const { studentId: _child, ...today } = seat(bus, kid(35), { fromOn: '2026-06-10' });
  await bina().refused(contract.change, { id, ...today }, 'input.invalid', { version: 1 });
  await bina().call(contract.end, { ...end, on: '2026-06-10' }, { version: 1 });
  assert.deepEqual([(await rowOf(id)).from, (await rowOf(id)).to], ['2026-06-03', '2026-06-10']);
});

test('a vehicle keeps the seats that are given on it', async () => {
  const bus = await aBus({ seats: 3 });
  await assign(seat(bus, kid(36)));
  await assign(seat(bus, kid(37), { days: ['MON', 'THU'], fromOn: '2026-09-01' }));
  const vehicle = { ...aVehicle(), id: bus.vehicleId, regNo: `MH 06 SE ${1000 + codes}` };
  const less = (childSeats: number) => [{ ...vehicle, childSeats }, { version: 1 }] as const;
  const [input, version] = less(1);
  const error = await bina().refused(vehicleContract.change, input, 'route.vehicle-small', version);
  assert.match(error.message, /1 seats\. 2 children ride on S\d+ on Monday from 07-09-2026/);
  await bina().call(vehicleContract.change, ...less(2));
  // Whoever takes a seat at that moment and whoever takes it away come one after the other.
  const race = await aBus({ seats: 2 });
  const [first, second] = [kid(38), kid(39)];
  await assign(seat(race, first));
  const fewer = { ...vehicle, id: race.vehicleId, regNo: `MH 06 SE ${1000 + codes}`, childSeats: 1 };
  const answers = await Promise.all([
    bina().raw(contract.assign, seat(race, second)),
    bina().raw(vehicleContract.change, fewer, { version: 1 }),
  ]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
});

/** Services makes the service active while transport gives the seat: the seat waits for it and is active too. */
async function paidMeanwhile(wish: InputOf<typeof contract.assign>, serviceId: string): Promise<string> {
  let giving: ReturnType<Caller['raw']> | undefined;
  await inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test' }, async (db) => {
    await db
      .updateTable('service_assignment')
      .set({ status: 'ACTIVE' })
      .where('id', '=', serviceId)
      .execute();
    await activateTransport(db, { serviceAssignmentId: serviceId });
    giving = bina().raw(contract.assign, wish);
    // Long enough to have been given, were it not kept waiting.
    await Promise.race([giving, pause(1_000)]);
  });
  const answer = (await giving)?.body as { id: string };
  await app.sql(`update service_assignment set status = 'HELD' where id = $1`, [serviceId]);
  return answer.id;
}

const setFareOff = () =>
  app.sql(`delete from vehicle_setting where franchisee_id = $1 and key = 'fare_required' and value = 'on'`, [
    ANDHERI,
  ]);

test('a child that leaves gives its seats up', async () => {
  const bus = await aBus({ seats: 1 });
  const id = await assign(seat(bus, kid(27), { fromOn: '2026-06-15' }));
  const leaves = () =>
    inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test' }, (db) =>
      endTransport(db, { enrolmentId: kids[27]?.admissionId ?? '', on: '2026-06-30', reason: 'Withdrawal' }),
    );
  await leaves();
  await leaves();
  assert.deepEqual([(await rowOf(id)).status, (await rowOf(id)).to], ['ENDED', '2026-06-30']);
});

test('another centre has nothing of it', async () => {
  const bus = await aBus();
  const id = await assign(seat(bus, children.Kabir.studentId));
  const charu = app.as('Charu');
  assert.equal(people.Charu.at, BANER);
  const { studentId: _child, ...wish } = seat(bus, kid(0));
  await charu.refused(contract.get, { id }, 'row.not-found');
  await charu.refused(contract.change, { id, ...wish }, 'row.not-found', { version: 1 });
  await charu.refused(contract.end, { id, on: '2026-06-30', reason: 'x' }, 'row.not-found', { version: 1 });
  await charu.refused(
    contract.seats,
    { routeId: bus.routeId, direction: 'BOTH', fromOn: '2026-06-15' },
    'row.not-found',
  );
  const { rows } = await bina().call(routeAssignments.endpoints.list, { routeId: [bus.routeId] });
  assert.deepEqual(
    rows.map(({ child, route, stop, days }) => [child, route, stop, days]),
    [['Kabir', bus.code, 'Lake', 'Mon–Fri']],
  );
  assert.ok(!(await charu.call(routeAssignments.endpoints.list, {})).rows.some((row) => row.id === id));
  const found = await bina().call(contract.children, { q: 'Child 00' });
  assert.ok(found.rows.length > 0);
});
