import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDateTime } from './period.ts';
import { WEEKDAYS, type Weekday } from './weekday.ts';
import {
  addWorking,
  type ClockSpan,
  calendarProblem,
  dueAt,
  elapsed,
  type OpenWindow,
  type WorkingCalendar,
  workingSeconds,
} from './working-time.ts';

const office: OpenWindow[] = [
  ['09:30', '13:00'],
  ['14:00', '18:30'],
];
const monToSat = Object.fromEntries(WEEKDAYS.slice(0, 6).map((day) => [day, office])) as Partial<
  Record<Weekday, OpenWindow[]>
>;
const headOffice: WorkingCalendar = { always: false, windows: monToSat, days: { '2026-08-15': [] } };
const roundTheClock: WorkingCalendar = { always: true, windows: {}, days: {} };

const at = (text: string): Date => new Date(`${text.replace(' ', 'T')}:00+05:30`);
const minutes = (calendar: WorkingCalendar, from: string, to: string) =>
  workingSeconds(calendar, at(from), at(to)) / 60;
const after = (from: string, min: number) => formatDateTime(addWorking(headOffice, at(from), min * 60));

test('tickets: head office, holiday Sat 15-08-2026, Sunday off', () => {
  assert.equal(minutes(headOffice, '2026-08-14 17:45', '2026-08-14 18:30'), 45);
  assert.equal(after('2026-08-14 17:45', 60), '17-08-2026 09:45 AM');
  assert.equal(after('2026-08-14 17:45', 960), '18-08-2026 05:45 PM');
  assert.equal(after('2026-08-14 17:45', 720), '18-08-2026 12:45 PM');
  assert.equal(after('2026-08-14 17:45', 1440), '19-08-2026 05:45 PM');
  assert.equal(minutes(headOffice, '2026-08-14 17:45', '2026-08-17 09:40'), 55);
  assert.equal(
    minutes(headOffice, '2026-08-15 11:00', '2026-08-17 09:30'),
    0,
    'created on the holiday: starts Monday 09:30',
  );
  assert.equal(after('2026-08-15 11:00', 0), '15-08-2026 11:00 AM', 'nothing to wait for');
  assert.equal(after('2026-08-15 11:00', 1), '17-08-2026 09:31 AM');
  assert.equal(after('2026-08-17 12:50', 30), '17-08-2026 02:20 PM', 'lunch');
  assert.equal(after('2026-08-18 12:00', 240), '18-08-2026 05:00 PM');
  assert.equal(
    after('2026-08-17 12:30', 30),
    '17-08-2026 01:00 PM',
    'the earliest instant, not the end of lunch',
  );
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
  const stoppedOnTime: ClockSpan[] = [
    { at: at('2026-08-14 17:45'), runs: true, calendar: headOffice },
    { at: at('2026-08-17 09:45'), runs: false, calendar: headOffice },
  ];
  assert.equal(
    formatDateTime(dueAt(stoppedOnTime, 60 * 60) ?? 0),
    '17-08-2026 09:45 AM',
    'reached with its last second',
  );
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
  const special: WorkingCalendar = {
    always: false,
    windows: { FRI: [['20:00', '24:00']], SAT: [['00:00', '02:00']] },
    days: { '2026-08-16': [['10:00', '11:00']] },
  };
  assert.equal(minutes(special, '2026-08-14 19:00', '2026-08-15 05:00'), 360);
  assert.equal(minutes(special, '2026-08-16 00:00', '2026-08-17 00:00'), 60);
  assert.equal(
    workingSeconds(roundTheClock, '2026-08-14T10:00:00.900+05:30', '2026-08-14T10:00:01.100+05:30'),
    1,
  );
  assert.equal(workingSeconds(headOffice, at('2026-08-17 12:00'), at('2026-08-17 11:00')), 0);
});

test('bad calendars are named, bad input refused', () => {
  const calendar = (
    windows: Partial<Record<Weekday, OpenWindow[]>>,
    days: Record<string, OpenWindow[]> = {},
  ): WorkingCalendar => ({ always: false, windows, days });
  assert.equal(calendarProblem(headOffice), null);
  assert.equal(calendarProblem(roundTheClock), null);
  const bad = [
    calendar({}),
    calendar({ MON: [] }),
    calendar({ MON: [['9:30', '13:00']] }),
    calendar({ MON: [['13:00', '09:30']] }),
    calendar({
      MON: [
        ['09:30', '13:00'],
        ['12:00', '18:00'],
      ],
    }),
    calendar({ MON: [['09:30', '25:00']] }),
    calendar({ MON: office }, { '2026-02-30': [] }),
  ];
  for (const each of bad) assert.equal(typeof calendarProblem(each), 'string');
  assert.throws(() => addWorking(calendar({}), 0, 1), RangeError);
  assert.throws(() => addWorking(headOffice, 0, -1), RangeError);
  assert.throws(() => addWorking(headOffice, 0, 0.5), RangeError);
  const backwards: ClockSpan[] = [
    { at: 10_000, runs: true, calendar: headOffice },
    { at: 0, runs: true, calendar: headOffice },
  ];
  assert.throws(() => elapsed(backwards, 20_000), RangeError);
});
