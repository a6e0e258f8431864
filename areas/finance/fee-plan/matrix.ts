// The components x instalments matrix: how a payment option is cut, and what stands in the way of saving it.
import { academicMonths } from '@aangan/contract/period.ts';
import { paise } from '@aangan/money/paise.ts';
import { roundSplit, splitMatrix, sumsToWhole } from '@aangan/money/split.ts';
import type { BreakdownKind, PlanCell, PlanInstalment } from './plan-shape.ts';

export interface MatrixRow {
  readonly componentId: string;
  readonly amount: number;
  readonly oneTime: boolean;
}

export interface CutRules {
  /** One weight per instalment: percentages in basis points, or all 1 for equal parts. */
  readonly weights: readonly number[];
  readonly roundTo: number;
  readonly residue: 'LAST' | 'FIRST';
}

/** Cells of a new option: one-time components whole in the first instalment, the others by the weights (largest remainder). */
export function cutMatrix(rows: readonly MatrixRow[], seqs: readonly number[], rules: CutRules): PlanCell[] {
  const spread = rows.filter((row) => !row.oneTime);
  const parts =
    rules.roundTo > 1
      ? spread.map((row) => roundSplit(paise(row.amount), rules.weights, rules.roundTo, rules.residue))
      : spread.length === 0
        ? []
        : splitMatrix(
            spread.map((row) => paise(row.amount)),
            rules.weights,
          );
  return rows.flatMap((row) => {
    const cut = parts[spread.indexOf(row)];
    return seqs.map((seq, index) => ({
      componentId: row.componentId,
      seq,
      amount: row.oneTime ? (index === 0 ? row.amount : 0) : (cut?.[index] ?? 0),
    }));
  });
}

/** Sum of percentages in basis points, or null when they make exactly 100 %. */
export const percentGap = (bps: readonly number[]): number | null =>
  sumsToWhole(bps) ? null : bps.reduce((sum, bp) => sum + bp, 0);

export interface RowGap {
  readonly componentId: string;
  /** Cells minus component: below zero is short, above over. */
  readonly off: number;
}

/** The rows whose cells do not make the component's amount. */
export function unbalancedRows(rows: readonly MatrixRow[], cells: readonly PlanCell[]): RowGap[] {
  return rows
    .map((row) => ({
      componentId: row.componentId,
      off:
        cells.reduce((sum, cell) => (cell.componentId === row.componentId ? sum + cell.amount : sum), 0) -
        row.amount,
    }))
    .filter((gap) => gap.off !== 0);
}

type NewInstalment = Pick<
  PlanInstalment,
  'seq' | 'label' | 'dueRule' | 'monthDay' | 'dueOn' | 'days' | 'graceDays'
>;

const instalment = (seq: number, label: string, monthDay: string | null): NewInstalment => ({
  seq,
  label,
  dueRule: monthDay === null ? 'ON_ADMISSION' : 'MONTH_DAY',
  monthDay,
  dueOn: null,
  days: null,
  graceDays: 5,
});

const DUE_ON = '10';
/** The usual instalments of a kind: the first on admission, the others on the 10th of their month. */
export function usualInstalments(kind: BreakdownKind): NewInstalment[] {
  const every = { ONE_TIME: 12, HALF_YEARLY: 6, QUARTERLY: 3, MONTHLY: 1, CUSTOM: 12 }[kind];
  return academicMonths
    .filter((_, index) => index % every === 0)
    .map(({ month, name }, index) =>
      instalment(
        index + 1,
        kind === 'MONTHLY' ? name : kind === 'ONE_TIME' ? 'Full year' : `Instalment ${index + 1}`,
        index === 0 ? null : `${month}-${DUE_ON}`,
      ),
    );
}
