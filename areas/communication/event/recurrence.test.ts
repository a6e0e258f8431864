import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inWords, MOST_DATES, occurrences, planDates, type Recurrence } from './recurrence.ts';

const rule = (more: Partial<Recurrence> = {}): Recurrence => ({
  fromOn: '2026-11-06',
  repeat: 'WEEKLY',
  every: 1,
  weekdays: [],
  until: '2026-12-31',
  count: null,
  ...more,
});
const fridays = ['11-06', '11-13', '11-20', '11-27', '12-04', '12-11', '12-18', '12-25'].map(
  (day) => `2026-${day}`,
);
const christmas = (day: string) => (day === '2026-12-25' ? 'Christmas' : null);

test('story 19: Fridays from 06-11 to 31-12 are eight, without the closed 25-12 seven', () => {
  assert.deepEqual(occurrences(rule()), fridays);
  const plan = (closedDays: 'KEEP' | 'DROP', removed: string[] = []) =>
    planDates(rule(), { closed: christmas, closedDays, removed }).filter(({ kept }) => kept);
  assert.equal(plan('DROP').length, 7);
  assert.equal(plan('KEEP').length, 8);
  assert.equal(plan('DROP', ['2026-11-13']).length, 6);
  assert.equal(inWords(rule()), 'Every Friday until 31-12-2026');
});

test('a single date on a closed day stays, and says why it is closed', () => {
  const single = rule({ fromOn: '2026-12-25', repeat: 'NONE', until: null });
  assert.deepEqual(planDates(single, { closed: christmas, closedDays: 'DROP', removed: [] }), [
    { onDate: '2026-12-25', closed: 'Christmas', kept: true },
  ]);
});

test('months without the day are skipped; 29 February too', () => {
  const monthly = rule({ fromOn: '2027-01-31', repeat: 'MONTHLY', until: '2027-06-30' });
  assert.deepEqual(occurrences(monthly), ['2027-01-31', '2027-03-31', '2027-05-31']);
  assert.equal(inWords(monthly), 'Every month on day 31 until 30-06-2027');
  const leap = rule({ fromOn: '2028-02-29', repeat: 'MONTHLY', every: 12, until: '2030-12-31' });
  assert.deepEqual(occurrences(leap), ['2028-02-29']);
});

test('several weekdays, every second week, a number of times', () => {
  const twice = rule({ weekdays: ['FRI', 'MON'], every: 2, until: null, count: 4 });
  assert.deepEqual(occurrences(twice), ['2026-11-06', '2026-11-16', '2026-11-20', '2026-11-30']);
  assert.equal(inWords(twice), 'Every 2 weeks on Friday, Monday, 4 times');
  const daily = rule({ repeat: 'DAILY', every: 3, until: null, count: 3 });
  assert.deepEqual(occurrences(daily), ['2026-11-06', '2026-11-09', '2026-11-12']);
});

test('a rule never ends in more dates than one over the limit, and in none before its start', () => {
  assert.equal(occurrences(rule({ repeat: 'DAILY', until: '2099-01-01' })).length, MOST_DATES + 1);
  assert.deepEqual(occurrences(rule({ until: '2026-11-05' })), []);
  assert.ok(occurrences(rule({ weekdays: ['MON'] })).every((day) => day > '2026-11-06'));
});
