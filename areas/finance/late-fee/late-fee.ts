// What a late instalment costs as of a day (finance.md 3.6): for the nightly run and for the example beside the settings.
import { addDays, addMonths, type Day, daysBetween } from '@aangan/contract/period.ts';
import { paise } from '@aangan/money/paise.ts';
import { share } from '@aangan/money/split.ts';

export const lateFeeTypes = {
  NONE: 'No late fee',
  FLAT: 'An amount, once',
  PER_DAY: 'An amount for each day',
  SLAB: 'By how late it is',
  PERCENT_MONTH: 'A share of what is open, for each month begun',
} as const;
export type LateFeeType = keyof typeof lateFeeTypes;

export interface LateFeeRule {
  readonly type: LateFeeType;
  /** Least days of grace; an instalment with more keeps its own. */
  readonly graceDays: number;
  /** Paise. */
  readonly amount: number;
  readonly monthBp: number;
  /** Paise; null: no limit. */
  readonly cap: number | null;
  readonly firstDays: number;
  readonly firstAmount: number;
  readonly secondDays: number;
  readonly secondAmount: number;
  readonly thirdAmount: number;
  /** Instalments due before this day are never charged. */
  readonly dueFrom: Day | null;
}

/** Paise of an instalment of which `open` is not paid, as of `on`; with the reckoning in words. */
export function lateFeeOn(
  rule: LateFeeRule,
  { open, dueOn, graceDays, on }: { open: number; dueOn: Day; graceDays: number; on: Day },
): { amount: number; days: number; formula: string } {
  const lastInTime = addDays(dueOn, Math.max(graceDays, rule.graceDays));
  const days = Math.max(0, daysBetween(lastInTime, on));
  if (days === 0 || open <= 0 || (rule.dueFrom !== null && dueOn < rule.dueFrom))
    return { amount: 0, days, formula: '' };
  const { amount, how } = reckon(rule, { open, days, months: monthsBegun(addDays(lastInTime, 1), on) });
  const most = rule.cap === null ? amount : Math.min(amount, rule.cap);
  return { amount: most, days, formula: most < amount ? `${how}, at most ${rupees(most)}` : how };
}

function reckon(
  rule: LateFeeRule,
  { open, days, months }: { open: number; days: number; months: number },
): { amount: number; how: string } {
  switch (rule.type) {
    case 'NONE':
      return { amount: 0, how: '' };
    case 'FLAT':
      return { amount: rule.amount, how: 'Once' };
    case 'PER_DAY':
      return {
        amount: days * rule.amount,
        how: `${days} ${days === 1 ? 'day' : 'days'} at ${rupees(rule.amount)}`,
      };
    case 'SLAB':
      return { amount: slabOf(rule, days), how: `${days} ${days === 1 ? 'day' : 'days'} late` };
    case 'PERCENT_MONTH':
      return {
        amount: months * share(paise(open), rule.monthBp),
        how: `${months} ${months === 1 ? 'month' : 'months'} at ${rule.monthBp / 100} % of ${rupees(open)}`,
      };
  }
}

/** The amounts of the steps do not add up: the last one reached is what is charged. */
function slabOf(rule: LateFeeRule, days: number): number {
  if (days <= rule.firstDays) return rule.firstAmount;
  return days <= rule.secondDays ? rule.secondAmount : rule.thirdAmount;
}

function monthsBegun(first: Day, on: Day): number {
  let months = 0;
  while (addMonths(first, months) <= on) months += 1;
  return months;
}

const rupees = (amount: number): string => `₹${(amount / 100).toFixed(2)}`;
