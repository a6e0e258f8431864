// Marks and feedback through HTTP: by hand, corrected with a reason, summed over what was held; feedback once, without a name.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { ANDHERI, people, staffIds } from '@aangan/testkit/world.ts';
import { feedbackContract } from '../feedback/feedback.contract.ts';
import { fileFeedbackJob } from '../feedback/file-feedback.server.ts';
import { trainerFeedbackReport, trainingReport } from '../report/training-report.contract.ts';
import { meetingInfoContract } from '../response/response.contract.ts';
import { seatContract } from '../seat/seat.contract.ts';
import { trainingContract } from '../training/training.contract.ts';
import { attendanceContract as contract } from './attendance.contract.ts';
import { attendances } from './attendance.listing.ts';
import { markOf, presenceOf, presenceSentence, secondsOfMark } from './attendance.ts';

let app: TestApp;
const category = randomUUID();
before(async () => {
  app = await testApp();
  await app.sql(`insert into training_category (id, name) values ($1, 'Marks under test')`, [category]);
});
after(() => app.close());

const today = todayIst(new Date());
const hema = () => app.as('Hema', { centre: null });
let day = 2;
/** Planned with so many sessions, then moved into the past: all over, the last one an hour ago. */
async function plan(sessions = 1, more = {}) {
  day += 4;
  const { id } = await hema().call(trainingContract.create, {
    title: 'Marks',
    categoryId: category,
    fromDate: addDays(today, day),
    toDate: addDays(today, day + sessions - 1),
    fromTime: '11:00',
    toTime: '12:00',
    weekdays: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'],
    organizerIds: [people.Hema.id],
    mode: 'CLASSROOM',
    venue: 'Hall 1',
    categories: ['TEACHING'],
    askFeedback: true,
    clashReason: 'Under test',
    ...more,
  });
  return id;
}
const over = async (id: string) => {
  await app.sql(
    `update training_session set starts_at = now() - make_interval(hours => 2, days => (select max(session_no) from training_session where training_id = $1) - session_no),
       ends_at = now() - make_interval(hours => 1, days => (select max(session_no) from training_session where training_id = $1) - session_no) where training_id = $1`,
    [id],
  );
  await app.sql(`update training set status = 'IN PROGRESS', from_date = $2, to_date = $2 where id = $1`, [
    id,
    today,
  ]);
};
let number = 0;
async function person(centre: number = ANDHERI, userId: string | null = null) {
  number += 1;
  const [row] = await app.sql<{ id: string }>(
    `insert into staff (franchisee_id, employee_code, first_name, category, joined_on, status, user_id)
     values ($1::int, lpad($1::int::text, 3, '0') || '-' || $2, 'Person', 'TEACHING', '2026-04-01', 'APPROVED', $3) returning id`,
    [centre, `3${String(number).padStart(4, '0')}`, userId],
  );
  assert.ok(row);
  return row.id;
}
const register = (id: string, ...staff: string[]) =>
  app.as('Bina').call(seatContract.register, { id, staffIds: staff });
const enrollment = async (id: string, staffId: string) => {
  const [row] = await app.sql<{ id: string }>(
    'select id from training_enrollment where training_id = $1 and staff_id = $2',
    [id, staffId],
  );
  assert.ok(row);
  return row.id;
};
type Mark = 'PRESENT' | 'PARTIAL' | 'ABSENT';
const cell = async (id: string, staffId: string, sessionNo: number, mark: Mark) => {
  const grid = await hema().call(contract.grid, { id });
  const session = grid.sessions.find(({ no }) => no === sessionNo);
  assert.ok(session);
  return { enrollmentId: await enrollment(id, staffId), sessionId: session.id, mark };
};
const mark = async (id: string, cells: Awaited<ReturnType<typeof cell>>[], note: string | null = null) =>
  hema().call(contract.mark, { id, cells, note });
const rowOf = async (id: string, staffId: string) => {
  const { rows } = await hema().call(attendances.endpoints.list, { trainingId: id, limit: 200 });
  const row = rows.find((one) => one.staffId === staffId);
  assert.ok(row);
  return row;
};
const file = (now = new Date()) =>
  fileFeedbackJob.run({
    work: (franchiseeId, work) =>
      inUnitOfWork(app.pool, systemActor(franchiseeId), { command: fileFeedbackJob.name }, work),
    now,
    data: null,
    ports: { ...app.ports, afterCommit: () => undefined },
  });

test('the mark of so many seconds, to the second', () => {
  const of = { presentPct: 85, partialPct: 50 };
  assert.deepEqual(
    [3600, 3060, 3059, 1800, 1799, 0].map((seconds) => markOf(seconds, 3600, of)),
    ['PRESENT', 'PRESENT', 'PARTIAL', 'PARTIAL', 'ABSENT', 'ABSENT'],
  );
  assert.deepEqual(
    (['PRESENT', 'PARTIAL', 'ABSENT'] as const).map((one) => secondsOfMark(one, 3600)),
    [3600, 1800, 0],
  );
});

test('presence of the specification’s examples, and against an oracle that looks at every second', () => {
  const clock = (text: string) => {
    const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
    return hours * 3600 + minutes * 60 + seconds;
  };
  const held = { from: clock('10:04'), to: clock('11:00') };
  const log = [
    ['09:55', '10:20'],
    ['10:20:40', '10:50'],
    ['10:58', '11:05'],
  ].map(([from = '', to = '']) => ({ from: clock(from), to: clock(to) }));
  const there = { attendedS: 2880, heldS: 3360, lateS: 0, drops: 2 };
  assert.deepEqual(presenceOf(log, held, 60), there);
  assert.equal(presenceOf(log, held, 0).attendedS, 2840);
  assert.equal(presenceSentence(there), '48 of 56 min, dropped twice.');
  assert.deepEqual(presenceOf([], held, 60), { attendedS: 0, heldS: 3360, lateS: 0, drops: 0 });
  let seed = 7;
  const random = (n: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % n;
  };
  for (let round = 0; round < 1000; round += 1) {
    const window = { from: 100 + random(50), to: 200 + random(300) };
    const bridge = random(3) === 0 ? 0 : random(40);
    const connections = Array.from({ length: random(7) }, () => {
      const from = random(500);
      return { from, to: from + random(120) };
    });
    // Every second by itself: is anybody of the connections there in it; then holes between two seconds of presence are filled.
    const seconds = Array.from({ length: window.to - window.from }, (_, i) =>
      connections.some(({ from, to }) => from <= window.from + i && window.from + i < to),
    );
    const holes: [number, number][] = [];
    let last = -1;
    seconds.forEach((is, i) => {
      if (is && last >= 0 && i - last > 1) holes.push([last + 1, i]);
      if (is) last = i;
    });
    const filled = holes.filter(([from, to]) => to - from <= bridge);
    for (const [from, to] of filled) seconds.fill(true, from, to);
    const { attendedS, drops, lateS } = presenceOf(connections, window, bridge);
    const words = JSON.stringify({ window, bridge, connections });
    assert.equal(attendedS, seconds.filter(Boolean).length, words);
    assert.equal(drops, holes.length, words);
    assert.equal(lateS, Math.max(0, seconds.indexOf(true)), words);
  }
});

test('marked by hand, corrected with a reason, summed over the sessions that were held', async () => {
  const id = await plan(2);
  const [a, b] = [await person(), await person()];
  await register(id, a, b);
  await hema().refused(
    contract.mark,
    { id, cells: [await cell(id, a, 1, 'PRESENT')], note: null },
    'training.session-not-begun',
  );
  await over(id);
  assert.deepEqual(await mark(id, [await cell(id, a, 1, 'PRESENT'), await cell(id, b, 1, 'PARTIAL')]), {
    marked: 2,
    unchanged: 0,
  });
  assert.deepEqual([(await rowOf(id, a)).mark, (await rowOf(id, b)).mark], ['PRESENT', 'PARTIAL']);
  // The second session counts as soon as anybody is marked in it.
  await mark(id, [await cell(id, a, 2, 'PRESENT')]);
  const later = await rowOf(id, b);
  assert.deepEqual([later.mark, later.attendedMin, later.heldMin, later.shareBp], ['ABSENT', 30, 120, 2500]);
  const again = [await cell(id, b, 1, 'PRESENT')];
  const refused = await hema().refused(contract.mark, { id, cells: again, note: null }, 'input.invalid');
  assert.match(JSON.stringify(refused), /"note"/);
  await hema().refused(contract.mark, { id, cells: again, note: 'No' }, 'input.invalid');
  await mark(id, again, 'Phone died, seen in the room');
  assert.deepEqual(await mark(id, again), { marked: 0, unchanged: 1 });
  const seen = await hema().call(contract.person, { id: await enrollment(id, b) });
  assert.deepEqual(
    [seen.sentence, seen.sessions[0]?.note, seen.sessions[0]?.markedBy, seen.sessions[1]?.mark],
    [
      'Partial: 60 of 120 minutes, 102 are needed to be present.',
      'Phone died, seen in the room',
      'Hema Kapoor',
      null,
    ],
  );
});

test('a session that was not held makes nobody absent; one with marks was held', async () => {
  const id = await plan(2);
  const a = await person();
  await register(id, a);
  await over(id);
  const [first, second] = (await hema().call(contract.grid, { id })).sessions;
  assert.ok(first && second);
  await hema().call(contract.notHeld, { id: first.id, held: false });
  await hema().refused(
    contract.mark,
    { id, cells: [await cell(id, a, 1, 'PRESENT')], note: null },
    'training.session-not-begun',
  );
  await mark(id, [await cell(id, a, 2, 'PRESENT')]);
  const row = await rowOf(id, a);
  assert.deepEqual([row.mark, row.heldMin], ['PRESENT', 60]);
  await hema().refused(contract.notHeld, { id: second.id, held: false }, 'training.session-marked');
  await hema().refused(contract.notHeld, { id: second.id, held: true }, 'row.wrong-state');
  await hema().call(contract.notHeld, { id: first.id, held: true });
  await hema().refused(contract.notHeld, { id: randomUUID(), held: false }, 'row.not-found');
});

test('who may mark: the right, and people of this training with a seat', async () => {
  const [id, other] = [await plan(), await plan()];
  const [a, b] = [await person(), await person()];
  await register(id, a);
  await register(other, b);
  await over(id);
  await over(other);
  const wrong = { ...(await cell(id, a, 1, 'PRESENT')), enrollmentId: await enrollment(other, b) };
  await hema().refused(contract.mark, { id, cells: [wrong], note: null }, 'row.not-found');
  const elsewhere = { ...(await cell(other, b, 1, 'PRESENT')), enrollmentId: await enrollment(id, a) };
  await hema().refused(contract.mark, { id, cells: [elsewhere], note: null }, 'row.not-found');
  await app.as('Bina').refused(contract.grid, { id }, 'module.missing');
  await app.as('Farid').call(contract.grid, { id });
  await app
    .as('Farid')
    .refused(contract.mark, { id, cells: [await cell(id, a, 1, 'PRESENT')], note: null }, 'module.missing');
});

const answersTo = async (id: string, ratings: readonly [number, number], words: string | null = null) => {
  const form = await app.as('Divya').call(feedbackContract.form, { id });
  return [null, ...form.trainers.map((one) => one.id)].flatMap((trainerId) =>
    form.questions
      .filter((one) => (one.about === 'TRAINING') === (trainerId === null))
      .map((one) => ({
        questionId: one.id,
        trainerId,
        rating: one.kind === 'RATING' ? ratings[trainerId === null ? 0 : 1] : null,
        text: one.kind === 'TEXT' && trainerId === null ? words : null,
      })),
  );
};

test('feedback: asked of those who were there, once, kept without a name; shown from three answers on', async () => {
  const id = await plan();
  const users = [people.Omkar, people.Esha].map(({ id: userId }) => userId);
  const staff = [staffIds.Divya, ...(await Promise.all(users.map((userId) => person(ANDHERI, userId))))];
  await register(id, ...staff, await person());
  const form = async (who: 'Divya' | 'Omkar' | 'Esha' | 'Bina') =>
    (await app.as(who).call(feedbackContract.form, { id })).standing;
  assert.equal(await form('Divya'), 'NOT_YET');
  await over(id);
  assert.equal(await form('Divya'), 'NOT_ATTENDED');
  await app
    .as('Divya')
    .refused(
      feedbackContract.send,
      { id, answers: await answersTo(id, [5, 4]) },
      'training.feedback-not-attended',
    );
  const feedback = async () =>
    (await app.as('Divya').call(meetingInfoContract.info, {})).find((one) => one.id === id)?.can.feedback;
  assert.equal(await feedback(), false);
  for (const one of staff) await mark(id, [await cell(id, one, 1, one === staff[2] ? 'PARTIAL' : 'PRESENT')]);
  assert.equal(await feedback(), true);
  const own = await app.as('Divya').call(meetingInfoContract.mine, {});
  assert.equal(own.invitations.find((one) => one.id === id)?.can.feedback, true);
  assert.equal(await form('Bina'), 'NOT_ATTENDED');
  const answers = await answersTo(id, [5, 4], 'More songs');
  await app.as('Divya').refused(feedbackContract.send, { id, answers: answers.slice(1) }, 'input.invalid');
  await app
    .as('Divya')
    .refused(
      feedbackContract.send,
      { id, answers: answers.map((one) => ({ ...one, rating: one.rating === null ? null : 6 })) },
      'input.invalid',
    );
  await app
    .as('Divya')
    .refused(
      feedbackContract.send,
      { id, answers: answers.map((one) => ({ ...one, trainerId: one.trainerId && randomUUID() })) },
      'input.invalid',
    );
  await app.as('Divya').call(feedbackContract.send, { id, answers });
  await app.as('Divya').refused(feedbackContract.send, { id, answers }, 'training.feedback-given');
  assert.equal(await feedback(), false);
  await app.as('Omkar').call(feedbackContract.send, { id, answers: await answersTo(id, [4, 4]) });
  await file();
  const trainerId = (await hema().call(feedbackContract.form, { id })).trainers[0]?.id ?? '';
  const few = await hema().call(feedbackContract.ofTrainer, { trainingId: id, trainerId });
  assert.deepEqual(
    [few.attended, few.about.answers, few.about.tooFew, few.about.questions, few.training.comments],
    [3, 0, true, [], []],
  );
  await app.as('Esha').call(feedbackContract.send, { id, answers: await answersTo(id, [3, 2]) });
  await file();
  await file();
  const enough = await hema().call(feedbackContract.ofTrainer, { trainingId: id, trainerId });
  assert.deepEqual(enough.training.questions[0]?.mean, 4);
  assert.deepEqual(enough.about.questions[0]?.counts, [0, 1, 0, 2, 0]);
  assert.deepEqual(enough.training.comments, ['More songs']);
  // A fourth waits for two more: the mean never moves by what one person said. When nobody else may answer, it is given up.
  await app.sql(
    `insert into training_feedback_box (training_id, answers)
     select $1, jsonb_build_array(jsonb_build_object('trainerId', null, 'answers', jsonb_build_array(jsonb_build_object('questionId', id, 'rating', 1, 'text', null))))
       from training_feedback_question where about = 'TRAINING' and kind = 'RATING'`,
    [id],
  );
  const shown = async () =>
    (await hema().call(feedbackContract.ofTrainer, { trainingId: id, trainerId })).training;
  await file();
  assert.deepEqual(await shown(), { ...enough.training, comments: ['More songs'] });
  await file(new Date(Date.now() + 9 * 86_400_000));
  assert.equal((await shown()).answers, 3);
  // Nothing of what was said names who said it, and the journal of changes knows nothing of the three tables.
  const columns = await app.sql<{ column_name: string }>(
    `select column_name from information_schema.columns where table_name like 'training_feedback%' and table_name <> 'training_feedback_question'`,
  );
  assert.ok(!columns.some(({ column_name }) => /_by$|_at$|user|staff|enrol/.test(column_name)));
  const audited = await app.sql(
    `select from record_change where table_name in ('training_feedback_box', 'training_feedback', 'training_feedback_answer')`,
  );
  assert.equal(audited.length, 0);
  assert.equal((await app.sql('select from training_feedback_box')).length, 0);
  // A trainer reads the own; others need the right to the report.
  await app
    .as('Divya')
    .refused(feedbackContract.ofTrainer, { trainingId: id, trainerId }, 'training.feedback-of-others');
  await hema().refused(feedbackContract.ofTrainer, { trainingId: randomUUID(), trainerId }, 'row.not-found');
});

/** A report's rows by their columns. */
const rowsIn = ({ rows }: { rows: readonly unknown[] }) =>
  rows as readonly {
    trainer: string;
    training: string;
    answers: number;
    mean: number | null;
    highBp: number | null;
  }[];

test('reports: by trainer without means of fewer than three, by training for the people in reach', async () => {
  const days = { from: today, to: addDays(today, 1) };
  const byTrainer = await hema().call(trainerFeedbackReport.endpoints.list, { days });
  const row = rowsIn(byTrainer).find(({ trainer }) => trainer === 'Hema Kapoor');
  assert.ok(row);
  assert.deepEqual([row.answers, row.mean, row.highBp], [3, 3.33, 6667]);
  assert.ok(byTrainer.proofs.every(({ difference }) => difference === 0));
  await app.sql(
    'delete from training_feedback_answer where feedback_id in (select id from training_feedback order by trainer_id nulls last limit 1)',
  );
  await app.sql(
    'delete from training_feedback where id not in (select feedback_id from training_feedback_answer)',
  );
  const fewer = await hema().call(trainerFeedbackReport.endpoints.list, { days });
  const left = rowsIn(fewer).find(({ trainer }) => trainer === 'Hema Kapoor');
  assert.deepEqual([left?.answers, left?.mean, left?.highBp], [2, null, null]);
  const all = await hema().call(trainingReport.endpoints.list, { days });
  const marked = rowsIn(all).filter(({ training }) => training.startsWith('Marks, '));
  assert.ok(marked.length >= 4);
  assert.ok(all.proofs.every(({ difference }) => difference === 0));
  const of = await app.as('Charu').call(trainingReport.endpoints.list, { days });
  assert.equal(of.totals['attended'], 0);
  await app.as('Divya').refused(trainingReport.endpoints.list, { days }, 'module.missing');
});
