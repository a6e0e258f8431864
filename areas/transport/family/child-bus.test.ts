// A family's own bus: seen, excused in time, told; nobody else's child, and never a position.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import { children } from '@aangan/testkit/world-families.ts';
import { recordConsent } from '../../communication/public.server.ts';
import type { ScanKind } from '../trip/judge-scan.ts';
import { tripContract } from '../trip/trip.contract.ts';
import { aRoute, at, checks, DAY, type TestRoute, tapOf } from '../trip/trip-testing.ts';
import { childBusContract as contract } from './child-bus.contract.ts';

const { Kabir, Aarav } = children;
const NEXT = '2026-07-09';
let app: TestApp;
let clockAt = at('06:00');
const moveTo = (time: Date) => {
  clockAt = time;
  app.moveClock(time);
};
let route: TestRoute;
before(async () => {
  app = await testApp();
  moveTo(at('06:00'));
  await app.sql(`update student_guardian set valid_from = '2026-01-01'`);
  // Aarav waits at the second stop, at ten to eight.
  route = await aRoute(app, [Aarav, Kabir]);
  for (const date of [DAY, NEXT]) await bina().call(tripContract.make, { date });
});
after(() => app.close());
const bina = () => app.as('Bina');
const gita = () => app.as('Gita');
const mine = async () => (await gita().call(contract.mine, { student: Aarav.studentId })).days;
const say = (excused: boolean, on = DAY) => ({ student: Aarav.studentId, on, excused });
const tripOn = async (way: 'PICKUP' | 'DROPOFF') => {
  const { trips } = await bina().call(tripContract.board, { date: DAY });
  return trips.find(({ direction }) => direction === way)?.id ?? assert.fail();
};
async function tap(tripId: string, kind: ScanKind, receiverId: string | null = null) {
  const { stops } = await bina().call(tripContract.run, { id: tripId });
  const child = stops.flatMap((stop) => stop.children).find(({ name }) => name.startsWith('Aarav'));
  const one = tapOf({ tripId, kind, childId: child?.id ?? '', receiverId, at: clockAt });
  return bina().call(tripContract.scan, one);
}
const told = async () => {
  const rows = await app.sql<{ kind: string }>(
    `select payload->>'kind' as kind from outbox where kind = 'communication.expand' and payload->>'kind' like 'transport.%' and state <> 'CANCELLED' order by at, not_before`,
  );
  return rows.map(({ kind }) => kind);
};

test('a parent sees the bus of the own child, and nobody else’s', async () => {
  const days = await mine();
  assert.deepEqual(
    days.map(({ date, rides }) => [date, rides.length]),
    [
      [DAY, 2],
      [NEXT, 2],
    ],
  );
  const [ride] = days[0]?.rides ?? [];
  assert.deepEqual(
    [ride?.route, ride?.place, ride?.state, ride?.expectedAt],
    [route.code, 'Stop 2', 'EXPECTED', null],
  );
  assert.equal(Date.parse(ride?.plannedAt ?? ''), at('07:50').getTime());
  await gita().refused(contract.mine, { student: Kabir.studentId }, 'row.not-found');
  await gita().refused(contract.excuse, { ...say(true), student: Kabir.studentId }, 'row.not-found');
  const [read] = await app.sql<{ n: number }>(
    `select count(*)::int as n from access_log where contract = 'child-bus.mine'`,
  );
  assert.ok((read?.n ?? 0) > 0);
});

test('a child is excused until the bus is planned, and the roster knows', async () => {
  // Forty minutes before the stop.
  moveTo(at('07:10'));
  await gita().call(contract.excuse, say(true));
  const run = async () =>
    (await bina().call(tripContract.run, { id: await tripOn('PICKUP') })).stops
      .flatMap((stop) => stop.children)
      .map(({ name, state }) => `${name} ${state}`);
  assert.ok((await run()).some((one) => /^Aarav.*EXCUSED$/.test(one)));
  assert.deepEqual((await mine())[0]?.can, { excuse: false, come: true });
  await gita().call(contract.excuse, say(false));
  await gita().call(contract.excuse, say(true, NEXT));
  moveTo(at('07:11'));
  // The drop-off may still be excused; the pick-up stays as it is.
  await gita().call(contract.excuse, say(true));
  assert.deepEqual(
    (await mine())[0]?.rides.map(({ state }) => state),
    ['EXPECTED', 'EXCUSED'],
  );
  await gita().call(contract.excuse, say(false));
  moveTo(at('12:30'));
  const late = await gita().refused(contract.excuse, say(true), 'excuse.too-late');
  assert.equal(late.message, 'The bus has been planned. Please call the centre.');
  await gita().refused(contract.excuse, say(true, '2026-07-20'), 'excuse.too-late');
});

test('what happens on the bus is told once, not what is taken back, and not what was declined', async () => {
  moveTo(at('07:35'));
  const pickup = await tripOn('PICKUP');
  await bina().call(tripContract.start, { id: pickup, code: route.front, checks });
  // Of the start whoever waits for it hears: Kabir's family, too.
  assert.deepEqual(await told(), ['transport.started', 'transport.started']);
  await app.sql(`update outbox set state = 'CANCELLED' where payload->>'kind' = 'transport.started'`);
  const first = async () => (await mine())[0]?.rides[0];
  // Five minutes late at the start.
  assert.equal(Date.parse((await first())?.expectedAt ?? ''), at('07:55').getTime());
  moveTo(at('07:52'));
  await tap(pickup, 'BOARD');
  await tap(pickup, 'UNDO');
  assert.deepEqual(await told(), []);
  moveTo(at('07:54'));
  await tap(pickup, 'BOARD');
  assert.deepEqual(await told(), ['transport.boarded']);
  assert.equal((await first())?.state, 'BOARDED');
  await inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test' }, (db) =>
    recordConsent(db, {
      franchiseeId: ANDHERI,
      subjectKind: 'STUDENT',
      subjectId: Aarav.studentId,
      answers: [{ purpose: 'TRANSPORT_LIVE', answer: 'WITHDRAWN' }],
      method: 'APP',
    }),
  );
  await tap(pickup, 'ALIGHT');
  assert.deepEqual(await told(), ['transport.boarded']);
  moveTo(at('13:02'));
  const home = await tripOn('DROPOFF');
  await app.sql(`update trip set status = 'COMPLETED' where id = $1`, [pickup]);
  await bina().call(tripContract.start, { id: home, code: route.front, checks });
  await tap(home, 'BOARD');
  moveTo(at('13:15'));
  // Nobody came: told whatever was declined.
  await tap(home, 'RETURN');
  assert.deepEqual(await told(), ['transport.boarded', 'transport.returned']);
  const second = (await mine())[0]?.rides[1];
  assert.deepEqual([second?.state, second?.returned], ['ALIGHTED', true]);
  // Of the next day's pick-up Kabir's family hears; Aarav was excused.
  const { trips } = await bina().call(tripContract.board, { date: NEXT });
  const next = trips.find(({ direction }) => direction === 'PICKUP') ?? assert.fail();
  await bina().call(tripContract.cancel, { id: next.id, reason: 'Heavy rain' }, { version: next.version });
  assert.equal((await told()).filter((kind) => kind === 'transport.cancelled').length, 1);
  assert.equal((await mine())[1]?.rides[0]?.trip, 'CANCELLED');
});
