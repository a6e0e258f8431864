// Live trainings through HTTP: planned with numbers in a row, changed before they begin, called off; who may plan what for whom.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { addDays, financialYear, todayIst } from '@aangan/contract/period.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, people } from '@aangan/testkit/world.ts';
import { trainingContract as contract } from './training.contract.ts';
import { trainings } from './training.listing.ts';
import { sessionsOf, WORKING, whenFaults } from './training-days.ts';
import { tickJob } from './training-tick.server.ts';

let app: TestApp;
const category = randomUUID();
let zone: number;
before(async () => {
  app = await testApp();
  await app.sql(`insert into training_category (id, name) values ($1, 'Trainings under test')`, [category]);
  const [row] = await app.sql<{ zone_id: number }>('select zone_id from franchisee where id = $1', [ANDHERI]);
  assert.ok(row);
  zone = row.zone_id;
});
after(() => app.close());

const today = todayIst(new Date());
const hema = () => app.as('Hema', { centre: null });
const EVERY = [...WORKING, 'SUN' as const];
let hour = 6;
/** Each at an hour of its own, so that no trainer is busy by chance. */
const plan = (more = {}) => {
  hour += 1;
  const at = (minutes: string) => `${String(hour % 22).padStart(2, '0')}:${minutes}`;
  return {
    title: 'Phonics 1',
    categoryId: category,
    fromDate: addDays(today, 3 + Math.floor(hour / 22)),
    toDate: addDays(today, 3 + Math.floor(hour / 22)),
    fromTime: at('00'),
    toTime: at('45'),
    weekdays: EVERY,
    organizerIds: [people.Hema.id],
    mode: 'ONLINE' as const,
    provider: 'LINK' as const,
    linkUrl: 'https://meet.example.in/plans',
    capacity: 12,
    askFeedback: true,
    ...more,
  };
};
const get = (id: string) => hema().call(contract.get, { id });

test('the days of a training: ticked weekdays between two dates, at Indian times', () => {
  const when = {
    fromDate: '2026-08-14',
    toDate: '2026-08-17',
    fromTime: '11:00',
    toTime: '12:00',
    weekdays: WORKING,
  };
  assert.deepEqual(
    sessionsOf(when).map(({ startsAt }) => startsAt),
    ['2026-08-14T11:00:00+05:30', '2026-08-15T11:00:00+05:30', '2026-08-17T11:00:00+05:30'],
  );
  const now = new Date('2026-08-14T10:54:00+05:30');
  assert.deepEqual(whenFaults(when, now), {});
  assert.deepEqual(Object.keys(whenFaults(when, new Date('2026-08-14T10:56:00+05:30'))), ['fromTime']);
  const faults = (more: object) => Object.keys(whenFaults({ ...when, ...more }, now));
  assert.deepEqual(faults({ toDate: '2026-08-13' }), ['toDate']);
  assert.deepEqual(faults({ toDate: '2026-09-13' }), []);
  assert.deepEqual(faults({ toDate: '2026-09-14' }), ['toDate']);
  assert.deepEqual(faults({ toTime: '11:14' }), ['toTime']);
  assert.deepEqual(faults({ toTime: '19:01' }), ['toTime']);
  assert.deepEqual(faults({ fromDate: '2026-08-16', toDate: '2026-08-16' }), ['weekdays']);
});

test('planned with the next number, its sessions, trainers and audience; two at once get two numbers', async () => {
  const made = await Promise.all([1, 2, 3].map(() => hema().call(contract.create, plan())));
  const prefix = `TRN/${financialYear(today).short}/`;
  const numbers = made.map(({ code }) => Number(code.slice(prefix.length))).sort((a, b) => a - b);
  assert.ok(made.every(({ code }) => code.startsWith(prefix)));
  assert.deepEqual(numbers, [numbers[0], (numbers[0] ?? 0) + 1, (numbers[0] ?? 0) + 2]);
  const { id } = await hema().call(
    contract.create,
    plan({
      toDate: addDays(today, 5),
      expertIds: [people.Harsh.id],
      zoneIds: [zone],
      categories: ['TEACHING'],
    }),
  );
  const row = await get(id);
  assert.deepEqual(
    [row.organizers.map(({ name }) => name), row.experts.length, row.zones.length, row.categories],
    [['Hema Kapoor'], 1, 1, ['TEACHING']],
  );
  const sessions = await app.sql('select from training_session where training_id = $1', [id]);
  assert.equal(sessions.length, 3);
  assert.ok(
    (await hema().call(contract.audience, { zoneIds: [zone], centreIds: [], categories: ['TEACHING'] }))
      .people > 0,
  );
});

test('refused: days, places, meeting, parts and audiences that cannot be', async () => {
  const bad = async (more: object, field: string) =>
    assert.match(
      JSON.stringify(await hema().refused(contract.create, plan(more), 'input.invalid')),
      new RegExp(`"${field}"`),
    );
  await bad({ fromDate: addDays(today, -1), toDate: today }, 'fromTime');
  await bad({ mode: 'CLASSROOM' }, 'venue');
  await bad({ provider: null }, 'provider');
  await bad({ linkUrl: null }, 'linkUrl');
  const tooMany = await hema().refused(
    contract.create,
    plan({ provider: 'MESH', capacity: 25 }),
    'training.too-many-for-provider',
  );
  assert.match(JSON.stringify(tooMany), /"capacity"/);
  await bad({ moderatorIds: [people.Hema.id] }, 'moderatorIds');
  await bad({ organizerIds: [] }, 'organizerIds');
  await bad({ organizerIds: [randomUUID()] }, 'organizerIds');
  await hema().refused(contract.create, plan({ categories: ['TRANSPORT'] }), 'training.audience-empty');
  await app.as('Divya').refused(contract.create, plan(), 'module.missing');
});

test('a trainer who is busy at that time is named, and a reason plans it all the same', async () => {
  const first = plan();
  const { code } = await hema().call(contract.create, first);
  const second = {
    ...plan(),
    fromDate: first.fromDate,
    toDate: first.toDate,
    fromTime: first.fromTime,
    toTime: first.toTime,
  };
  const refused = await hema().refused(contract.create, second, 'training.trainer-busy');
  assert.match(JSON.stringify(refused), new RegExp(code));
  await hema().call(contract.create, { ...second, clashReason: 'Only opens the first one' });
});

test('changed while it has not begun, cancelled with a reason; nothing after that', async () => {
  const planned = plan();
  const { id } = await hema().call(contract.create, planned);
  const { version } = await get(id);
  await hema().call(
    contract.edit,
    { id, ...planned, title: 'Phonics 1b', toDate: addDays(planned.toDate, 1) },
    { version },
  );
  const changed = await get(id);
  assert.equal(changed.title, 'Phonics 1b');
  assert.equal((await app.sql('select from training_session where training_id = $1', [id])).length, 2);
  await hema().refused(contract.edit, { id, ...planned }, 'row.stale', { version });
  await hema().refused(contract.cancel, { id, reason: 'No' }, 'input.invalid', { version: changed.version });
  await hema().call(contract.cancel, { id, reason: 'The trainer is ill' }, { version: changed.version });
  const over = await get(id);
  assert.deepEqual([over.status, over.can.edit, over.can.cancel], ['CANCELLED', false, false]);
  await hema().refused(contract.edit, { id, ...planned }, 'row.wrong-state', { version: over.version });
  await hema().refused(contract.cancel, { id, reason: 'Once more' }, 'row.wrong-state', {
    version: over.version,
  });
  const left = await app.sql(`select from training_session where training_id = $1 and status = 'SCHEDULED'`, [
    id,
  ]);
  assert.equal(left.length, 0);
});

test('the board of a centre shows what is for it, that of a trainer what they teach', async () => {
  const here = await hema().call(contract.create, plan({ title: 'For Andheri alone', centreIds: [ANDHERI] }));
  const there = await hema()
    .call(contract.create, plan({ title: 'For Baner alone', centreIds: [BANER] }))
    .catch((error) => error);
  const board = await app.as('Bina').call(contract.home, {});
  assert.ok(board.coming.some((one) => one.id === here.id));
  assert.ok(!board.coming.some((one) => one.title === 'For Baner alone'), String(there));
  assert.ok(
    (await hema().call(contract.home, {})).teaching.some(
      (one) => one.id === here.id && one.part === 'Organizer',
    ),
  );
});

test('the clock begins a training and completes it a quarter of an hour after its end', async () => {
  const { id } = await hema().call(contract.create, plan());
  const run = (minutes: number) =>
    tickJob.run({
      work: (franchiseeId, work) =>
        inUnitOfWork(app.pool, systemActor(franchiseeId), { command: tickJob.name }, work),
      now: new Date(Date.now() + minutes * 60_000),
      data: null,
      ports: { ...app.ports, afterCommit: () => undefined },
    });
  const from = (minutes: number) =>
    app.sql(
      `update training_session set starts_at = now() + make_interval(mins => $2), ends_at = now() + make_interval(mins => $2 + 60) where training_id = $1`,
      [id, minutes],
    );
  await from(-1);
  await run(0);
  assert.equal((await get(id)).status, 'IN PROGRESS');
  await hema().refused(contract.edit, { id, ...plan() }, 'row.wrong-state', {
    version: (await get(id)).version,
  });
  await run(70);
  assert.equal((await get(id)).status, 'IN PROGRESS');
  await run(76);
  assert.equal((await get(id)).status, 'COMPLETED');
  const { rows } = await hema().call(trainings.endpoints.list, { limit: 200 });
  assert.ok(rows.some((one) => one.id === id));
});
