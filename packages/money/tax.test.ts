import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Paise, paise } from './paise.ts';
import { gstOn, supplyBetween, taxableOf, taxOn, taxOut } from './tax.ts';

const r = (amount: number): Paise => paise(Math.round(amount * 100));

test('tax inclusive: what rounding leaves is shown', () => {
  assert.deepEqual(taxOut(r(999), 1800, 'INTRA'), {
    taxable: r(846.61),
    cgst: r(76.19),
    sgst: r(76.19),
    igst: 0,
    roundOff: 1,
    total: r(999),
  });
  assert.deepEqual(taxOut(r(999), 1800, 'INTER'), {
    taxable: r(846.61),
    cgst: 0,
    sgst: 0,
    igst: r(152.39),
    roundOff: 0,
    total: r(999),
  });
});

test('tax exclusive: CGST and SGST rounded each, IGST once', () => {
  const intra = gstOn(r(1234.57), 1800, 'INTRA');
  assert.deepEqual([intra.cgst, intra.sgst, intra.igst, intra.total], [11_111, 11_111, 0, r(1456.79)]);
  assert.equal(gstOn(r(1234.57), 1800, 'INTER').igst, r(222.22));
});

test('royalty invoice of ₹4,950', () => {
  assert.equal(supplyBetween('29', '27'), 'INTER');
  assert.deepEqual(gstOn(r(4950), 1800, supplyBetween('29', '27')), {
    taxable: r(4950),
    cgst: 0,
    sgst: 0,
    igst: r(891),
    roundOff: 0,
    total: r(5841),
  });
  const intra = gstOn(r(4950), 1800, supplyBetween('29', '29'));
  assert.deepEqual([intra.cgst, intra.sgst, intra.total], [r(445.5), r(445.5), r(5841)]);
});

test('kit components and margins of orders', () => {
  assert.equal(taxOn(paise(656_250), 500), 32_813);
  assert.equal(taxOn(paise(281_250), 1800), 50_625, 'IGST of the bag');
  assert.deepEqual(
    [gstOn(paise(656_250), 500, 'INTRA').cgst, gstOn(paise(281_250), 1800, 'INTRA').cgst],
    [16_406, 25_313],
  );
  assert.equal(taxableOf(r(1180), 1800), 100_000);
  assert.equal(taxableOf(r(499), 500), 47_524);
  assert.equal(taxOn(paise(39_207), 500), 1960);
});

test('exempt, odd rates, reversals', () => {
  assert.deepEqual(gstOn(r(13_500), 0, 'INTRA'), {
    taxable: r(13_500),
    cgst: 0,
    sgst: 0,
    igst: 0,
    roundOff: 0,
    total: r(13_500),
  });
  assert.equal(gstOn(r(1000), 25, 'INTRA').cgst, 125, '0.25 % = two halves of 0.125 %');
  assert.equal(gstOn(r(-999), 1800, 'INTER').total, -gstOn(r(999), 1800, 'INTER').total);
  assert.throws(() => gstOn(r(1), 10_001, 'INTRA'), { code: 'money.percent' });
});
