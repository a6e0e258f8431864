// Days as people type them into spreadsheets.
import { type Day, isDay } from './period.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NUMBERS = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})$/;
const MIDNIGHT = /[ T]+(00?:00(:00(\.0+)?)?|12:00(:00)? ?AM)Z?$/i;

/**
 * '15/06/2023', '15-6-23', '15.06.2023', '15-Jun-2023', 'Jun 15, 2023', '2023-06-15', '2023/06/15' (a midnight behind it is
 * dropped) as a day; null when it is none. `monthFirst`: numbers stand as month, day, year.
 */
export function parseSheetDay(typed: string, monthFirst = false): Day | null {
  const text = typed.trim().replace(MIDNIGHT, '');
  const numbers = NUMBERS.exec(text);
  if (numbers) {
    const [, first = '', , second = '', year = ''] = numbers;
    return dayFrom(year, ...((monthFirst ? [first, second] : [second, first]) as [string, string]));
  }
  const [, isoYear, isoMonth, isoDate] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? [];
  if (isoYear && isoMonth && isoDate) return dayFrom(isoYear, isoMonth, isoDate);
  const [, date, name, year] = /^(\d{1,2})[-/. ]*([a-z]{3,9})[-/., ]*(\d{4}|\d{2})$/i.exec(text) ?? [];
  if (date && name && year) return dayFrom(year, monthOf(name), date);
  const [, name2, date2, year2] = /^([a-z]{3,9})[-/. ]*(\d{1,2})[-/, ]+(\d{4}|\d{2})$/i.exec(text) ?? [];
  return name2 && date2 && year2 ? dayFrom(year2, monthOf(name2), date2) : null;
}

const monthOf = (name: string): string => String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1);

function dayFrom(year: string, month: string, date: string): Day | null {
  const day = `${year.length === 2 ? centuryOf(year) : year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? day : null;
}

// Ten years ahead of now at most: '35' in 2026 is 2035, '98' is 1998.
const centuryOf = (year: string): number =>
  Number(year) + (Number(year) <= (new Date().getFullYear() % 100) + 10 ? 2000 : 1900);

/** What numbers of a date tell of their order. `OURS`: DD-MM-YYYY as the product writes it, which is no question. */
export function dateOrder(typed: string): 'DAY_FIRST' | 'MONTH_FIRST' | 'EITHER' | 'OURS' | null {
  const [, first, mark, second, year] = NUMBERS.exec(typed.trim().replace(MIDNIGHT, '')) ?? [];
  if (!first || !second) return null;
  if (Number(first) > 12) return 'DAY_FIRST';
  if (Number(second) > 12) return 'MONTH_FIRST';
  if (first.padStart(2, '0') === second.padStart(2, '0')) return null;
  return mark === '-' && year?.length === 4 ? 'OURS' : 'EITHER';
}
