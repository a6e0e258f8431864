// What a phone tapped without a network: it arrives once, in order, at the times of the device, and nothing of it is lost.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { png } from '@aangan/server/test-support/sample-files.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { addChildren } from '@aangan/testkit/more-children.ts';
import type { TapInput } from './play-scans.ts';
import { tripContract as contract } from './trip.contract.ts';
import { aRoute, at, checks, DAY, type TestRoute, tapOf } from './trip-testing.ts';

let app: TestApp;
let kids: { studentId: string; admissionId: string }[];
before(async () => {
  app = await testApp();
  app.moveClock(at('07:20'));
  kids = await addChildren(app, 10);
});
after(() => app.close());
const bina = () => app.as('Bina');
const run = (id: string) => bina().call(contract.run, { id });
const childrenOf = async (id: string) => (await run(id)).stops.flatMap(({ children }) => children);
const send = async (taps: readonly TapInput[]) => {
  const answers = [];
  for (const tap of taps) answers.push(await bina().call(contract.scan, tap));
  return answers;
};
/** What stands of the bus, to compare. */
const state = (id: string) =>
  app.sql(
    `select (select jsonb_agg(to_jsonb(x) order by x.seq) from scan_log x where x.trip_id = t.id) as log, t.status, t.arrived_at, t.completed_at, t.version,
            (select jsonb_agg(to_jsonb(c) order by c.id) from trip_child c where c.trip_id = t.id) as children from trip t where t.id = $1`,
    [id],
  );

async function started(): Promise<{ route: TestRoute; id: string }> {
  app.moveClock(at('07:20'));
  const route = await aRoute(app, kids.splice(0, 2));
  await bina().call(contract.make, { date: DAY });
  const { trips } = await bina().call(contract.board, { date: DAY });
  const id = trips.find((one) => one.route === route.code && one.direction === 'PICKUP')?.id ?? assert.fail();
  await bina().call(contract.start, { id, code: route.front, checks });
  return { route, id };
}

test('a whole trip that comes an hour late stands at the times of the device, and a second time changes nothing', async () => {
  const { route, id } = await started();
  const [one, two] = await childrenOf(id);
  assert.ok(one && two);
  const tap = (time: string, kind: TapInput['kind'], more: Partial<TapInput> = {}) =>
    tapOf({ tripId: id, kind, at: at(time), ...more });
  const batch = [
    tap('07:41', 'BOARD', { childId: one.id }),
    // Tapped twice: one scan.
    tap('07:41', 'BOARD', { childId: one.id }),
    tap('07:51', 'BOARD', { childId: two.id }),
    tap('07:51', 'UNDO', { childId: two.id }),
    tap('07:52', 'REACH', { stopId: route.second }),
    tap('07:53', 'NO_SHOW', { childId: two.id }),
    tap('07:55', 'NO_SHOW', { childId: two.id }),
    tap('08:10', 'ALIGHT', { childId: one.id }),
    tap('08:11', 'END_ROUTE'),
    tap('08:14', 'REAR_CHECK', { code: route.rear, photo: png().toString('base64') }),
  ];
  app.moveClock(at('09:15'));
  const answers = await send(batch);
  assert.deepEqual(
    answers.map(({ result, reason }) => reason ?? result),
    [
      'ALLOWED',
      'ALLOWED',
      'ALLOWED',
      'ALLOWED',
      'ALLOWED',
      'WAIT_AT_STOP',
      'ALLOWED',
      'ALLOWED',
      'ALLOWED',
      'ALLOWED',
    ],
  );
  const [after] = await state(id);
  assert.ok(after);
  const log = after['log'] as { kind: string; at: string; received_at: string; result: string }[];
  assert.deepEqual(
    log
      .filter(({ kind }) => kind !== 'START')
      .map(({ kind, at: when }) => `${kind} ${new Date(when).toISOString()}`),
    batch.filter((_, n) => n !== 1).map(({ kind, atDevice }) => `${kind} ${atDevice}`),
  );
  const late = log.filter(({ kind }) => kind !== 'START');
  assert.ok(late.every(({ received_at: when }) => Date.parse(when) === at('09:15').getTime()));
  const trip = await run(id);
  assert.equal(trip.status, 'COMPLETED');
  assert.deepEqual(
    [trip.arrivedAt, trip.completedAt].map((when) => new Date(when ?? 0).getTime()),
    [at('08:10').getTime(), at('08:14').getTime()],
  );
  // Nobody is told at nine that a child got in before eight; that it did not come is told all the same.
  const told = await app.sql<{ kind: string }>(
    `select payload->>'kind' as kind from outbox where payload->>'kind' like 'transport.%' and payload->>'kind' <> 'transport.started' and state <> 'CANCELLED'`,
  );
  assert.deepEqual(
    told.map(({ kind }) => kind),
    ['transport.no-show'],
  );
  assert.deepEqual(
    await send(batch),
    answers.map((answer, n) => ({ ...answer, state: repeated(n, answer) })),
  );
  assert.deepEqual(await state(id), [after]);
});

/** Sent again, a child's scan answers with how the child stands by now. */
const repeated = (n: number, { state: was }: { state: string | null }) =>
  was === null ? null : n === 0 || n === 1 || n === 7 ? 'ALIGHTED' : 'NO_SHOW';

test('the end of the route comes late while a child is on board: refused, shown, and the trip goes on', async () => {
  const { route, id } = await started();
  const [one, two] = await childrenOf(id);
  const at8 = (kind: TapInput['kind'], more: Partial<TapInput> = {}) =>
    tapOf({ tripId: id, kind, at: at('08:05'), ...more });
  app.moveClock(at('08:40'));
  const answers = await send([
    at8('BOARD', { childId: one?.id ?? null }),
    at8('END_ROUTE'),
    at8('REAR_CHECK', { code: route.rear, photo: png().toString('base64') }),
  ]);
  assert.deepEqual(
    answers.map(({ reason }) => reason),
    [null, 'CHILDREN_OPEN', 'NOT_ENDED'],
  );
  const trip = await run(id);
  assert.equal(trip.status, 'IN_PROGRESS');
  assert.deepEqual(trip.refused.map(({ kind, text }) => [kind, text]).toSorted(), [
    ['END_ROUTE', 'A child is still expected or on the bus.'],
    ['REAR_CHECK', 'End the route first.'],
  ]);
  assert.equal(
    trip.stops.flatMap(({ children }) => children).find((c) => c.id === two?.id)?.state,
    'EXPECTED',
  );
});

test('a child that is not on the list is refused and logged; a wrong clock and somebody else’s number do no harm', async () => {
  const { id } = await started();
  const { id: other } = await started();
  const [mine] = await childrenOf(id);
  const [foreign] = await childrenOf(other);
  app.moveClock(at('07:45'));
  const stranger = tapOf({ tripId: id, kind: 'BOARD', childId: foreign?.id ?? '', at: at('07:44') });
  const [said] = await send([stranger]);
  assert.deepEqual([said?.result, said?.reason], ['DENIED', 'WRONG_ROUTE']);
  assert.equal((await childrenOf(other))[0]?.state, 'EXPECTED');
  const [shown] = (await run(id)).refused;
  assert.deepEqual(
    [shown?.kind, shown?.child, shown?.text],
    ['BOARD', null, 'This child is not on this trip.'],
  );
  // An hour ahead: ours. Before the start: the start.
  const [ahead] = [tapOf({ tripId: id, kind: 'BOARD', childId: mine?.id ?? '', at: at('08:45') })];
  await send([ahead]);
  assert.equal(Date.parse((await childrenOf(id))[0]?.onAt ?? ''), at('07:45').getTime());
  await send([tapOf({ tripId: other, kind: 'BOARD', childId: foreign?.id ?? '', at: at('06:00') })]);
  assert.equal(Date.parse((await childrenOf(other))[0]?.onAt ?? ''), at('07:20').getTime());
  const stolen = { ...ahead, childId: (await childrenOf(id))[1]?.id ?? null };
  const fault = await bina().refused(contract.scan, stolen, 'input.invalid');
  assert.ok(fault.fields?.['id']);
  await bina().refused(contract.scan, { ...stranger, childId: null }, 'input.invalid');
  await app
    .as('Charu')
    .refused(contract.scan, tapOf({ tripId: id, kind: 'END_ROUTE', at: at('07:45') }), 'row.not-found');
});
