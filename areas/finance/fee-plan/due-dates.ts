// Due dates of instalments (finance.md 3.3) and the part of the year each one covers (for proration).
import { academicYearDays, addDays, daysInMonth, endOfMonth } from '@aangan/contract/period.ts';
import type { PlanInstalment } from './plan-shape.ts';

/** The day the rule gives, before it collapses to the joining day. */
export function ruleDay(instalment: PlanInstalment, academicYearId: number, joinsOn: string): string {
  switch (instalment.dueRule) {
    case 'ON_ADMISSION':
      return joinsOn;
    case 'FIXED':
      return instalment.dueOn ?? joinsOn;
    case 'DAYS_AFTER':
      return addDays(joinsOn, instalment.days ?? 0);
    case 'MONTH_DAY':
      return monthDayIn(academicYearId, instalment.monthDay ?? '04-01');
  }
}

/** 'MM-DD' in the academic year; the 31st of a shorter month is its last day. */
export function monthDayIn(academicYearId: number, monthDay: string): string {
  const [month, day] = monthDay.split('-').map(Number) as [number, number];
  const year = month >= 4 ? academicYearId : academicYearId + 1;
  const last = daysInMonth(year, month);
  return `${year}-${String(month).padStart(2, '0')}-${String(Math.min(day, last)).padStart(2, '0')}`;
}

/** Never before the child joins: what lies behind is due on admission, never silently overdue. */
export function dueDay(instalment: PlanInstalment, academicYearId: number, joinsOn: string): string {
  const day = ruleDay(instalment, academicYearId, joinsOn);
  return day < joinsOn ? joinsOn : day;
}

export interface Period {
  readonly from: string;
  readonly to: string;
}

/**
 * What each instalment pays for: whole months, from its own month until the month before the next one; the first
 * begins with the year, the last ends with it. 10-07, 10-10, 10-01 after an admission instalment = Apr–Jun, Jul–Sep …
 */
export function periodsOf(
  instalments: readonly PlanInstalment[],
  academicYearId: number,
): Map<number, Period> {
  const year = academicYearDays(academicYearId);
  const starts = instalments
    .map((instalment) => ({ seq: instalment.seq, from: startOf(instalment, academicYearId, year.from) }))
    .sort((a, b) => (a.from === b.from ? a.seq - b.seq : a.from < b.from ? -1 : 1));
  const periods = new Map<number, Period>();
  for (const [index, { seq, from }] of starts.entries()) {
    const next = starts.slice(index + 1).find((other) => other.from > from);
    periods.set(seq, { from: index === 0 ? year.from : from, to: next ? addDays(next.from, -1) : year.to });
  }
  return periods;
}

// A rule relative to the joining day names no month of the year, so it covers the year's beginning.
function startOf(instalment: PlanInstalment, academicYearId: number, yearStart: string): string {
  if (instalment.dueRule === 'ON_ADMISSION' || instalment.dueRule === 'DAYS_AFTER') return yearStart;
  const day = ruleDay(instalment, academicYearId, yearStart);
  return day < yearStart ? yearStart : `${day.slice(0, 7)}-01`;
}

/** Whole months of a period: 2026-07-01 to 2026-09-30 = 3. */
export function monthsIn(period: Period): string[] {
  const months: string[] = [];
  for (let month = `${period.from.slice(0, 7)}-01`; month <= period.to; month = addDays(endOfMonth(month), 1))
    months.push(month);
  return months;
}
