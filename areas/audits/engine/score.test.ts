// The worked examples of areas/audits.md 3.1, to the basis point.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Snapshot, SnapshotParameter } from '../catalogue/snapshot.ts';
import { type Given, scoreAudit } from './score.ts';

let n = 0;
const question = (more: Partial<SnapshotParameter>): SnapshotParameter => ({
  id: `q${++n}`,
  code: `Q-${n}`,
  question: 'Is it so?',
  guidance: null,
  responseKind: 'YES_NO_NA',
  maxScore: 1,
  weight: 1,
  critical: false,
  optional: false,
  photoOn: 'NO',
  noteOnNo: false,
  ownerKind: 'CENTRE',
  severity: 'MINOR',
  closureDays: null,
  ...more,
});
const snapshotOf = (categories: Readonly<Record<string, SnapshotParameter[]>>): Snapshot => ({
  subjectKind: 'CENTRE',
  conductedBy: 'NETWORK',
  reviewRequired: true,
  locate: false,
  signoffRequired: false,
  criticalCapBp: 5900,
  bands: { A: 9000, B: 7500, C: 6000 },
  closureDays: 14,
  categories: Object.entries(categories).map(([id, parameters]) => ({
    id,
    name: id,
    subCategories: [{ id: `${id}-1`, name: id, parameters }],
  })),
});
const say = (one: SnapshotParameter, response: 'yes' | 'no' | 'na'): Given => ({
  parameterId: one.id,
  response,
  scale: null,
});
const rate = (one: SnapshotParameter, scale: number): Given => ({
  parameterId: one.id,
  response: null,
  scale,
});
const WEIGHTS = new Map([
  ['Safety', 4000],
  ['Classroom', 3500],
  ['Hygiene', 2500],
]);

function house() {
  const lock = question({ weight: 5, critical: true, code: 'Gate lock' });
  const others = [question({ weight: 3 }), question({ weight: 2 })] as const;
  const circle = question({ responseKind: 'SCALE', maxScore: 5, weight: 2 });
  const plan = question({ responseKind: 'SCALE', maxScore: 5 });
  const water = question({});
  const snapshot = snapshotOf({ Safety: [lock, ...others], Classroom: [circle, plan], Hygiene: [water] });
  return { lock, others, circle, plan, water, snapshot };
}

test('1: a category that is not applicable leaves its weight out', () => {
  const { lock, others, circle, plan, water, snapshot } = house();
  const score = scoreAudit(
    snapshot,
    [
      say(lock, 'yes'),
      say(others[0], 'yes'),
      say(others[1], 'no'),
      rate(circle, 4),
      rate(plan, 5),
      say(water, 'na'),
    ],
    WEIGHTS,
  );
  assert.deepEqual([score.rawBp, score.finalBp, score.capped, score.band], [8311, 8311, false, 'B']);
  assert.equal(score.categories[2]?.pctBp, null);
});

test('2: a critical failure below the cap changes nothing but the mark', () => {
  const { lock, others, circle, plan, water, snapshot } = house();
  const score = scoreAudit(
    snapshot,
    [
      say(lock, 'no'),
      say(others[0], 'yes'),
      say(others[1], 'no'),
      rate(circle, 4),
      rate(plan, 5),
      say(water, 'na'),
    ],
    WEIGHTS,
  );
  assert.deepEqual([score.rawBp, score.finalBp, score.capped, score.band], [5644, 5644, true, 'D']);
  assert.deepEqual(score.failed, [lock.id]);
});

test('3: a critical failure takes the best of audits down to the cap', () => {
  const lock = question({ critical: true });
  const rest = Array.from({ length: 19 }, () => question({}));
  const full = question({});
  const clean = question({});
  const snapshot = snapshotOf({ Safety: [lock, ...rest], Classroom: [full], Hygiene: [clean] });
  const score = scoreAudit(
    snapshot,
    [say(lock, 'no'), ...[...rest, full, clean].map((one) => say(one, 'yes'))],
    WEIGHTS,
  );
  assert.deepEqual([score.rawBp, score.finalBp, score.band], [9800, 5900, 'D']);
});

test('4 and 5: rounded once, half up; nothing applicable is not scored', () => {
  const items = Array.from({ length: 32 }, () => question({}));
  const snapshot = snapshotOf({ Safety: items });
  const one = scoreAudit(
    snapshot,
    items.map((item, i) => say(item, i === 0 ? 'yes' : 'no')),
    WEIGHTS,
  );
  assert.equal(one.finalBp, 313);
  const none = scoreAudit(
    snapshot,
    items.map((item) => say(item, 'na')),
    WEIGHTS,
  );
  assert.deepEqual([none.rawBp, none.finalBp, none.band], [null, null, null]);
});

test('what is not answered counts in neither sum; a category without weight is never scored', () => {
  const { lock, others, snapshot } = house();
  const score = scoreAudit(snapshot, [say(lock, 'yes'), say(others[1], 'no')], WEIGHTS);
  assert.equal(score.finalBp, 7143);
  assert.equal(scoreAudit(snapshot, [say(lock, 'yes')], new Map()).finalBp, null);
});
