import assert from 'node:assert/strict';
import test from 'node:test';
import { noticesAt, readTrainings } from './training-notices.ts';

const can = { register: false, accept: true, reject: true, join: true, feedback: true };
const me = { id: 'u1', superAdmin: false };
const days = { fromDate: '2026-11-25', toDate: '2026-11-27', fromTime: '10:00', toTime: '11:00' };
const trainings = readTrainings([{ id: 7, ...days, can }], me);
const at = (text: string) => noticesAt(trainings, Date.parse(`${text}+05:30`)).map((one) => one.kind);

// shell.md 3.7, the worked example.
test('windows of a training of three days', () => {
  assert.deepEqual(at('2026-11-25T09:44:59'), ['schedule']);
  assert.deepEqual(at('2026-11-25T09:45:00'), ['schedule', 'join']);
  assert.deepEqual(at('2026-11-25T10:59:59'), ['schedule', 'join']);
  assert.deepEqual(at('2026-11-25T11:00:00'), []);
  assert.deepEqual(at('2026-11-26T09:50:00'), ['join']);
  assert.deepEqual(at('2026-11-27T11:00:00'), ['feedback']);
  assert.deepEqual(at('2026-11-28T10:30:00'), []);
});

test('texts to the letter', () => {
  assert.deepEqual(
    noticesAt(trainings, Date.parse('2026-11-25T09:50:00+05:30')).map((one) => one.text),
    ['Training Scheduled At 10:00 AM, 25-11-2026', 'Training Starts At 10:00 AM, 25-11-2026'],
  );
  assert.equal(
    noticesAt(trainings, Date.parse('2026-11-27T11:00:00+05:30'))[0]?.text,
    'Training Ended At 11:00 AM, 27-11-2026',
  );
});

test('damaged rows are left out, at most 50 are used, nothing is shown without the right', () => {
  assert.equal(readTrainings([{ id: 1 }, null, 'x'], me).length, 0);
  assert.equal(
    readTrainings(
      Array.from({ length: 80 }, () => ({ ...trainings[0] })),
      me,
    ).length,
    50,
  );
  assert.deepEqual(
    noticesAt(readTrainings([{ ...trainings[0], can: {} }], me), Date.parse('2026-11-25T09:50:00+05:30')),
    [],
  );
});

test('a row in the specification’s own shape: no id, no flags; the enrolled teacher answers, the supervisor registers', () => {
  const row = {
    ...days,
    teacherEnrollment: [{ teacherUserID: 'u1' }, { teacherUserID: 'u2', response: 'DECLINED' }],
    trainingOnlineMeetings: [{ id: 'm1', trainingID: 41 }],
  };
  const read = (id: string, superAdmin = false) => {
    const [one] = readTrainings([row], { id, superAdmin });
    return {
      id: one?.trainingID,
      can: Object.entries(one?.can ?? {}).flatMap(([key, on]) => (on ? [key] : [])),
    };
  };
  assert.deepEqual(read('u1'), { id: '41', can: ['accept', 'reject', 'join', 'feedback'] });
  assert.deepEqual(read('u2'), { id: '41', can: [] });
  assert.deepEqual(read('u3'), { id: '41', can: [] });
  assert.deepEqual(read('u3', true), { id: '41', can: ['register', 'join'] });
  assert.equal(noticesAt(readTrainings([row], me), Date.parse('2026-11-25T09:50:00+05:30')).length, 2);
});
