import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatDateTime } from './period.ts';
import { WEEKDAYS, type Weekday } from './weekday.ts';
import { addWorking, calendarProblem, type ClockSpan, dueAt, elapsed, type OpenWindow, type WorkingCalendar, workingSeconds } from './working-time.ts';

const office: OpenWindow[] = [['09:30', '13:00'], ['14:00', '18:30']];
const monToSat = Object.fromEntries(WEEKDAYS.slice(0, 6).map((day) => [day, office])) as Partial<Record<Weekday, OpenWindow[]>>;
const headOffice: WorkingCalendar = { always: false, windows: monToSat, days: { '2026-08-15': [] } };
const roundTheClock: WorkingCalendar = { always: true, windows: {}, days: {} };

const at = (text: string): Date => new Date(`${text.replace(' ', 'T')}:00+05:30`);
const minutes = (calendar: WorkingCalendar, from: string, to: string) => workingSeconds(calendar, at(from), at(to)) / 60;
const after = (from: string, min: number) => formatDateTime(addWorking(headOffice, at(from), min * 60));

test('tickets: head office, holiday Sat 15-08-2026, Sunday off', () => {
  assert.equal(minutes(headOffice, '2026-08-14 17:45', '2026-08-14 18:30'), 45);
  assert.equal(after('2026-08-14 17:45', 60), '17-08-2026 09:45 AM');
  assert.equal(after('2026-08-14 17:45', 960), '18-08-2026 05:45 PM');
  assert.equal(after('2026-08-14 17:45', 720), '18-08-2026 12:45 PM');
  assert.equal(after('2026-08-14 17:45', 1440), '19-08-2026 05:45 PM');
  assert.equal(minutes(headOffice, '2026-08-14 17:45', '2026-08-17 09:40'), 55);
  assert.equal(minutes(headOffice, '2026-08-15 11:00', '2026-08-17 09:30'), 0, 'created on the holiday: starts Monday 09:30');
  assert.equal(after('2026-08-15 11:00', 1), '17-08-2026 09:31 AM');
  assert.equal(after('2026-08-17 12:50', 30), '17-08-2026 02:20 PM', 'lunch');
  assert.equal(after('2026-08-18 12:00', 240), '18-08-2026 05:00 PM');
  assert.equal(after('2026-08-17 12:30', 30), '17-08-2026 01:00 PM', 'the earliest instant, not the end of lunch');
});

test('orders: PACK 960 from Friday 17:00', () => {
  assert.equal(after('2026-03-13 17:00', 960), '16-03-2026 05:00 PM');
});

test('pauses: the clock stops, working time in them does not count', () => {
  const log: ClockSpan[] = [
    { at: at('2026-08-14 17:45'), runs: true, calendar: headOffice },
    { at: at('2026-08-17 11:00'), runs: false, calendar: headOffice },
  ];
  assert.equal(elapsed(log, at('2026-08-18 09:00')) / 60, 135);
  assert.equal(dueAt(log, 960 * 60), null, 'paused: no due time');
  assert.equal(formatDateTime(dueAt(log, 60 * 60) ?? 0), '17-08-2026 09:45 AM', 'reached before the pause');
  const again: ClockSpan[] = [...log, { at: at('2026-08-18 10:00'), runs: true, calendar: headOffice }];
  assert.equal(formatDateTime(dueAt(again, 960 * 60) ?? 0), '19-08-2026 04:45 PM');
  assert.equal(dueAt([], 60), null);
});

test('a pause outside working hours changes nothing', () => {
  const log: ClockSpan[] = [
    { at: at('2026-08-14 17:45'), runs: true, calendar: headOffice },
    { at: at('2026-08-17 18:30'), runs: false, calendar: headOffice },
    { at: at('2026-08-18 09:30'), runs: true, calendar: headOffice },
  ];
  assert.equal(formatDateTime(dueAt(log, 960 * 60) ?? 0), '18-08-2026 05:45 PM');
});

test('another calendar from a change on: 135 of 240 done, 105 minutes left day and night', () => {
  const log: ClockSpan[] = [
    { at: at('2026-08-14 17:45'), runs: true, calendar: headOffice },
    { at: at('2026-08-17 11:00'), runs: true, calendar: roundTheClock },
  ];
  assert.equal(formatDateTime(dueAt(log, 240 * 60) ?? 0), '17-08-2026 12:45 PM');
});

test('special days, midnight, sub-seconds', () => {
  const special: WorkingCalendar = { always: false, windows: { FRI: [['20:00', '24:00']], SAT: [['00:00', '02:00']] }, days: { '2026-08-16': [['10:00', '11:00']] } };
  assert.equal(minutes(special, '2026-08-14 19:00', '2026-08-15 05:00'), 360);
  assert.equal(minutes(special, '2026-08-16 00:00', '2026-08-17 00:00'), 60);
  assert.equal(workingSeconds(roundTheClock, '2026-08-14T10:00:00.900+05:30', '2026-08-14T10:00:01.100+05:30'), 1);
  assert.equal(workingSeconds(headOffice, at('2026-08-17 12:00'), at('2026-08-17 11:00')), 0);
});

test('bad calendars are named, bad input refused', () => {
  const calendar = (windows: Partial<Record<Weekday, OpenWindow[]>>, days: Record<string, OpenWindow[]> = {}): WorkingCalendar => ({ always: false, windows, days });
  assert.equal(calendarProblem(headOffice), null);
  assert.equal(calendarProblem(roundTheClock), null);
  const bad = [
    calendar({}), calendar({ MON: [] }), calendar({ MON: [['9:30', '13:00']] }), calendar({ MON: [['13:00', '09:30']] }),
    calendar({ MON: [['09:30', '13:00'], ['12:00', '18:00']] }), calendar({ MON: [['09:30', '25:00']] }), calendar({ MON: office }, { '2026-02-30': [] }),
  ];
  for (const each of bad) assert.equal(typeof calendarProblem(each), 'string');
  assert.throws(() => addWorking(calendar({}), 0, 1), RangeError);
  assert.throws(() => addWorking(headOffice, 0, -1), RangeError);
  assert.throws(() => addWorking(headOffice, 0, 0.5), RangeError);
  const backwards: ClockSpan[] = [{ at: 10_000, runs: true, calendar: headOffice }, { at: 0, runs: true, calendar: headOffice }];
  assert.throws(() => elapsed(backwards, 20_000), RangeError);
});

const DAY_MIN = 1440;
const clock = (minute: number): string => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const windowList = fc.uniqueArray(fc.integer({ min: 0, max: DAY_MIN }), { maxLength: 6 }).map((edges): OpenWindow[] => {
  const sorted = edges.toSorted((a, b) => a - b);
  return Array.from({ length: Math.floor(sorted.length / 2) }, (_, i) => [clock(sorted[2 * i] ?? 0), clock(sorted[2 * i + 1] ?? 0)]);
});
const anyCalendar = fc.record({
  always: fc.nat(19).map((n) => n === 0),
  windows: fc.array(windowList, { minLength: 7, maxLength: 7 }).map((lists) => Object.fromEntries(lists.map((list, i) => [WEEKDAYS[i], list]))),
  days: fc.dictionary(fc.integer({ min: 1, max: 28 }).map((d) => `2026-08-${String(d).padStart(2, '0')}`), windowList, { maxKeys: 5 }),
}).filter((calendar) => calendarProblem(calendar) === null);

const START = at('2026-08-01 00:00').getTime();
const minuteOf = (n: number): number => START + n * 60_000;

/** Asks every single minute whether it is open, with nothing of the code under test. */
function walked(spans: readonly ClockSpan[], now: number): number {
  let open = 0;
  for (let ms = Number(spans[0]?.at ?? now); ms < now; ms += 60_000) {
    const span = spans.findLast((each) => Number(each.at) <= ms);
    if (!span?.runs) continue;
    const local = new Date(ms + 330 * 60_000).toISOString();
    const weekday = WEEKDAYS[(new Date(ms + 330 * 60_000).getUTCDay() + 6) % 7] ?? 'MON';
    const windows = span.calendar.days[local.slice(0, 10)] ?? span.calendar.windows[weekday] ?? [];
    const time = local.slice(11, 16);
    if (span.calendar.always || windows.some(([from, to]) => from <= time && time < to)) open += 60;
  }
  return open;
}

const log = fc.array(fc.record({ minute: fc.nat(12_000), runs: fc.boolean(), calendar: anyCalendar }), { minLength: 1, maxLength: 6 })
  .map((list): ClockSpan[] => list.toSorted((a, b) => a.minute - b.minute).map(({ minute, runs, calendar }) => ({ at: minuteOf(minute), runs, calendar })));

test('1,000 random logs: equal to the oracle that walks minute by minute', () => {
  fc.assert(fc.property(log, fc.nat(16_000), (spans, end) => {
    assert.equal(elapsed(spans, minuteOf(end)), walked(spans, minuteOf(end)));
  }), { numRuns: 1000 });
});

const broken = fc.property(log, fc.nat(16_000), (spans, end) => {
  // The usual bug: all wall-clock time in pauses is taken off, working hours or not.
  const [first] = spans;
  assert.ok(first);
  const paused = spans.reduce((sum, span, i) => sum + (span.runs ? 0 : Math.max(0, Math.min(Number(spans[i + 1]?.at ?? minuteOf(end)), minuteOf(end)) - Number(span.at))), 0);
  assert.equal(workingSeconds(first.calendar, first.at, minuteOf(end)) - paused / 1000, walked(spans, minuteOf(end)));
});

test('the oracle has teeth: shifting by total pause time is caught', () => {
  assert.ok(fc.check(broken, { numRuns: 200 }).failed);
});

const second = fc.nat(1_000_000).map((n) => START + n * 1000);

test('laws: monotone, additive over a cut, elapsed(dueAt) = target, dueAt is the earliest', () => {
  fc.assert(fc.property(anyCalendar, fc.tuple(second, second, second), fc.nat(400_000), (calendar, instants, target) => {
    const [a, b, c] = instants.toSorted((x, y) => x - y) as [number, number, number];
    assert.equal(workingSeconds(calendar, a, b) + workingSeconds(calendar, b, c), workingSeconds(calendar, a, c));
    assert.ok(workingSeconds(calendar, a, c) <= (c - a) / 1000);
    const due = addWorking(calendar, a, target).getTime();
    assert.equal(workingSeconds(calendar, a, due), target);
    if (target > 0) assert.equal(workingSeconds(calendar, a, due - 1000), target - 1);
  }), { numRuns: 5000 });
});

test('laws of the clock: elapsed at dueAt is the target; a cut that changes nothing changes nothing', () => {
  fc.assert(fc.property(log, fc.integer({ min: 1, max: 300_000 }), fc.nat(16_000), (spans, target, cut) => {
    const due = dueAt(spans, target);
    if (due !== null) {
      assert.equal(elapsed(spans, due), target);
      assert.equal(elapsed(spans, due.getTime() - 1000), target - 1);
    } else {
      assert.equal(spans.at(-1)?.runs, false);
      assert.ok(elapsed(spans, minuteOf(100_000)) < target);
    }
    const inForce = spans.findLast((span) => Number(span.at) <= minuteOf(cut));
    fc.pre(inForce !== undefined);
    const index = spans.indexOf(inForce) + 1;
    assert.deepEqual(dueAt(spans.toSpliced(index, 0, { ...inForce, at: minuteOf(cut) }), target), due);
  }), { numRuns: 3000 });
});
