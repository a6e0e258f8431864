// The worked examples of enquiries.md 3.8: each part of the score, the order and its reasons.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCallOrder, type CallFacts, callScore, dayPart, isPromisedNow } from './call-score.ts';

// Saturday 21-11-2026, 11:00 in India.
const NOW = new Date('2026-11-21T05:30:00Z');
const TODAY = '2026-11-21';
const facts = (more: Partial<CallFacts> = {}): CallFacts => ({
  id: '0190a000-0000-7000-8000-000000000001',
  group: 'COLD',
  nextOn: TODAY,
  capturedAt: '2026-11-21T04:01:00Z',
  slaDueAt: null,
  callBackAt: null,
  appointmentAt: null,
  appointmentConfirmed: false,
  visitedAt: null,
  askedAgainAt: null,
  seatsLeft: null,
  className: 'Nursery',
  sibling: null,
  preferredTime: null,
  attempts: 0,
  stageScore: 0,
  ...more,
});
const ist = (time: string, day = TODAY) => `${day}T${time}:00+05:30`;

const worked = {
  web: facts({ slaDueAt: ist('11:04'), seatsLeft: 3 }),
  callBack: facts({ callBackAt: ist('11:00'), group: 'HOT' }),
  visit: facts({ appointmentAt: ist('15:00'), group: 'WARM', attempts: 1 }),
  hot: facts({
    group: 'HOT',
    nextOn: '2026-11-18',
    seatsLeft: 3,
    attempts: 2,
    visitedAt: ist('10:00', '2026-11-12'),
  }),
  cold: facts({ nextOn: '2026-11-09', attempts: 4 }),
};

test('the five worked calls have their points, and that is their order', () => {
  assert.deepEqual(
    Object.values(worked).map((one) => callScore(one, NOW).score),
    [1180, 1150, 965, 240, 160],
  );
  const shuffled = [worked.cold, worked.visit, worked.web, worked.hot, worked.callBack];
  const ordered = shuffled.map((one) => ({ facts: one, score: callScore(one, NOW).score })).sort(byCallOrder);
  assert.deepEqual(
    ordered.map((one) => one.facts),
    Object.values(worked),
  );
});

test('at most three reasons are said, the weightiest first', () => {
  assert.deepEqual(callScore(worked.web, NOW).reasons, [
    'First answer due in 4 min',
    '3 seats left in Nursery',
  ]);
  assert.deepEqual(callScore(worked.hot, NOW).reasons, [
    'Visited on 12-11-2026',
    'Overdue 3 days',
    '3 seats left in Nursery',
  ]);
  assert.deepEqual(callScore(worked.visit, NOW).reasons, ['Visit today 03:00 PM', '1 try']);
  assert.deepEqual(callScore(worked.callBack, NOW).reasons, ['Asked to be called at 11:00 AM']);
  assert.deepEqual(callScore(facts({ slaDueAt: ist('10:48') }), NOW).reasons, [
    'First answer late by 12 min',
  ]);
});

test('each further part: seats, sibling, preferred time, asked again, and where the tries end', () => {
  const plain = callScore(facts(), NOW).score;
  const worth = (more: Partial<CallFacts>) => callScore(facts(more), NOW).score - plain;
  assert.deepEqual(
    [
      worth({ seatsLeft: 10 }),
      worth({ seatsLeft: 11 }),
      worth({ seatsLeft: 0 }),
      worth({ sibling: 'Aarav in Nursery B' }),
      worth({ preferredTime: 'MORNING' }),
      worth({ preferredTime: 'EVENING' }),
      worth({ askedAgainAt: ist('12:00', '2026-11-20') }),
      worth({ askedAgainAt: ist('10:00', '2026-11-20') }),
      worth({ attempts: 9 }),
      worth({ slaDueAt: ist('11:06') }),
      worth({ appointmentAt: ist('15:00'), appointmentConfirmed: true }),
      worth({ appointmentAt: ist('10:00') }),
    ],
    [30, 0, -50, 40, 40, -40, 120, 0, -90, 0, 0, 0],
  );
});

test('a promised call counts from ten minutes before until two hours after; equal scores keep one order', () => {
  const promised = ['11:11', '11:10', '09:00', '08:59'].map((time) => isPromisedNow(ist(time), NOW));
  assert.deepEqual(promised, [false, true, true, false]);
  const at = (time: string) => dayPart(new Date(ist(time)));
  assert.deepEqual(
    [at('08:59'), at('09:00'), at('12:00'), at('16:00'), at('20:59'), at('21:00')],
    [null, 'MORNING', 'AFTERNOON', 'EVENING', 'EVENING', null],
  );
  const warmer = [2, 7].map((stageScore) => ({ score: 5, facts: facts({ stageScore }) }));
  assert.equal(warmer.toSorted(byCallOrder)[0]?.facts.stageScore, 7, 'the stage decides among equals');
  const twins = ['b', 'a'].map((id) => ({ score: 5, facts: facts({ id }) }));
  assert.deepEqual(
    twins.toSorted(byCallOrder).map((one) => one.facts.id),
    ['a', 'b'],
  );
});
