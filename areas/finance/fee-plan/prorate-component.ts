// What somebody pays of a period who joins late or leaves early (finance.md 3.4). Each result carries its formula for the line.
import { addDays, daysBetween } from '@aangan/contract/period.ts';
import { type Paise, paise } from '@aangan/money/paise.ts';
import { prorate } from '@aangan/money/proration.ts';
import { halfUp, share } from '@aangan/money/split.ts';
import { monthsIn, type Period } from './due-dates.ts';
import type { ComponentKind, Proration } from './plan-shape.ts';

/** Working days of the centre in a range, both ends included. */
export type ServiceDays = (from: string, to: string) => number;

export interface Prorated {
  readonly amount: Paise;
  /** null when the whole amount stands. */
  readonly formula: string | null;
}

const NEVER: readonly ComponentKind[] = ['ADMISSION', 'APPLICATION', 'REGISTRATION', 'KIT', 'DEPOSIT'];

/** True for components that follow the joining day at all: never one-time, admission, kit, deposit. */
export const isProrated = (component: {
  componentKind: ComponentKind;
  oneTime: boolean;
  proration: Proration;
}): boolean =>
  component.proration !== 'NONE' && !component.oneTime && !NEVER.includes(component.componentKind);

/** Bands of INSTALMENT_BANDS by the month of the period in which the child joins, basis points. */
export const INSTALMENT_BANDS = [10000, 6700, 3300] as const;

/**
 * The part of `amount`, which pays for `period`, that a child owes who joins on `joinsOn` and, of a service with a last
 * day, leaves on `leavesOn`. Methods that count months leave a period whole that has begun.
 */
export function prorateComponent(
  amount: Paise,
  method: Proration,
  period: Period,
  when: { joinsOn: string; leavesOn?: string; serviceDays?: ServiceDays },
): Prorated {
  const { joinsOn, leavesOn = period.to } = when;
  if (method === 'NONE') return { amount, formula: null };
  if (joinsOn > period.to) return { amount: paise(0), formula: 'joined after this period' };
  if (leavesOn < period.from) return { amount: paise(0), formula: 'left before this period' };
  const [from, to] = [
    joinsOn > period.from ? joinsOn : period.from,
    leavesOn < period.to ? leavesOn : period.to,
  ];
  const countsDays = method === 'CALENDAR_DAYS' || method === 'SERVICE_DAYS';
  if (from === period.from && (to === period.to || !countsDays)) return { amount, formula: null };
  switch (method) {
    case 'CALENDAR_DAYS': {
      const [part, whole] = [daysBetween(from, to) + 1, daysBetween(period.from, period.to) + 1];
      return { amount: prorate(amount, part, whole), formula: `${part} of ${whole} days` };
    }
    case 'SERVICE_DAYS': {
      const count = when.serviceDays ?? weekdays;
      const [part, whole] = [count(from, to), count(period.from, period.to)];
      return { amount: prorate(amount, part, whole), formula: `${part} of ${whole} working days` };
    }
    case 'MONTH_BANDS':
      return monthBands(amount, period, joinsOn);
    case 'INSTALMENT_BANDS': {
      const index = monthsIn(period).findIndex((month) => month.slice(0, 7) === joinsOn.slice(0, 7));
      const bp = INSTALMENT_BANDS[Math.min(Math.max(index, 0), 2)] ?? 3300;
      return { amount: share(amount, bp), formula: `joined in month ${index + 1}: ${bp / 100} %` };
    }
  }
}

// Joined by the 10th: the whole month; 11th to 20th half; later nothing. Months after it whole, in halves of a month.
function monthBands(amount: Paise, period: Period, joinsOn: string): Prorated {
  const months = monthsIn(period);
  const day = Number(joinsOn.slice(8));
  const halves = months.reduce((sum, month) => {
    if (month.slice(0, 7) !== joinsOn.slice(0, 7)) return sum + (month > joinsOn ? 2 : 0);
    return sum + (day <= 10 ? 2 : day <= 20 ? 1 : 0);
  }, 0);
  if (halves === months.length * 2) return { amount, formula: null };
  return {
    amount: halfUp(BigInt(amount) * BigInt(halves), BigInt(months.length * 2)),
    formula: `${halves / 2} of ${months.length} months`,
  };
}

/** Monday to Saturday, until the centre's calendar is asked. */
function weekdays(from: string, to: string): number {
  let n = 0;
  for (let day = from; day <= to; day = addDays(day, 1)) if (new Date(day).getUTCDay() !== 0) n += 1;
  return n;
}
