// The state of one paper in its list. Pure; what a vehicle is worth as a whole is readiness.ts.
import { type Day, daysBetween } from '@aangan/contract/period.ts';
import { daysText, paperStatus } from '../vehicle/paper-cover.ts';
import { coverKinds, type PaperKindName } from '../vehicle/paper-kinds.ts';

export const isCover = (kind: PaperKindName): boolean => (coverKinds as readonly string[]).includes(kind);

interface At {
  readonly today: Day;
  readonly soonDays: number;
  /** Until when the vehicle is covered by papers of this kind; null for ever, undefined not at all. */
  readonly coveredTo: Day | null | undefined;
}

/** The state of one row and the words beside it; null for what has none. */
export function rowState(
  kind: PaperKindName,
  row: Readonly<Record<string, unknown>>,
  { today, soonDays, coveredTo }: At,
): readonly [state: string, words: string] | null {
  if (kind === 'REPAIR') {
    const [from, to] = [String(row['outFrom']), row['outTo'] as Day | null];
    return from <= today && (to === null || to >= today)
      ? ['OPEN', 'Blocks the vehicle']
      : [from > today ? 'COMING' : 'DONE', ''];
  }
  if (kind === 'CHALLAN' && row['paidOn']) return ['PAID', ''];
  const end = row[
    kind === 'CHALLAN' ? 'dueOn' : kind === 'MAINTENANCE' ? 'nextDueOn' : 'endsOn'
  ] as Day | null;
  if (end === null) return isCover(kind) ? ['VALID', 'For life'] : null;
  // A later paper follows without a day between.
  if (isCover(kind) && (coveredTo === null || (coveredTo !== undefined && coveredTo > end)))
    return ['RENEWED', ''];
  const left = daysBetween(today, end);
  const words = left >= 0 ? daysText(left) : '';
  if (!isCover(kind) && left < 0 && kind !== 'LOAN') return ['OVERDUE', words];
  return kind === 'CHALLAN' ? ['TO_PAY', words] : [paperStatus(today, end, soonDays), words];
}

/** The next instalment on or after the day; null when all are paid. */
export function nextInstalment(
  today: Day,
  loan: { readonly emiDay: number; readonly startsOn: Day; readonly endsOn: Day },
): Day | null {
  const from = loan.startsOn > today ? loan.startsOn : today;
  const [year = 0, month = 1] = from.split('-').map(Number);
  const inMonth = (plus: number): Day =>
    new Date(Date.UTC(year, month - 1 + plus, loan.emiDay)).toISOString().slice(0, 10);
  const next = inMonth(0) >= from ? inMonth(0) : inMonth(1);
  return next <= loan.endsOn ? next : null;
}
