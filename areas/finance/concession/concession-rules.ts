// How concessions add up and onto which lines they fall (finance.md 3.5). Pure: preview, approval and posting use it alike.
import { type Paise, paise } from '@aangan/money/paise.ts';
import { share, splitByWeights } from '@aangan/money/split.ts';
import type { ComponentKind } from '../fee-plan/plan-shape.ts';

export const stackingPolicies = ['BEST_OF', 'ADDITIVE', 'SEQUENTIAL'] as const;
export type Stacking = (typeof stackingPolicies)[number];

export interface AppliedConcession {
  readonly key: string;
  readonly basis: 'PERCENT' | 'AMOUNT';
  /** Basis points or paise, by basis. */
  readonly value: number;
  readonly level: 'COMPONENT' | 'PLAN';
  /** Component kinds it touches; PLAN level: all but deposits. */
  readonly kinds: readonly ComponentKind[];
  readonly capAmount?: number | null;
  readonly capBp?: number | null;
}

export interface ConcessionLine {
  readonly componentKind: ComponentKind;
  readonly gross: number;
}

export interface ConcessionResult {
  /** Per line, in the order of the lines. */
  readonly perLine: readonly number[];
  readonly total: number;
  /** What each concession gave, by its key; 0 for those the policy left out. */
  readonly byKey: Readonly<Record<string, { total: number; perLine: readonly number[] }>>;
  /** Gross of the components touched by a concession that counted: the base of the approval band. */
  readonly touchedGross: number;
  /** Concessions that want more than what they apply to has left; what is given is that at most. */
  readonly beyond: readonly BeyondBase[];
}

export interface BeyondBase {
  readonly key: string;
  readonly wanted: number;
  readonly base: number;
}

/** Order: component fixed, component %, plan level; never below zero; the whole capped at `capBp` of gross without deposits. */
export function applyConcessions(
  lines: readonly ConcessionLine[],
  concessions: readonly AppliedConcession[],
  rules: { stacking: Stacking; capBp?: number | null },
): ConcessionResult {
  const ordered = [...concessions].sort((a, b) => rank(a) - rank(b));
  const given =
    rules.stacking === 'BEST_OF'
      ? best(lines, ordered)
      : inOrder(lines, ordered, rules.stacking === 'SEQUENTIAL');
  const beyond = [...given].flatMap(([key, one]) => (one.beyond ? [{ key, ...one.beyond }] : []));
  const parts = new Map([...given].map(([key, one]) => [key, one.parts]));
  return { ...capped(lines, ordered, parts, rules.capBp ?? null), beyond };
}

const rank = (c: AppliedConcession): number => (c.level === 'PLAN' ? 2 : c.basis === 'AMOUNT' ? 0 : 1);

const touches = (c: AppliedConcession, line: ConcessionLine): boolean =>
  c.level === 'PLAN' && c.kinds.length === 0
    ? line.componentKind !== 'DEPOSIT'
    : c.kinds.includes(line.componentKind);

/** What one concession takes from each line, `left` being what the lines still have. */
function one(
  lines: readonly ConcessionLine[],
  c: AppliedConcession,
  left: readonly number[],
  sequential: boolean,
): { parts: number[]; beyond: Omit<BeyondBase, 'key'> | null } {
  const on = lines.map((line, index) =>
    touches(c, line) ? (sequential ? (left[index] ?? 0) : line.gross) : 0,
  );
  const room = lines.map((line, index) => (touches(c, line) ? (left[index] ?? 0) : 0));
  const base = sum(on);
  const asked = c.basis === 'PERCENT' ? share(paise(base), c.value) : c.value;
  const wanted = Math.min(asked, c.capAmount ?? asked, c.capBp == null ? asked : share(paise(base), c.capBp));
  const amount = paise(Math.min(wanted, sum(room)));
  const beyond = wanted > amount ? { wanted, base: amount } : null;
  if (amount <= 0) return { parts: lines.map(() => 0), beyond };
  const parts = splitByWeights(amount, on);
  // Where gross weights would take more than a line has left, what is left are the weights: those can never overflow.
  const fits = parts.every((part, index) => part <= (room[index] ?? 0));
  return { parts: fits ? parts : splitByWeights(amount, room), beyond };
}

type Given = ReturnType<typeof one>;

function inOrder(
  lines: readonly ConcessionLine[],
  ordered: readonly AppliedConcession[],
  sequential: boolean,
): Map<string, Given> {
  const left = lines.map((line) => line.gross);
  const given = new Map<string, Given>();
  for (const concession of ordered) {
    const taken = one(lines, concession, left, sequential);
    for (const [index, part] of taken.parts.entries()) left[index] = (left[index] ?? 0) - part;
    given.set(concession.key, taken);
  }
  return given;
}

function best(lines: readonly ConcessionLine[], ordered: readonly AppliedConcession[]): Map<string, Given> {
  const gross = lines.map((line) => line.gross);
  const alone = ordered.map((concession) => ({
    key: concession.key,
    ...one(lines, concession, gross, false),
  }));
  const winner = alone.reduce<(typeof alone)[number] | null>(
    (top, next) => (top === null || sum(next.parts) > sum(top.parts) ? next : top),
    null,
  );
  return new Map(
    alone.map(({ key, parts, beyond }) => [
      key,
      { parts: key === winner?.key ? parts : parts.map(() => 0), beyond },
    ]),
  );
}

function capped(
  lines: readonly ConcessionLine[],
  ordered: readonly AppliedConcession[],
  given: Map<string, number[]>,
  capBp: number | null,
): Omit<ConcessionResult, 'beyond'> {
  const whole = sum([...given.values()].map(sum));
  const base = sum(lines.map((line) => (line.componentKind === 'DEPOSIT' ? 0 : line.gross)));
  const limit: Paise = capBp === null ? paise(whole) : paise(Math.min(whole, share(paise(base), capBp)));
  const flat = ordered.flatMap((c) => given.get(c.key) ?? []);
  const scaled = limit === whole ? flat : splitByWeights(limit, flat);
  const byKey: Record<string, { total: number; perLine: number[] }> = {};
  for (const [index, c] of ordered.entries()) {
    const perLine = scaled.slice(index * lines.length, (index + 1) * lines.length);
    byKey[c.key] = { total: sum(perLine), perLine };
  }
  const perLine = lines.map((_, index) =>
    ordered.reduce((total, c) => total + (byKey[c.key]?.perLine[index] ?? 0), 0),
  );
  const counted = ordered.filter((c) => (byKey[c.key]?.total ?? 0) > 0);
  const touched = sum(lines.map((line) => (counted.some((c) => touches(c, line)) ? line.gross : 0)));
  return { perLine, total: sum(perLine), byKey, touchedGross: touched };
}

const sum = (list: readonly number[]): number => list.reduce((total, n) => total + n, 0);

/** Concession as basis points of what it touches, rounded up: a hair above a band belongs to the next one. */
export const deviationBp = (concession: number, touchedGross: number): number =>
  touchedGross === 0
    ? 0
    : Math.min(
        10000,
        Number((BigInt(concession) * 10000n + BigInt(touchedGross) - 1n) / BigInt(touchedGross)),
      );
