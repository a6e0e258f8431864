// The worked examples of finance.md 3.1 (matrix), 3.2, 3.3, 3.4, 3.5, to the paisa.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paise } from '@aangan/money/paise.ts';
import fc from 'fast-check';
import { type AppliedConcession, applyConcessions, deviationBp } from '../concession/concession-rules.ts';
import { dueDay, monthDayIn, periodsOf } from './due-dates.ts';
import { cutMatrix, percentGap, unbalancedRows, usualInstalments } from './matrix.ts';
import type { ComponentKind, PlanComponent, PlanInstalment, PlanOption } from './plan-shape.ts';
import { prorateComponent } from './prorate-component.ts';
import { scheduleOf } from './schedule.ts';

const r = (rupees: number) => paise(Math.round(rupees * 100));
const component = (
  position: number,
  componentKind: ComponentKind,
  rupees: number,
  more: Partial<PlanComponent> = {},
): PlanComponent => ({
  id: componentKind,
  position,
  feeTypeId: componentKind,
  name: componentKind,
  componentKind,
  oneTime: ['ADMISSION', 'KIT', 'DEPOSIT'].includes(componentKind),
  amount: r(rupees),
  taxInclusive: true,
  taxBp: 0,
  taxRateId: null,
  royaltyBp: null,
  royaltyBase: ['KIT', 'DEPOSIT'].includes(componentKind) ? 'NONE' : 'NET',
  proration: 'NONE',
  optional: false,
  ...more,
});
const nursery = [
  component(1, 'ADMISSION', 10_000),
  component(2, 'TUITION', 60_000),
  component(3, 'ACTIVITY', 9_500),
  component(4, 'KIT', 7_500),
  component(5, 'DEPOSIT', 5_000),
];
const due = (seq: number, monthDay: string | null, graceDays = 5): PlanInstalment => ({
  seq,
  label: `Instalment ${seq}`,
  dueRule: monthDay ? 'MONTH_DAY' : 'ON_ADMISSION',
  dueOn: null,
  days: null,
  monthDay,
  graceDays,
});
const quarterly = [due(1, null), due(2, '07-10'), due(3, '10-10'), due(4, '01-10')];
const option: PlanOption = {
  id: 'q',
  kind: 'QUARTERLY',
  name: 'Quarterly',
  discountBp: 0,
  allowPartial: false,
  minPartial: 0,
  roundTo: 0,
  residue: 'LAST',
  instalments: quarterly,
  cells: nursery.flatMap((c) =>
    quarterly.map((i) => ({
      componentId: c.id,
      seq: i.seq,
      amount: c.id === 'TUITION' ? r(15_000) : i.seq === 1 ? c.amount : 0,
    })),
  ),
};
const sibling: AppliedConcession = {
  key: 'sibling',
  basis: 'PERCENT',
  value: 1000,
  level: 'COMPONENT',
  kinds: ['TUITION'],
};
const choice = {
  academicYearId: 2026,
  joinsOn: '2026-04-05',
  concessions: [sibling],
  stacking: 'BEST_OF' as const,
};

test("Ishaan's plan: 92,000 gross, 6,000 sibling, 45,500 and three times 13,500", () => {
  const s = scheduleOf(nursery, option, choice);
  assert.deepEqual([s.gross, s.concession, s.tax, s.net], [r(92_000), r(6_000), 0, r(86_000)]);
  const perInstalment = quarterly.map((i) =>
    s.lines.filter((l) => l.seq === i.seq).reduce((sum, l) => sum + l.net, 0),
  );
  assert.deepEqual(perInstalment, [r(45_500), r(13_500), r(13_500), r(13_500)]);
  assert.deepEqual(
    s.lines.filter((l) => l.componentKind === 'TUITION').map((l) => [l.dueOn, l.concession]),
    [
      ['2026-04-05', r(1_500)],
      ['2026-07-10', r(1_500)],
      ['2026-10-10', r(1_500)],
      ['2027-01-10', r(1_500)],
    ],
  );
  assert.deepEqual([s.deviationAmount, s.deviationBp], [r(6_000), 1000]);
});

test('stacking: best of, additive with cap, sequential, each spread as written', () => {
  const lines = nursery.map((c) => ({ componentKind: c.componentKind, gross: c.amount }));
  const three: AppliedConcession[] = [
    { key: 'plan', basis: 'PERCENT', value: 500, level: 'PLAN', kinds: [] },
    sibling,
    { key: 'fixed', basis: 'AMOUNT', value: r(5_000), level: 'COMPONENT', kinds: ['TUITION'] },
  ];
  assert.equal(applyConcessions(lines, three, { stacking: 'BEST_OF' }).total, r(6_000));
  assert.equal(applyConcessions(lines, three, { stacking: 'ADDITIVE' }).total, r(15_350));
  assert.equal(applyConcessions(lines, three, { stacking: 'ADDITIVE', capBp: 1500 }).total, r(13_050));
  const sequential = applyConcessions(lines, three, { stacking: 'SEQUENTIAL' });
  assert.equal(sequential.total, r(14_325));
  assert.deepEqual(sequential.byKey['plan']?.perLine, [r(500), r(2_475), r(475), r(375), 0]);
  assert.deepEqual([deviationBp(r(6_000), r(60_000)), deviationBp(r(6_000) + 1, r(60_000))], [1000, 1001]);
});

test('matrix: 12,500 + 3,200 + 900 + 750 in four, round-off to 10 rupees, percentages', () => {
  const rows = [12_500, 3_200, 900, 750].map((rupees, i) => ({
    componentId: `c${i}`,
    amount: r(rupees),
    oneTime: false,
  }));
  const cells = cutMatrix(rows, [1, 2, 3, 4], { weights: [1, 1, 1, 1], roundTo: 0, residue: 'LAST' });
  assert.deepEqual(
    rows.map((row) => cells.find((c) => c.componentId === row.componentId)?.amount),
    [r(3_125), r(800), r(225), r(187.5)],
  );
  assert.deepEqual(
    [1, 2, 3, 4].map((seq) => cells.filter((c) => c.seq === seq).reduce((s, c) => s + c.amount, 0)),
    [r(4_337.5), r(4_337.5), r(4_337.5), r(4_337.5)],
  );
  const tens = cutMatrix([{ componentId: 'a', amount: r(10_000), oneTime: false }], [1, 2, 3], {
    weights: [1, 1, 1],
    roundTo: 1000,
    residue: 'LAST',
  });
  assert.deepEqual(
    tens.map((c) => c.amount),
    [r(3_330), r(3_330), r(3_340)],
  );
  assert.deepEqual(
    [
      percentGap([3333, 3333, 3334]),
      percentGap([1429, 1429, 1429, 1429, 1429, 1429, 1426]),
      percentGap([5000, 4000]),
    ],
    [null, null, 9000],
  );
  assert.deepEqual(
    unbalancedRows(
      [{ componentId: 'TUITION', amount: r(60_000), oneTime: false }],
      [{ componentId: 'TUITION', seq: 1, amount: r(59_999.99) }],
    ),
    [{ componentId: 'TUITION', off: -1 }],
  );
  assert.deepEqual(
    usualInstalments('QUARTERLY').map((i) => i.monthDay),
    [null, '07-10', '10-10', '01-10'],
  );
});

test('due dates: second calendar year, short months, leap day, joining after the day', () => {
  assert.deepEqual(
    [
      monthDayIn(2026, '01-10'),
      monthDayIn(2026, '04-31'),
      monthDayIn(2027, '02-31'),
      monthDayIn(2026, '02-29'),
    ],
    ['2027-01-10', '2026-04-30', '2028-02-29', '2027-02-28'],
  );
  assert.equal(dueDay(due(2, '07-10'), 2026, '2026-08-20'), '2026-08-20');
  assert.deepEqual(periodsOf(quarterly, 2026).get(2), { from: '2026-07-01', to: '2026-09-30' });
});

test('proration: four methods, exact', () => {
  const may = { from: '2026-05-01', to: '2026-05-31' };
  const july = { from: '2026-07-01', to: '2026-09-30' };
  const at = (
    rupees: number,
    method: PlanComponent['proration'],
    period: { from: string; to: string },
    joinsOn: string,
    serviceDays?: (a: string, b: string) => number,
  ) => prorateComponent(r(rupees), method, period, { joinsOn, ...(serviceDays ? { serviceDays } : {}) });
  assert.deepEqual(at(6_200, 'CALENDAR_DAYS', may, '2026-05-08'), {
    amount: r(4_800),
    formula: '24 of 31 days',
  });
  assert.equal(at(15_000, 'CALENDAR_DAYS', july, '2026-08-20').amount, r(6_847.83));
  assert.equal(
    at(6_600, 'SERVICE_DAYS', { from: '2026-07-01', to: '2026-07-31' }, '2026-07-16', (from) =>
      from === '2026-07-01' ? 22 : 12,
    ).amount,
    r(3_600),
  );
  assert.equal(at(6_600, 'SERVICE_DAYS', may, '2026-05-08', () => 0).amount, 0);
  assert.deepEqual(
    ['2026-05-10', '2026-05-11', '2026-05-21'].map((day) => at(6_200, 'MONTH_BANDS', may, day).amount),
    [r(6_200), r(3_100), 0],
  );
  assert.deepEqual(
    ['2026-07-02', '2026-08-02', '2026-09-02'].map((day) => at(15_000, 'INSTALMENT_BANDS', july, day).amount),
    [r(15_000), r(10_050), r(4_950)],
  );
});

test('a late joiner pays admission whole, the current quarter in part, past quarters not at all', () => {
  const prorated = nursery.map((c) =>
    c.id === 'TUITION' ? { ...c, proration: 'CALENDAR_DAYS' as const } : c,
  );
  const s = scheduleOf(prorated, option, { ...choice, joinsOn: '2026-08-20', concessions: [] });
  assert.deepEqual(
    s.lines.filter((l) => l.componentKind === 'TUITION').map((l) => [l.seq, l.dueOn, l.net, l.formula]),
    [
      [2, '2026-08-20', r(6_847.83), '42 of 92 days'],
      [3, '2026-10-10', r(15_000), null],
      [4, '2027-01-10', r(15_000), null],
    ],
  );
  assert.ok(
    s.lines.every((l) => l.dueOn >= '2026-08-20'),
    'nothing is overdue on the day a child joins',
  );
});

test('tax inclusive 999.00 at 18 %: taxable, two halves and one paisa of round-off', () => {
  const day = component(1, 'SERVICE', 999, { taxBp: 1800 });
  const one: PlanOption = {
    ...option,
    instalments: [due(1, null)],
    cells: [{ componentId: 'SERVICE', seq: 1, amount: r(999) }],
  };
  const line = scheduleOf([day], one, { ...choice, concessions: [] }).lines[0];
  assert.deepEqual([line?.gross, line?.tax, line?.roundOff, line?.net], [r(846.62), r(152.38), 1, r(999)]);
});

test('any concessions on any plan: never below zero, lines add up, order of input does not matter (20,000 cases)', () => {
  const kinds = ['TUITION', 'ADMISSION', 'ACTIVITY', 'KIT', 'DEPOSIT'] as const;
  const lineArb = fc.record({
    componentKind: fc.constantFrom(...kinds),
    gross: fc.integer({ min: 0, max: 10_000_000 }),
  });
  const concessionArb = fc.record({
    basis: fc.constantFrom('PERCENT' as const, 'AMOUNT' as const),
    n: fc.integer({ min: 0, max: 10_000 }),
    level: fc.constantFrom('COMPONENT' as const, 'PLAN' as const),
    kinds: fc.subarray([...kinds]),
    capAmount: fc.option(fc.integer({ min: 0, max: 5_000_000 })),
  });
  fc.assert(
    fc.property(
      fc.array(lineArb, { maxLength: 12 }),
      fc.array(concessionArb, { maxLength: 4 }),
      fc.constantFrom('BEST_OF' as const, 'ADDITIVE' as const, 'SEQUENTIAL' as const),
      fc.option(fc.integer({ min: 0, max: 10_000 })),
      (lines, list, stacking, capBp) => {
        const concessions = list.map((c, i) => ({
          ...c,
          key: String(i),
          value: c.basis === 'PERCENT' ? c.n : c.n * 997,
        }));
        const result = applyConcessions(lines, concessions, { stacking, capBp });
        for (const [i, line] of lines.entries()) {
          const part = result.perLine[i] ?? -1;
          assert.ok(part >= 0 && part <= line.gross);
        }
        assert.equal(
          result.perLine.reduce((a, b) => a + b, 0),
          result.total,
        );
        assert.equal(
          Object.values(result.byKey).reduce((sum, one) => sum + one.total, 0),
          result.total,
        );
      },
    ),
    { numRuns: 20_000 },
  );
});
