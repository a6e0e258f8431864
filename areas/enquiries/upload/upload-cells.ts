// What people type into the cells of an enquiry file.
import { type Day, startOfDay } from '@aangan/contract/period.ts';
import { parseSheetDay } from '@aangan/contract/sheet-date.ts';
import * as z from 'zod';

/** A day as spreadsheets save it, the day before the month. */
export const dayOf = (typed: string): Day | null => parseSheetDay(typed);

/** The instant of '24-11-2026 15:30', or '03:30 PM' as the product shows it; null when it is none. */
export function visitOf(typed: string): string | null {
  const [, date = '', hour = '', minute = '', half] =
    /^(\S+)[ T]+(\d{1,2}):(\d{2})(?::\d{2})?\s*([ap])?\.?m?\.?$/i.exec(typed) ?? [];
  const day = dayOf(date);
  const at = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour);
  if (day === null || at >= 24 || Number(minute) >= 60) return null;
  return new Date(startOfDay(day).getTime() + (at * 60 + Number(minute)) * 60_000).toISOString();
}

export const genderSchema = z.string().transform((typed, context) => {
  if (/^(m|male|boy|b)$/i.test(typed)) return 'MALE' as const;
  if (/^(f|female|girl|g)$/i.test(typed)) return 'FEMALE' as const;
  if (/^(o|other)$/i.test(typed)) return 'OTHER' as const;
  context.addIssue({ code: 'custom', message: 'Use M, F or O' });
  return z.NEVER;
});
