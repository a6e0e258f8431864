import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportMoves } from './message-rank.ts';

test('reports in any order only go up; failed after delivered is nothing; delivered after failed counts once', () => {
  const consume = (...reports: ('DELIVERED' | 'READ' | 'FAILED')[]) =>
    reports.reduce<string>((status, report) => (reportMoves(status, report) ? report : status), 'SENT');
  assert.equal(consume('READ', 'DELIVERED'), 'READ');
  assert.equal(consume('DELIVERED', 'FAILED'), 'DELIVERED');
  assert.equal(consume('FAILED', 'DELIVERED', 'FAILED'), 'DELIVERED');
  assert.equal(consume('FAILED', 'READ'), 'FAILED');
  for (const ended of ['SUPPRESSED', 'CANCELLED']) assert.equal(reportMoves(ended, 'DELIVERED'), false);
});
