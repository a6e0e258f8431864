// The arithmetic of the season, by the worked example of enquiries.md 3.9 (story 23), and its laws.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '@aangan/contract/period.ts';
import { nextOutcome, type Outcome, outcomeNames } from './b2s-outcome.ts';
import { type Curve, curveTrouble, dayReaching, expectedOn, paceOf } from './b2s-pace.ts';
import { rehearse, scaledTarget, shiftCurve, visitRate } from './season-rehearsal.ts';

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

test('rehearsal: the end by last year or by the curve, the miss, and the visits that it takes', () => {
  const network = { visits: 400, admitted: 100 };
  // (6 + 20 × 0.25) ÷ (30 + 20) = 22 %
  const rate = visitRate({ visits: 30, admitted: 6 }, network);
  assert.equal(rate, 0.22);
  assert.equal(visitRate({ visits: 0, admitted: 0 }, network), 0.25, 'a new centre is judged by the network');
  assert.equal(visitRate({ visits: 3, admitted: 0 }, { visits: 0, admitted: 0 }), null);
  const at = { target: 120, achieved: 38, curve, day: '2027-02-15', rate };
  assert.deepEqual(rehearse({ ...at, rest: 60 }), { expected: 42, projected: 98, miss: 22, visits: 100 });
  assert.deepEqual(rehearse({ ...at, rest: null }), { expected: 42, projected: 106, miss: 14, visits: 64 });
  assert.deepEqual(rehearse({ ...at, rest: 82 }), { expected: 42, projected: 120, miss: 0, visits: 0 });
  assert.equal(rehearse({ ...at, rest: 60, rate: null }).visits, null);
  // A curve that comes a month later asks for less today.
  assert.equal(rehearse({ ...at, rest: 60, curve: shiftCurve(curve, 30) }).expected, 21);
  assert.equal(scaledTarget(120, 11_000), 132);
});
