// What a leave type credits to a person (areas/staff.md 3.3). Pure. Half days throughout.
import type { Day } from '@aangan/contract/period.ts';
import { leaveYearOf } from './leave-count.ts';

export interface AccrualRule {
  readonly yearlyHalves: number;
  readonly accrual: 'YEARLY' | 'MONTHLY' | 'NONE';
}

export interface Credit {
  readonly halves: number;
  /** Which credit it is: the same one twice is one. */
  readonly ref: string;
  readonly onDate: Day;
}

/** The joining month counts when somebody joined on or before this day of it. */
const JOINED_BY = 15;
/** Months of the leave year: 0 = April … 11 = March. */
const monthOf = (day: Day): number => (Number(day.slice(5, 7)) + 8) % 12;
const firstOf = (year: number, month: number): Day =>
  `${month < 9 ? year : year + 1}-${String(((month + 3) % 12) + 1).padStart(2, '0')}-01`;

/** The first month of this leave year that counts for somebody who joined then; 12 when none does. */
function firstMonth(joinedOn: Day, year: number): number {
  const joined = leaveYearOf(joinedOn);
  if (joined < year) return 0;
  if (joined > year) return 12;
  return monthOf(joinedOn) + (Number(joinedOn.slice(8)) <= JOINED_BY ? 0 : 1);
}

/**
 * Everything a person has been credited of a leave year when `monthsOver` of its months are over: a yearly type at once for
 * the months left, a monthly one for each month that is over, cumulatively rounded down (30 a year: 2, 3, 2, 3 …).
 */
export function creditsOfYear(
  rule: AccrualRule,
  joinedOn: Day,
  { year, monthsOver }: { year: number; monthsOver: number },
): Credit[] {
  const begin = firstMonth(joinedOn, year);
  const share = (months: number) => Math.floor((rule.yearlyHalves * months) / 12);
  if (rule.accrual === 'NONE' || begin > 11) return [];
  if (rule.accrual === 'YEARLY') {
    const halves = share(12 - begin);
    const april = firstOf(year, 0);
    const onDate = joinedOn > april ? joinedOn : april;
    return halves > 0 ? [{ halves, ref: String(year), onDate }] : [];
  }
  const credits: Credit[] = [];
  for (let month = begin; month < monthsOver; month += 1) {
    const n = month - begin + 1;
    const halves = share(n) - share(n - 1);
    const onDate = month < 11 ? firstOf(year, month + 1) : firstOf(year + 1, 0);
    if (halves > 0) credits.push({ halves, ref: firstOf(year, month).slice(0, 7), onDate });
  }
  return credits;
}

/** Credits due by `today`: of its leave year, and in April the last months of the year before. */
export function creditsOf(
  rule: AccrualRule,
  joinedOn: Day,
  today: Day,
): (Credit & { readonly year: number })[] {
  if (joinedOn > today) return [];
  const year = leaveYearOf(today);
  const month = monthOf(today);
  const of = (which: number, monthsOver: number) =>
    creditsOfYear(rule, joinedOn, { year: which, monthsOver }).map((credit) => ({ ...credit, year: which }));
  return [...(month === 0 ? of(year - 1, 12) : []), ...of(year, month)];
}
