// The arithmetic of the season, by the worked example of enquiries.md 3.9 (story 23), and its laws.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '@aangan/contract/period.ts';
import { nextOutcome, type Outcome, outcomeNames } from './b2s-outcome.ts';
import { type Curve, curveTrouble, dayReaching, expectedOn, paceOf } from './b2s-pace.ts';

const curve: Curve = {
  from: '2026-12-01',
  points: [
    { on: '2026-12-31', bp: 1000 },
    { on: '2027-01-31', bp: 2500 },
    { on: '2027-02-28', bp: 4500 },
    { on: '2027-03-31', bp: 7000 },
    { on: '2027-04-30', bp: 8500 },
    { on: '2027-05-31', bp: 9500 },
    { on: '2027-06-30', bp: 10_000 },
  ],
};

test('story 23: Andheri, 120 seats, 15-02-2027: expected 42, achieved 38, four fewer, five days behind', () => {
  assert.deepEqual(paceOf(120, 38, curve, '2027-02-15'), { expected: 42, gap: -4, days: -5 });
  assert.equal(dayReaching(120, 38, curve), '2027-02-10');
  assert.equal(expectedOn(120, curve, '2027-02-09'), 37);
});

test('no target has no pace; nothing before the season, everything after it', () => {
  assert.equal(paceOf(0, 12, curve, '2027-02-15'), null);
  assert.equal(expectedOn(120, curve, '2026-11-30'), 0);
  assert.equal(expectedOn(120, curve, '2026-12-01'), 0);
  assert.equal(expectedOn(120, curve, '2027-06-30'), 120);
  assert.equal(expectedOn(120, curve, '2028-01-01'), 120);
  assert.deepEqual(paceOf(120, 60, curve, '2027-02-15'), { expected: 42, gap: 18, days: 20 });
  assert.deepEqual(
    paceOf(24, 8, curve, '2027-02-15'),
    { expected: 8, gap: 0, days: 0 },
    'reached days ago, asked for still',
  );
  assert.equal(paceOf(10, 25, curve, '2027-02-15')?.days, 135, 'more than the whole target: its last day');
});

test('the curve never falls, and the day it reaches is the first one', () => {
  for (const target of [1, 7, 37, 120, 999]) {
    let before = 0;
    for (let n = 0; n < 220; n += 1) {
      const day = addDays(curve.from, n);
      const expected = expectedOn(target, curve, day);
      assert.ok(expected >= before && expected <= target, `${target} ${day}`);
      if (expected > before) assert.equal(dayReaching(target, expected, curve), day);
      before = expected;
    }
  }
});

test('a curve must rise and end at the whole', () => {
  const wrong = (points: Curve['points']) => curveTrouble({ from: '2026-12-01', points });
  assert.equal(curveTrouble(curve), null);
  assert.ok(wrong([]));
  assert.ok(wrong([{ on: '2027-01-31', bp: 9999 }]));
  assert.ok(wrong([{ on: '2026-11-30', bp: 10_000 }]), 'before the season');
  assert.ok(
    wrong([
      { on: '2027-02-28', bp: 500 },
      { on: '2027-01-31', bp: 10_000 },
    ]),
    'days fall',
  );
  assert.ok(
    wrong([
      { on: '2027-01-31', bp: 5000 },
      { on: '2027-02-28', bp: 4000 },
      { on: '2027-03-31', bp: 10_000 },
    ]),
  );
});

test('outcomes go forward only, or to lost; a lost one may come back', () => {
  const way: readonly Outcome[] = outcomeNames.filter((one) => one !== 'LOST');
  for (const [i, before] of way.entries())
    for (const [k, found] of way.entries()) assert.equal(nextOutcome(before, found), k > i ? found : before);
  for (const one of way) {
    assert.equal(nextOutcome(one, 'LOST'), 'LOST');
    assert.equal(nextOutcome('LOST', one), one);
  }
});
