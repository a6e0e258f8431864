// Answers to invitations through HTTP: the specification's fixed calls, the notice's rights, joining by a link, trainers from outside.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { drainOutbox } from '@aangan/server/background/outbox-worker.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { issueLink } from '@aangan/server/work/links.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, BANER, people, staffIds } from '@aangan/testkit/world.ts';
import pino from 'pino';
import { promoteWorker } from '../seat/promote.server.ts';
import { seatContract } from '../seat/seat.contract.ts';
import { changedWorker } from '../seat/training-changed.server.ts';
import { trainingContract } from '../training/training.contract.ts';
import { meetingInfoContract as contract, guestContract, inviteContract } from './response.contract.ts';

let app: TestApp;
const category = randomUUID();
before(async () => {
  app = await testApp();
  await app.sql(`insert into training_category (id, name) values ($1, 'Answers under test')`, [category]);
});
after(() => app.close());

const today = todayIst(new Date());
const hema = () => app.as('Hema', { centre: null });
const divya = () => app.as('Divya');
let day = 2;
async function plan(more = {}) {
  day += 1;
  const { id } = await hema().call(trainingContract.create, {
    title: 'Answers',
    categoryId: category,
    fromDate: addDays(today, day),
    toDate: addDays(today, day),
    fromTime: '11:00',
    toTime: '12:00',
    weekdays: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'],
    organizerIds: [people.Hema.id],
    mode: 'ONLINE',
    provider: 'LINK',
    linkUrl: 'https://meet.example.in/answers',
    capacity: 1,
    categories: ['TEACHING'],
    askFeedback: true,
    clashReason: 'Under test',
    ...more,
  });
  return id;
}
let number = 0;
async function person(centre: number = ANDHERI) {
  number += 1;
  const [row] = await app.sql<{ id: string }>(
    `insert into staff (franchisee_id, employee_code, first_name, category, joined_on, status)
     values ($1::int, lpad($1::int::text, 3, '0') || '-' || $2, 'Person', 'TEACHING', '2026-04-01', 'APPROVED') returning id`,
    [centre, `4${String(number).padStart(4, '0')}`],
  );
  assert.ok(row);
  return row.id;
}
const register = (id: string, ...staff: string[]) =>
  app.as('Bina').call(seatContract.register, { id, staffIds: staff });
const answer = (trainingID: string, response: 'ACCEPTED' | 'DECLINED', reason: string | null = null) => ({
  trainingID,
  teacherUserID: people.Divya.id,
  response,
  ...(reason === null ? {} : { reason }),
});
const work = () =>
  drainOutbox({
    database: app.pool,
    workers: { 'training.promote': promoteWorker, 'training.changed': changedWorker },
    ports: app.ports,
    log: pino({ level: 'silent' }),
  });
/** Its one session begins in so many minutes and takes an hour; its days are those of that hour, today for the notices. */
const begin = async (id: string, minutes: number) => {
  await app.sql(
    `update training_session set starts_at = now() + make_interval(mins => $2), ends_at = now() + make_interval(mins => $2 + 60) where training_id = $1`,
    [id, minutes],
  );
  await app.sql('update training set from_date = $2, to_date = $2 where id = $1', [id, today]);
};
const infoOf = async (who: 'Divya' | 'Bina' | 'Hema' | 'Asha' | 'Usha' | 'Esha', id: string) =>
  (await app.as(who).call(contract.info, {})).find((one) => one.id === id);
const session = async (id: string) => {
  const [row] = await app.sql<{ id: string }>('select id from training_session where training_id = $1', [id]);
  assert.ok(row);
  return row.id;
};
const seatOf = async (id: string, staffId: string) => {
  const [row] = await app.sql<{ seat: string; response: string; response_source: string | null }>(
    'select seat, response, response_source from training_enrollment where training_id = $1 and staff_id = $2',
    [id, staffId],
  );
  assert.ok(row);
  return [row.seat, row.response, row.response_source];
};

test('accepted, the same again unchanged, taken back with a reason before the start; the queue moves up', async () => {
  const id = await plan();
  const other = await person();
  await register(id, staffIds.Divya, other);
  const path = `/api/teacher-training/update-response/${id}`;
  const reply = await app.app.inject({
    method: 'PUT',
    url: path,
    headers: await divya().headers(),
    payload: { teacherUserID: people.Divya.id, response: 'ACCEPTED' },
  });
  assert.deepEqual(
    [reply.statusCode, reply.json()],
    [200, { teacherUserID: people.Divya.id, response: 'ACCEPTED', seat: 'SEATED' }],
  );
  const [before] = await app.sql(
    'select version from training_enrollment where training_id = $1 and staff_id = $2',
    [id, staffIds.Divya],
  );
  await divya().call(contract.respond, answer(id, 'ACCEPTED'));
  const [same] = await app.sql(
    'select version from training_enrollment where training_id = $1 and staff_id = $2',
    [id, staffIds.Divya],
  );
  assert.deepEqual(same, before);
  const refused = await divya().refused(contract.respond, answer(id, 'DECLINED'), 'input.invalid');
  assert.match(JSON.stringify(refused), /"reason"/);
  await divya().call(contract.respond, { ...answer(id, 'DECLINED', 'Family wedding'), source: 'SCREEN' });
  assert.deepEqual(await seatOf(id, staffIds.Divya), ['RELEASED', 'DECLINED', 'SCREEN']);
  await work();
  assert.equal((await seatOf(id, other))[0], 'SEATED');
  const told = await app.sql(`select from outbox where payload ->> 'kind' = 'training.stays-away'`);
  assert.equal(told.length, 1);
  // Once more: now at the end of the queue.
  const back = await divya().call(contract.respond, answer(id, 'ACCEPTED'));
  assert.equal(back.seat, 'WAITLISTED');
  const mine = await divya().call(contract.mine, {});
  const own = mine.invitations.find((one) => one.id === id);
  assert.deepEqual(
    [own?.response, own?.queueNo, own?.can],
    ['ACCEPTED', 2, { accept: false, decline: true, feedback: false }],
  );
});

test('refused: for somebody else, uninvited, cancelled, over, changed after the start, a word of no list', async () => {
  const id = await plan();
  await divya().refused(contract.respond, answer(id, 'ACCEPTED'), 'row.not-found');
  await register(id, staffIds.Divya);
  await divya().refused(
    contract.respond,
    { ...answer(id, 'ACCEPTED'), teacherUserID: people.Usha.id },
    'training.not-your-invitation',
  );
  assert.equal(
    (await divya().raw(contract.respond, { ...answer(id, 'ACCEPTED'), response: 'MAYBE' })).status,
    422,
  );
  await divya().refused(contract.respond, answer(randomUUID(), 'ACCEPTED'), 'row.not-found');
  await begin(id, -1);
  await divya().call(contract.respond, answer(id, 'ACCEPTED'));
  await divya().refused(contract.respond, answer(id, 'DECLINED', 'Late'), 'training.begun');
  await begin(id, -61);
  await divya().refused(contract.respond, answer(id, 'DECLINED', 'Late'), 'training.ended');
  const off = await plan();
  await register(off, staffIds.Divya);
  await app.sql(`update training set status = 'CANCELLED', cancel_reason = 'Under test' where id = $1`, [
    off,
  ]);
  await divya().refused(contract.respond, answer(off, 'ACCEPTED'), 'training.is-cancelled');
});

test('notices: each person gets the buttons of the table', async () => {
  const id = await plan({ capacity: 3, centreIds: [ANDHERI] });
  await begin(id, 10);
  const can = async (who: Parameters<typeof infoOf>[0]) => (await infoOf(who, id))?.can;
  const none = { register: false, accept: false, reject: false, join: false, feedback: false };
  assert.equal(await can('Divya'), undefined);
  await register(id, staffIds.Divya);
  const row = await infoOf('Divya', id);
  assert.deepEqual(row?.can, { ...none, accept: true, reject: true, join: true });
  assert.deepEqual(row?.teacherEnrollment, [{ teacherUserID: people.Divya.id, response: 'PENDING' }]);
  assert.deepEqual(row?.trainingOnlineMeetings, [{ id: await session(id), trainingID: id }]);
  assert.deepEqual(await can('Bina'), { ...none, register: true });
  assert.deepEqual(await can('Asha'), { ...none, register: true, join: true });
  assert.deepEqual(await can('Hema'), { ...none, register: true, join: true });
  assert.equal(await can('Usha'), undefined);
  assert.equal(await can('Esha'), undefined);
  assert.equal(
    (await app.as('Charu').call(contract.info, {})).find((one) => one.id === id),
    undefined,
  );
  assert.deepEqual(await app.as('Zoya').call(contract.info, {}), []);
  await divya().call(contract.respond, answer(id, 'ACCEPTED'));
  assert.deepEqual(await can('Divya'), { ...none, join: true });
  await divya().call(contract.respond, answer(id, 'DECLINED', 'Ill'));
  assert.deepEqual(await can('Divya'), none);
  const own = await plan();
  await app.sql(`update training set provider = 'MESH', link_url = null where id = $1`, [own]);
  await register(own, staffIds.Divya);
  await begin(own, 10);
  const mesh = await infoOf('Divya', own);
  assert.deepEqual([mesh?.can.join, mesh?.trainingOnlineMeetings.length], [true, 1]);
});

test('a reference opens the meeting of its person alone, from a quarter of an hour before until the end; joining accepts', async () => {
  const id = await plan({ capacity: 3 });
  await register(id, staffIds.Divya);
  const meetingID = await session(id);
  const missing = await divya().refused(contract.url, { meetingID: randomUUID() }, 'meeting.not-found');
  assert.equal(missing.message, 'Meeting details not found!');
  await divya().refused(contract.url, { meetingID: 'nonsense' }, 'meeting.not-found');
  await begin(id, 16);
  await divya().refused(contract.url, { meetingID }, 'meeting.not-open');
  await begin(id, 14);
  const { referenceID } = await divya().call(contract.url, { meetingID });
  assert.match(referenceID, /^[A-Za-z0-9_-]{22}$/);
  const seen = await divya().call(contract.meeting, { referenceID });
  assert.deepEqual([seen.url, seen.part], ['https://meet.example.in/answers', 'Participant']);
  // A colleague's is nobody else's.
  await app.as('Omkar').refused(contract.meeting, { referenceID }, 'meeting.not-found');
  await hema().refused(contract.meeting, { referenceID }, 'meeting.not-found');
  await divya().call(contract.join, { referenceID });
  assert.deepEqual(await seatOf(id, staffIds.Divya), ['SEATED', 'ACCEPTED', 'JOIN']);
  await app.as('Esha').refused(contract.url, { meetingID }, 'meeting.not-found');
  const host = await hema().call(contract.url, { meetingID });
  assert.equal((await hema().call(contract.meeting, host)).part, 'Organizer');
  await begin(id, -61);
  await divya().refused(contract.url, { meetingID }, 'meeting.ended');
  await divya().refused(contract.meeting, { referenceID }, 'meeting.ended');
  await begin(id, -91);
  await divya().refused(contract.meeting, { referenceID }, 'meeting.not-found');
});

test('a trainer from outside answers and joins by a link, and is asked again when the training moves', async () => {
  const id = await plan();
  const guest = { name: 'Ishaan Roy', kind: 'Expert' as const, mobile: '+919812345678' };
  await app.as('Bina').refused(guestContract.add, { id, ...guest }, 'module.missing');
  const { id: guestId } = await hema().call(guestContract.add, { id, ...guest });
  const sent = await app.sql(
    `select from outbox where payload ->> 'kind' = 'training.guest' and payload -> 'link' ->> 'subjectId' = $1`,
    [guestId],
  );
  assert.equal(sent.length, 1);
  const token = await inUnitOfWork(app.pool, systemActor(1), { command: 'test' }, (db) =>
    issueLink(db, {
      purpose: 'training.invite',
      franchiseeId: 1,
      subject: { kind: 'training-trainer', id: guestId },
    }),
  );
  const link = app.link(token);
  const seen = await link.call(inviteContract.open, {});
  assert.deepEqual(
    [seen.name, seen.part, seen.response, seen.can, seen.joinUrl],
    ['Ishaan Roy', 'Expert', 'PENDING', { accept: true, decline: true }, null],
  );
  await link.call(inviteContract.answer, { response: 'ACCEPTED' });
  await link.refused(inviteContract.answer, { response: 'DECLINED' }, 'input.invalid');
  const { version, ...row } = await hema().call(trainingContract.get, { id });
  assert.equal(row.organizers.length, 1);
  await begin(id, 10);
  assert.equal((await link.call(inviteContract.open, {})).joinUrl, 'https://meet.example.in/answers');
  await begin(id, -1);
  await link.refused(inviteContract.answer, { response: 'DECLINED', reason: 'Late' }, 'training.begun');
  await begin(id, 24 * 60 * 30);
  const edited = await hema().call(trainingContract.get, { id });
  await hema().call(
    trainingContract.edit,
    {
      id,
      title: 'Answers',
      categoryId: category,
      fromDate: addDays(today, 60),
      toDate: addDays(today, 60),
      fromTime: '11:00',
      toTime: '12:00',
      weekdays: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'],
      organizerIds: [people.Hema.id],
      mode: 'ONLINE',
      provider: 'LINK',
      linkUrl: 'https://meet.example.in/answers',
      capacity: 1,
      categories: ['TEACHING'],
      askFeedback: true,
    },
    { version: edited.version },
  );
  await work();
  assert.equal((await link.call(inviteContract.open, {})).response, 'PENDING');
  assert.ok(version > 0);
  await link.call(inviteContract.answer, { response: 'DECLINED', reason: 'Abroad' });
  const [told] = await hema().call(guestContract.list, { id });
  assert.deepEqual([told?.response, told?.reason], ['DECLINED', 'Abroad']);
  await hema().call(guestContract.send, { id: guestId });
  await hema().call(guestContract.remove, { id: guestId });
  await link.refused(inviteContract.open, {}, 'link.ended');
  await app.link('A'.repeat(22)).refused(inviteContract.open, {}, 'link.not-found');
});

test('people of another centre stay out of sight', async () => {
  const id = await plan({ capacity: 5 });
  await register(id, staffIds.Divya);
  await app.as('Charu').call(seatContract.register, { id, staffIds: [await person(BANER)] });
  await begin(id, 10);
  const row = (await app.as('Charu').call(contract.info, {})).find((one) => one.id === id);
  assert.deepEqual(row?.teacherEnrollment, []);
});
