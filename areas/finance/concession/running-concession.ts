// What a concession takes from the later lines of a plan that runs already (finance.md 3.5). Pure.
import { paise } from '@aangan/money/paise.ts';
import { share, splitByWeights } from '@aangan/money/split.ts';
import type { ComponentKind } from '../fee-plan/plan-shape.ts';
import { type AppliedConcession, applyConcessions, deviationBp, type Stacking } from './concession-rules.ts';

export interface LaterLine {
  readonly id: string;
  readonly componentKind: ComponentKind;
  /** Paise before tax and concession. */
  readonly gross: number;
  /** Concessions the line has already. */
  readonly concession: number;
  readonly tax: number;
  readonly net: number;
  readonly allocated: number;
  readonly taxBp: number;
}

export interface Reduction {
  readonly lineId: string;
  /** Paise the concession grows by. */
  readonly amount: number;
  /** Paise of tax that fall away with it. */
  readonly tax: number;
}

export interface RunningConcession {
  readonly parts: readonly Reduction[];
  readonly total: number;
  /** All concessions of the touched lines as basis points of their gross: the base of the approval level. */
  readonly deviationBp: number;
  /** It wants more than what is still open; `base` is what is. */
  readonly beyond: { readonly wanted: number; readonly base: number } | null;
}

/**
 * BEST_OF gives what is more than the concession a line has; ADDITIVE adds to it; SEQUENTIAL is a share of what is left.
 * `capBp`: what all concessions together may take of the lines, deposits apart.
 */
export function runningConcession(
  lines: readonly LaterLine[],
  wanted: AppliedConcession,
  rules: { stacking: Stacking; capBp: number | null },
): RunningConcession {
  const bases = lines.map((line) => ({
    componentKind: line.componentKind,
    gross: rules.stacking === 'SEQUENTIAL' ? line.gross - line.concession : line.gross,
  }));
  const alone = applyConcessions(bases, [wanted], { stacking: 'ADDITIVE' });
  const more = alone.perLine.map((part, at) =>
    rules.stacking === 'BEST_OF' ? Math.max(0, part - (lines[at]?.concession ?? 0)) : part,
  );
  const parts = capped(lines, more, rules.capBp).flatMap((amount, at): Reduction[] => {
    const line = lines[at];
    if (!line || amount === 0) return [];
    return [{ lineId: line.id, amount, tax: Math.min(line.tax, share(paise(amount), line.taxBp)) }];
  });
  const touched = lines.filter((line) => parts.some((part) => part.lineId === line.id));
  const total = sum(parts.map((part) => part.amount));
  const open = sum(touched.map((line) => line.net - line.allocated));
  const fits = parts.every((part) => {
    const line = lines.find((one) => one.id === part.lineId);
    return line !== undefined && part.amount + part.tax <= line.net - line.allocated;
  });
  return {
    parts,
    total,
    deviationBp: deviationBp(
      total + sum(touched.map((line) => line.concession)),
      sum(touched.map((line) => line.gross)),
    ),
    beyond: alone.beyond[0] ?? (fits ? null : { wanted: total, base: open }),
  };
}

function capped(
  lines: readonly LaterLine[],
  parts: readonly number[],
  capBp: number | null,
): readonly number[] {
  if (capBp === null) return parts;
  const counted = lines.filter((line) => line.componentKind !== 'DEPOSIT');
  const limit = share(paise(sum(counted.map((line) => line.gross))), capBp);
  const room = Math.max(0, limit - sum(counted.map((line) => line.concession)));
  return sum(parts) <= room ? parts : splitByWeights(paise(room), parts);
}

const sum = (list: readonly number[]): number => list.reduce((total, n) => total + n, 0);
