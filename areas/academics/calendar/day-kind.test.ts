// The worked example of areas/academics.md 3.1 and every kind of entry.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { weekdayMask } from '@aangan/contract/weekday.ts';
import {
  type CalendarDay,
  type CalendarRules,
  dayKindOf,
  NO_CALENDAR,
  nthWorkingDayFrom,
  workingDaysIn,
} from './day-kind.ts';

const entry = (
  onDate: string,
  kind: CalendarDay['kind'],
  title: string,
  more: Partial<CalendarDay> = {},
): CalendarDay => ({ onDate, kind, title, classIds: null, staffWorks: false, ...more });
const rules = (days: CalendarDay[], more: Partial<CalendarRules> = {}): CalendarRules => ({
  weekOff: weekdayMask(['SUN']),
  saturdays: 'OFF',
  days,
  ...more,
});

test('June 2026 has 22 weekdays; with one holiday on 26-06 there are 21 working days', () => {
  assert.equal(workingDaysIn(NO_CALENDAR, '2026-06-01', '2026-06-30'), 22);
  const june = rules([entry('2026-06-26', 'HOLIDAY', 'Muharram')]);
  assert.equal(workingDaysIn(june, '2026-06-01', '2026-06-30'), 21);
  assert.deepEqual(dayKindOf(june, '2026-06-26'), {
    kind: 'HOLIDAY',
    works: false,
    staffWorks: false,
    title: 'Muharram',
  });
});

test('Saturdays follow their rule, the second and fourth by their place in the month', () => {
  const by = (saturdays: CalendarRules['saturdays']) =>
    ['2026-08-01', '2026-08-08', '2026-08-15', '2026-08-22', '2026-08-29'].map(
      (day) => dayKindOf(rules([], { saturdays }), day).works,
    );
  assert.deepEqual(by('WORK'), [true, true, true, true, true]);
  assert.deepEqual(by('OFF'), [false, false, false, false, false]);
  assert.deepEqual(by('SECOND_FOURTH_OFF'), [true, false, true, false, true]);
});

test('a closing entry wins over a working day instead; a half day works; an event changes nothing', () => {
  const both = rules([
    entry('2026-08-15', 'WORKING_OFF_DAY', 'Parade'),
    entry('2026-08-15', 'HOLIDAY', 'Independence Day', { staffWorks: true }),
    entry('2026-08-22', 'WORKING_OFF_DAY', 'Instead of 14-08'),
    entry('2026-08-24', 'HALF_DAY', 'Sports day'),
    entry('2026-08-25', 'EVENT', 'Puppet show'),
  ]);
  assert.deepEqual(dayKindOf(both, '2026-08-15'), {
    kind: 'HOLIDAY',
    works: false,
    staffWorks: true,
    title: 'Independence Day',
  });
  assert.deepEqual(dayKindOf(both, '2026-08-22'), {
    kind: 'WORKING',
    works: true,
    staffWorks: true,
    title: 'Instead of 14-08',
  });
  assert.equal(dayKindOf(both, '2026-08-24').kind, 'HALF_DAY');
  assert.equal(dayKindOf(both, '2026-08-24').works, true);
  assert.deepEqual(dayKindOf(both, '2026-08-25'), {
    kind: 'WORKING',
    works: true,
    staffWorks: true,
    title: null,
  });
});

test('an entry for some classes closes only theirs', () => {
  const nursery = rules([entry('2026-08-24', 'HOLIDAY', 'Outing', { classIds: [3] })]);
  assert.equal(dayKindOf(nursery, '2026-08-24', 3).works, false);
  assert.equal(dayKindOf(nursery, '2026-08-24', 4).works, true);
  assert.equal(dayKindOf(nursery, '2026-08-24').works, true);
});

test('the nth working day skips what is closed, counts its first day, and ends somewhere', () => {
  const diwali = rules([
    entry('2026-11-09', 'HOLIDAY', 'Diwali'),
    entry('2026-11-10', 'HOLIDAY', 'Bali Pratipada'),
  ]);
  assert.equal(nthWorkingDayFrom(diwali, '2026-11-06', 1), '2026-11-06');
  assert.equal(nthWorkingDayFrom(diwali, '2026-11-06', 2), '2026-11-11');
  assert.equal(nthWorkingDayFrom(rules([], { weekOff: 95 }), '2026-11-06', 1), null);
});
