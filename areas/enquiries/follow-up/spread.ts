import { addDays, type Day, daysBetween } from '@aangan/contract/period.ts';
import { isWorkingDay } from '../enquiry/cadence.ts';

export interface Spread {
  from: Day;
  to: Day;
  perDay?: number | undefined;
}

/** `n` follow-ups evenly over the working days of a span, the earlier days taking what does not divide; `over` = what the days do not hold. */
export function spreadOver(
  n: number,
  spread: Spread,
  holidays: ReadonlySet<Day>,
): { days: { day: Day; n: number }[]; over: number } {
  const span = Math.max(0, daysBetween(spread.from, spread.to) + 1);
  const days = Array.from({ length: span }, (_, i) => addDays(spread.from, i)).filter((day) =>
    isWorkingDay(day, holidays),
  );
  const most = spread.perDay ?? Number.MAX_SAFE_INTEGER;
  const each = days.length === 0 ? 0 : Math.floor(n / days.length);
  const rest = days.length === 0 ? 0 : n % days.length;
  const filled = days.map((day, i) => ({ day, n: Math.min(most, each + (i < rest ? 1 : 0)) }));
  return { days: filled, over: n - filled.reduce((sum, one) => sum + one.n, 0) };
}
