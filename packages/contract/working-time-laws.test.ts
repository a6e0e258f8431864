import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { WEEKDAYS } from './weekday.ts';
import {
  addWorking,
  type ClockSpan,
  calendarProblem,
  dueAt,
  elapsed,
  type OpenWindow,
  workingSeconds,
} from './working-time.ts';

const DAY_MIN = 1440;
const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const windowList = fc
  .uniqueArray(fc.integer({ min: 0, max: DAY_MIN }), { maxLength: 6 })
  .map((edges): OpenWindow[] => {
    const sorted = edges.toSorted((a, b) => a - b);
    return Array.from({ length: Math.floor(sorted.length / 2) }, (_, i) => [
      clock(sorted[2 * i] ?? 0),
      clock(sorted[2 * i + 1] ?? 0),
    ]);
  });
const anyCalendar = fc
  .record({
    always: fc.nat(19).map((n) => n === 0),
    windows: fc
      .array(windowList, { minLength: 7, maxLength: 7 })
      .map((lists) => Object.fromEntries(lists.map((list, i) => [WEEKDAYS[i], list]))),
    days: fc.dictionary(
      fc.integer({ min: 1, max: 28 }).map((d) => `2026-08-${String(d).padStart(2, '0')}`),
      windowList,
      { maxKeys: 5 },
    ),
  })
  .filter((calendar) => calendarProblem(calendar) === null);

const START = Date.parse('2026-08-01T00:00:00+05:30');
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

const log = fc
  .array(fc.record({ minute: fc.nat(12_000), runs: fc.boolean(), calendar: anyCalendar }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((list): ClockSpan[] =>
    list
      .toSorted((a, b) => a.minute - b.minute)
      .map(({ minute, runs, calendar }) => ({ at: minuteOf(minute), runs, calendar })),
  );

test('1,000 random logs: equal to the oracle that walks minute by minute', () => {
  fc.assert(
    fc.property(log, fc.nat(16_000), (spans, end) => {
      assert.equal(elapsed(spans, minuteOf(end)), walked(spans, minuteOf(end)));
    }),
    { numRuns: 1000 },
  );
});

const broken = fc.property(log, fc.nat(16_000), (spans, end) => {
  // The usual bug: all wall-clock time in pauses is taken off, working hours or not.
  const [first] = spans;
  assert.ok(first);
  const paused = spans.reduce(
    (sum, span, i) =>
      sum +
      (span.runs
        ? 0
        : Math.max(0, Math.min(Number(spans[i + 1]?.at ?? minuteOf(end)), minuteOf(end)) - Number(span.at))),
    0,
  );
  assert.equal(
    workingSeconds(first.calendar, first.at, minuteOf(end)) - paused / 1000,
    walked(spans, minuteOf(end)),
  );
});

test('the oracle has teeth: shifting by total pause time is caught', () => {
  assert.ok(fc.check(broken, { numRuns: 200, endOnFailure: true }).failed);
});

const second = fc.nat(1_000_000).map((n) => START + n * 1000);

test('laws: monotone, additive over a cut, elapsed(dueAt) = target, dueAt is the earliest', () => {
  fc.assert(
    fc.property(
      anyCalendar,
      fc.tuple(second, second, second),
      fc.nat(400_000),
      (calendar, instants, target) => {
        const [a, b, c] = instants.toSorted((x, y) => x - y) as [number, number, number];
        assert.equal(
          workingSeconds(calendar, a, b) + workingSeconds(calendar, b, c),
          workingSeconds(calendar, a, c),
        );
        assert.ok(workingSeconds(calendar, a, c) <= (c - a) / 1000);
        const due = addWorking(calendar, a, target).getTime();
        assert.equal(workingSeconds(calendar, a, due), target);
        if (target > 0) assert.equal(workingSeconds(calendar, a, due - 1000), target - 1);
      },
    ),
    { numRuns: 5000 },
  );
});

test('laws of the clock: elapsed at dueAt is the target; a cut that changes nothing changes nothing', () => {
  fc.assert(
    fc.property(log, fc.integer({ min: 1, max: 300_000 }), fc.nat(16_000), (spans, target, cut) => {
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
    }),
    { numRuns: 3000 },
  );
});
