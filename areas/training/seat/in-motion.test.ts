// What happens to a training at the same time, through HTTP: one order of locks, workers that come after a cancellation, people who
// decline after they were marked, and what the notices tell of others.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { drainOutbox } from '@aangan/server/background/outbox-worker.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, people, staffIds } from '@aangan/testkit/world.ts';
import pino from 'pino';
import { attendanceContract } from '../attendance/attendance.contract.ts';
import { guestContract, meetingInfoContract } from '../response/response.contract.ts';
import { trainingContract } from '../training/training.contract.ts';
import { trainings } from '../training/training.listing.ts';
import { promote, promoteWorker } from './promote.server.ts';
import { seatContract as contract } from './seat.contract.ts';
import { changedWorker } from './training-changed.server.ts';

let app: TestApp;
const category = randomUUID();
before(async () => {
  app = await testApp({ pool: 6 });
  await app.sql(`insert into training_category (id, name) values ($1, 'In motion')`, [category]);
});
after(() => app.close());

const today = todayIst(new Date());
const hema = () => app.as('Hema', { centre: null });
const bina = () => app.as('Bina');
const divya = () => app.as('Divya');
let day = 2;
async function plan(more = {}) {
  day += 1;
  const input = {
    title: 'In motion',
    categoryId: category,
    fromDate: addDays(today, day),
    toDate: addDays(today, day),
    fromTime: '11:00',
    toTime: '12:00',
    weekdays: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as 'MON'[],
    organizerIds: [people.Hema.id],
    mode: 'ONLINE' as const,
    provider: 'LINK' as const,
    linkUrl: 'https://meet.example.in/motion',
    capacity: 1,
    categories: ['TEACHING' as const],
    askFeedback: true,
    clashReason: 'Under test',
    ...more,
  };
  return { ...(await hema().call(trainingContract.create, input)), input };
}
let number = 0;
async function person() {
  number += 1;
  const [row] = await app.sql<{ id: string }>(
    `insert into staff (franchisee_id, employee_code, first_name, category, joined_on, status)
     values ($1::int, lpad($1::int::text, 3, '0') || '-' || $2, 'Person', 'TEACHING', '2026-04-01', 'APPROVED') returning id`,
    [ANDHERI, `6${String(number).padStart(4, '0')}`],
  );
  assert.ok(row);
  return row.id;
}
const register = (id: string, ...staff: string[]) => bina().call(contract.register, { id, staffIds: staff });
const begin = async (id: string, minutes: number) => {
  await app.sql(
    `update training_session set starts_at = now() + make_interval(mins => $2), ends_at = now() + make_interval(mins => $2 + 60) where training_id = $1`,
    [id, minutes],
  );
  await app.sql('update training set from_date = $2, to_date = $2 where id = $1', [id, today]);
};
const work = () =>
  drainOutbox({
    database: app.pool,
    workers: { 'training.promote': promoteWorker, 'training.changed': changedWorker },
    ports: app.ports,
    log: pino({ level: 'silent' }),
  });
const enrollment = async (id: string, staffId: string) => {
  const [row] = await app.sql<{ id: string; seat: string; response: string; version: number }>(
    'select id, seat, response, version from training_enrollment where training_id = $1 and staff_id = $2',
    [id, staffId],
  );
  assert.ok(row);
  return row;
};
const version = async (id: string) => (await hema().call(trainingContract.get, { id })).version;
const told = async (kind: string, enrollmentId: string) =>
  (await app.sql(`select from outbox where payload ->> 'kind' = $1 and source_id = $2`, [kind, enrollmentId]))
    .length;

async function somebodyWaits(): Promise<void> {
  const until = Date.now() + 60_000;
  while (Date.now() < until) {
    const rows = await app.sql(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
    await setTimeout(20);
  }
  assert.fail('nobody waits');
}

/** While the training is held by somebody else, `act` waits for it and holds nothing that comes after it. */
async function waitsFirst(id: string, act: () => Promise<unknown>): Promise<void> {
  await app.sql('begin');
  let acting: Promise<unknown> = Promise.resolve();
  try {
    await app.sql('select from training where id = $1 for update', [id]);
    acting = act();
    await somebodyWaits();
    await app.sql('select from training_seat where training_id = $1 for update nowait', [id]);
    await app.sql('select from training_enrollment where training_id = $1 for update nowait', [id]);
    await app.sql('select from training_trainer where training_id = $1 for update nowait', [id]);
  } finally {
    await app.sql('rollback');
    await acting;
  }
}

const markAll = async (id: string, given: 'PRESENT' | 'ABSENT' = 'PRESENT') => {
  const { sessions, people: rows } = await hema().call(attendanceContract.grid, { id });
  const sessionId = sessions[0]?.id ?? '';
  return hema().call(attendanceContract.mark, {
    id,
    cells: rows.map((row) => ({ enrollmentId: row.id, sessionId, mark: given })),
    note: null,
  });
};

test('everybody locks the training first, then its seats, then a person’s row', async () => {
  const { id } = await plan();
  await register(id, staffIds.Divya);
  await begin(id, -5);
  await waitsFirst(id, () => markAll(id));
  const { id: other } = await plan();
  await register(other, staffIds.Divya);
  await begin(other, -5);
  const session = (await hema().call(attendanceContract.grid, { id: other })).sessions[0]?.id ?? '';
  await waitsFirst(other, () => hema().call(attendanceContract.notHeld, { id: session, held: false }));
  // The queue is moved by the system, which waits as everybody does.
  const { id: third } = await plan();
  await register(third, await person(), await person());
  await waitsFirst(third, () =>
    inUnitOfWork(app.pool, systemActor(), { command: 'test' }, (db) => promote(db, third)),
  );
});

test('joining a meeting waits for the training and the seats before the own registration', async () => {
  const { id } = await plan();
  await register(id, staffIds.Divya);
  await begin(id, 10);
  const [one] = await app.sql<{ id: string }>('select id from training_session where training_id = $1', [id]);
  const { referenceID } = await divya().call(meetingInfoContract.url, { meetingID: one?.id ?? '' });
  await app.sql('begin');
  let joining: Promise<unknown> = Promise.resolve();
  try {
    await app.sql('select from training_seat where training_id = $1 for update', [id]);
    joining = divya().call(meetingInfoContract.join, { referenceID });
    await somebodyWaits();
    await app.sql('select from training_enrollment where training_id = $1 for update nowait', [id]);
  } finally {
    await app.sql('rollback');
    await joining;
  }
  assert.equal((await enrollment(id, staffIds.Divya)).response, 'ACCEPTED');
});

test('who comes after a cancellation or the end moves nobody up and tells nobody', async () => {
  for (const status of ['CANCELLED', 'COMPLETED']) {
    const { id, input } = await plan({ capacity: 2 });
    const next = await person();
    await register(id, await person(), staffIds.Divya, next);
    const first = await enrollment(id, staffIds.Divya);
    await app.sql(`update training_enrollment set response = 'ACCEPTED' where id = $1`, [first.id]);
    await hema().call(
      trainingContract.edit,
      { id, ...input, fromTime: '14:00', toTime: '15:00', capacity: 3 },
      { version: await version(id) },
    );
    await app.sql(`update training set status = $2, cancel_reason = 'Under test' where id = $1`, [
      id,
      status,
    ]);
    await work();
    assert.equal((await enrollment(id, next)).seat, 'WAITLISTED', status);
    assert.equal((await enrollment(id, staffIds.Divya)).response, 'ACCEPTED', status);
    assert.equal(await told('training.moved', first.id), 0, status);
    assert.equal(await told('training.seat-free', (await enrollment(id, next)).id), 0, status);
  }
});

test('who is marked, present or absent, no longer declines', async () => {
  for (const given of ['PRESENT', 'ABSENT'] as const) {
    const { id } = await plan();
    await register(id, staffIds.Divya);
    await begin(id, -5);
    const can = async () =>
      (await divya().call(meetingInfoContract.mine, {})).invitations.find((one) => one.id === id)?.can;
    const notice = async () =>
      (await divya().call(meetingInfoContract.info, {})).find((one) => one.id === id)?.can;
    assert.deepEqual([(await can())?.decline, (await notice())?.reject], [true, true]);
    await markAll(id, given);
    assert.deepEqual([(await can())?.decline, (await notice())?.reject], [false, false]);
    await divya().refused(
      meetingInfoContract.respond,
      { trainingID: id, teacherUserID: people.Divya.id, response: 'DECLINED' },
      'training.marked',
    );
    const [seats] = await app.sql('select seated, attended from training_seat where training_id = $1', [id]);
    assert.deepEqual(seats, { seated: 1, attended: given === 'PRESENT' ? 1 : 0 });
  }
});

test('notices name nobody but their reader and meetings that may be entered; a family gets an empty list', async () => {
  const { id } = await plan({ capacity: 3 });
  await register(id, staffIds.Divya);
  await begin(id, 10);
  const of = async (who: 'Bina' | 'Asha' | 'Divya') =>
    (await app.as(who).call(meetingInfoContract.info, {})).find((one) => one.id === id);
  const head = await of('Bina');
  assert.deepEqual([head?.can.register, head?.can.join], [true, false]);
  assert.deepEqual([head?.teacherEnrollment, head?.trainingOnlineMeetings], [[], []]);
  const admin = await of('Asha');
  assert.deepEqual([admin?.teacherEnrollment, admin?.trainingOnlineMeetings.length], [[], 1]);
  assert.deepEqual((await of('Divya'))?.teacherEnrollment, [
    { teacherUserID: people.Divya.id, response: 'PENDING' },
  ]);
  assert.deepEqual(await app.as('Gita').call(meetingInfoContract.info, {}), []);
});

test('the number of a trainer from outside stands nowhere in the journal of changes', async () => {
  const { id } = await plan();
  const guest = {
    name: 'Ishaan Roy',
    kind: 'Expert' as const,
    mobile: '+919812345671',
    email: 'i.roy@example.in',
  };
  const { id: guestId } = await hema().call(guestContract.add, { id, ...guest });
  const rows = await app.sql<{ diff: Record<string, unknown> }>(
    `select diff from record_change where table_name = 'training_trainer' and row_key = $1`,
    [guestId],
  );
  assert.equal(rows.length, 1);
  assert.deepEqual([rows[0]?.diff['mobile'], rows[0]?.diff['email']], ['changed', 'changed']);
  assert.equal((await app.sql(`select from record_change where diff::text like '%9812345671%'`)).length, 0);
});

test('buttons are those of steps the server takes', async () => {
  const { id, input } = await plan({ capacity: 3 });
  const row = async (who: 'Hema' | 'Asha') => {
    const found = (
      await app.as(who, { centre: null }).call(trainings.endpoints.list, { limit: 200 })
    ).rows.find((one) => one.id === id);
    assert.ok(found);
    return found.can;
  };
  const page = async () => (await hema().call(trainingContract.get, { id })).can;
  assert.deepEqual([(await row('Hema')).edit, (await row('Hema')).register], [true, true]);
  assert.deepEqual(await page(), { edit: true, cancel: true, guests: true, removeGuests: true });
  assert.equal((await hema().call(contract.training, { id })).can.remind, true);
  await begin(id, -5);
  // It has begun, and the clock's job has not been there yet.
  assert.deepEqual([(await row('Hema')).edit, (await row('Hema')).register], [false, true]);
  assert.equal((await page()).edit, false);
  assert.equal((await hema().call(contract.training, { id })).can.remind, false);
  await hema().refused(trainingContract.edit, { id, ...input }, 'row.wrong-state', {
    version: await version(id),
  });
  await begin(id, -65);
  assert.equal((await row('Hema')).register, false);
});
