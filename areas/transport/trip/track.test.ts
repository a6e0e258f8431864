// The way of the bus: only of the running trip and from its own people, gone after thirty days, and for a family only while its
// child is on the bus and it shares that.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, people } from '@aangan/testkit/world.ts';
import { children } from '@aangan/testkit/world-families.ts';
import { recordConsent } from '../../communication/public.server.ts';
import { childBusContract } from '../family/child-bus.contract.ts';
import { trackContract as contract, type TrackPoint } from './track.contract.ts';
import { expireTracksJob } from './track.server.ts';
import { partsOf } from './track.ts';
import { tripContract } from './trip.contract.ts';
import { aRoute, at, checks, DAY, runJob, type TestRoute, tapOf } from './trip-testing.ts';

const { Aarav } = children;
let app: TestApp;
let route: TestRoute;
let id = '';
before(async () => {
  app = await testApp();
  app.moveClock(at('07:20'));
  route = await aRoute(app, [Aarav]);
  await app.sql(
    `insert into user_role (user_id, role_id, scope, franchisee_id, from_on) values ($1, 30, 'CENTRE', $2, '2024-04-01')`,
    [people.Zoya.id, ANDHERI],
  );
  await app.sql('update escort_person set user_id = $1 where id = $2', [people.Zoya.id, route.driverId]);
  await bina().call(tripContract.make, { date: DAY });
  const { trips } = await bina().call(tripContract.board, { date: DAY });
  id = trips.find(({ direction }) => direction === 'PICKUP')?.id ?? assert.fail();
});
after(() => app.close());
const bina = () => app.as('Bina');
const zoya = () => app.as('Zoya', { centre: ANDHERI });
const point = (time: string, lng = 72.82): TrackPoint => ({ at: at(time).toISOString(), lat: 19.14, lng });
const tell = async (...points: TrackPoint[]) =>
  (await zoya().call(contract.record, { tripId: id, id: randomUUID(), points })).kept;
const ride = async () =>
  (await app.as('Gita').call(childBusContract.mine, { student: Aarav.studentId })).days[0]?.rides[0];
const way = async () => (await bina().call(contract.read, { id })).parts;

test('points count while the trip runs, from its own people, and a gap stays a gap', async () => {
  assert.equal(await tell(point('07:19')), 0);
  await zoya().call(tripContract.start, { id, code: route.front, checks });
  app.moveClock(at('07:50'));
  const piece = {
    tripId: id,
    id: randomUUID(),
    points: [point('07:10'), point('07:30'), point('07:31', 72.821), point('07:40', 72.83)],
  };
  assert.equal((await zoya().call(contract.record, piece)).kept, 3);
  await zoya().call(contract.record, piece);
  assert.deepEqual(
    (await way()).map((part) => part.length),
    [2, 1],
  );
  await bina().refused(contract.record, { ...piece, id: randomUUID() }, 'track.not-on-bus');
  await app.as('Charu').refused(contract.read, { id }, 'row.not-found');
  await zoya().refused(contract.read, { id }, 'module.missing');
  assert.equal((await zoya().call(tripContract.run, { id })).own, true);
  assert.equal((await bina().call(tripContract.run, { id })).own, false);
  // Places never reach the change audit.
  const [seen] = await app.sql<{ n: number }>(
    `select count(*)::int as n from record_change where table_name = 'trip_track' and diff::text like '%72.8%'`,
  );
  assert.equal(seen?.n, 0);
});

test('a family sees the bus only while its child is on it and it shares that', async () => {
  assert.equal((await ride())?.bus, null);
  const [child] = (await zoya().call(tripContract.run, { id })).stops.flatMap((stop) => stop.children);
  const tap = (kind: 'BOARD' | 'ALIGHT', time: string) => {
    app.moveClock(at(time));
    return zoya().call(
      tripContract.scan,
      tapOf({ tripId: id, kind, childId: child?.id ?? '', at: at(time) }),
    );
  };
  await tap('BOARD', '07:52');
  await tell(point('07:52', 72.84));
  assert.equal((await ride())?.bus?.lng, 72.84);
  app.moveClock(at('07:58'));
  assert.equal((await ride())?.bus, null, 'too old to be where it is');
  await tell(point('07:58', 72.85));
  const share = (answer: 'YES' | 'WITHDRAWN') =>
    inUnitOfWork(app.pool, systemActor(ANDHERI), { command: 'test' }, (db) =>
      recordConsent(db, {
        franchiseeId: ANDHERI,
        subjectKind: 'STUDENT',
        subjectId: Aarav.studentId,
        answers: [{ purpose: 'TRANSPORT_LIVE', answer }],
        method: 'APP',
      }),
    );
  await share('WITHDRAWN');
  assert.equal((await ride())?.bus, null);
  await share('YES');
  assert.equal((await ride())?.bus?.lng, 72.85);
  await tap('ALIGHT', '08:05');
  await tell(point('08:05'));
  assert.equal((await ride())?.bus, null);
});

test('nothing counts after the trip; on day 31 the track is gone and the times stay', async () => {
  await app.sql(`update trip set status = 'COMPLETED', completed_at = $2 where id = $1`, [
    id,
    at('08:10').toISOString(),
  ]);
  app.moveClock(at('09:30'));
  assert.equal(await tell(point('08:09'), point('08:11'), point('09:30')), 1);
  const left = async () =>
    (await app.sql<{ n: number }>('select count(*)::int as n from trip_track where trip_id = $1', [id]))[0]
      ?.n ?? 0;
  const before = await left();
  assert.ok(before > 0);
  await runJob(app, expireTracksJob, at('02:20', '2026-08-07'));
  assert.equal(await left(), before);
  await runJob(app, expireTracksJob, at('02:20', '2026-08-08'));
  assert.equal(await left(), 0);
  assert.deepEqual(await way(), []);
  const [stop] = await app.sql<{ at: string | null }>(
    'select reached_at as at from trip_stop where trip_id = $1 and reached_at is not null',
    [id],
  );
  assert.ok(stop?.at);
});

test('points of any order make parts in their order', () => {
  const parts = partsOf([point('07:40'), point('07:30'), point('07:31')]);
  assert.deepEqual(
    parts.map((part) => part.map(({ at: when }) => when)),
    [[at('07:30'), at('07:31')], [at('07:40')]].map((part) => part.map((when) => when.toISOString())),
  );
});
