// Seats of trainings through HTTP: registered by the centre, the last seat once, the queue in its order, withdrawn, reminded, moved.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { drainOutbox } from '@aangan/server/background/outbox-worker.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, people, staffIds } from '@aangan/testkit/world.ts';
import pino from 'pino';
import { trainingContract } from '../training/training.contract.ts';
import { trainings } from '../training/training.listing.ts';
import { promoteWorker } from './promote.server.ts';
import { registrations } from './registration.listing.ts';
import { seatContract as contract } from './seat.contract.ts';
import { changedWorker } from './training-changed.server.ts';

let app: TestApp;
const category = randomUUID();
before(async () => {
  app = await testApp();
  await app.sql(`insert into training_category (id, name) values ($1, 'Seats under test')`, [category]);
});
after(() => app.close());

const today = todayIst(new Date());
const hema = () => app.as('Hema', { centre: null });
const bina = () => app.as('Bina');
let day = 2;
/** Each on a day of its own, so that no trainer is busy by chance. */
async function plan(more = {}) {
  day += 1;
  const input = {
    title: 'Seats',
    categoryId: category,
    fromDate: addDays(today, day),
    toDate: addDays(today, day),
    fromTime: '11:00',
    toTime: '12:00',
    weekdays: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as 'MON'[],
    organizerIds: [people.Hema.id],
    mode: 'ONLINE' as const,
    provider: 'LINK' as const,
    linkUrl: 'https://meet.example.in/seats',
    capacity: 2,
    categories: ['TEACHING' as const],
    askFeedback: true,
    clashReason: 'Under test',
    ...more,
  };
  return { ...(await hema().call(trainingContract.create, input)), input };
}
let number = 0;
async function person(centre: number = ANDHERI, more: { status?: string; category?: string } = {}) {
  number += 1;
  const [row] = await app.sql<{ id: string }>(
    `insert into staff (franchisee_id, employee_code, first_name, category, joined_on, status)
     values ($1::int, lpad($1::int::text, 3, '0') || '-' || $2, 'Person', $3, '2026-04-01', $4) returning id`,
    [centre, `5${String(number).padStart(4, '0')}`, more.category ?? 'TEACHING', more.status ?? 'APPROVED'],
  );
  assert.ok(row);
  return row.id;
}
const register = (id: string, staff: string[], who: 'Bina' | 'Charu' = 'Bina') =>
  app.as(who).call(contract.register, { id, staffIds: staff });
const rowsOf = async (trainingId: string) =>
  (await hema().call(registrations.endpoints.list, { trainingId, limit: 200 })).rows;
const rowOf = async (trainingId: string, staffId: string) => {
  const row = (await rowsOf(trainingId)).find((one) => one.staffId === staffId);
  assert.ok(row);
  return row;
};
const work = () =>
  drainOutbox({
    database: app.pool,
    workers: { 'training.promote': promoteWorker, 'training.changed': changedWorker },
    ports: app.ports,
    log: pino({ level: 'silent' }),
  });
const begin = (id: string, minutes: number) =>
  app.sql(
    `update training_session set starts_at = now() + make_interval(mins => $2), ends_at = now() + make_interval(mins => $2 + 60) where training_id = $1`,
    [id, minutes],
  );

test('each gets a seat, a number in the queue, or a reason why not; nobody twice', async () => {
  const { id } = await plan();
  const [a, b, c] = [await person(), await person(), await person()];
  const waiting = await person(ANDHERI, { status: 'PENDING' });
  const driver = await person(ANDHERI, { category: 'TRANSPORT' });
  const { results } = await register(id, [a, b, c, waiting, driver]);
  assert.deepEqual(
    results.map(({ outcome, queueNo, why }) => [outcome, queueNo, why]),
    [
      ['SEATED', null, null],
      ['SEATED', null, null],
      ['WAITLISTED', 1, null],
      ['REFUSED', null, 'Not approved'],
      ['REFUSED', null, 'Not in the audience of this training'],
    ],
  );
  const again = await register(id, [a]);
  assert.equal(again.results[0]?.why, 'Registered already');
  const seen = await bina().call(contract.choices, { id });
  assert.deepEqual([seen.seated, seen.waiting, seen.open], [2, 1, true]);
  assert.ok(!seen.staff.some((one) => [a, b, c, waiting, driver].includes(one.id)));
  const facts = await hema().call(contract.training, { id });
  assert.deepEqual(facts.responses, { PENDING: 3, ACCEPTED: 0, DECLINED: 0 });
  const { rows } = await hema().call(trainings.endpoints.list, { limit: 200 });
  assert.deepEqual(
    rows.filter((one) => one.id === id).map(({ seated, waiting: queue }) => [seated, queue]),
    [[2, 1]],
  );
});

test('200 claim the last seat side by side: one has it, the numbers of the others are 1 to 199', async () => {
  const { id } = await plan({ capacity: 1 });
  const staff = await Promise.all(Array.from({ length: 200 }, () => person()));
  const answers: Awaited<ReturnType<typeof register>>[] = [];
  // Twenty at a time: who waits longer for a connection than the server lets them gets no answer at all.
  for (let from = 0; from < staff.length; from += 20)
    answers.push(...(await Promise.all(staff.slice(from, from + 20).map((one) => register(id, [one])))));
  const outcomes = answers.flatMap(({ results }) => results);
  assert.equal(outcomes.filter(({ outcome }) => outcome === 'SEATED').length, 1);
  const numbers = outcomes
    .flatMap(({ queueNo }) => (queueNo === null ? [] : [queueNo]))
    .sort((x, y) => x - y);
  assert.deepEqual(
    numbers,
    Array.from({ length: 199 }, (_, i) => i + 1),
  );
});

test('a seat given up goes to the first of the queue, and a newcomer never overtakes', async () => {
  const { id } = await plan();
  const [a, b, c, d, e] = [
    await person(),
    await person(),
    await person(),
    await person(),
    await person(BANER),
  ];
  await register(id, [a, b, c, d]);
  const row = await rowOf(id, a);
  await app.as('Charu').refused(contract.withdraw, { id: row.id, reason: 'No' }, 'row.not-found', {
    version: row.version,
  });
  await bina().refused(contract.withdraw, { id: row.id, reason: 'Late' }, 'row.stale', {
    version: row.version + 1,
  });
  await bina().call(contract.withdraw, { id: row.id, reason: 'Has left' }, { version: row.version });
  // The seat is free, but not for whoever comes now.
  const { results } = await register(id, [e], 'Charu');
  assert.deepEqual([results[0]?.outcome, results[0]?.queueNo], ['WAITLISTED', 3]);
  await work();
  assert.deepEqual(await Promise.all([c, d, e].map(async (one) => (await rowOf(id, one)).seat)), [
    'SEATED',
    'WAITLISTED',
    'WAITLISTED',
  ]);
  const gone = await rowOf(id, a);
  assert.deepEqual([gone.seat, gone.reason, gone.can.withdraw], ['RELEASED', 'Has left', false]);
  await bina().refused(contract.withdraw, { id: gone.id, reason: 'Again' }, 'row.wrong-state', {
    version: gone.version,
  });
  // Registered once more, at the end of the queue.
  const back = await register(id, [a]);
  assert.deepEqual(back.results[0]?.queueNo, 4);
});

test('more places move the queue up, fewer than have a seat are refused', async () => {
  const { id, input } = await plan();
  const [a, b, c] = [await person(), await person(), await person()];
  await register(id, [a, b, c]);
  const version = async () => (await hema().call(trainingContract.get, { id })).version;
  await hema().refused(
    trainingContract.edit,
    { id, ...input, capacity: 1 },
    'training.capacity-below-seated',
    { version: await version() },
  );
  await hema().call(trainingContract.edit, { id, ...input, capacity: 3 }, { version: await version() });
  await work();
  assert.equal((await rowOf(id, c)).seat, 'SEATED');
});

test('a training that moves asks again who had accepted; a cancelled one tells everybody', async () => {
  const { id, input } = await plan();
  await register(id, [staffIds.Divya]);
  await app.sql(`update training_enrollment set response = 'ACCEPTED' where training_id = $1`, [id]);
  const told = async (kind: string) =>
    (
      await app.sql(`select from outbox where payload ->> 'kind' = $1 and source_id = $2`, [
        kind,
        (await rowOf(id, staffIds.Divya)).id,
      ])
    ).length;
  assert.equal(await told('training.invited'), 1);
  const at = (fromTime: string, toTime: string) => ({ id, ...input, fromTime, toTime });
  let { version } = await hema().call(trainingContract.get, { id });
  await hema().call(trainingContract.edit, at('11:30', '12:30'), { version });
  await work();
  assert.equal((await rowOf(id, staffIds.Divya)).response, 'ACCEPTED');
  ({ version } = await hema().call(trainingContract.get, { id }));
  await hema().call(trainingContract.edit, at('12:01', '13:01'), { version });
  await work();
  assert.equal((await rowOf(id, staffIds.Divya)).response, 'PENDING');
  assert.equal(await told('training.moved'), 1);
  ({ version } = await hema().call(trainingContract.get, { id }));
  await hema().call(trainingContract.cancel, { id, reason: 'The trainer is ill' }, { version });
  await work();
  assert.equal(await told('training.cancelled'), 1);
  await bina().refused(contract.register, { id, staffIds: [await person()] }, 'training.registration-closed');
});

test('who has not answered is reminded, at most once in six hours', async () => {
  const { id } = await plan();
  await register(id, [staffIds.Divya, await person()]);
  assert.deepEqual(await bina().call(contract.remind, { id }), { reminded: 1, tooSoon: 0, withoutSignIn: 1 });
  assert.deepEqual(await hema().call(contract.remind, { id }), { reminded: 0, tooSoon: 1, withoutSignIn: 1 });
  await app.sql(
    `update training_enrollment set reminded_at = now() - interval '361 minutes' where training_id = $1`,
    [id],
  );
  assert.equal((await bina().call(contract.remind, { id })).reminded, 1);
  assert.equal((await app.as('Charu').call(contract.remind, { id })).reminded, 0);
});

test('closed after the first session, and nobody leaves a training that has begun', async () => {
  const { id } = await plan();
  const [a, b] = [await person(), await person()];
  await register(id, [a]);
  await begin(id, -1);
  await register(id, [b]);
  const row = await rowOf(id, a);
  assert.equal(row.can.withdraw, false);
  await bina().refused(contract.withdraw, { id: row.id, reason: 'Late' }, 'training.begun', {
    version: row.version,
  });
  await bina().refused(contract.remind, { id }, 'training.begun');
  await begin(id, -61);
  await bina().refused(contract.register, { id, staffIds: [await person()] }, 'training.registration-closed');
  assert.equal((await bina().call(contract.choices, { id })).open, false);
});

test('who may do what: own people, own rights', async () => {
  const { id } = await plan({ centreIds: [ANDHERI] });
  const other = await person(BANER);
  await bina().refused(contract.register, { id, staffIds: [other] }, 'row.not-found');
  await bina().refused(contract.register, { id: randomUUID(), staffIds: [await person()] }, 'row.not-found');
  await bina().refused(contract.register, { id, staffIds: [] }, 'input.invalid');
  const { results } = await register(id, [other], 'Charu');
  assert.equal(results[0]?.why, 'Not in the audience of this training');
  await app.as('Divya').refused(contract.register, { id, staffIds: [staffIds.Divya] }, 'module.missing');
  await app.as('Esha').refused(contract.choices, { id }, 'module.missing');
  await bina().refused(contract.training, { id }, 'module.missing');
  await bina().refused(registrations.endpoints.list, { trainingId: id }, 'module.missing');
  assert.deepEqual((await hema().call(registrations.endpoints.list, { trainingId: 'nonsense' })).rows, []);
});
