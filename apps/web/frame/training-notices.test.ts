import assert from 'node:assert/strict';
import test from 'node:test';
import { noticesAt, readTrainings } from './training-notices.ts';

const can = { register: false, accept: true, reject: true, join: true, feedback: true };
const trainings = readTrainings([
  { id: 7, fromDate: '2026-11-25', toDate: '2026-11-27', fromTime: '10:00', toTime: '11:00', can },
]);
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
  assert.equal(readTrainings([{ id: 1 }, null, 'x']).length, 0);
  assert.equal(readTrainings(Array.from({ length: 80 }, () => ({ ...trainings[0] }))).length, 50);
  assert.deepEqual(
    noticesAt(readTrainings([{ ...trainings[0], can: {} }]), Date.parse('2026-11-25T09:50:00+05:30')),
    [],
  );
});
