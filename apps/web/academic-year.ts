/** Academic years in Indian time (shell.md 3.5): April to March, shown `YYYY-YYYY`. */

const parts = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kolkata',
  year: 'numeric',
  month: 'numeric',
});

function yearMonth(now: number): { year: number; month: number } {
  const found = Object.fromEntries(
    parts.formatToParts(new Date(now)).map((part) => [part.type, Number(part.value)]),
  );
  return { year: found.year ?? 0, month: found.month ?? 1 };
}

const pair = (start: number): string => `${start}-${start + 1}`;

/** January to March belong to the year that started before. */
export function currentAcademicYear(now: number): string {
  const { year, month } = yearMonth(now);
  return pair(month >= 4 ? year : year - 1);
}

/** Switches to the next year from December, and stays switched until March (decision D27). */
export function latestAcademicYear(now: number): string {
  const { year, month } = yearMonth(now);
  return pair(month === 12 ? year + 1 : year);
}

/** The calendar year to the next, and the next to the one after. */
export const calendarPair = (now: number): string => pair(yearMonth(now).year);
export const nextCalendarPair = (now: number): string => pair(yearMonth(now).year + 1);
