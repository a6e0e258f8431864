// From a plan, a payment option, a joining day and concessions to the child's lines. The what-if drawer, the approval and
// the posting all call this one function, so what was shown is what is booked (finance.md 11.1).
import { type Paise, paise } from '@aangan/money/paise.ts';
import { share, splitByWeights } from '@aangan/money/split.ts';
import { gstOn, taxOut } from '@aangan/money/tax.ts';
import {
  type AppliedConcession,
  applyConcessions,
  type BeyondBase,
  deviationBp,
  type Stacking,
} from '../concession/concession-rules.ts';
import { dueDay, periodsOf } from './due-dates.ts';
import type {
  ComponentKind,
  JoinProration,
  PlanComponent,
  PlanInstalment,
  PlanOption,
  RoyaltyBase,
} from './plan-shape.ts';
import { isProrated, prorateComponent, type ServiceDays } from './prorate-component.ts';

export interface ScheduleChoice {
  readonly academicYearId: number;
  readonly joinsOn: string;
  /** Last day of a service that ends before the year does. */
  readonly leavesOn?: string;
  readonly concessions: readonly AppliedConcession[];
  readonly stacking: Stacking;
  readonly capBp?: number | null;
  /** Optional components that are not taken. */
  readonly withoutComponents?: readonly string[];
  /** Basis points by which royalty concessions lower this child's royalty (D20). */
  readonly royaltyLessBp?: number;
  readonly serviceDays?: ServiceDays;
  /** For components whose plan says nothing of late joiners. */
  readonly joinProration?: JoinProration;
}

export interface ScheduleLine {
  readonly seq: number;
  readonly instalment: string;
  readonly componentId: string;
  readonly feeTypeId: string;
  readonly name: string;
  readonly componentKind: ComponentKind;
  readonly dueOn: string;
  readonly graceDays: number;
  /** Before concession, without tax. net = gross + tax - concession. */
  readonly gross: number;
  readonly concession: number;
  readonly tax: number;
  readonly roundOff: number;
  readonly net: number;
  readonly royaltyBase: RoyaltyBase;
  readonly royaltyBp: number | null;
  readonly royaltyLessBp: number;
  readonly taxRateId: string | null;
  readonly formula: string | null;
}

export interface Schedule {
  readonly lines: readonly ScheduleLine[];
  readonly gross: number;
  readonly concession: number;
  readonly tax: number;
  readonly net: number;
  /** What a person gave beyond the standard price, and its share of what it touches: decides the approval level. */
  readonly deviationAmount: number;
  readonly deviationBp: number;
  readonly byConcession: Readonly<Record<string, { total: number; perLine: readonly number[] }>>;
  readonly beyond: readonly BeyondBase[];
}

interface Cell {
  readonly component: PlanComponent;
  readonly instalment: PlanInstalment;
  readonly price: Paise;
  readonly formula: string | null;
}

/** The lines of a child, ordered by due day, instalment and component. */
export function scheduleOf(
  components: readonly PlanComponent[],
  option: PlanOption,
  choice: ScheduleChoice,
): Schedule {
  const cells = pricedCells(components, option, choice);
  const discount = optionDiscount(cells, option.discountBp);
  const afterDiscount = cells.map((cell, index) => ({
    componentKind: cell.component.componentKind,
    gross: cell.price - (discount[index] ?? 0),
  }));
  const result = applyConcessions(afterDiscount, choice.concessions, {
    stacking: choice.stacking,
    capBp: choice.capBp ?? null,
  });
  const lines = cells.map((cell, index) =>
    lineOf(cell, (discount[index] ?? 0) + (result.perLine[index] ?? 0), choice),
  );
  return {
    lines: lines
      .map((line, index) => ({ line, index }))
      .sort((a, b) => order(a.line, b.line) || a.index - b.index)
      .map(({ line }) => line),
    gross: total(lines, 'gross'),
    concession: total(lines, 'concession'),
    tax: total(lines, 'tax'),
    net: total(lines, 'net'),
    deviationAmount: result.total,
    deviationBp: deviationBp(result.total, result.touchedGross),
    byConcession: sorted(result.byKey, lines),
    beyond: result.beyond,
  };
}

const total = (lines: readonly ScheduleLine[], part: 'gross' | 'concession' | 'tax' | 'net'): number =>
  lines.reduce((sum, line) => sum + line[part], 0);

const order = (a: ScheduleLine, b: ScheduleLine): number =>
  a.dueOn < b.dueOn ? -1 : a.dueOn > b.dueOn ? 1 : a.seq - b.seq;

/** `perLine` of every concession in the order of the returned lines. */
function sorted(
  byKey: Readonly<Record<string, { total: number; perLine: readonly number[] }>>,
  lines: readonly ScheduleLine[],
) {
  const places = lines
    .map((line, index) => ({ line, index }))
    .sort((a, b) => order(a.line, b.line) || a.index - b.index)
    .map(({ index }) => index);
  return Object.fromEntries(
    Object.entries(byKey).map(([key, one]) => [
      key,
      { total: one.total, perLine: places.map((index) => one.perLine[index] ?? 0) },
    ]),
  );
}

function pricedCells(
  components: readonly PlanComponent[],
  option: PlanOption,
  choice: ScheduleChoice,
): Cell[] {
  const periods = periodsOf(option.instalments, choice.academicYearId);
  const taken = components
    .filter((c) => !(c.optional && choice.withoutComponents?.includes(c.id)))
    .map((c) =>
      c.proration === 'NONE' && isSpread(c, option) ? { ...c, proration: choice.joinProration ?? 'NONE' } : c,
    )
    .sort((a, b) => a.position - b.position);
  return [...option.instalments]
    .sort((a, b) => a.seq - b.seq)
    .flatMap((instalment) =>
      taken.flatMap((component): Cell[] => {
        const amount =
          option.cells.find((cell) => cell.componentId === component.id && cell.seq === instalment.seq)
            ?.amount ?? 0;
        const period = periods.get(instalment.seq);
        const { amount: price, formula } =
          isProrated(component) && period
            ? prorateComponent(paise(amount), component.proration, period, {
                joinsOn: choice.joinsOn,
                ...(choice.leavesOn ? { leavesOn: choice.leavesOn } : {}),
                ...(choice.serviceDays ? { serviceDays: choice.serviceDays } : {}),
              })
            : { amount: paise(amount), formula: null };
        return price === 0 ? [] : [{ component, instalment, price, formula }];
      }),
    );
}

// Paid with every instalment: only such a component stands for the months of its period.
const isSpread = (component: PlanComponent, option: PlanOption): boolean =>
  option.instalments.every(({ seq }) =>
    option.cells.some((cell) => cell.componentId === component.id && cell.seq === seq && cell.amount > 0),
  );

// Deposits come back one day, so no discount is given on them.
function optionDiscount(cells: readonly Cell[], bp: number): readonly number[] {
  const bases = cells.map((cell) => (cell.component.componentKind === 'DEPOSIT' ? 0 : cell.price));
  const base = bases.reduce((sum: number, n) => sum + n, 0);
  return bp === 0 || base === 0 ? cells.map(() => 0) : splitByWeights(share(paise(base), bp), bases);
}

function lineOf(cell: Cell, concession: number, choice: ScheduleChoice): ScheduleLine {
  const { component, instalment, price } = cell;
  const payable = paise(price - concession);
  const taxed = component.taxInclusive
    ? taxOut(payable, component.taxBp, 'INTRA')
    : gstOn(payable, component.taxBp, 'INTRA');
  const tax = taxed.cgst + taxed.sgst;
  return {
    seq: instalment.seq,
    instalment: instalment.label,
    componentId: component.id,
    feeTypeId: component.feeTypeId,
    name: component.name,
    componentKind: component.componentKind,
    dueOn: dueDay(instalment, choice.academicYearId, choice.joinsOn),
    graceDays: instalment.graceDays,
    gross: component.taxInclusive ? payable - tax + concession : price,
    concession,
    tax,
    roundOff: taxed.roundOff,
    net: taxed.total,
    royaltyBase: component.royaltyBase,
    royaltyBp: component.royaltyBp,
    royaltyLessBp: choice.royaltyLessBp ?? 0,
    taxRateId: component.taxRateId,
    formula: cell.formula,
  };
}
