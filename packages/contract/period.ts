/** A calendar day in India, 'YYYY-MM-DD'. Days compare with < and > as text. */
export type Day = string;

/** A point in time: Date, milliseconds, or ISO text with zone. */
export type Instant = Date | number | string;

/** IST has no summer time, so one fixed distance from UTC is exact. */
export const IST_OFFSET_MS = 5.5 * 3_600_000;
const DAY_MS = 86_400_000;

/** Milliseconds since 1970. @throws RangeError when it is no instant */
export function toMs(instant: Instant): number {
  const ms = typeof instant === 'number' ? instant : new Date(instant).getTime();
  if (!Number.isFinite(ms)) throw new RangeError('Not an instant');
  return ms;
}

/** The calendar day in India at an instant. */
export const todayIst = (now: Instant): Day => new Date(toMs(now) + IST_OFFSET_MS).toISOString().slice(0, 10);

/** 00:00:00 IST of a day; the day ends before `startOfDay(addDays(day, 1))`. @throws RangeError */
export const startOfDay = (day: Day): Date => new Date(dayNumber(day) * DAY_MS - IST_OFFSET_MS);

/** True for a day that exists, 'YYYY-MM-DD' from 1900 to 2199. */
export function isDay(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^((?:19|20|21)\d\d)-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const m = Number(month);
  return m >= 1 && m <= 12 && Number(day) >= 1 && Number(day) <= daysInMonth(Number(year), m);
}

/** Days since 1970-01-01. @throws RangeError when the day does not exist */
export function dayNumber(day: Day): number {
  if (!isDay(day)) throw new RangeError('Not a calendar day');
  return Date.parse(day) / DAY_MS;
}

/** Inverse of dayNumber. */
export const dayOfNumber = (number: number): Day => new Date(number * DAY_MS).toISOString().slice(0, 10);

/** `day` plus a whole number of days, negative goes back. @throws RangeError */
export const addDays = (day: Day, days: number): Day => dayOfNumber(dayNumber(day) + days);

/** Days from `from` to `to`: 0 for the same day, negative when `to` is earlier. @throws RangeError */
export const daysBetween = (from: Day, to: Day): number => dayNumber(to) - dayNumber(from);

/** `day` plus whole months; a 31st becomes the last day of a shorter month. @throws RangeError */
export function addMonths(day: Day, months: number): Day {
  const { year, month, date } = partsOf(day);
  const index = year * 12 + month - 1 + months;
  const [y, m] = [Math.floor(index / 12), (((index % 12) + 12) % 12) + 1];
  return `${y}-${pad(m)}-${pad(Math.min(date, daysInMonth(y, m)))}`;
}

/** The month's last day. @throws RangeError */
export function endOfMonth(day: Day): Day {
  const { year, month } = partsOf(day);
  return `${year}-${pad(month)}-${pad(daysInMonth(year, month))}`;
}

/** Number of days of a month (1 = January). */
export const daysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();

/** The months of an academic year in their order: number as in a day ('04') and English name. */
export const academicMonths = [
  { month: '04', name: 'April' },
  { month: '05', name: 'May' },
  { month: '06', name: 'June' },
  { month: '07', name: 'July' },
  { month: '08', name: 'August' },
  { month: '09', name: 'September' },
  { month: '10', name: 'October' },
  { month: '11', name: 'November' },
  { month: '12', name: 'December' },
  { month: '01', name: 'January' },
  { month: '02', name: 'February' },
  { month: '03', name: 'March' },
] as const;

const pad = (n: number): string => String(n).padStart(2, '0');

function partsOf(day: Day): { year: number; month: number; date: number } {
  dayNumber(day);
  return { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), date: Number(day.slice(8, 10)) };
}

/** A child's age in completed years and months. */
export interface Age {
  readonly years: number;
  readonly months: number;
}

/** Completed months from `from` to `to`: the largest m with addMonths(from, m) <= to. Null when `to` is earlier. @throws RangeError */
export function completedMonths(from: Day, to: Day): number | null {
  if (daysBetween(from, to) < 0) return null;
  const [a, b] = [partsOf(from), partsOf(to)];
  const months = (b.year - a.year) * 12 + b.month - a.month;
  return addMonths(from, months) <= to ? months : months - 1;
}

/** Age of someone born on `dob`; a 29-02 birthday counts from 28-02 in other years. Null before birth. @throws RangeError */
export function ageOn(dob: Day, day: Day): Age | null {
  const months = completedMonths(dob, day);
  return months === null ? null : { years: Math.floor(months / 12), months: months % 12 };
}

/** '2 y 11 m' */
export const formatAge = ({ years, months }: Age): string => `${years} y ${months} m`;

/** Start year of the academic year a day belongs to, April to March: '2027-01-15' -> 2026. @throws RangeError */
export function academicYearOf(day: Day): number {
  const { year, month } = partsOf(day);
  return month >= 4 ? year : year - 1;
}

/** 2026 -> '2026-2027' */
export const academicYearLabel = (startYear: number): string => `${startYear}-${startYear + 1}`;

/** First and last day of an academic year: 2026 -> 2026-04-01, 2027-03-31. */
export const academicYearDays = (startYear: number): { from: Day; to: Day } => ({
  from: `${startYear}-04-01`,
  to: `${startYear + 1}-03-31`,
});

/** Start year of the academic year now. */
export const currentYear = (now: Instant): number => academicYearOf(todayIst(now));

/** Start year of the latest academic year: the calendar year, from December the next one (shell.md 3.5). */
export function latestYear(now: Instant): number {
  const { year, month } = partsOf(todayIst(now));
  return month === 12 ? year + 1 : year;
}

/** The calendar year now: with academicYearLabel 'current calendar year to the next'; plus 1 'the next to the one after'. */
export const calendarYear = (now: Instant): number => partsOf(todayIst(now)).year;

/** Financial year (April to March) in the spellings of numbers and documents. */
export interface FinancialYear {
  readonly startYear: number;
  /** '2627', for receipt and invoice numbers. */
  readonly compact: string;
  /** '26-27', for head-office series and screens. */
  readonly short: string;
  /** '2026-27', as the IRP hashes it. */
  readonly long: string;
}

/** @throws RangeError */
export function financialYear(day: Day): FinancialYear {
  const startYear = academicYearOf(day);
  const [from, to] = [pad(startYear % 100), pad((startYear + 1) % 100)];
  return { startYear, compact: `${from}${to}`, short: `${from}-${to}`, long: `${startYear}-${to}` };
}

/** '2026-07-10' -> '10-07-2026' (DD-MM-YYYY). @throws RangeError */
export function formatDate(day: Day): string {
  const { year, month, date } = partsOf(day);
  return `${pad(date)}-${pad(month)}-${year}`;
}

/** The day of 'DD-MM-YYYY' as typed or imported, null when it is no such day. */
export function parseDate(text: string): Day | null {
  const [, date, month, year] = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text.trim()) ?? [];
  const day = `${year}-${month}-${date}`;
  return isDay(day) ? day : null;
}

/** Time of day in India of an instant, 'hh:mm A': '06:10 PM'. */
export const formatTime = (instant: Instant): string =>
  formatClock(new Date(toMs(instant) + IST_OFFSET_MS).toISOString().slice(11, 16));

/** A stored time of day: '18:30' -> '06:30 PM'. */
export function formatClock(hourMinute: string): string {
  const hour = Number(hourMinute.slice(0, 2));
  return `${pad(hour % 12 || 12)}:${hourMinute.slice(3, 5)} ${hour % 24 < 12 ? 'AM' : 'PM'}`;
}

/** '24-11-2026 06:10 PM' */
export const formatDateTime = (instant: Instant): string =>
  `${formatDate(todayIst(instant))} ${formatTime(instant)}`;
