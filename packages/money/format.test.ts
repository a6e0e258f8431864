import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatAmount, formatInr, formatPercent, parseInr, parsePercent, plainRupees } from './format.ts';
import { MAX_PAISE, paise } from './paise.ts';

test('Indian grouping, two decimals, minus in front', () => {
  const shown: [number, string][] = [
    [12_345_670, '₹1,23,456.70'],
    [0, '₹0.00'],
    [5, '₹0.05'],
    [99_999, '₹999.99'],
    [100_000, '₹1,000.00'],
    [123_456_750, '₹12,34,567.50'],
    [-50_000, '-₹500.00'],
    [-1, '-₹0.01'],
    [MAX_PAISE, '₹1,00,00,00,00,000.00'],
  ];
  for (const [amount, text] of shown) assert.equal(formatInr(paise(amount)), text);
  assert.equal(formatAmount(paise(-12_345_670)), '-1,23,456.70');
  assert.equal(plainRupees(paise(-12_345_670)), '-123456.70');
});

test('equal to the ICU table of en-IN; parsing gives the amount back', () => {
  const icu = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
  const amounts = fc.integer({ min: -MAX_PAISE, max: MAX_PAISE }).map((n) => paise(n));
  fc.assert(
    fc.property(amounts, (amount) => {
      assert.equal(formatInr(amount), icu.format(`${plainRupees(amount)}` as `${number}`));
      for (const text of [
        formatInr(amount),
        formatAmount(amount),
        plainRupees(amount),
        ` ${formatInr(amount)} `,
      ]) {
        assert.equal(parseInr(text), amount);
      }
    }),
    { numRuns: 2000 },
  );
});

test('amounts as people type them', () => {
  const typed: [string, number][] = [
    ['500', 50_000],
    ['₹ 500', 50_000],
    ['Rs. 500/-', 50_000],
    ['rs 1,500', 150_000],
    ['INR 12.5', 1250],
    ['.50', 50],
    ['123,456.70', 12_345_670],
    ['1,23,456.70', 12_345_670],
    ['-12.50', -1250],
    ['−12.50', -1250],
    ['₹-12.50', -1250],
    ['₹५,००,०००', 50_000_000],
    ['१२३.४५', 12_345],
    ['007', 700],
  ];
  for (const [text, amount] of typed) assert.equal(parseInr(text), amount, text);
});

test('what is no amount is refused, never guessed', () => {
  for (const text of [
    '',
    ' ',
    '-',
    '₹',
    '.',
    '5.',
    '1.234',
    '12,5',
    '1,2,3',
    '12,34',
    '1e5',
    '1e400',
    '0x10',
    'abc',
    '1 2',
    '500\t600',
    '--5',
    '-₹-5',
    '5-',
    'NaN',
    'Infinity',
    '1'.repeat(41),
  ]) {
    assert.throws(() => parseInr(text), { code: 'money.text' }, JSON.stringify(text));
  }
  for (const text of ['100000000000.01', '1'.repeat(39)])
    assert.throws(() => parseInr(text), { code: 'money.too-large' }, text);
  assert.equal(parseInr('1,00,00,00,00,000.00'), MAX_PAISE);
});

test('percentages', () => {
  assert.deepEqual([1250, 1800, 10_000, 0, 1429, 10, 1000].map(formatPercent), [
    '12.5 %',
    '18 %',
    '100 %',
    '0 %',
    '14.29 %',
    '0.1 %',
    '10 %',
  ]);
  const typed: [string, number][] = [
    ['12.5', 1250],
    ['18 %', 1800],
    ['100', 10_000],
    ['100.00%', 10_000],
    ['१२.५', 1250],
    ['0', 0],
  ];
  for (const [text, bp] of typed) assert.equal(parsePercent(text), bp, text);
  for (const text of ['', '12.345', '-1', '100.01', '101', '1e1', '1e400', 'abc', '1,0', '5.']) {
    assert.throws(() => parsePercent(text), { code: 'money.percent' }, text);
  }
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), (bp) => parsePercent(formatPercent(bp)) === bp),
    { numRuns: 1000 },
  );
});
