import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextSlot, type Rhythm, rhythmWords } from './slots.ts';

const rhythm = (part: Partial<Rhythm>): Rhythm => ({
  every: 'DAILY',
  weekday: null,
  dayOfMonth: null,
  at: '07:00',
  ...part,
});
const after = (part: Partial<Rhythm>, now: string) => nextSlot(rhythm(part), new Date(now)).toISOString();

test('a slot is in Indian time and after now', () => {
  assert.equal(after({}, '2026-11-25T01:29:59Z'), '2026-11-25T01:30:00.000Z');
  assert.equal(after({}, '2026-11-25T01:30:00Z'), '2026-11-26T01:30:00.000Z');
  assert.equal(after({ at: '23:59' }, '2026-11-25T18:00:00Z'), '2026-11-25T18:29:00.000Z');
});

test('weeks, months and quarters; the 31st is the last day', () => {
  assert.equal(
    after({ every: 'WEEKLY', weekday: 'MON' }, '2026-11-25T06:00:00Z'),
    '2026-11-30T01:30:00.000Z',
  );
  assert.equal(
    after({ every: 'WEEKLY', weekday: 'SUN' }, '2026-11-25T06:00:00Z'),
    '2026-11-29T01:30:00.000Z',
  );
  assert.equal(
    after({ every: 'MONTHLY', dayOfMonth: 31 }, '2027-02-10T06:00:00Z'),
    '2027-02-28T01:30:00.000Z',
  );
  assert.equal(
    after({ every: 'MONTHLY', dayOfMonth: 31 }, '2028-02-28T06:00:00Z'),
    '2028-02-29T01:30:00.000Z',
  );
  assert.equal(
    after({ every: 'QUARTERLY', dayOfMonth: 5 }, '2026-11-25T06:00:00Z'),
    '2027-01-05T01:30:00.000Z',
  );
  assert.equal(
    after({ every: 'QUARTERLY', dayOfMonth: 5 }, '2027-01-05T01:30:00Z'),
    '2027-04-05T01:30:00.000Z',
  );
});

test('the rhythm in words', () => {
  assert.equal(
    rhythmWords(rhythm({ every: 'MONTHLY', dayOfMonth: 31 })),
    'Every month on the last day at 07:00 AM',
  );
  assert.equal(rhythmWords(rhythm({ every: 'WEEKLY', weekday: 'WED' })), 'Every Wednesday at 07:00 AM');
});
