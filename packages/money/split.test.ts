import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_PAISE, MoneyError, type Paise, paise } from './paise.ts';
import { prorate } from './proration.ts';
import {
  halfUp,
  roundSplit,
  runningShare,
  share,
  splitByWeights,
  splitEvenly,
  splitMatrix,
  sumsToWhole,
  timesRatio,
} from './split.ts';

const rupees = (...list: number[]): Paise[] => list.map((amount) => paise(Math.round(amount * 100)));
const r = (amount: number): Paise => paise(Math.round(amount * 100));
const refused = (code: string) => (error: unknown) => error instanceof MoneyError && error.code === code;

test('half-up, mirrored below zero, exact past 2^53', () => {
  assert.deepEqual([halfUp(1, 2), halfUp(3, 2), halfUp(1, 3), halfUp(2, 3), halfUp(0, 7)], [1, 2, 0, 1, 0]);
  assert.deepEqual([halfUp(-1, 2), halfUp(-3, 2), halfUp(-1, 3)], [-1, -2, 0]);
  assert.ok(Object.is(halfUp(-1, 3), 0), 'no -0');
  assert.equal(halfUp(BigInt(MAX_PAISE) * 10_000n, 10_000n), MAX_PAISE);
  assert.throws(() => halfUp(1, 0), refused('money.ratio'));
  assert.throws(() => halfUp(1, -2), refused('money.ratio'));
  assert.throws(() => halfUp(0.5, 1), refused('money.not-whole'));
  assert.throws(() => halfUp(2 ** 53, 1), refused('money.not-whole'));
});

test('share: royalty, concession and cap examples', () => {
  assert.equal(share(r(33_000), 1500), r(4950), 'Ishaan I1');
  assert.equal(share(r(333.33), 1500), r(50));
  assert.equal(share(r(60_000), 1000), r(6000));
  assert.equal(share(r(87_000), 1500), r(13_050));
  assert.equal(share(paise(MAX_PAISE), 9999), 9_999_000_000_000);
  for (const bp of [-1, 10_001, 12.5, Number.NaN])
    assert.throws(() => share(r(1), bp), refused('money.percent'), String(bp));
});

test('a ratio other than a percentage: late interest', () => {
  assert.equal(timesRatio(r(14_750), 1200 * 20, 10_000 * 365), r(96.99));
});

test('split by basis points', () => {
  assert.deepEqual(splitByWeights(r(45_001), [3333, 3333, 3334]), rupees(14_998.83, 14_998.83, 15_003.34));
  assert.ok(sumsToWhole([3333, 3333, 3334]));
  assert.ok(sumsToWhole([1429, 1429, 1429, 1429, 1429, 1429, 1426]));
  assert.ok(!sumsToWhole([3333, 3333, 3333]));
});

test('split evenly', () => {
  assert.deepEqual(splitEvenly(r(10_000), 3), rupees(3333.34, 3333.33, 3333.33));
  assert.deepEqual(splitEvenly(paise(100), 7), [15, 15, 14, 14, 14, 14, 14]);
  assert.deepEqual(
    splitEvenly(r(1999.99), 7),
    rupees(285.72, 285.72, 285.71, 285.71, 285.71, 285.71, 285.71),
  );
  assert.deepEqual(splitEvenly(paise(-100), 7), [-15, -15, -14, -14, -14, -14, -14]);
  for (const n of [0, -1, 1.5, 10_001])
    assert.throws(() => splitEvenly(r(1), n), refused('money.parts'), String(n));
});

test('weights: amounts of lines, zeros, nothing at all', () => {
  assert.deepEqual(
    splitByWeights(r(3825), [4_950_000, 1_000_000, 950_000, 750_000]),
    rupees(2475, 500, 475, 375),
  );
  assert.deepEqual(splitByWeights(r(1500), [600, 700, 300]), [56_250, 65_625, 28_125]);
  assert.deepEqual(splitByWeights(paise(2), [0, 1, 0, 1, 1]), [0, 1, 0, 1, 0]);
  assert.deepEqual(splitByWeights(paise(0), [0, 0]), [0, 0]);
  assert.deepEqual(splitByWeights(paise(0), []), []);
  assert.throws(() => splitByWeights(paise(1), [0, 0]), refused('money.parts'));
  assert.throws(() => splitByWeights(paise(1), []), refused('money.parts'));
  assert.throws(() => splitByWeights(paise(1), [1, -1]), refused('money.parts'));
  assert.throws(() => splitByWeights(paise(1), [0.5, 0.5]), refused('money.parts'));
});

test('round to ₹10, residue LAST or FIRST', () => {
  assert.deepEqual(roundSplit(r(10_000), 3, 1000, 'LAST'), rupees(3330, 3330, 3340));
  assert.deepEqual(roundSplit(r(10_000), 3, 1000, 'FIRST'), rupees(3340, 3330, 3330));
  assert.deepEqual(roundSplit(r(10_000), 3, 0, 'LAST'), splitEvenly(r(10_000), 3));
  assert.deepEqual(
    roundSplit(r(999.5), [5000, 5000, 0], 1000, 'LAST'),
    rupees(490, 509.5, 0),
    'a part without weight takes no residue',
  );
  assert.deepEqual(roundSplit(r(20), 4, 1000, 'LAST'), rupees(0, 0, 0, 20), 'never below zero');
  assert.deepEqual(roundSplit(r(-10_000), 3, 1000, 'LAST'), rupees(-3330, -3330, -3340));
  assert.throws(() => roundSplit(r(1), 3, 0.5, 'LAST'), refused('money.parts'));
});

test('matrix: rows and columns both add up', () => {
  assert.deepEqual(splitMatrix(rupees(12_500, 3200, 900, 750), 4), [
    rupees(3125, 3125, 3125, 3125),
    rupees(800, 800, 800, 800),
    rupees(225, 225, 225, 225),
    rupees(187.5, 187.5, 187.5, 187.5),
  ]);
  const uneven = splitMatrix([paise(100), paise(100), paise(100)], 7);
  assert.deepEqual(
    uneven.map((row) => row.reduce((a, b) => a + b, 0)),
    [100, 100, 100],
  );
  assert.deepEqual(
    uneven[0]?.map((_, column) => uneven.reduce((sum, row) => sum + (row[column] ?? 0), 0)),
    splitEvenly(paise(300), 7),
  );
  assert.deepEqual(splitMatrix([], 3), []);
  assert.throws(() => splitMatrix([paise(-1)], 3), refused('money.negative'));
});

test('running shares: refunds, gross royalty base, split parcels', () => {
  const refunds = [0, 111.11, 222.22].map((done) =>
    runningShare(r(50), r(333.33), { done: r(done), part: r(111.11) }),
  );
  assert.deepEqual(refunds, rupees(16.67, 16.66, 16.67));
  assert.equal(runningShare(r(15_000), r(13_500), { done: 0, part: r(5000) }), r(5555.56));
  assert.equal(runningShare(r(15_000), r(13_500), { done: r(5000), part: r(8500) }), r(9444.44));
  assert.equal(runningShare(paise(32_813), 10, { done: 0, part: 4 }), 13_125);
  assert.equal(runningShare(paise(32_813), 10, { done: 4, part: 6 }), 19_688);
  assert.throws(() => runningShare(r(1), 10, { done: 5, part: 6 }), refused('money.ratio'));
  assert.throws(() => runningShare(r(1), 10, { done: -1, part: 6 }), refused('money.ratio'));
  assert.throws(() => runningShare(r(1), 0, { done: 0, part: 0 }), refused('money.ratio'));
});

test('proration by days and bands', () => {
  assert.equal(prorate(r(6200), 24, 31), r(4800));
  assert.equal(prorate(r(15_000), 42, 92), r(6847.83));
  assert.equal(prorate(r(6600), 12, 22), r(3600));
  assert.equal(prorate(r(6600), 0, 0), 0, 'no working day at all');
  assert.equal(prorate(r(6200), 31, 31), r(6200));
  assert.deepEqual(
    [10_000, 5000, 0].map((bp) => share(r(6200), bp)),
    rupees(6200, 3100, 0),
  );
  assert.deepEqual(
    [10_000, 6700, 3300].map((bp) => share(r(15_000), bp)),
    rupees(15_000, 10_050, 4950),
  );
  for (const [part, whole] of [
    [32, 31],
    [-1, 31],
    [1.5, 31],
    [1, Number.NaN],
  ] as const) {
    assert.throws(() => prorate(r(1), part, whole), refused('money.ratio'), `${part}/${whole}`);
  }
});
