// The worked examples of areas/staff.md 3.3.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, type Day } from '@aangan/contract/period.ts';
import { creditsOf, creditsOfYear } from './accrual.ts';
import { countHalves, type LeaveSlot } from './leave-count.ts';

const EL = { yearlyHalves: 30, accrual: 'MONTHLY' } as const;
const CL = { yearlyHalves: 24, accrual: 'YEARLY' } as const;

/** Fri 14-08-2026 to Mon 17-08-2026: Saturday a holiday, Sunday the week off. */
const august = (from: 'FN' | 'AN', to: 'FN' | 'AN'): LeaveSlot[] =>
  ['2026-08-14', '2026-08-15', '2026-08-16', '2026-08-17']
    .flatMap((day) =>
      (['FN', 'AN'] as const).map((half) => ({
        day,
        half,
        off: day.endsWith('15') ? 'Independence Day' : day.endsWith('16') ? 'Week off' : null,
      })),
    )
    .filter(({ day, half }) => !(day.endsWith('14') && from === 'AN' && half === 'FN'))
    .filter(({ day, half }) => !(day.endsWith('17') && to === 'FN' && half === 'AN'));
const counted = (slots: LeaveSlot[], between: boolean) =>
  countHalves(slots, between).filter((half) => half.counted).length;

test('staff story 4: casual leave over a holiday and a Sunday takes 4 halves, earned leave 8; cut at both ends 2 and 6', () => {
  assert.deepEqual([counted(august('FN', 'AN'), false), counted(august('FN', 'AN'), true)], [4, 8]);
  assert.deepEqual([counted(august('AN', 'FN'), false), counted(august('AN', 'FN'), true)], [2, 6]);
});

test('days off at the edge of a leave are nobody’s leave', () => {
  const fromSaturday = august('FN', 'AN').filter(({ day }) => day > '2026-08-14');
  assert.equal(counted(fromSaturday, true), 2);
  assert.equal(
    counted(
      fromSaturday.filter(({ day }) => day < '2026-08-17'),
      true,
    ),
    0,
  );
});

test('staff story 12: earned leave comes month by month, 17 halves after seven months, 30 after twelve', () => {
  const halves = (monthsOver: number) =>
    creditsOfYear(EL, '2020-01-01', { year: 2026, monthsOver }).map((credit) => credit.halves);
  assert.deepEqual(halves(7), [2, 3, 2, 3, 2, 3, 2]);
  assert.equal(
    halves(12).reduce((sum, n) => sum + n, 0),
    30,
  );
  const [first] = creditsOfYear(EL, '2020-01-01', { year: 2026, monthsOver: 1 });
  assert.deepEqual(first, { halves: 2, ref: '2026-04', onDate: '2026-05-01' });
});

test('staff story 13: who joins on the 10th of July gets 18 halves of casual leave, on the 20th 16', () => {
  const of = (joined: Day) => creditsOf(CL, joined, '2026-08-01').map(({ halves, year }) => [halves, year]);
  assert.deepEqual([of('2026-07-10'), of('2026-07-20')], [[[18, 2026]], [[16, 2026]]]);
  assert.deepEqual(of('2026-08-02'), [], 'not before the first day');
  assert.deepEqual(of('2027-04-01'), []);
});

test('March is credited in April, in the year it belongs to', () => {
  const april = creditsOf(EL, '2020-01-01', '2027-04-01');
  assert.equal(april.filter(({ year }) => year === 2026).length, 12);
  assert.deepEqual(april.at(-1), { year: 2026, halves: 3, ref: '2027-03', onDate: '2027-04-01' });
  for (let day: Day = '2026-04-01'; day < '2028-04-01'; day = addDays(day, 13))
    for (const { ref, year } of creditsOf(EL, '2020-01-01', day))
      assert.equal(ref >= `${year}-04` && ref <= `${year + 1}-03`, true, `${day} ${ref}`);
});
