// Story 18: over random logs the clock is what walking minute by minute finds; a twin that shifts by the pause is not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WorkingCalendar } from '@aangan/contract/working-time.ts';
import { sized } from '@aangan/testkit/prove.ts';
import { clocksOf, type LogEntry } from './sla.ts';
import type { TicketStatus } from './ticket.states.ts';

const MINUTE = 60_000;
const start = Date.parse('2026-08-10T00:00:00+05:30');
const week = [
  ['09:30', '13:00'],
  ['14:00', '18:30'],
] as const;
const office: WorkingCalendar = {
  always: false,
  windows: { MON: week, TUE: week, WED: week, THU: week, FRI: week, SAT: week },
  days: { '2026-08-15': [] },
};
const always: WorkingCalendar = { always: true, windows: {}, days: {} };
const calendars = new Map([
  [1, office],
  [3, always],
]);

/** A repeatable series of numbers below n. */
function series(seed: number) {
  let state = seed;
  return (n: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * n);
  };
}

const open = (id: number, at: number): boolean => {
  if (id === 3) return true;
  const ist = new Date(at + 5.5 * 3_600_000);
  if (ist.getUTCDay() === 0 || ist.toISOString().startsWith('2026-08-15')) return false;
  const minute = ist.getUTCHours() * 60 + ist.getUTCMinutes();
  return (minute >= 570 && minute < 780) || (minute >= 840 && minute < 1110);
};

const LOGS = sized(300, 1000);
const statuses: TicketStatus[] = ['NEW', 'OPEN', 'WAITING_ON_CENTRE', 'ON_HOLD', 'REOPENED', 'RESOLVED'];
const runs = new Set<TicketStatus>(['NEW', 'OPEN', 'REOPENED']);

function walk(log: readonly LogEntry[], now: number): number {
  let sum = 0;
  for (let at = start; at < now; at += MINUTE) {
    const entry = log.filter((one) => Number(one.at) <= at).at(-1);
    if (entry && runs.has(entry.to) && open(entry.calendarId, at)) sum += 1;
  }
  return sum;
}

test('the clock equals the oracle that walks minute by minute', () => {
  let shifted = 0;
  for (let seed = 1; seed <= LOGS; seed += 1) {
    const next = series(seed);
    let at = start + next(600) * MINUTE;
    const log: LogEntry[] = [{ at, to: 'NEW', calendarId: 1 }];
    for (let i = next(6); i > 0; i -= 1) {
      at += (1 + next(1_500)) * MINUTE;
      log.push({ at, to: statuses[next(statuses.length)] ?? 'OPEN', calendarId: next(4) === 0 ? 3 : 1 });
    }
    const now = at + next(3_000) * MINUTE;
    const targets = { responseMin: 120, resolutionMin: 960, firstResponseAt: null };
    const { resolution } = clocksOf({ log, calendars, ...targets }, now);
    const walked = walk(log, now);
    assert.equal(resolution.elapsedMin, walked, `log ${seed}`);
    if (resolution.dueAt && resolution.leftMin > 0)
      assert.equal(walk(log, resolution.dueAt.getTime()), 960, `due ${seed}`);
    if (walked !== walk(log.slice(0, 1), now)) shifted += 1;
  }
  assert.ok(shifted > 100, 'the logs have pauses that count');
});

test('the first answer ends the clock of the response, and a later one does not start it', () => {
  const at = Date.parse('2026-08-10T09:30:00+05:30');
  const log: LogEntry[] = [
    { at, to: 'NEW', calendarId: 1 },
    { at: at + 30 * MINUTE, to: 'OPEN', calendarId: 1 },
    { at: at + 90 * MINUTE, to: 'OPEN', calendarId: 1 },
  ];
  const input = { log, calendars, responseMin: 60, resolutionMin: 960, firstResponseAt: at + 30 * MINUTE };
  const { response, resolution } = clocksOf(input, at + 200 * MINUTE);
  assert.deepEqual([response.state, response.elapsedMin, resolution.elapsedMin], ['MET', 30, 200]);
});
