import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays } from './period.ts';
import {
  formatWeekdays,
  inMask,
  isWeekday,
  mondayOf,
  parseWeekdays,
  WEEKDAYS,
  weekdayMask,
  weekdayOf,
  weekdaysOf,
} from './weekday.ts';

test('bit 0 is Monday, Sunday off = 64', () => {
  assert.equal(weekdayMask(['MON']), 1);
  assert.equal(weekdayMask(['SUN']), 64);
  assert.equal(weekdayMask(['SUN', 'MON', 'MON']), 65);
  assert.equal(weekdayMask(['MON', 'TUE', 'WED', 'THU', 'FRI']), 31);
  assert.deepEqual(weekdaysOf(65), ['MON', 'SUN']);
  assert.deepEqual(weekdaysOf(0), []);
  for (const mask of [-1, 128, 1.5, Number.NaN])
    assert.throws(() => weekdaysOf(mask), RangeError, String(mask));
});

test('weekday of a day', () => {
  assert.equal(weekdayOf('1970-01-01'), 'THU');
  assert.equal(weekdayOf('2026-08-15'), 'SAT');
  assert.equal(weekdayOf('1969-12-29'), 'MON');
  assert.ok(inMask(64, '2026-08-16'));
  assert.deepEqual(['2026-11-22', '2026-11-23', '1969-12-30'].map(mondayOf), [
    '2026-11-16',
    '2026-11-23',
    '1969-12-29',
  ]);
  assert.ok(!inMask(64, '2026-08-15'));
  assert.throws(() => inMask(200, '2026-08-15'), RangeError);
});

test('text of forms and files', () => {
  assert.equal(parseWeekdays('MON, wed;SUN'), 69);
  assert.equal(parseWeekdays(''), 0);
  assert.equal(parseWeekdays('MON, Someday'), null);
  assert.ok(!isWeekday('mon'));
  assert.deepEqual([31, 63, 21, 96, 127, 0, 103].map(formatWeekdays), [
    'Mon–Fri',
    'Mon–Sat',
    'Mon, Wed, Fri',
    'Sat, Sun',
    'Every day',
    'No day',
    'Mon–Wed, Sat, Sun',
  ]);
});

test('every mask survives the round trip; inMask agrees with weekdayOf and with Date', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 127 }),
      fc.integer({ min: -20_000, max: 40_000 }),
      (mask, offset) => {
        assert.equal(weekdayMask(weekdaysOf(mask)), mask);
        assert.equal(parseWeekdays(weekdaysOf(mask).toReversed().join(',')), mask);
        const day = addDays('1970-01-01', offset);
        assert.equal(inMask(mask, day), weekdaysOf(mask).includes(weekdayOf(day)));
        assert.equal(weekdayOf(day), WEEKDAYS[(new Date(day).getUTCDay() + 6) % 7]);
      },
    ),
    { numRuns: 3000 },
  );
});
