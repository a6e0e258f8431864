import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brokenRules, firstAuditWindow, type PlannedVisit, type VisitFacts } from './visit-rules.ts';

const facts: VisitFacts = {
  today: '2026-11-10',
  month: '2026-11',
  allocated: true,
  weeklyOff: 64,
  holiday: null,
  closed: null,
  perDay: 2,
  sameDay: [],
  centreTaken: false,
  before: null,
  after: null,
  minGapDays: 45,
  need: 2,
  met: 0,
  firstWindow: null,
};
const visit: PlannedVisit = { on: '2026-11-18', slot: 'FORENOON', kind: 'ANNOUNCED' };
const texts = (what: Partial<PlannedVisit>, known: Partial<VisitFacts>, hard?: boolean) =>
  brokenRules({ ...visit, ...what }, { ...facts, ...known })
    .filter((rule) => hard === undefined || rule.hard === hard)
    .map(({ text }) => text);

test('a visit on a free day of an own centre breaks nothing', () => assert.deepEqual(texts({}, {}), []));

test('each hard rule says what is in the way', () => {
  const cases: [Partial<PlannedVisit>, Partial<VisitFacts>, string][] = [
    [{ on: '2026-11-09' }, {}, 'This day is over.'],
    [{ on: '2026-12-02' }, {}, 'Choose a day of the schedule’s month.'],
    [{}, { allocated: false }, 'This centre is not yours on that day.'],
    [{ on: '2026-11-15' }, {}, 'This is the weekly off.'],
    [{}, { holiday: 'Kannada Rajyotsava' }, 'Holiday: Kannada Rajyotsava.'],
    [{}, { closed: 'Diwali holiday' }, 'Centre closed: Diwali holiday.'],
    [{}, { sameDay: [{ centre: '(003) Baner', slot: 'FULL_DAY' }] }, 'The time is taken by (003) Baner.'],
    [{}, { centreTaken: true }, 'The centre is visited on that day already.'],
    [{}, { perDay: 1, sameDay: [{ centre: '(003) Baner', slot: 'AFTERNOON' }] }, 'Only one visit a day.'],
    [{ kind: 'FIRST' }, {}, 'This centre has had its first audit.'],
  ];
  for (const [what, known, text] of cases) assert.deepEqual(texts(what, known, true), [text]);
});

test('the other half of a day is free', () =>
  assert.deepEqual(texts({}, { sameDay: [{ centre: 'Baner', slot: 'AFTERNOON' }] }), []));

test('soft rules ask why; a follow-up keeps no distance', () => {
  const soon = { before: '2026-11-06', after: '2026-12-08', met: 2 };
  assert.deepEqual(texts({}, soon, false), [
    'Only 12 days since the last visit (45 needed).',
    'Only 20 days until the next visit (45 needed).',
    'The need of the cycle is met already (2 of 2).',
  ]);
  assert.deepEqual(texts({}, soon, true), []);
  assert.deepEqual(texts({ kind: 'FOLLOW_UP' }, soon), []);
  assert.deepEqual(texts({}, { before: '2026-10-04' }), []);
  assert.deepEqual(texts({}, { before: '2026-10-05' }), ['Only 44 days since the last visit (45 needed).']);
});

test('the first audit of a centre opened on 01-07-2026 is due 08-07-2026 to 31-07-2026', () => {
  const window = firstAuditWindow('2026-07-01', 7, 30);
  assert.deepEqual(window, { from: '2026-07-08', to: '2026-07-31' });
  const first = (on: string) =>
    texts({ kind: 'FIRST', on }, { today: '2026-07-01', month: '2026-07', firstWindow: window });
  assert.deepEqual(first('2026-07-31'), []);
  assert.deepEqual(first('2026-07-07'), ['First audit is due 08-07-2026 to 31-07-2026.']);
});
