// The accrual examples of finance.md 3.9, to the paisa.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paise } from '@aangan/money/paise.ts';
import { runningShare } from '@aangan/money/split.ts';
import { type RoyaltyLine, type RoyaltyTerms, royaltyOf } from './royalty-rules.ts';

const r = (rupees: number) => paise(Math.round(rupees * 100));
const terms: RoyaltyTerms = {
  agreementVersion: 3,
  defaultBp: 1500,
  componentRates: {},
  slabs: [],
  discountCapBp: null,
  concessionTreatment: 'NET',
  exclusions: [],
};
const line = (gross: number, concession = 0, more: Partial<RoyaltyLine> = {}): RoyaltyLine => ({
  componentKind: 'TUITION',
  gross: r(gross),
  concession: r(concession),
  net: r(gross - concession),
  royaltyBase: 'NET',
  roundOff: 0,
  royaltyBp: null,
  royaltyLessBp: 0,
  concessionAtHeadOffice: false,
  ...more,
});
const all = (l: RoyaltyLine, t = terms, yearBase = 0) =>
  royaltyOf(l, t, { amount: l.net, before: 0, yearBase });

test("Ishaan's first instalment: 33,000 x 15 % = 4,950; kit and deposit bear none", () => {
  const lines = [
    line(15_000, 1_500),
    line(10_000),
    line(9_500),
    line(7_500, 0, { royaltyBase: 'NONE' }),
    line(5_000, 0, { royaltyBase: 'NONE' }),
  ];
  assert.equal(
    lines.flatMap((l) => all(l)).reduce((sum, row) => sum + row.royalty, 0),
    r(4_950),
  );
  assert.equal(all(line(15_000, 1_500))[0]?.formula, '13,500.00 x 15 % = 2,025.00');
});

test('gross treatment counts part payments by running total', () => {
  const gross = { ...terms, concessionTreatment: 'GROSS' as const };
  const l = line(15_000, 1_500);
  const first = royaltyOf(l, gross, { amount: r(5_000), before: 0, yearBase: 0 });
  const rest = royaltyOf(l, gross, { amount: r(8_500), before: r(5_000), yearBase: 0 });
  assert.deepEqual([first[0]?.base, rest[0]?.base], [r(5_555.56), r(9_444.44)]);
  assert.match(first[0]?.formula ?? '', /^5,000\.00 of 13,500\.00 counts as 5,555\.56 x 15 %/);
});

test('discount cap, head-office concessions, royalty concession, component and plan rates', () => {
  assert.equal(all(line(15_000, 3_000), { ...terms, discountCapBp: 1000 })[0]?.base, r(13_500));
  const ifHo = { ...terms, concessionTreatment: 'NET_IF_HO' as const };
  assert.deepEqual(
    [
      all(line(15_000, 1_500), ifHo)[0]?.base,
      all(line(15_000, 1_500, { concessionAtHeadOffice: true }), ifHo)[0]?.base,
    ],
    [r(15_000), r(13_500)],
  );
  const less = all(line(10_000, 0, { royaltyLessBp: 500 }))[0];
  assert.deepEqual([less?.rateBp, less?.formula], [1000, '10,000.00 x 10 % (15 % less 5 %) = 1,000.00']);
  assert.equal(
    all(line(10_000, 0, { componentKind: 'ACTIVITY' }), { ...terms, componentRates: { ACTIVITY: 1200 } })[0]
      ?.royalty,
    r(1_200),
  );
  assert.equal(all(line(10_000, 0, { royaltyBp: 0 }))[0]?.royalty, 0);
  assert.deepEqual(all(line(10_000), { ...terms, exclusions: ['TUITION'] }), []);
});

test('a yearly slab that ends inside a receipt splits it', () => {
  const slabs = {
    ...terms,
    slabs: [
      { from: 0, bp: 1500 },
      { from: r(1_000_000), bp: 1200 },
    ],
  };
  assert.deepEqual(
    all(line(20_000), slabs, r(990_000)).map((row) => [row.part, row.base, row.royalty]),
    [
      [1, r(10_000), r(1_500)],
      [2, r(10_000), r(1_200)],
    ],
  );
});

test('three rows of 333.33 make 50.00 each; three refunds of 111.11 take back 16.67, 16.66, 16.67', () => {
  assert.equal(all(line(333.33))[0]?.royalty, r(50));
  const back = [0, 1, 2].map((n) => runningShare(r(50), r(333.33), { done: n * r(111.11), part: r(111.11) }));
  assert.deepEqual(back, [r(16.67), r(16.66), r(16.67)]);
});

test('₹999.00 with 18 % tax inside: the paisa that rounding adds bears no royalty', () => {
  const taxed = { ...line(846.62), net: r(999), roundOff: 1 };
  assert.deepEqual(
    [all(taxed)[0]?.base, all({ ...taxed, royaltyBase: 'GROSS' })[0]?.base],
    [r(846.61), r(846.61)],
  );
});
