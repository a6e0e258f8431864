import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addPaise,
  isPaise,
  MAX_PAISE,
  MoneyError,
  negatePaise,
  type Paise,
  paise,
  subtractPaise,
  sumPaise,
  ZERO,
} from './paise.ts';

const refused = (code: string) => (error: unknown) =>
  error instanceof MoneyError && error.code === code && error.message.length > 10;

test('an amount is a whole number of paise within ₹10,000 crore', () => {
  assert.equal(paise(4_550_000), 4_550_000);
  assert.equal(paise(MAX_PAISE), MAX_PAISE);
  assert.equal(paise(-MAX_PAISE), -MAX_PAISE);
  assert.equal(paise(12n), 12);
  for (const value of [MAX_PAISE + 1, -MAX_PAISE - 1, 2 ** 53 + 2, Infinity, -Infinity]) {
    assert.throws(() => paise(value), refused('money.too-large'), String(value));
  }
  for (const value of [2n ** 63n - 1n, -(2n ** 63n)])
    assert.throws(() => paise(value), refused('money.too-large'));
  for (const value of [0.5, Number.NaN, 999.0000001])
    assert.throws(() => paise(value), refused('money.not-whole'), String(value));
  assert.throws(() => paise(JSON.parse('"500"')), refused('money.not-whole'));
});

test('isPaise answers what paise() would accept', () => {
  const candidates: unknown[] = [
    0,
    1,
    -1,
    MAX_PAISE,
    MAX_PAISE + 1,
    1.5,
    Number.NaN,
    '5',
    null,
    undefined,
    5n,
    {},
  ];
  assert.deepEqual(candidates.map(isPaise), [
    true,
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test('JSON carries the integer', () => {
  const sent = JSON.stringify({ amount: paise(12_345_678) });
  assert.equal(sent, '{"amount":12345678}');
  assert.ok(isPaise(JSON.parse(sent).amount));
});

test('sums and differences stay within the limit', () => {
  assert.equal(addPaise(paise(45_000), paise(500)), 45_500);
  assert.equal(subtractPaise(paise(500), paise(45_000)), -44_500);
  assert.ok(Object.is(negatePaise(ZERO), 0), 'no -0');
  assert.throws(() => addPaise(paise(MAX_PAISE), paise(1)), refused('money.too-large'));
  assert.equal(sumPaise([]), 0);
  const large: Paise[] = new Array<Paise>(2000).fill(paise(MAX_PAISE));
  assert.throws(() => sumPaise(large), refused('money.too-large'));
  assert.equal(sumPaise([...large, ...large.map(negatePaise)]), 0, 'past 2^53 in between, exact in the end');
});
