// Destinations: one a way and day, received by those named there alone, and told to whoever is on the bus.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { addDays } from '@aangan/contract/period.ts';
import type { AnyRecord } from '@aangan/contract/record.ts';
import { WEEKDAYS } from '@aangan/contract/weekday.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { children } from '@aangan/testkit/world-families.ts';
import { endTransport } from '../assignment/contract-with-services.server.ts';
import { day } from '../transport-testing.ts';
import { destinationLogs } from '../trip/destination-log.listing.ts';
import { tripContract } from '../trip/trip.contract.ts';
import { aRoute, at, checks, DAY, type TestRoute, tapOf } from '../trip/trip-testing.ts';
import { destination } from './destination.record.ts';
import { studentDestinationContract as contract } from './student-destination.contract.ts';
import { studentDestinations } from './student-destination.listing.ts';
import { vehicleDestination } from './vehicle-destination.record.ts';

const { Kabir, Aarav } = children;
const WEEK = ['MON', 'TUE', 'WED', 'THU', 'FRI'] as const;
let app: TestApp;
let route: TestRoute;
let daycare: string;
let home: string;
const uncle = randomUUID();
before(async () => {
  app = await testApp();
  app.moveClock(at('07:20'));
  await app.sql(`update student_guardian set valid_from = '2026-01-01'`);
  await app.sql(
    `insert into pickup_person (franchisee_id, id, student_id, name, relation, mobile, valid_from) values ($1, $2, $3, 'Uncle Ravi', 'OTHER', '+919820099001', '2026-01-01')`,
    [ANDHERI, uncle, Kabir.studentId],
  );
  route = await aRoute(app, [Kabir, Aarav]);
  // Lists go by the day of the database, whichever that is.
  await app.sql(`update route_assignment set to_on = '2099-12-31'`);
  const place = async (name: string, kind: string) => {
    const made = await bina().call(creates(destination), { name, kind } as never);
    return (made as { id: string }).id;
  };
  daycare = await place('Little Stars', 'DAYCARE');
  home = await place('Grandmother', 'HOME');
});
after(() => app.close());
const bina = () => app.as('Bina');
const creates = ({ endpoints }: AnyRecord) => endpoints.create ?? assert.fail();

const plan = (more: object = {}) => ({
  studentId: Kabir.studentId,
  direction: 'DROPOFF' as const,
  destinationId: daycare,
  days: [...WEEK],
  fromOn: DAY,
  receivers: [Kabir.guardianId],
  ...more,
});
const add = async (more: object = {}) => (await bina().call(contract.add, plan(more))).id;
const row = (id: string) => bina().call(contract.get, { id });
const wipe = () => app.sql('delete from student_destination');

test('a child is brought somewhere by one plan a way and day, to people of its own who may receive it', async () => {
  const wrong = async (field: string, more: object) => {
    const said = await bina().refused(contract.add, plan(more), 'input.invalid');
    assert.deepEqual(Object.keys(said.fields ?? {}), [field]);
  };
  await wrong('receivers', { receivers: [] });
  await wrong('receivers', { receivers: [Aarav.guardianId] });
  await wrong('receivers', { direction: 'PICKUP' });
  await wrong('fromOn', { fromOn: '2026-07-07' });
  await wrong('toOn', { toOn: '2026-07-07' });
  await wrong('destinationId', { destinationId: randomUUID() });
  await wrong('studentId', { studentId: children.Myra.studentId });
  await app.sql('update student_guardian set may_pick_up = false where student_id = $1', [Kabir.studentId]);
  await wrong('receivers', {});
  await app.sql('update student_guardian set may_pick_up = true where student_id = $1', [Kabir.studentId]);
  const id = await add();
  const said = await row(id);
  assert.deepEqual([said.bus, said.nobody, said.days], ['NO', 'NO', 'Mon–Fri']);
  const taken = await bina().refused(contract.add, plan({ days: ['FRI'] }), 'destination.overlap');
  assert.match(taken.message, /Little Stars/);
  await add({ days: ['SAT'] });
  await add({ direction: 'PICKUP', receivers: null });
  // All at once: one of them finds the days free.
  await wipe();
  const tried = await Promise.allSettled(
    Array.from({ length: 8 }, (_, n) => add({ toOn: addDays(DAY, 20 + n) })),
  );
  assert.equal(tried.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const one of tried)
    if (one.status === 'rejected') assert.match(String(one.reason), /destination\.overlap/);
  await wipe();
});

test('a bus that goes there is seen, and a receiver whose right is gone counts no more', async () => {
  const id = await add();
  const goes = {
    vehicleId: route.vehicleId,
    destinationId: daycare,
    direction: 'DROPOFF',
    days: [...WEEK],
    arriveAt: '13:25',
    fromOn: DAY,
  };
  const early = await bina().refused(
    creates(vehicleDestination),
    { ...goes, toOn: '2026-07-01' } as never,
    'input.invalid',
  );
  assert.deepEqual(Object.keys(early.fields ?? {}), ['toOn']);
  await bina().call(creates(vehicleDestination), goes as never);
  assert.equal((await row(id)).bus, 'YES');
  await app.sql('update student_guardian set restricted = true where student_id = $1', [Kabir.studentId]);
  const list = (filter: object) => bina().call(studentDestinations.endpoints.list, filter);
  assert.deepEqual(
    (await list({ nobody: 'YES' })).rows.map((one) => [one.id, one.receivers]),
    [[id, null]],
  );
  assert.equal((await list({ classId: 9999 })).rows.length, 0);
  await app.sql('update student_guardian set restricted = false where student_id = $1', [Kabir.studentId]);
  assert.equal((await list({ nobody: 'YES' })).rows.length, 0);
  // A place that children are brought to stays.
  const kept = await bina().call(destination.endpoints.get, { id: daycare });
  await bina().refused(destination.endpoints.remove as never, { id: daycare } as never, 'row.in-use', {
    version: (kept as { version: number }).version,
  });
  await wipe();
});

test('what changes, changes from a day on; one day wins, and an end leaves the days before', async () => {
  app.moveClock(new Date());
  const all = { days: [...WEEKDAYS] };
  const id = await add({ ...all, fromOn: day(0) });
  const to = { id, destinationId: home, ...all, receivers: [uncle] };
  await bina().refused(contract.change, { ...to, fromOn: day(-1) }, 'input.invalid', { version: 1 });
  await bina().refused(contract.change, { ...to, fromOn: day(0) }, 'row.stale', { version: 7 });
  const next = await bina().call(contract.change, { ...to, fromOn: day(2) }, { version: 1 });
  assert.notEqual(next.id, id);
  assert.equal((await row(id)).toOn, day(1));
  const planned = await row(next.id);
  assert.deepEqual([planned.state, planned.bus, planned.receivers], ['PLANNED', 'STOP', 'Uncle Ravi']);
  const once = { id: next.id, on: day(3), destinationId: daycare, receivers: [Kabir.guardianId] };
  await bina().refused(contract.oneDay, { ...once, on: day(-1) }, 'input.invalid');
  await bina().refused(contract.oneDay, { ...once, receivers: null }, 'input.invalid');
  const one = await bina().call(contract.oneDay, once);
  const again = await bina().call(contract.oneDay, { ...once, receivers: [uncle] });
  assert.equal(again.id, one.id);
  assert.equal((await row(one.id)).receivers, 'Uncle Ravi');
  await bina().refused(contract.change, { ...to, id: one.id, fromOn: day(3) }, 'row.wrong-state', {
    version: 2,
  });
  await bina().refused(contract.end, { id: next.id, on: day(-9) }, 'input.invalid', { version: 1 });
  // Before it began: it takes up no day at all.
  await bina().call(contract.end, { id: next.id, on: day(1) }, { version: 1 });
  assert.equal((await row(next.id)).state, 'ENDED');
  await bina().refused(contract.end, { id: next.id, on: day(1) }, 'row.wrong-state', { version: 2 });
  await add({ ...all, fromOn: day(2) });
  await wipe();
});

test('on the bus: the place stands with the child, those named receive it, and the log keeps where', async () => {
  app.moveClock(at('07:20'));
  await add({ receivers: [uncle] });
  await bina().call(tripContract.make, { date: DAY });
  const { trips } = await bina().call(tripContract.board, { date: DAY });
  const trip = trips.find((one) => one.route === route.code && one.direction === 'DROPOFF');
  assert.ok(trip);
  app.moveClock(at('12:55'));
  await bina().call(tripContract.start, { id: trip.id, code: route.front, checks });
  const run = () => bina().call(tripContract.run, { id: trip.id });
  assert.deepEqual((await run()).places, [{ name: 'Little Stars', arriveAt: '13:25' }]);
  const find = async (name: RegExp) =>
    (await run()).stops.flatMap((stop) => stop.children).find((one) => name.test(one.name)) ?? assert.fail();
  const [kabir, aarav] = [await find(/Kabir/), await find(/Aarav/)];
  assert.deepEqual([kabir.place, aarav.place], ['Little Stars', null]);
  assert.deepEqual(
    kabir.receivers.map(({ name }) => name),
    ['Uncle Ravi'],
  );
  assert.ok(aarav.receivers.length > 0);
  const scan = (childId: string, kind: 'BOARD' | 'HANDOVER' | 'RETURN', receiverId: string | null = null) =>
    bina().call(tripContract.scan, tapOf({ tripId: trip.id, kind, childId, receiverId, at: at('13:00') }));
  for (const { id } of [kabir, aarav]) await scan(id, 'BOARD');
  app.moveClock(at('13:20'));
  // The mother is on the family's list, and not named there.
  assert.equal((await scan(kabir.id, 'HANDOVER', Kabir.guardianId)).reason, 'NOT_A_RECEIVER');
  assert.equal((await scan(kabir.id, 'HANDOVER', uncle)).state, 'HANDED_OVER');
  assert.equal((await scan(aarav.id, 'RETURN')).state, 'ALIGHTED');
  await wipe();
  const { rows } = await bina().call(destinationLogs.endpoints.list, { routeId: route.routeId });
  assert.deepEqual(Object.fromEntries(rows.map(({ child, place }) => [child.split(' ')[0], place])), {
    Kabir: 'Little Stars',
    Aarav: 'Centre',
  });
});

test('another centre sees and changes nothing of it, and who may not read, does not', async () => {
  app.moveClock(at('07:20'));
  const id = await add();
  const charu = app.as('Charu');
  await charu.refused(contract.get, { id }, 'row.not-found');
  await charu.refused(contract.people, { studentId: Kabir.studentId, on: DAY }, 'row.not-found');
  const to = { id, destinationId: daycare, receivers: [uncle] };
  await charu.refused(contract.change, { ...to, days: [...WEEK], fromOn: DAY }, 'row.not-found', {
    version: 1,
  });
  await charu.refused(contract.oneDay, { ...to, on: DAY }, 'row.not-found');
  await charu.refused(contract.end, { id, on: DAY }, 'row.not-found', { version: 1 });
  assert.equal((await charu.call(studentDestinations.endpoints.list, {})).rows.length, 0);
  const people = await bina().call(contract.people, { studentId: Kabir.studentId, on: DAY });
  assert.ok(people.rows.some(({ name }) => name === 'Uncle Ravi'));
  const [read] = await app.sql<{ n: number }>(
    `select count(*)::int as n from access_log where contract = 'student-destination.people'`,
  );
  assert.ok((read?.n ?? 0) > 0);
});

test('with a child that leaves, the places it is brought to end', async () => {
  await wipe();
  const on = addDays(DAY, 20);
  const place = async (from: string, to: string | null) => {
    const id = randomUUID();
    await app.sql(
      `insert into student_destination (franchisee_id, id, enrolment_id, student_id, destination_id, direction, days_mask, from_on, to_on)
       select $1, $2, $3, $4, id, 'DROPOFF', 31, $5, $6 from destination where franchisee_id = $1 limit 1`,
      [ANDHERI, id, Aarav.admissionId, Aarav.studentId, from, to],
    );
    return id;
  };
  const ids = [
    await place(DAY, null),
    await place(addDays(DAY, 30), null),
    await place(DAY, addDays(DAY, 2)),
  ];
  await inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test' }, (db) =>
    endTransport(db, { enrolmentId: Aarav.admissionId, on, reason: 'The child leaves' }),
  );
  const ends = await app.sql<{ id: string; to: string }>(
    'select id, to_on::text as to from student_destination where id = any ($1)',
    [ids],
  );
  const byId = new Map(ends.map(({ id, to }) => [id, to]));
  assert.deepEqual(
    ids.map((id) => byId.get(id)),
    [on, addDays(DAY, 29), addDays(DAY, 2)],
  );
});
