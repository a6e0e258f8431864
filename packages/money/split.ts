import {
  basisPoints,
  MoneyError,
  negatePaise,
  type Paise,
  paise,
  sumPaise,
  wholeNumber,
  ZERO,
} from './paise.ts';

/**
 * numerator / denominator rounded half-up to a whole paisa. A negative numerator mirrors the positive one
 * (-0.5 -> -1), so that a reversal always cancels its cause. Products past 2^53 are passed as bigint.
 * @throws MoneyError 'money.ratio' when the denominator is not above zero, 'money.not-whole', 'money.too-large'
 */
export function halfUp(numerator: number | bigint, denominator: number | bigint): Paise {
  const n = wholeNumber(numerator);
  const d = wholeNumber(denominator);
  if (d <= 0n) throw new MoneyError('money.ratio');
  const size = n < 0n ? -n : n;
  const rounded = (2n * size + d) / (2n * d);
  return paise(n < 0n ? -rounded : rounded);
}

/** amount × n / d, half-up, exact for every size. Example: interest 12 % p.a. for 20 days = (amount, 1200 * 20, 10000 * 365). */
export const timesRatio = (amount: Paise, n: number, d: number): Paise =>
  halfUp(BigInt(paise(amount)) * wholeNumber(n), d);

/** `bp` of `total`, half-up. @throws MoneyError 'money.percent' outside 0–10000 */
export const share = (total: Paise, bp: number): Paise =>
  halfUp(BigInt(paise(total)) * basisPoints(bp), 10000n);

/** What has been used of a whole before, and what is used now; both in the unit of the whole (paise, pieces). */
export interface Progress {
  readonly done: number;
  readonly part: number;
}

/**
 * The piece of `total` that belongs to `part` of `whole`, when `done` was used before: rounded on the running total,
 * so the pieces of a used-up whole always sum to `total` (royalty base of part payments, refunds, split parcels).
 * @throws MoneyError 'money.ratio' unless 0 <= done, 0 <= part, done + part <= whole, whole > 0
 */
export function runningShare(total: Paise, whole: number, { done, part }: Progress): Paise {
  if (done < 0 || part < 0 || !(done + part <= whole)) throw new MoneyError('money.ratio');
  return paise(timesRatio(total, done + part, whole) - timesRatio(total, done, whole));
}

/** More parts than any plan, order or run has; keeps a wrong count from filling the memory. */
const MAX_PARTS = 10_000;

/** True when percentages in basis points make exactly 100 %. */
export const sumsToWhole = (bps: readonly number[]): boolean =>
  bps.reduce((sum, bp) => sum + bp, 0) === 10000;

/**
 * Splits by largest remainder: each part is its exact share rounded down, the paise left over go one each to the largest
 * fractions, ties by order. Σ parts = total; a weight of 0 gets 0; a negative total gives the mirrored parts.
 * Weights are whole numbers >= 0: basis points, amounts, days, pieces.
 * @throws MoneyError 'money.parts' for no weight above zero (unless total is 0), negative weights, more than 10,000 parts
 */
export function splitByWeights(total: Paise, weights: readonly number[]): Paise[] {
  if (total < 0) return splitByWeights(negatePaise(total), weights).map(negatePaise);
  const { big, whole } = weigh(weights);
  if (whole === 0n) return nothingToShare(total, weights.length);
  const amount = BigInt(paise(total));
  const floors = big.map((weight) => (amount * weight) / whole);
  const left = Number(floors.reduce((rest, part) => rest - part, amount));
  const favoured = big
    .map((weight, index) => ({ index, fraction: (amount * weight) % whole }))
    .sort((a, b) => (a.fraction === b.fraction ? a.index - b.index : a.fraction < b.fraction ? 1 : -1))
    .slice(0, left);
  const parts = floors.map(Number);
  for (const { index } of favoured) parts[index] = (parts[index] ?? 0) + 1;
  return parts.map(paise);
}

/** n equal parts; the paise left over go to the first ones: ₹1.00 in 7 = 15, 15, 14, 14, 14, 14, 14. @throws MoneyError 'money.parts' */
export const splitEvenly = (total: Paise, n: number): Paise[] => splitByWeights(total, equalWeights(n));

/**
 * Parts that are multiples of `unit` paise (1000 = ₹10), each rounded down so that none can fall below zero; the residue
 * goes to the LAST or FIRST part that has a weight. `parts` is a count or a list of weights; unit 0 or 1 does not round.
 * @throws MoneyError 'money.parts'
 */
export function roundSplit(
  total: Paise,
  parts: number | readonly number[],
  unit: number,
  residue: 'LAST' | 'FIRST',
): Paise[] {
  const weights = typeof parts === 'number' ? equalWeights(parts) : parts;
  if (!Number.isSafeInteger(unit) || unit < 0) throw new MoneyError('money.parts');
  if (unit <= 1) return splitByWeights(total, weights);
  if (total < 0) return roundSplit(negatePaise(total), weights, unit, residue).map(negatePaise);
  const { big, whole } = weigh(weights);
  if (whole === 0n) return nothingToShare(total, weights.length);
  const step = BigInt(unit);
  const rounded = big.map((weight) => Number(((BigInt(paise(total)) * weight) / (whole * step)) * step));
  const weighted = weights.map((weight, index) => (weight > 0 ? index : -1)).filter((index) => index >= 0);
  const target = (residue === 'LAST' ? weighted.at(-1) : weighted[0]) ?? 0;
  rounded[target] = (rounded[target] ?? 0) + total - rounded.reduce((sum, part) => sum + part, 0);
  return rounded.map(paise);
}

/**
 * A plan's matrix: row totals (components) over columns (instalments, a count or weights). Each row sums to its component
 * and each column to `splitByWeights(Σ rows, columns)`; no cell is negative. Result: one list of cells per row.
 * @throws MoneyError 'money.negative' for a row below zero, 'money.parts', 'money.too-large'
 */
export function splitMatrix(rows: readonly Paise[], columns: number | readonly number[]): Paise[][] {
  if (rows.some((row) => row < 0)) throw new MoneyError('money.negative');
  const weights = typeof columns === 'number' ? equalWeights(columns) : columns;
  const targets = splitByWeights(sumPaise(rows), weights);
  const matrix = rows.map((total) => ({ total, cells: splitByWeights(total, weights) }));
  const scale = weigh(weights);
  const excess = targets.map((target, column) =>
    matrix.reduce((sum, row) => sum + cell(row.cells, column), -target),
  );
  // Rows split alone all favour the same early columns; single paise move along their row until every column is right.
  for (;;) {
    const from = excess.findIndex((over) => over > 0);
    if (from < 0) return matrix.map((row) => row.cells);
    const to = excess.findIndex((over) => over < 0);
    const row = rowToMove(matrix, scale, from, to);
    for (const [column, change] of [
      [from, -1],
      [to, 1],
    ] as const) {
      row.cells[column] = paise(cell(row.cells, column) + change);
      excess[column] = (excess[column] ?? 0) + change;
    }
  }
}

interface MatrixRow {
  readonly total: Paise;
  readonly cells: Paise[];
}

const cell = (cells: readonly Paise[], column: number): number => cells[column] ?? 0;

/** The row whose cells come nearest to their exact shares when one paisa goes from column `from` to column `to`. */
function rowToMove(
  matrix: readonly MatrixRow[],
  { big, whole }: Weights,
  from: number,
  to: number,
): MatrixRow {
  const above = ({ total, cells }: MatrixRow, column: number): bigint =>
    BigInt(cell(cells, column)) * whole - BigInt(total) * (big[column] ?? 0n);
  let best: { row: MatrixRow; gain: bigint } | undefined;
  for (const row of matrix) {
    // A cell of 0 has nothing to give: cells never fall below zero.
    if (cell(row.cells, from) === 0) continue;
    const gain = above(row, from) - above(row, to);
    if (best === undefined || gain > best.gain) best = { row, gain };
  }
  // A column above its target has a paisa somewhere, so this guards the loop only against a bug in it.
  if (best === undefined) throw new MoneyError('money.parts');
  return best.row;
}

function equalWeights(n: number): number[] {
  if (!Number.isSafeInteger(n) || n < 1 || n > MAX_PARTS) throw new MoneyError('money.parts');
  return new Array<number>(n).fill(1);
}

interface Weights {
  readonly big: readonly bigint[];
  readonly whole: bigint;
}

function weigh(weights: readonly number[]): Weights {
  if (weights.length > MAX_PARTS) throw new MoneyError('money.parts');
  const big = weights.map((weight) => {
    if (!Number.isSafeInteger(weight) || weight < 0) throw new MoneyError('money.parts');
    return BigInt(weight);
  });
  return { big, whole: big.reduce((sum, weight) => sum + weight, 0n) };
}

/** Without any weight only nothing can be split: a rest would have nowhere to go. */
function nothingToShare(total: Paise, count: number): Paise[] {
  if (total !== 0) throw new MoneyError('money.parts');
  return new Array<Paise>(count).fill(ZERO);
}
