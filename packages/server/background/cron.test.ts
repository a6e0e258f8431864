import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isSubMinute, newestSlot, nextSlot, parseCron } from './cron.ts';

const next = (cron: string, after: string): string =>
  nextSlot(parseCron(cron), new Date(`${after}+05:30`)).toISOString();
const ist = (text: string): string => new Date(`${text}+05:30`).toISOString();

test('slots in IST', () => {
  assert.equal(next('30 2 * * *', '2026-04-01T02:29:59'), ist('2026-04-01T02:30:00'));
  assert.equal(next('30 2 * * *', '2026-04-01T02:30:00'), ist('2026-04-02T02:30:00'));
  assert.equal(next('5 0 * * *', '2026-03-31T23:59:59'), ist('2026-04-01T00:05:00'));
  assert.equal(next('*/5 * * * *', '2026-04-01T10:57:12'), ist('2026-04-01T11:00:00'));
  assert.equal(next('*/5 * * * * *', '2026-04-01T10:57:12'), ist('2026-04-01T10:57:15'));
  assert.equal(next('0 6 * * 1', '2026-04-01T12:00:00'), ist('2026-04-06T06:00:00'));
  assert.equal(next('30 3 * * 0', '2026-04-01T12:00:00'), ist('2026-04-05T03:30:00'));
  assert.equal(next('30 3 * * 7', '2026-04-01T12:00:00'), ist('2026-04-05T03:30:00'));
  assert.equal(next('10 0 1 4 *', '2026-04-01T00:10:00'), ist('2027-04-01T00:10:00'));
  assert.equal(next('40 23 L * *', '2026-02-10T00:00:00'), ist('2026-02-28T23:40:00'));
  assert.equal(next('40 23 L * *', '2028-02-28T23:40:00'), ist('2028-02-29T23:40:00'));
  assert.equal(next('0 6,18 * * *', '2026-04-01T06:00:00'), ist('2026-04-01T18:00:00'));
  assert.equal(next('0 9-17/4 * * 1-5', '2026-04-03T17:00:00'), ist('2026-04-06T09:00:00'));
  assert.equal(next('0 0 29 2 *', '2096-03-01T00:00:00'), ist('2104-02-29T00:00:00'));
});

test('day and weekday both given: either is enough', () => {
  assert.equal(next('0 0 13 * 5', '2026-04-01T00:00:00'), ist('2026-04-03T00:00:00'));
  assert.equal(next('0 0 13 * 5', '2026-04-10T00:00:00'), ist('2026-04-13T00:00:00'));
});

test('refuses what is no schedule', () => {
  for (const bad of [
    '',
    '* * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '5-1 * * * *',
    '*/0 * * * *',
    'a * * * *',
    '@daily',
  ])
    assert.throws(() => parseCron(bad), bad);
  assert.throws(() => nextSlot(parseCron('0 0 31 2 *'), new Date()));
  assert.ok(isSubMinute(parseCron('*/30 * * * * *')));
  assert.ok(!isSubMinute(parseCron('* * * * *')));
});

test('the newest slot up to now is the one whose successor is later than now (1,000 cases)', () => {
  const schedules = [
    '*/5 * * * *',
    '30 2 * * *',
    '*/5 * * * * *',
    '0 6 * * 1',
    '40 23 L * *',
    '0 9-17/4 * * 1-5',
  ].map(parseCron);
  fc.assert(
    fc.property(
      fc.constantFrom(...schedules),
      fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }),
      (schedule, at) => {
        const until = new Date(at * 1000);
        const newest = newestSlot(schedule, new Date(0), until);
        assert.ok(newest && newest <= until);
        assert.ok(nextSlot(schedule, newest) > until);
        assert.deepEqual(nextSlot(schedule, new Date(newest.getTime() - 1)), newest);
        assert.equal(newestSlot(schedule, new Date(newest.getTime() + 1), until), null);
      },
    ),
    { numRuns: 1000 },
  );
});
