import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysOfPeriod } from './report-period.ts';

test('a period that is not over ends today, one that is over on its last day', () => {
  assert.deepEqual(daysOfPeriod('THIS_MONTH', '2026-03-28'), { from: '2026-03-01', to: '2026-03-28' });
  assert.deepEqual(daysOfPeriod('LAST_MONTH', '2028-03-31'), { from: '2028-02-01', to: '2028-02-29' });
  assert.deepEqual(daysOfPeriod('THIS_QUARTER', '2027-02-10'), { from: '2027-01-01', to: '2027-02-10' });
  assert.deepEqual(daysOfPeriod('LAST_QUARTER', '2027-02-10'), { from: '2026-10-01', to: '2026-12-31' });
});

test('the academic year runs from April to March', () => {
  assert.deepEqual(daysOfPeriod('THIS_YEAR', '2027-03-31'), { from: '2026-04-01', to: '2027-03-31' });
  assert.deepEqual(daysOfPeriod('LAST_YEAR', '2026-04-01'), { from: '2025-04-01', to: '2026-03-31' });
});
