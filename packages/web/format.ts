/** Formats of the specification (9): DD-MM-YYYY, hh:mm A, Indian grouping. Every day and time is Indian Standard Time. */

const IST = 'Asia/Kolkata';
const instantParts = new Intl.DateTimeFormat('en-GB', {
  timeZone: IST,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const weekday = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', weekday: 'long' });
const grouped = new Intl.NumberFormat('en-IN');
const groupedTwo = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Integer paise to `₹12,34,567.50`; `-₹500.00` below zero. `whole` drops the paise (tiles, charts). */
export function formatRupees(paise: number, whole = false): string {
  const sign = paise < 0 ? '-' : '';
  const amount = Math.abs(paise) / 100;
  return `${sign}₹${whole ? grouped.format(Math.round(amount)) : groupedTwo.format(amount)}`;
}

/** Large sums for tiles: `₹4.2 Cr`, `₹12.3 L`, `₹950`. Integer paise in. */
export function formatRupeesShort(paise: number): string {
  const rupees = Math.abs(paise) / 100;
  const sign = paise < 0 ? '-' : '';
  if (rupees >= 1e7) return `${sign}₹${trim(rupees / 1e7)} Cr`;
  if (rupees >= 1e5) return `${sign}₹${trim(rupees / 1e5)} L`;
  return `${sign}₹${grouped.format(Math.round(rupees))}`;
}

const trim = (n: number) => n.toFixed(n >= 100 ? 0 : 1).replace(/\.0$/, '');

/** `12,34,567`. */
export const formatCount = (n: number): string => grouped.format(n);

/** Basis points to `12.5 %`. */
export const formatPercent = (basisPoints: number): string => `${Number((basisPoints / 100).toFixed(2))} %`;

/** Share of work done, 0..1, to `12.34 %` (uploads: two decimals). */
export const formatProgress = (share: number): string =>
  `${(Math.min(Math.max(share, 0), 1) * 100).toFixed(2)} %`;

/** `YYYY-MM-DD` to `DD-MM-YYYY`; anything else comes back unchanged. */
export function formatDay(day: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(day);
  return match ? `${match[3]}-${match[2]}-${match[1]}` : day;
}

/** `YYYY-MM-DD` to `Monday`. */
export function weekdayOf(day: string): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? '' : weekday.format(date);
}

function partsOf(instant: string | number | Date): Record<string, string> | null {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return null;
  return Object.fromEntries(instantParts.formatToParts(date).map((part) => [part.type, part.value]));
}

/** An instant as the day it falls on in India, `YYYY-MM-DD`. */
export function dayOf(instant: string | number | Date): string {
  const parts = partsOf(instant);
  return parts ? `${parts.year}-${parts.month}-${parts.day}` : '';
}

/** `HH:mm` (24 hours) to `hh:mm A`. */
export function formatClock(time: string): string {
  const match = /^(\d{2}):(\d{2})/.exec(time);
  if (!match) return time;
  const hour = Number(match[1]);
  return `${String(hour % 12 || 12).padStart(2, '0')}:${match[2]} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** An instant's time in India as `hh:mm A`. */
export function formatTime(instant: string | number | Date): string {
  const parts = partsOf(instant);
  return parts ? formatClock(`${parts.hour}:${parts.minute}`) : '';
}

/** An instant in India as `DD-MM-YYYY hh:mm A`. */
export const formatInstant = (instant: string | number | Date): string => {
  const day = dayOf(instant);
  return day ? `${formatDay(day)} ${formatTime(instant)}` : '';
};

/** Under a day: `just now`, `12 min ago`, `3 h ago`; older or in the future: null (look.md 3). */
export function formatAgo(instant: string, now: number): string | null {
  const minutes = Math.floor((now - new Date(instant).getTime()) / 60_000);
  if (Number.isNaN(minutes) || minutes < 0 || minutes >= 24 * 60) return null;
  if (minutes < 1) return 'just now';
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`;
}

export { spacedPhone as formatPhone } from '@aangan/contract/phone.ts';

/** Bytes to `1.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB'];
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value.toFixed(value < 10 ? 1 : 0)} ${units[unit]}`;
}

/** The franchisee label everywhere: `(014) Baner` (specification 3: id padded to 3 digits). */
export const franchiseeLabel = (id: number, name: string): string =>
  `(${String(id).padStart(3, '0')}) ${name}`;
