import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  academicYearDays,
  academicYearLabel,
  academicYearOf,
  addDays,
  addMonths,
  ageOn,
  calendarYear,
  completedMonths,
  currentYear,
  type Day,
  daysBetween,
  endOfMonth,
  financialYear,
  formatAge,
  formatClock,
  formatDate,
  formatDateTime,
  formatTime,
  isDay,
  latestYear,
  parseDate,
  startOfDay,
  todayIst,
} from './period.ts';

const years = (instant: string) =>
  [currentYear(instant), latestYear(instant), calendarYear(instant), calendarYear(instant) + 1].map(
    academicYearLabel,
  );

test('current, latest, calendar and next calendar year (shell.md 3.5)', () => {
  const table: [string, string[]][] = [
    ['2026-03-31T18:29:59Z', ['2025-2026', '2026-2027', '2026-2027', '2027-2028']],
    ['2026-03-31T18:30:00Z', ['2026-2027', '2026-2027', '2026-2027', '2027-2028']],
    ['2026-11-30T12:00:00+05:30', ['2026-2027', '2026-2027', '2026-2027', '2027-2028']],
    ['2026-11-30T18:29:59Z', ['2026-2027', '2026-2027', '2026-2027', '2027-2028']],
    ['2026-11-30T18:30:00Z', ['2026-2027', '2027-2028', '2026-2027', '2027-2028']],
    ['2026-12-01T00:00:00+05:30', ['2026-2027', '2027-2028', '2026-2027', '2027-2028']],
    ['2027-01-15T12:00:00+05:30', ['2026-2027', '2027-2028', '2027-2028', '2028-2029']],
    ['2028-02-29T12:00:00+05:30', ['2027-2028', '2028-2029', '2028-2029', '2029-2030']],
  ];
  for (const [instant, expected] of table) assert.deepEqual(years(instant), expected, instant);
});

test('the day in India', () => {
  assert.equal(todayIst('2026-03-31T18:29:59.999Z'), '2026-03-31');
  assert.equal(todayIst('2026-03-31T18:30:00Z'), '2026-04-01');
  assert.equal(startOfDay('2026-04-01').toISOString(), '2026-03-31T18:30:00.000Z');
  assert.throws(() => todayIst('soon'), RangeError);
});

test('academic and financial year', () => {
  assert.deepEqual(['2026-03-31', '2026-04-01', '2027-01-15'].map(academicYearOf), [2025, 2026, 2026]);
  assert.deepEqual(academicYearDays(2026), { from: '2026-04-01', to: '2027-03-31' });
  assert.deepEqual(financialYear('2026-04-01'), {
    startYear: 2026,
    compact: '2627',
    short: '26-27',
    long: '2026-27',
  });
  assert.deepEqual(financialYear('2027-03-31'), financialYear('2026-04-01'));
  assert.equal(financialYear('2099-06-01').compact, '9900');
  assert.equal(financialYear('2008-06-01').short, '08-09');
});

test('days that exist', () => {
  for (const day of ['2028-02-29', '2026-12-31', '1900-01-01']) assert.ok(isDay(day), day);
  for (const day of [
    '2026-02-29',
    '2100-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-4-1',
    '26-04-01',
    '1899-12-31',
    '',
    '2026-04-01T00:00',
  ]) {
    assert.ok(!isDay(day), day);
  }
  assert.throws(() => addDays('2026-02-30', 1), RangeError);
});

test('counting on', () => {
  assert.equal(addDays('2026-04-30', 29), '2026-05-29');
  assert.equal(addDays('2028-03-01', -1), '2028-02-29');
  assert.equal(daysBetween('2026-07-01', '2026-09-30') + 1, 92);
  assert.equal(daysBetween('2026-07-10', '2026-07-01'), -9);
  assert.deepEqual(
    ['2026-01-31', '2026-03-31', '2026-11-30'].map((day) => addMonths(day, 1)),
    ['2026-02-28', '2026-04-30', '2026-12-30'],
  );
  assert.equal(addMonths('2028-02-29', 12), '2029-02-28');
  assert.equal(addMonths('2026-01-15', -1), '2025-12-15');
  assert.equal(addMonths('2026-12-31', -25), '2024-11-30');
  assert.equal(endOfMonth('2028-02-10'), '2028-02-29');
});

test('ages', () => {
  assert.deepEqual(ageOn('2023-07-05', '2026-06-15'), { years: 2, months: 11 });
  assert.equal(formatAge({ years: 2, months: 11 }), '2 y 11 m');
  assert.deepEqual(ageOn('2023-06-01', '2026-06-01'), { years: 3, months: 0 });
  assert.deepEqual(ageOn('2023-06-02', '2026-06-01'), { years: 2, months: 11 });
  assert.deepEqual(ageOn('2024-02-29', '2025-02-27'), { years: 0, months: 11 });
  assert.deepEqual(ageOn('2024-02-29', '2025-02-28'), { years: 1, months: 0 });
  assert.deepEqual(ageOn('2026-06-01', '2026-06-01'), { years: 0, months: 0 });
  assert.equal(ageOn('2026-06-02', '2026-06-01'), null);
});

test('what people read', () => {
  assert.equal(formatDate('2026-07-10'), '10-07-2026');
  assert.equal(formatDateTime('2026-11-24T12:40:00Z'), '24-11-2026 06:10 PM');
  assert.deepEqual(['2026-01-01T18:30:00Z', '2026-01-01T06:30:00Z', '2026-01-01T04:32:00Z'].map(formatTime), [
    '12:00 AM',
    '12:00 PM',
    '10:02 AM',
  ]);
  assert.deepEqual(['00:05', '09:30', '12:00', '18:30', '24:00'].map(formatClock), [
    '12:05 AM',
    '09:30 AM',
    '12:00 PM',
    '06:30 PM',
    '12:00 AM',
  ]);
  assert.equal(parseDate(' 05-03-2023 '), '2023-03-05');
  for (const text of ['2023-13-02', '31-04-2026', '29-02-2026', '5-3-2023', '05/03/2023', '', '05-03-23'])
    assert.equal(parseDate(text), null, text);
});

const day = fc.integer({ min: 0, max: 73_000 }).map((n) => addDays('1950-01-01', n));

test('laws of days and months', () => {
  fc.assert(
    fc.property(day, day, fc.integer({ min: -600, max: 600 }), (a: Day, b: Day, n) => {
      assert.equal(daysBetween(a, addDays(a, n)), n);
      assert.equal(addDays(addDays(a, n), -n), a);
      assert.equal(daysBetween(a, b) > 0, a < b, 'days compare as text');
      assert.equal(parseDate(formatDate(a)), a);
      const moved = addMonths(a, n);
      assert.ok(isDay(moved));
      assert.equal(Number(moved.slice(8)), Math.min(Number(a.slice(8)), Number(endOfMonth(moved).slice(8))));
      const months = completedMonths(a, b);
      assert.equal(months === null, b < a);
      if (months !== null) assert.ok(addMonths(a, months) <= b && b < addMonths(a, months + 1));
    }),
    { numRuns: 5000 },
  );
});

test('laws of instants: as ICU shows them in Asia/Kolkata; a year begins on 1 April', () => {
  const icu = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Kolkata',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: true,
  });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (ms) => {
      const part = Object.fromEntries(icu.formatToParts(ms).map(({ type, value }) => [type, value]));
      // ICU writes midnight and noon of the 12-hour clock as 00 in en-GB.
      const hour = part.hour === '00' ? '12' : part.hour;
      assert.equal(
        formatDateTime(ms),
        `${part.day}-${part.month}-${part.year} ${hour}:${part.minute} ${part.dayPeriod?.toUpperCase()}`,
      );
      const today = todayIst(ms);
      assert.ok(startOfDay(today).getTime() <= ms && ms < startOfDay(addDays(today, 1)).getTime());
      const { from, to } = academicYearDays(currentYear(ms));
      assert.ok(from <= today && today <= to);
      assert.ok(latestYear(ms) - currentYear(ms) === 0 || latestYear(ms) - currentYear(ms) === 1);
    }),
    { numRuns: 3000 },
  );
});
