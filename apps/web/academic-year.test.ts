import assert from 'node:assert/strict';
import test from 'node:test';
import { calendarPair, currentAcademicYear, latestAcademicYear, nextCalendarPair } from './academic-year.ts';

// shell.md 3.5, the whole table.
const table = [
  ['2026-03-31T18:29:59Z', '2025-2026', '2026-2027', '2026-2027', '2027-2028'],
  ['2026-03-31T18:30:00Z', '2026-2027', '2026-2027', '2026-2027', '2027-2028'],
  ['2026-11-30T12:00:00Z', '2026-2027', '2026-2027', '2026-2027', '2027-2028'],
  ['2026-11-30T18:30:00Z', '2026-2027', '2027-2028', '2026-2027', '2027-2028'],
  ['2027-01-15T12:00:00Z', '2026-2027', '2027-2028', '2027-2028', '2028-2029'],
  ['2028-02-29T12:00:00Z', '2027-2028', '2028-2029', '2028-2029', '2029-2030'],
] as const;

for (const [at, current, latest, calendar, next] of table)
  test(`${at === '2026-11-30T18:30:00Z' ? 'shell story 9: ' : ''}years at ${at}`, () => {
    const now = Date.parse(at);
    assert.deepEqual(
      [currentAcademicYear(now), latestAcademicYear(now), calendarPair(now), nextCalendarPair(now)],
      [current, latest, calendar, next],
    );
  });
