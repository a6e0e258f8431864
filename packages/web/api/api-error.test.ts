import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorFrom, networkFailure, toApiError } from './api-error.ts';

test('shell story 14: no response is status 500 with the specification’s text', () => {
  const { status, message } = networkFailure();
  assert.deepEqual([status, message], [500, 'Service Unavailable!']);
});

test('a body that is none of ours still reads well, and our own bugs say nothing of the inside', () => {
  assert.equal(errorFrom(502, '<html>', new Headers()).message, 'Something went wrong. Please try again.');
  assert.equal(errorFrom(429, { message: 'Wait' }, new Headers({ 'retry-after': '30' })).retryAfter, 30);
  assert.equal(
    toApiError(new TypeError('x is not a function')).message,
    'Something went wrong. Please try again.',
  );
});
