// The worked examples of areas/staff.md 3.1, as tables.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, type Day } from '@aangan/contract/period.ts';
import { type DayFacts, minuteOf, type PunchAt, type ShiftTimes, staffDay, totalsOf } from './staff-day.ts';

const shift: ShiftTimes = {
  startsAt: minuteOf('08:30'),
  halfAt: minuteOf('12:30'),
  endsAt: minuteOf('16:30'),
  graceMinutes: 10,
  halfMinutes: 120,
  weeklyOff: ['SUN'],
  saturdayRule: 'WORKING',
};
const WORKING: DayFacts['calendar'] = { kind: 'WORKING', staffWorks: true, title: null };
const holiday = (title: string): DayFacts['calendar'] => ({ kind: 'HOLIDAY', staffWorks: false, title });
const CL = { code: 'CL', paid: true };
const SL = { code: 'SL', paid: true };
const LWP = { code: 'LWP', paid: false };

const punch = (kind: 'IN' | 'OUT', time: string, more: Partial<PunchAt> = {}): PunchAt => ({
  kind,
  at: minuteOf(time),
  offline: false,
  outside: false,
  ...more,
});
const punches = (from?: string, to?: string): PunchAt[] => [
  ...(from ? [punch('IN', from)] : []),
  ...(to ? [punch('OUT', to)] : []),
];
/** A Thursday that is over. */
const facts = (more: Partial<DayFacts> = {}): DayFacts => ({
  day: '2026-08-20',
  now: { day: '2026-08-21', minute: 600 },
  employed: true,
  category: 'TEACHING',
  shift,
  calendar: WORKING,
  punches: [],
  marked: { fn: null, an: null },
  leave: { fn: null, an: null },
  ...more,
});
const day = (more: Partial<DayFacts> = {}) => staffDay(facts(more));

test('presence decides a half from 120 minutes on; lateness is flagged above ten', () => {
  const table: [string, string, string, number, string[]][] = [
    ['08:27', '16:30', 'P', 0, []],
    ['08:40', '16:30', 'P', 10, []],
    ['08:41', '16:30', 'P', 11, ['Late']],
    ['10:29', '16:30', 'P', 119, ['Late']],
    ['10:31', '16:30', 'HD', 121, ['Late']],
    ['08:27', '14:29', 'HD', 0, ['Early']],
    ['08:27', '14:30', 'P', 0, ['Early']],
    ['08:27', '12:31', 'HD', 0, ['Early']],
  ];
  for (const [from, to, letter, late, flags] of table) {
    const got = day({ punches: punches(from, to) });
    assert.deepEqual([got.letter, got.late, got.flags], [letter, late, flags], `${from} to ${to}`);
  }
  assert.deepEqual(
    day({ punches: punches('10:31', '16:30') }).fn.why,
    'Present for 119 of the 120 minutes needed',
  );
});

test('a day without a check-in is absent when it is over, and not before', () => {
  const at = (time: string, more: Partial<DayFacts> = {}) =>
    day({ day: '2026-08-20', now: { day: '2026-08-20', minute: minuteOf(time) }, ...more }).letter;
  assert.equal(day().letter, 'A');
  assert.deepEqual([at('12:29'), at('12:30'), at('16:30')], ['–', 'A/–', 'A']);
  assert.equal(day({ now: { day: '2026-08-19', minute: 1439 } }).letter, '–', 'tomorrow');
  const running = { punches: punches('08:27') };
  assert.deepEqual([at('10:00', running), at('10:30', running), at('15:00', running)], ['–', 'P/–', 'P']);
});

test('a forgotten check-out counts to the end of the shift, with a flag', () => {
  const got = day({ punches: punches('08:27') });
  assert.deepEqual([got.letter, got.flags, got.lastOut], ['P', ['No check-out'], null]);
  const lone = day({ punches: punches(undefined, '16:30') });
  assert.deepEqual([lone.letter, lone.firstIn], ['A', null], 'a check-out alone is nothing');
});

test('leave: half a day and work, two types, and their pay', () => {
  const half = day({ punches: punches('12:25', '16:30'), leave: { fn: CL, an: null } });
  assert.deepEqual([half.letter, half.flags, totalsOf([half]).payable], ['½L', [], 2]);
  const two = day({ leave: { fn: CL, an: SL } });
  assert.deepEqual([two.letter, totalsOf([two]).halves.L], ['L/L', 2]);
  const unpaid = day({ leave: { fn: LWP, an: LWP } });
  assert.deepEqual([unpaid.letter, totalsOf([unpaid]).payable, totalsOf([unpaid]).unpaid], ['L', 0, 2]);
});

test('off days: holiday before week off, the shift knows the week, the vacation is for those with children', () => {
  const SUNDAY = '2026-08-16';
  const table: [Partial<DayFacts>, string][] = [
    [{ day: '2026-08-15', calendar: holiday('Independence Day') }, 'H'],
    [{ day: '2026-08-15', calendar: { ...holiday('Independence Day'), staffWorks: true } }, 'A'],
    [{ day: SUNDAY }, 'WO'],
    [{ day: SUNDAY, calendar: holiday('Raksha Bandhan') }, 'H'],
    // The calendar's day off is the children's.
    [{ day: '2026-08-08', calendar: { kind: 'OFF', staffWorks: false, title: null } }, 'A'],
    [{ day: '2026-08-08', shift: { ...shift, saturdayRule: 'SECOND_FOURTH_OFF' } }, 'WO'],
    [{ day: '2026-08-01', shift: { ...shift, saturdayRule: 'SECOND_FOURTH_OFF' } }, 'A'],
    [{ day: SUNDAY, calendar: { kind: 'WORKING', staffWorks: true, title: 'Annual day' } }, 'A'],
    [{ calendar: { kind: 'VACATION', staffWorks: false, title: 'Summer' } }, 'H'],
    [{ calendar: { kind: 'VACATION', staffWorks: false, title: 'Summer' }, category: 'ADMIN' }, 'A'],
    [{ calendar: { kind: 'HALF_DAY', staffWorks: true, title: 'Sports day' } }, 'A/H'],
  ];
  for (const [more, letter] of table)
    assert.equal(
      day({ now: { day: '2026-08-31', minute: 0 }, ...more }).letter,
      letter,
      JSON.stringify(more),
    );
  const worked = day({ day: SUNDAY, punches: punches('08:30', '16:30') });
  assert.deepEqual([worked.letter, worked.flags], ['WO', ['Worked']]);
});

test('what somebody marked counts before everything but employment; flags tell how a punch came', () => {
  const marked = { fn: 'P', an: null } as const;
  const got = day({ marked });
  assert.deepEqual([got.letter, got.flags, got.fn.why], ['HD', ['Corrected'], 'Marked by the centre']);
  assert.equal(day({ marked, employed: false }).letter, '–');
  assert.equal(day({ marked: { fn: 'OD', an: 'OD' } }).letter, 'OD');
  const offline = [
    punch('IN', '08:29', { offline: true, outside: true }),
    punch('OUT', '16:30', { outside: null }),
  ];
  assert.deepEqual(day({ punches: offline }).flags, ['Offline', 'Outside', 'No position']);
});

test('August 2026 of the design: 61 payable halves, 45 present', () => {
  const month = Array.from({ length: 31 }, (_, n): Day => addDays('2026-08-01', n));
  const days = month.map((one) =>
    day({
      day: one,
      now: { day: '2026-09-01', minute: 0 },
      calendar: one === '2026-08-15' ? holiday('Independence Day') : WORKING,
      leave: one === '2026-08-14' || one === '2026-08-17' ? { fn: CL, an: CL } : { fn: null, an: null },
      punches: one === '2026-08-20' ? punches('08:27', '12:31') : punches('08:27', '16:30'),
    }),
  );
  const { halves, payable } = totalsOf(days);
  assert.deepEqual(halves, { P: 45, A: 1, L: 4, OD: 0, WO: 10, H: 2 });
  assert.equal(payable, 61);
});
