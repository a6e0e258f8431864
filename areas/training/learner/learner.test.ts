// Learning through HTTP: begun or asked for, watched no faster than time goes by, step by step, tested a limited number of times,
// completed by itself; and nothing of anybody else.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { uploadedFile } from '@aangan/testkit/uploaded-file.ts';
import { ANDHERI, HEAD_OFFICE, people } from '@aangan/testkit/world.ts';
import { enrollmentContract } from '../enrollment/enrollment.contract.ts';
import { expireJob } from './attempt.server.ts';
import { credit } from './credit.ts';
import { learnerContract as contract } from './learner.contract.ts';
import { type Asked, pointsOf, scoreOf } from './scoring.ts';

let app: TestApp;
const group = randomUUID();
const film = randomUUID();
before(async () => {
  app = await testApp();
  clock = Date.now();
  pass(0);
  await app.sql(`insert into class_group (id, name, type) values ($1, 'Learners', 'Teacher Training')`, [
    group,
  ]);
  const file = await uploadedFile(app, { by: 'Hema', name: 'rain.mp4', at: HEAD_OFFICE });
  await app.sql(
    `insert into video (franchisee_id, id, name, slug, file_id, bytes, duration_ms, width, height, uploaded_by) values (${HEAD_OFFICE}, $1, 'Rain', $2, $3, 1000, 100000, 640, 360, $4)`,
    [film, `rain-${film.slice(0, 8)}`, file, people.Hema.id],
  );
});
after(async () => {
  app.moveClock(null);
  await app.close();
});

const divya = () => app.as('Divya');
let clock = Date.now();
/** The server's clock goes on by so many seconds. */
const pass = (seconds: number) => {
  clock += seconds * 1000;
  app.moveClock(new Date(clock));
};

interface Made {
  moduleId: string;
  items: { film: string; text: string; link: string };
  test: string;
  questions: string[];
}
/** Two topics, a film and a text in the first and a link in the second; one test of two questions. */
async function module({
  approval = false,
  sequential = true,
  noSeek = false,
  type = 'Bridge Course',
} = {}): Promise<Made> {
  const [moduleId, first, second, test] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const items = { film: randomUUID(), text: randomUUID(), link: randomUUID() };
  const questions = [randomUUID(), randomUUID()];
  await app.sql(
    `insert into teacher_module (id, code, title, class_group_id, needs_approval, due_days, sequential, status, edition)
     values ($1::uuid, left(upper($1::text), 12), 'Module ' || $1::text, $2, $3, 10, $4, 'PUBLISHED', 1)`,
    [moduleId, group, approval, sequential],
  );
  await app.sql(
    `insert into teacher_assessment (id, module_id, type, title, pass_bp, max_attempts, cooldown_h, time_limit_min, shuffle, show_answers, status)
     values ($1, $2::uuid, $3, 'Test ' || $2::text, 6000, $4, $5, $6, true, $7, 'PUBLISHED')`,
    type === 'Bridge Course'
      ? [test, moduleId, type, 2, 24, 15, 'AFTER_PASS']
      : [test, moduleId, type, null, null, null, 'AT_ONCE'],
  );
  await app.sql(
    `insert into assessment_question (id, assessment_id, position, kind, stem, options, answer, points)
     values ($1, $3, 1, 'SINGLE', 'One?', '{a,b,c}', '{1}', 2), ($2, $3, 2, 'MULTIPLE', 'Two?', '{a,b,c}', '{0,2}', 4)`,
    [...questions, test],
  );
  const item = (id: string, kind: string, more: object) => ({
    id,
    kind,
    title: `${kind} item`,
    videoId: null,
    minWatchedPct: null,
    noSeek: null,
    fileId: null,
    fileAt: null,
    fileName: null,
    url: null,
    body: null,
    ...more,
  });
  const topic = (id: string, title: string, of: object[]) => ({
    id,
    title,
    summary: null,
    body: `${title} text`,
    minutes: 5,
    items: of,
  });
  await app.sql(`insert into teacher_module_edition (module_id, edition, snapshot) values ($1, 1, $2)`, [
    moduleId,
    {
      code: 'X',
      title: 'X',
      description: null,
      sequential,
      certificateTypeId: null,
      topics: [
        topic(first, 'First', [
          item(items.film, 'VIDEO', { videoId: film, minWatchedPct: 90, noSeek }),
          item(items.text, 'TEXT', { body: 'Read me' }),
        ]),
        topic(second, 'Second', [item(items.link, 'LINK', { url: 'https://example.in/phonics' })]),
      ],
      assessments: [
        { id: test, title: 'Test', type, status: 'PUBLISHED', passBp: 6000, questions: 2, points: 6 },
      ],
    },
  ]);
  return { moduleId, items, test, questions };
}
const begin = async (of: Made) => (await divya().call(contract.enrol, { moduleId: of.moduleId })).id;
const watch = (enrollmentId: string, itemId: string, intervals: [number, number][]) =>
  divya().call(contract.watched, { enrollmentId, itemId, intervals, position: intervals.at(-1)?.[1] ?? 0 });
/** Seen to the end, a minute at a time. */
async function watchAll(enrollmentId: string, itemId: string) {
  await watch(enrollmentId, itemId, [[0, 30]]);
  pass(20);
  await watch(enrollmentId, itemId, [[30, 70]]);
  pass(20);
  return watch(enrollmentId, itemId, [[70, 100]]);
}
const readItem = (enrollmentId: string, itemId: string) =>
  divya().call(contract.read, { enrollmentId, itemId });
const learnAll = async (id: string, of: Made) => {
  await watchAll(id, of.items.film);
  await readItem(id, of.items.text);
  return readItem(id, of.items.link);
};
async function answer(attemptId: string, of: Made, right: boolean) {
  const [one, two] = of.questions as [string, string];
  await divya().call(contract.pick, { id: attemptId, questionId: one, picks: [right ? 1 : 0] });
  await divya().call(contract.pick, { id: attemptId, questionId: two, picks: right ? [0, 2] : [1] });
  return divya().call(contract.submit, { id: attemptId });
}
const take = async (enrollmentId: string, of: Made) =>
  (await divya().call(contract.startAttempt, { enrollmentId, assessmentId: of.test })).id;

test('credit counts new seconds once, never faster than twice the time, and nothing beyond where nothing is skipped', () => {
  const now = new Date('2026-08-14T10:00:00Z');
  const before = (s: number) => ({ intervals: [], furthest: 0, lastAt: new Date(now.getTime() - s * 1000) });
  const of = { length: 600, noSeek: false, now };
  assert.equal(credit(before(15), { ...of, spans: [[0, 600]] }).seconds, 40);
  assert.equal(credit({ ...before(0), lastAt: null }, { ...of, spans: [[0, 600]] }).seconds, 40);
  // A long silence was no playing.
  assert.equal(credit(before(7200), { ...of, spans: [[0, 600]] }).seconds, 130);
  const twice = credit(
    { ...before(60), intervals: [[0, 30]] },
    {
      ...of,
      spans: [
        [0, 30],
        [10, 30],
      ],
    },
  );
  assert.equal(twice.seconds, 30);
  const jump = credit(before(60), {
    ...of,
    noSeek: true,
    spans: [
      [0, 10],
      [300, 330],
      [12, 20],
    ],
  });
  assert.deepEqual(jump, {
    intervals: [
      [0, 10],
      [12, 20],
    ],
    seconds: 18,
    furthest: 20,
  });
});

test('marks: all or nothing, and of several right ones right picks less wrong ones', () => {
  const asked: Asked = {
    id: 'q',
    kind: 'MULTIPLE',
    stem: '',
    options: ['A', 'B', 'C'],
    answer: [0, 2],
    points: 4,
  };
  assert.deepEqual(
    [[0], [0, 1], [0, 1, 2], [0, 2], []].map((picks) => pointsOf(asked, picks)),
    [200, 0, 200, 400, 0],
  );
  const single: Asked = { ...asked, id: 's', kind: 'SINGLE', answer: [1], points: 2 };
  assert.deepEqual(
    [[1], [0], [0, 1]].map((picks) => pointsOf(single, picks)),
    [200, 0, 0],
  );
  assert.equal(scoreOf([asked, single], { q: [0], s: [1] }), 6666);
});

test('from the catalogue to completed by itself: watched, read, passed', async () => {
  const of = await module();
  const before = await divya().call(contract.home, {});
  const offered = before.catalogue.find(({ id }) => id === of.moduleId);
  assert.deepEqual(
    [offered?.can, offered?.topics, offered?.minutes],
    [{ start: true, request: false }, 2, 10],
  );
  const id = await begin(of);
  await divya().refused(contract.enrol, { moduleId: of.moduleId }, 'self-training.enrolled');
  assert.ok(!(await divya().call(contract.home, {})).catalogue.some((one) => one.id === of.moduleId));
  const first = await divya().call(contract.item, { enrollmentId: id, itemId: of.items.film });
  assert.ok(first.film?.url.includes('inline=1') && first.durationS === 100);
  const part = await watch(id, of.items.film, [[0, 30]]);
  assert.deepEqual([part.seconds, part.done, part.status], [30, false, 'IN PROGRESS']);
  const going = (await divya().call(contract.home, {})).goOn;
  assert.deepEqual([going?.itemId, going?.position, going?.durationS], [of.items.film, 30, 100]);
  pass(60);
  const done = await watch(id, of.items.film, [[30, 95]]);
  assert.deepEqual([done.seconds, done.done], [95, true]);
  await readItem(id, of.items.text);
  await readItem(id, of.items.link);
  const course = await divya().call(contract.course, { id });
  // Three items of three, no test of one.
  assert.deepEqual(
    [course.progressBp, course.tests[0]?.can.start, course.tests[0]?.attemptsLeft],
    [7500, true, 2],
  );
  const attemptId = await take(id, of);
  assert.equal(await take(id, of), attemptId, 'an open attempt goes on');
  const asked = await divya().call(contract.attempt, { id: attemptId });
  assert.deepEqual(new Set(asked.questions.map((one) => one.id)), new Set(of.questions));
  assert.ok(
    !JSON.stringify(asked).includes('answer') && asked.questions.every(({ right }) => right === null),
  );
  const again = await divya().call(contract.attempt, { id: attemptId });
  assert.deepEqual(again.questions, asked.questions, 'the order stays');
  assert.deepEqual(await answer(attemptId, of, true), { scoreBp: 10_000, passed: true, status: 'COMPLETED' });
  const over = await divya().call(contract.attempt, { id: attemptId });
  assert.deepEqual([over.status, over.questions.map(({ right }) => right)], ['MARKED', [true, true]]);
  const [row] = await app.sql(
    'select status, progress_bp, best_score_bp, completed_at is not null as at from teacher_enrollment where id = $1',
    [id],
  );
  assert.deepEqual(row, { status: 'COMPLETED', progress_bp: 10_000, best_score_bp: 10_000, at: true });
  const steps = await app.sql<{ action: string }>('select action from status_step where subject_id = $1', [
    id,
  ]);
  assert.deepEqual(new Set(steps.map(({ action }) => action)), new Set(['start', 'complete']));
  await divya().refused(contract.submit, { id: attemptId }, 'row.wrong-state');
  // It is read again without changing anything.
  await readItem(id, of.items.text);
  assert.equal((await divya().call(contract.course, { id })).status, 'COMPLETED');
  await divya().refused(
    contract.startAttempt,
    { enrollmentId: id, assessmentId: of.test },
    'self-training.test-closed',
  );
});

test('nothing is skipped: neither a topic, nor the test, nor a film by marking or by a claim', async () => {
  const of = await module({ noSeek: true });
  const id = await begin(of);
  const link = { enrollmentId: id, itemId: of.items.link };
  await divya().refused(contract.read, link, 'self-training.step-by-step');
  await divya().refused(contract.item, link, 'self-training.step-by-step');
  await divya().refused(
    contract.startAttempt,
    { enrollmentId: id, assessmentId: of.test },
    'self-training.test-closed',
  );
  await divya().refused(contract.read, { enrollmentId: id, itemId: of.items.film }, 'self-training.film');
  await divya().refused(contract.read, { enrollmentId: id, itemId: randomUUID() }, 'row.not-found');
  assert.equal((await watch(id, of.items.film, [[50, 100]])).seconds, 0);
  pass(1);
  assert.equal((await watch(id, of.items.film, [[0, 100]])).seconds, 12);
  const course = await divya().call(contract.course, { id });
  assert.deepEqual(
    course.topics.map(({ open, body }) => [open, body]),
    [
      [true, 'First text'],
      [false, null],
    ],
  );
  const free = await module({ sequential: false });
  const other = await begin(free);
  await readItem(other, free.items.link);
  assert.equal((await divya().call(contract.course, { id: other })).tests[0]?.can.start, true);
});

test('attempts: a day between two, no third, one more where the centre allows it', async () => {
  const of = await module();
  const id = await begin(of);
  await learnAll(id, of);
  const start = { enrollmentId: id, assessmentId: of.test };
  assert.equal((await answer(await take(id, of), of, false)).passed, false);
  const wait = await divya().refused(contract.startAttempt, start, 'self-training.test-closed');
  assert.match(wait.message, /The next attempt opens at/);
  pass(24 * 3600 + 1);
  const failed = await take(id, of);
  await answer(failed, of, false);
  assert.ok(
    (await divya().call(contract.attempt, { id: failed })).questions.every(({ right }) => right === null),
  );
  pass(24 * 3600 + 1);
  const none = await divya().refused(contract.startAttempt, start, 'self-training.test-closed');
  assert.match(none.message, /No attempt is left/);
  const tests = (await divya().call(contract.course, { id })).tests;
  assert.deepEqual([tests[0]?.attemptsLeft, tests[0]?.can.start], [0, false]);
  await divya().refused(enrollmentContract.allowAttempt, { id }, 'module.missing', { version: 1 });
  const asha = app.as('Asha');
  const version = async () => ({ version: (await asha.call(enrollmentContract.get, { id })).version });
  // Nobody gives themselves one.
  await app.sql('update staff set user_id = $2 where user_id = $1', [people.Divya.id, people.Asha.id]);
  await asha.refused(enrollmentContract.allowAttempt, { id }, 'enrollment.own-request', await version());
  await app.sql('update staff set user_id = $2 where user_id = $1', [people.Asha.id, people.Divya.id]);
  await asha.call(enrollmentContract.allowAttempt, { id }, await version());
  await asha.refused(enrollmentContract.allowAttempt, { id }, 'enrollment.attempts-left', await version());
  assert.equal((await answer(await take(id, of), of, true)).status, 'COMPLETED');
});

test('the time runs out: what was picked is marked, and nothing is picked any more', async () => {
  const of = await module({ sequential: false });
  const id = await begin(of);
  const attemptId = await take(id, of);
  const [one, two] = of.questions as [string, string];
  await divya().call(contract.pick, { id: attemptId, questionId: two, picks: [0, 2] });
  await divya().refused(contract.pick, { id: attemptId, questionId: one, picks: [0, 1] }, 'input.invalid');
  await divya().refused(contract.pick, { id: attemptId, questionId: one, picks: [3] }, 'input.invalid');
  await divya().refused(
    contract.pick,
    { id: attemptId, questionId: randomUUID(), picks: [0] },
    'row.not-found',
  );
  pass(15 * 60 + 31);
  await divya().refused(
    contract.pick,
    { id: attemptId, questionId: one, picks: [1] },
    'self-training.time-over',
  );
  await expireJob.run({
    work: (franchiseeId, work) =>
      inUnitOfWork(app.pool, systemActor(franchiseeId), { command: expireJob.name }, work),
    now: new Date(clock),
    data: null,
    ports: { ...app.ports, afterCommit: () => undefined },
  });
  const over = await divya().call(contract.attempt, { id: attemptId });
  assert.deepEqual([over.status, over.scoreBp, over.passed], ['EXPIRED', 6666, true]);
});

test('a worksheet is repeated at once and says what was right', async () => {
  const of = await module({ sequential: false, type: 'Interractive Worksheet' });
  const id = await begin(of);
  const first = await take(id, of);
  await answer(first, of, false);
  assert.deepEqual(
    (await divya().call(contract.attempt, { id: first })).questions.map(({ right }) => right),
    [false, false],
  );
  const second = await take(id, of);
  assert.notEqual(second, first);
  assert.equal((await answer(second, of, true)).passed, true);
});

test('what waits for an approval, or was rejected, is not open', async () => {
  const of = await module({ approval: true });
  const offered = (await divya().call(contract.home, {})).catalogue.find(({ id }) => id === of.moduleId);
  assert.deepEqual(offered?.can, { start: false, request: true });
  const { id, status } = await divya().call(contract.enrol, { moduleId: of.moduleId });
  assert.equal(status, 'REQUESTED');
  const text = { enrollmentId: id, itemId: of.items.text };
  await divya().refused(contract.read, text, 'self-training.not-approved');
  await divya().refused(contract.item, text, 'self-training.not-approved');
  await divya().refused(
    contract.startAttempt,
    { enrollmentId: id, assessmentId: of.test },
    'self-training.not-approved',
  );
  const course = await divya().call(contract.course, { id });
  assert.deepEqual([course.can.open, course.topics.some(({ open }) => open)], [false, false]);
  await divya().refused(enrollmentContract.approve, { id }, 'module.missing', { version: 1 });
  const { version } = await app.as('Bina').call(enrollmentContract.get, { id });
  await app.as('Bina').call(enrollmentContract.reject, { id, reason: 'Not this year' }, { version });
  await divya().refused(contract.read, text, 'self-training.closed');
  await divya().refused(contract.enrol, { moduleId: randomUUID() }, 'row.not-found');
});

test('nothing of another person is there, and who is not approved learns nothing', async () => {
  const of = await module({ sequential: false });
  const id = await begin(of);
  const attemptId = await take(id, of);
  await app.sql(
    `insert into staff (franchisee_id, employee_code, first_name, category, joined_on, status, user_id)
     values ($1, '002-79999', 'Bina', 'MANAGEMENT', '2026-04-01', 'APPROVED', $2)`,
    [ANDHERI, people.Bina.id],
  );
  const bina = app.as('Bina');
  await bina.refused(contract.course, { id }, 'row.not-found');
  await bina.refused(contract.item, { enrollmentId: id, itemId: of.items.text }, 'row.not-found');
  await bina.refused(contract.read, { enrollmentId: id, itemId: of.items.text }, 'row.not-found');
  await bina.refused(contract.attempt, { id: attemptId }, 'row.not-found');
  await bina.refused(
    contract.pick,
    { id: attemptId, questionId: of.questions[0] ?? '', picks: [1] },
    'row.not-found',
  );
  await bina.refused(contract.submit, { id: attemptId }, 'row.not-found');
  await bina.refused(contract.startAttempt, { enrollmentId: id, assessmentId: of.test }, 'row.not-found');
  const usha = await app.as('Usha').call(contract.home, {});
  assert.deepEqual([usha.approved, usha.courses, usha.catalogue], [false, [], []]);
  await app.as('Usha').refused(contract.enrol, { moduleId: of.moduleId }, 'self-training.no-staff');
  await app.as('Gita').refused(contract.home, {}, 'module.missing');
});
