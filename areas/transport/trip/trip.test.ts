// Trips: made once a day, started with the right sticker alone, children counted once, and never over before the seats are checked.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { png } from '@aangan/server/test-support/sample-files.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { addChildren } from '@aangan/testkit/more-children.ts';
import { ANDHERI, people } from '@aangan/testkit/world.ts';
import { children } from '@aangan/testkit/world-families.ts';
import { escortAccountContract } from '../person/escort-account.contract.ts';
import { busRouteContract } from '../route/bus-route.contract.ts';
import { actualRouteContract } from './actual-route.contract.ts';
import { alarmContract } from './alarm.contract.ts';
import { destinationLogs } from './destination-log.listing.ts';
import type { ScanKind } from './judge-scan.ts';
import { makeTripsJob } from './make-trips.server.ts';
import { tripContract as contract } from './trip.contract.ts';
import {
  anEscort,
  aReadyVehicle,
  aRoute,
  at,
  checks,
  DAY,
  runJob,
  type Tapped,
  type TestRoute,
  tapOf,
} from './trip-testing.ts';
import { watchTripsJob } from './watch-trips.server.ts';

let app: TestApp;
let kids: { studentId: string; admissionId: string }[];
let used = 0;
before(async () => {
  app = await testApp();
  app.moveClock(at('07:20'));
  kids = await addChildren(app, 40);
  await app.sql(`update student_guardian set valid_from = '2026-01-01'`);
  await app.sql(`insert into user_approval_code (user_id, code) values ($1, 'TRANSPORT_OVERRIDE')`, [
    people.Omkar.id,
  ]);
  // Zoya has no role: here she drives.
  await app.sql(
    `insert into user_role (user_id, role_id, scope, franchisee_id, from_on) values ($1, 30, 'CENTRE', $2, '2024-04-01')`,
    [people.Zoya.id, ANDHERI],
  );
});
after(() => app.close());
const bina = () => app.as('Bina');
const zoya = () => app.as('Zoya', { centre: ANDHERI });
const charu = () => app.as('Charu');
let clockAt = at('07:20');
const moveTo = (time: Date) => {
  clockAt = time;
  app.moveClock(time);
};
const clock = (time: string, day = DAY) => moveTo(at(time, day));

type Way = 'PICKUP' | 'DROPOFF';
async function board(date = DAY) {
  return bina().call(contract.board, { date });
}
const tripOn = async (route: TestRoute, way: Way, date = DAY) =>
  (await board(date)).trips.find((one) => one.route === route.code && one.direction === way) ??
  assert.fail('no such trip');

/** A route with so many children of its own, its trips made, at twenty past seven. */
async function ready(count = 2) {
  clock('07:20');
  const riders = kids.slice(used, used + count);
  used += count;
  const route = await aRoute(app, riders);
  await bina().call(contract.make, { date: DAY });
  return { route, riders, id: (await tripOn(route, 'PICKUP')).id };
}
const begin = (id: string, route: TestRoute) =>
  bina().call(contract.start, { id, code: route.front, checks });
const run = (id: string) => bina().call(contract.run, { id });
const childrenOf = async (id: string) => (await run(id)).stops.flatMap((stop) => stop.children);
const scan = (
  tripId: string,
  childId: string,
  kind: ScanKind,
  receiverId: string | null = null,
  id = randomUUID(),
) => bina().call(contract.scan, tapOf({ tripId, id, kind, childId, receiverId, at: clockAt }));
const bus = (tripId: string, kind: ScanKind, more: Partial<Tapped> = {}) =>
  bina().call(contract.scan, tapOf({ tripId, kind, at: clockAt, ...more }));

test('trips of a day are made once, with the children of the day, and not on a day without school', async () => {
  const { route, id } = await ready(3);
  const first = await board();
  await bina().call(contract.make, { date: DAY });
  await runJob(app, makeTripsJob, at('00:30'));
  clock('07:20');
  const again = await board();
  assert.equal(again.trips.length, first.trips.length);
  assert.equal((await tripOn(route, 'PICKUP')).id, id);
  assert.equal((await tripOn(route, 'PICKUP')).expected, 3);
  assert.deepEqual(
    (await run(id)).stops.map((stop) => stop.children.length),
    [2, 1],
  );
  // The job made the week; a Saturday has none.
  assert.equal((await tripOn(route, 'PICKUP', '2026-07-10')).status, 'SCHEDULED');
  assert.equal((await board('2026-07-11')).trips.length, 0);
  assert.ok((await board('2026-07-11')).closed);
  await bina().refused(contract.make, { date: '2026-07-07' }, 'input.invalid');
  // A child whose seat has ended rides no longer.
  await app.sql(`update route_assignment set to_on = '2026-07-07' where route_id = $1 and stop_id = $2`, [
    route.routeId,
    route.second,
  ]);
  await bina().call(contract.make, { date: DAY });
  assert.equal((await tripOn(route, 'PICKUP')).expected, 2);
});

test('a trip starts on its day, about its time, with what may run and its own front sticker', async () => {
  const { route, id } = await ready();
  const other = await aReadyVehicle(app);
  const start = (code: string, more: object = {}) => ({ id, code, checks: { ...checks, ...more } });
  clock('06:29');
  const early = await bina().refused(contract.start, start(route.front), 'trip.too-early');
  assert.match(early.message, /6:30/);
  clock('10:31');
  await bina().refused(contract.start, start(route.front), 'trip.too-late');
  clock('07:20', '2026-07-07');
  await bina().refused(contract.start, start(route.front), 'trip.not-today');
  clock('07:20');
  await bina().refused(contract.start, start('ZZZZZZ'), 'trip.no-sticker');
  const wrong = await bina().refused(contract.start, start(other.front), 'trip.wrong-sticker');
  assert.match(wrong.message, /MH 04 ZT/);
  await bina().refused(contract.start, start(route.rear), 'trip.front-needed');
  const unsafe = await bina().refused(
    contract.start,
    start(route.front, { extinguisher: false }),
    'trip.checklist',
  );
  assert.match(unsafe.message, /Fire extinguisher/);
  await app.sql(`update vehicle_fitness set ends_on = '2026-07-01' where vehicle_id = $1`, [route.vehicleId]);
  await bina().refused(contract.start, start(route.front), 'vehicle.blocked');
  await app.sql(`update vehicle_fitness set ends_on = '2027-03-31' where vehicle_id = $1`, [route.vehicleId]);
  await app.sql(`update escort_person set status = 'SUSPENDED' where id = $1`, [route.driverId]);
  await bina().refused(contract.start, start(route.front), 'person.blocked');
  await app.sql(`update escort_person set status = 'VERIFIED' where id = $1`, [route.driverId]);
  // The horn may wait.
  await bina().call(contract.start, start(route.front.toLowerCase(), { horn: false }));
  await bina().call(contract.start, start(route.front));
  const [kept] = await app.sql<{ n: string }>(
    `select papers->'notInOrder'->>0 as n from trip where id = $1`,
    [id],
  );
  assert.equal(kept?.n, 'horn');
  const home = await tripOn(route, 'DROPOFF');
  clock('12:10');
  const busy = await bina().refused(
    contract.start,
    { id: home.id, code: route.front, checks },
    'trip.vehicle-busy',
  );
  assert.match(busy.message, /MH 04 ZT/);
});

test('a child who gets in is counted once, whatever is sent again; a wrong tap is taken back in time', async () => {
  const { route, id } = await ready();
  const [one, two] = await childrenOf(id);
  assert.ok(one && two);
  assert.equal((await scan(id, one.id, 'BOARD')).reason, 'TRIP_CLOSED');
  await begin(id, route);
  clock('07:41');
  const same = randomUUID();
  assert.equal((await scan(id, one.id, 'BOARD', null, same)).state, 'BOARDED');
  assert.equal((await scan(id, one.id, 'BOARD', null, same)).state, 'BOARDED');
  moveTo(new Date(at('07:41').getTime() + 40_000));
  assert.equal((await scan(id, one.id, 'BOARD')).result, 'ALLOWED');
  const [counted] = await app.sql<{ n: number }>(
    `select count(*)::int as n from scan_log where trip_id = $1 and kind = 'BOARD' and result = 'ALLOWED'`,
    [id],
  );
  assert.equal(counted?.n, 1);
  clock('07:43');
  assert.equal((await scan(id, one.id, 'BOARD')).reason, 'ALREADY_ON');
  assert.equal((await scan(id, one.id, 'UNDO')).reason, 'TOO_LATE');
  assert.equal((await scan(id, one.id, 'HANDOVER')).reason, 'WRONG_WAY');
  assert.equal((await scan(id, two.id, 'ALIGHT')).reason, 'NOT_ON_BOARD');
  await scan(id, two.id, 'BOARD');
  assert.equal((await scan(id, two.id, 'UNDO')).state, 'EXPECTED');
  assert.equal((await scan(id, two.id, 'UNDO')).reason, 'TOO_LATE');
  // Nobody is given up before the bus has waited at the stop.
  assert.equal((await scan(id, two.id, 'NO_SHOW')).reason, 'NOT_AT_STOP');
  clock('07:52');
  await bus(id, 'REACH', { stopId: route.second });
  clock('07:53');
  assert.equal((await scan(id, two.id, 'NO_SHOW')).reason, 'WAIT_AT_STOP');
  clock('07:55');
  assert.equal((await scan(id, two.id, 'NO_SHOW')).state, 'NO_SHOW');
  assert.equal((await scan(id, two.id, 'BOARD')).reason, 'CAME_AFTER_ALL');
  const { trips } = await bina().call(actualRouteContract.day, { date: DAY });
  const stops = trips.find((trip) => trip.id === id)?.stops ?? [];
  assert.ok(stops.every(({ reachedAt }) => reachedAt !== null));
});

test('the route does not end with a child on board, nor the trip without the back seat; alarms climb until then', async () => {
  const { route, id } = await ready();
  await begin(id, route);
  clock('07:41');
  const names = await childrenOf(id);
  for (const { id: child } of names) await scan(id, child, 'BOARD');
  clock('08:05');
  await scan(id, names[0]?.id ?? '', 'ALIGHT');
  assert.equal((await bus(id, 'END_ROUTE')).reason, 'CHILDREN_OPEN');
  // Arrived and not ended for ten minutes: the child is still on the bus.
  await runJob(app, watchTripsJob, at('08:15'));
  const alarms = async () => (await board()).alarms.filter(({ tripId }) => tripId === id);
  assert.deepEqual(
    (await alarms()).map(({ kind, level }) => [kind, level]),
    [['CHILD_ON_BOARD', 1]],
  );
  clock('08:15');
  await scan(id, names[1]?.id ?? '', 'ALIGHT');
  assert.equal((await bus(id, 'END_ROUTE')).result, 'ALLOWED');
  const level = async (time: string) => {
    await runJob(app, watchTripsJob, at(time));
    await runJob(app, watchTripsJob, at(time));
    return (await alarms()).find(({ kind }) => kind === 'CHECK_OVERDUE')?.level ?? 0;
  };
  assert.deepEqual([await level('08:19'), await level('08:20'), await level('08:24')], [0, 1, 1]);
  const [told] = await app.sql<{ n: number }>(
    `select count(*)::int as n from notice where kind = 'transport.alarm' and user_id = $1 and title like $2`,
    [people.Bina.id, `${route.code}: Nobody has checked%`],
  );
  assert.equal(told?.n, 1);
  assert.deepEqual([await level('08:25'), await level('08:30'), await level('08:50')], [2, 3, 3]);
  clock('08:51');
  const check = async (code: string, photo: string | null = null) => bus(id, 'REAR_CHECK', { code, photo });
  const front = await check(route.front);
  assert.equal(front.text, 'This is the front sticker. Please walk to the back seat.');
  const other = await aReadyVehicle(app);
  assert.equal((await check(other.rear)).reason, 'WRONG_STICKER');
  assert.equal((await check('ZZZZZZ')).reason, 'NO_STICKER');
  assert.equal((await check(route.rear)).reason, 'NO_PHOTO');
  assert.equal((await check(route.rear, Buffer.from('no picture').toString('base64'))).reason, 'NO_PHOTO');
  const seats = png().toString('base64');
  assert.equal((await check(route.rearPicture, seats)).result, 'ALLOWED');
  // Every try stands with the trip.
  assert.deepEqual(
    (await run(id)).refused.map(({ reason }) => reason),
    ['NO_PHOTO', 'NO_PHOTO', 'NO_STICKER', 'WRONG_STICKER', 'FRONT_STICKER', 'CHILDREN_OPEN'],
  );
  assert.equal((await tripOn(route, 'PICKUP')).status, 'COMPLETED');
  assert.deepEqual(await alarms(), []);
  const [how] = await app.sql<{ method: string }>('select check_method as method from trip where id = $1', [
    id,
  ]);
  assert.equal(how?.method, 'REAR_QR');
});

test('on the way home a child goes to those on the list alone; who insists rings, and nobody there means back', async () => {
  const kabir = { studentId: children.Kabir.studentId, admissionId: children.Kabir.admissionId };
  clock('07:20');
  const route = await aRoute(app, [kabir, ...kids.slice(used, used + 1)]);
  used += 1;
  await bina().call(contract.make, { date: DAY });
  const { id } = await tripOn(route, 'DROPOFF');
  clock('12:55');
  await begin(id, route);
  const find = async (name: RegExp) =>
    (await childrenOf(id)).find((one) => name.test(one.name)) ?? assert.fail();
  const [mine, other] = [await find(/Kabir/), await find(/Child/)];
  for (const { id: child } of [mine, other]) await scan(id, child, 'BOARD');
  clock('13:10');
  const [mother] = (await find(/Kabir/)).receivers;
  assert.ok(mother);
  assert.equal((await scan(id, mine.id, 'HANDOVER')).reason, 'NOT_A_RECEIVER');
  const alarms = async () => (await board()).alarms.filter(({ tripId }) => tripId === id);
  assert.equal((await alarms()).length, 0);
  assert.equal((await scan(id, mine.id, 'HANDOVER', randomUUID())).reason, 'NOT_A_RECEIVER');
  const [alarm] = await alarms();
  assert.equal(alarm?.kind, 'HANDOVER_DENIED');
  await app.sql(`update student_guardian set restricted = true where student_id = $1`, [kabir.studentId]);
  assert.equal((await find(/Kabir/)).receivers[0]?.refused, true);
  assert.equal((await scan(id, mine.id, 'HANDOVER', mother.id)).reason, 'NOT_A_RECEIVER');
  await app.sql(`update student_guardian set restricted = false where student_id = $1`, [kabir.studentId]);
  assert.equal((await scan(id, mine.id, 'HANDOVER', mother.id)).state, 'HANDED_OVER');
  assert.equal((await scan(id, other.id, 'RETURN')).state, 'ALIGHTED');
  assert.equal((await bus(id, 'END_ROUTE')).result, 'ALLOWED');
  await bina().call(alarmContract.ack, { id: alarm?.id ?? '' }, { version: 1 });
  const short = { id: alarm?.id ?? '', note: 'short' };
  await bina().refused(alarmContract.resolve, short, 'input.invalid', { version: 2 });
  await bina().call(alarmContract.resolve, { ...short, note: 'The uncle was sent away.' }, { version: 2 });
  const logs = async (filter: object) =>
    (await bina().call(destinationLogs.endpoints.list, { routeId: route.routeId, ...filter })).rows;
  const [refused] = await logs({ denied: 'YES' });
  assert.equal(refused?.deniedTries, 3);
  assert.equal(refused?.receivedBy, mother.name);
  assert.deepEqual(
    (await logs({ returned: 'YES' })).map(({ place }) => place),
    ['Centre'],
  );
  assert.equal((await logs({})).length, 2);
});

test('an escort sees the own trips alone, another centre none', async () => {
  const { route, id } = await ready();
  const { id: foreign } = await ready();
  const link = { id: route.driverId, signIn: 'nobody@aangan.test' };
  await bina().refused(escortAccountContract.link, link, 'person.no-account', { version: 1 });
  const [{ mail = '' } = {}] = await app.sql<{ mail: string }>(
    'select email_norm as mail from app_user where id = $1',
    [people.Zoya.id],
  );
  await bina().call(escortAccountContract.link, { ...link, signIn: mail }, { version: 1 });
  const second = { id: route.attendantId, signIn: mail };
  await bina().refused(escortAccountContract.link, second, 'person.account-taken', { version: 1 });
  const own = await zoya().call(contract.board, { date: DAY });
  assert.deepEqual([...new Set(own.trips.map((one) => one.route))], [route.code]);
  const [child] = await childrenOf(foreign);
  const tap = (tripId: string, kind: ScanKind = 'BOARD') =>
    tapOf({ tripId, kind, childId: child?.id ?? '', at: at('07:41') });
  for (const caller of [zoya(), charu()]) {
    await caller.refused(contract.run, { id: foreign }, 'row.not-found');
    await caller.refused(contract.start, { id: foreign, code: route.front, checks }, 'row.not-found');
    for (const kind of ['BOARD', 'REACH', 'END_ROUTE', 'REAR_CHECK'] as const)
      await caller.refused(contract.scan, tap(foreign, kind), 'row.not-found');
    await caller.refused(contract.sos, { id: foreign }, 'row.not-found');
  }
  // A child of another trip is not on this one.
  await zoya().call(contract.start, { id, code: route.front, checks });
  assert.equal((await zoya().call(contract.scan, tap(id))).reason, 'WRONG_ROUTE');
  await zoya().refused(contract.cancel, { id, reason: 'Rain' }, 'module.missing', { version: 1 });
  assert.equal((await zoya().call(contract.run, { id })).status, 'IN_PROGRESS');
  const [read] = await app.sql<{ n: number }>(
    `select count(*)::int as n from access_log where contract = 'trip.run' and user_id = $1 and subject_id = $2`,
    [people.Zoya.id, id],
  );
  assert.equal(read?.n, 1);
  await zoya().call(contract.sos, { id });
  assert.equal((await zoya().call(contract.board, { date: DAY })).alarms[0]?.level, 3);
});

test('the desk swaps, cancels and, with the code, closes; a stop with trips that ran stays', async () => {
  const { route, id } = await ready();
  const { vehicleId } = await aReadyVehicle(app);
  const driverId = await anEscort(app, 'DRIVER');
  const attendantId = await anEscort(app, 'ATTENDANT');
  const swap = { id, vehicleId, driverId, attendantId };
  await bina().refused(contract.swap, { ...swap, driverId: attendantId }, 'input.invalid', { version: 1 });
  await app.sql('update vehicle set child_seats = 1 where id = $1', [vehicleId]);
  await bina().refused(contract.swap, swap, 'trip.vehicle-small', { version: 1 });
  await app.sql('update vehicle set child_seats = 18 where id = $1', [vehicleId]);
  const { version } = await tripOn(route, 'PICKUP');
  await bina().refused(contract.swap, swap, 'row.stale', { version: version + 1 });
  await bina().call(contract.swap, swap, { version });
  // A new look at the routes leaves it alone.
  await bina().call(contract.make, { date: DAY });
  assert.equal((await tripOn(route, 'PICKUP')).vehicleId, vehicleId);
  const home = await tripOn(route, 'DROPOFF');
  await bina().call(contract.cancel, { id: home.id, reason: 'Heavy rain' }, { version: home.version });
  await bina().refused(contract.cancel, { id: home.id, reason: 'Again' }, 'row.wrong-state', {
    version: home.version + 1,
  });
  await bina().call(contract.make, { date: DAY });
  assert.equal((await tripOn(route, 'DROPOFF')).status, 'CANCELLED');
  const [sticker] = await app.sql<{ code: string }>(
    `select short_code as code from escort_card where subject_id = $1 and subject = 'VEHICLE_FRONT'`,
    [vehicleId],
  );
  await bina().call(contract.start, { id, code: sticker?.code ?? '', checks });
  const close = { id, reason: 'The sticker behind the last row was torn off.' };
  const running = await tripOn(route, 'PICKUP');
  await bina().refused(contract.forceClose, close, 'approval.code-missing', { version: running.version });
  await app
    .as('Omkar')
    .refused(contract.forceClose, close, 'trip.children-open', { version: running.version });
  await app.sql(`update trip_child set state = 'NO_SHOW' where trip_id = $1`, [id]);
  await app.as('Omkar').call(contract.forceClose, close, { version: running.version });
  const closed = await tripOn(route, 'PICKUP');
  assert.deepEqual([closed.status, closed.forced], ['COMPLETED', true]);
  await app.sql('delete from route_assignment where route_id = $1', [route.routeId]);
  await bina().refused(busRouteContract.removeStop, { id: route.first }, 'stop.has-history', { version: 1 });
});
