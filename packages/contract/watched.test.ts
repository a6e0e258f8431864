import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWatched, mergeSpans, secondsOf } from './watched.ts';

test('0-60 and 30-90 of a film of 100 s are 90 seconds and not the whole; 0-96 is', () => {
  const seen = mergeSpans([[30, 90], [0, 60]], 100); // biome-ignore format: one case
  assert.deepEqual(seen, [[0, 90]]);
  assert.equal(secondsOf(seen), 90);
  assert.equal(isWatched(90, 100), false);
  assert.equal(isWatched(secondsOf(mergeSpans([[0, 96]], 100)), 100), true);
});

test('what lies outside the film, is empty or runs backwards counts nothing', () => {
  assert.deepEqual(mergeSpans([[-5, 3], [8, 8], [9, 4], [95, 400]], 100), [[0, 3], [95, 100]]); // biome-ignore format: one case
  assert.equal(isWatched(0, 0), false);
});

test('a thousand pieces are kept as the five hundred longest, in their order', () => {
  const merged = mergeSpans(
    Array.from({ length: 1000 }, (_, n): [number, number] => [n * 10, n * 10 + (n % 2 === 0 ? 5 : 1)]),
    10_000,
  );
  assert.equal(merged.length, 500);
  assert.ok(
    merged.every(([from, to], i) => to - from === 5 && (i === 0 || from > (merged[i - 1]?.[1] ?? 0))),
  );
});
