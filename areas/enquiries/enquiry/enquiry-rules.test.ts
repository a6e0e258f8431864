// Pure rules: buckets, cadence, duplicate verdicts and the transition table (enquiries.md 2.3, 3.1-3.6).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '@aangan/contract/period.ts';
import { nameKey } from '@aangan/contract/phone.ts';
import { nextState } from '@aangan/contract/states.ts';
import { bucketOf, type FollowUpGroup, openBuckets, overdueDays } from './bucket.ts';
import { mostDaysAhead, nextAfterFailed } from './cadence.ts';
import { type KnownChild, verdictOf } from './duplicate-verdict.ts';
import {
  enquiryStates,
  isBskLevelTwo,
  stages,
  statusOfStage,
  systemActions,
  userActions,
} from './enquiry.states.ts';

const TODAY = '2026-11-21';

test('the worked example of the specification falls into its buckets', () => {
  const cases: [FollowUpGroup, string | null, string | null][] = [
    ['COLD', '2026-11-21', 'cold-current'],
    ['COLD', '2026-11-19', 'cold-overdue'],
    ['COLD', '2026-11-25', 'cold-next'],
    ['COLD', null, 'cold-overdue'],
    ['WARM', '2026-11-20', 'warm-current'],
    ['WARM', '2026-11-24', 'warm-next'],
    ['HOT', '2026-11-15', 'hot-current'],
    ['HOT', '2026-11-23', 'hot-next'],
    ['HOT', null, 'hot-current'],
    ['CLOSED', null, 'closed'],
    ['ADMITTED', null, null],
    ['NONE', '2026-11-21', null],
  ];
  for (const [group, next, bucket] of cases)
    assert.equal(bucketOf({ group, nextFollowUpOn: next }, TODAY), bucket);
  assert.equal(overdueDays('2026-11-15', TODAY), 6);
});

test('the seven open buckets hold every open enquiry exactly once (100,000 random ones)', () => {
  const groups: FollowUpGroup[] = ['COLD', 'WARM', 'HOT', 'CLOSED', 'ADMITTED', 'NONE'];
  let open = 0;
  const counts = new Map<string, number>();
  for (let i = 0; i < 100_000; i += 1) {
    const group = groups[Math.floor(Math.random() * groups.length)] ?? 'COLD';
    const next = Math.random() < 0.05 ? null : addDays(TODAY, Math.floor(Math.random() * 41) - 20);
    if (group === 'COLD' || group === 'WARM' || group === 'HOT') open += 1;
    const bucket = bucketOf({ group, nextFollowUpOn: next }, TODAY);
    if (bucket) counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  assert.equal(
    openBuckets.reduce((sum, slug) => sum + (counts.get(slug) ?? 0), 0),
    open,
  );
});

test('a next date lies at most 90 days ahead, 400 where it is not for this year', () => {
  const days = [null, 'Interested', 'Not this year'].map((subStatus) => mostDaysAhead(subStatus));
  assert.deepEqual(days, [90, 90, 400]);
});

test('failed attempts are tried again after 1, 3, 5, 8, 13 days, then every 30, never on a Sunday', () => {
  const days = ['2026-11-18', '2026-11-19', '2026-11-21', '2026-11-23', '2026-11-26', '2026-12-01'];
  assert.deepEqual(
    days.map((day) => nextAfterFailed('2026-11-18', day)),
    ['2026-11-19', '2026-11-21', '2026-11-23', '2026-11-26', '2026-12-01', '2026-12-31'],
  );
});

test('likeness only flags: rhyming twins stay two, a spelling of the same name is the same child', () => {
  const child = (name: string | null, dob: string | null, open = true, yearId = 2026): KnownChild => ({
    id: name ?? 'nameless',
    yearId,
    nameKey: name === null ? null : nameKey(name),
    dob,
    open,
    lastActivityAt: '2026-11-01T00:00:00Z',
  });
  const ask = (name: string | null, dob: string | null, known: KnownChild[]) =>
    verdictOf({ nameKey: name === null ? null : nameKey(name), dob }, 2026, known).verdict;
  const vivaan = [child('Vivaan', '2023-03-05')];
  assert.equal(ask('Vivan', '2023-03-05', vivaan), 'SAME');
  assert.equal(ask('Vihaan', '2023-03-05', vivaan), 'SIBLING');
  assert.equal(ask('Vivaan', '2023-05-03', vivaan), 'POSSIBLE');
  assert.equal(ask(null, null, vivaan), 'SAME');
  assert.equal(ask('Rudra', null, [child('Rudransh', '2023-01-01')]), 'POSSIBLE');
  assert.equal(ask('Ananya', '2023-01-01', [child('Anaya', '2023-01-01')]), 'POSSIBLE');
  assert.equal(ask('Diya', null, [child('Divya', null)]), 'SIBLING');
  assert.equal(ask('Vivaan', '2023-03-05', [child('Vivaan', '2023-03-05', false, 2025)]), 'NEW_YEAR');
  assert.equal(ask('Vivaan', null, []), 'NEW');
  assert.equal(ask(null, null, [child('Vivaan', null, true, 2025)]), 'SAME', 'a call from January on');
  assert.equal(ask(null, null, [child('Vivaan', null, false, 2025)]), 'SIBLING');
  const two = verdictOf({ nameKey: null, dob: null }, 2026, [child('Vivaan', null), child('Vihaan', null)]);
  assert.deepEqual([two.verdict, two.ambiguous], ['SAME', true]);
});

test('the transition table: every stage has one status, nobody reaches admission by hand, lost ones can come back', () => {
  for (const stage of stages)
    for (const action of [...userActions, ...systemActions]) {
      const to = nextState(enquiryStates, stage, action);
      if (to === null) continue;
      assert.ok(statusOfStage[to], to);
      if (userActions.some((known) => known === action))
        assert.ok(
          ![
            'Application Fee Link Sent',
            'Admission Form Completed',
            'Temporarily Confirmed',
            'Admission Confirmed',
          ].includes(to),
          `${stage} ${action}`,
        );
    }
  for (const stage of stages.filter((one) => statusOfStage[one] === 'Lost'))
    assert.equal(nextState(enquiryStates, stage, 'revive'), 'In Conversation');
  for (const stage of stages.filter((one) => !['Lost', 'Order'].includes(statusOfStage[one])))
    assert.equal(nextState(enquiryStates, stage, 'close'), 'Close');
  assert.equal(isBskLevelTwo({ stage: 'Appointment Fixed', spancoStatus: 'Prospect' }), true);
});
