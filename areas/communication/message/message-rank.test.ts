import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportMoves } from './message-rank.ts';

test('reports in any order only go up; failed after delivered is nothing; delivered after failed counts once', () => {
  const fold = (...reports: ('DELIVERED' | 'READ' | 'FAILED')[]) =>
    reports.reduce<string>((status, report) => (reportMoves(status, report) ? report : status), 'SENT');
  assert.equal(fold('READ', 'DELIVERED'), 'READ');
  assert.equal(fold('DELIVERED', 'FAILED'), 'DELIVERED');
  assert.equal(fold('FAILED', 'DELIVERED', 'FAILED'), 'DELIVERED');
  assert.equal(fold('FAILED', 'READ'), 'FAILED');
  for (const ended of ['SUPPRESSED', 'CANCELLED']) assert.equal(reportMoves(ended, 'DELIVERED'), false);
});
