import { academicYearDays, academicYearOf, addDays, addMonths, type Day, endOfMonth } from './period.ts';

/** Times a report may be asked for; those that are not over end on the day they are asked (areas/reports.md 3.3). */
export const reportPeriods = {
  THIS_MONTH: 'This month',
  LAST_MONTH: 'Last month',
  THIS_QUARTER: 'This quarter',
  LAST_QUARTER: 'Last quarter',
  THIS_YEAR: 'This academic year',
  LAST_YEAR: 'Last academic year',
} as const;
export type ReportPeriod = keyof typeof reportPeriods;

export interface Days {
  readonly from: Day;
  readonly to: Day;
}

/** First and last day of a period as of a day in India. Quarters begin in April, July, October and January. */
export function daysOfPeriod(period: ReportPeriod, today: Day): Days {
  const month = `${today.slice(0, 7)}-01`;
  const quarter = addMonths(month, -((Number(today.slice(5, 7)) - 1) % 3));
  switch (period) {
    case 'THIS_MONTH':
      return { from: month, to: today };
    case 'LAST_MONTH':
      return { from: addMonths(month, -1), to: addDays(month, -1) };
    case 'THIS_QUARTER':
      return { from: quarter, to: today };
    case 'LAST_QUARTER':
      return { from: addMonths(quarter, -3), to: endOfMonth(addMonths(quarter, -1)) };
    case 'THIS_YEAR':
      return { from: academicYearDays(academicYearOf(today)).from, to: today };
    case 'LAST_YEAR':
      return academicYearDays(academicYearOf(today) - 1);
  }
}
