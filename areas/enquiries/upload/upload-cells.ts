// What people type into the cells of an enquiry file.
import { type Day, startOfDay } from '@aangan/contract/period.ts';
import { parseSheetDay } from '@aangan/contract/sheet-date.ts';
import * as z from 'zod';
import { type AgeLimits, ageText, fitsAge } from '../enquiry/child-age.ts';

export const oneOf = <V>(list: ReadonlyMap<string, V>, text: string) =>
  z.string().transform((typed, context) => {
    const found = list.get(typed.toLowerCase());
    if (found !== undefined) return found;
    context.addIssue({ code: 'custom', message: text });
    return z.NEVER;
  });

/** A day as spreadsheets save it, the day before the month. */
export const dayOf = (typed: string): Day | null => parseSheetDay(typed);

export const daySchema = (from: Day, to: Day, text: string) =>
  z.string().transform((typed, context) => {
    const day = dayOf(typed);
    if (day !== null && day >= from && day <= to) return day;
    context.addIssue({ code: 'custom', message: text });
    return z.NEVER;
  });

export const birthSchema = (today: Day, ages: AgeLimits) =>
  z.string().transform((typed, context) => {
    const day = dayOf(typed);
    if (day !== null && fitsAge(day, today, ages)) return day;
    context.addIssue({ code: 'custom', message: day === null ? 'Use DD-MM-YYYY' : ageText(ages) });
    return z.NEVER;
  });

// '24-11-2026 15:30', or '03:30 PM' as the product shows it.
export const visitSchema = z.string().transform((typed, context) => {
  const [, date = '', hour = '', minute = '', half] =
    /^(\S+)[ T]+(\d{1,2}):(\d{2})(?::\d{2})?\s*([ap])?\.?m?\.?$/i.exec(typed) ?? [];
  const day = dayOf(date);
  const at = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour);
  if (day !== null && at < 24 && Number(minute) < 60)
    return new Date(startOfDay(day).getTime() + (at * 60 + Number(minute)) * 60_000).toISOString();
  context.addIssue({ code: 'custom', message: 'Give the day and time of the visit: DD-MM-YYYY HH:MM' });
  return z.NEVER;
});

export const genderSchema = z.string().transform((typed, context) => {
  if (/^(m|male|boy|b)$/i.test(typed)) return 'MALE' as const;
  if (/^(f|female|girl|g)$/i.test(typed)) return 'FEMALE' as const;
  if (/^(o|other)$/i.test(typed)) return 'OTHER' as const;
  context.addIssue({ code: 'custom', message: 'Use M, F or O' });
  return z.NEVER;
});

export const yesNoSchema = z.string().transform((typed, context) => {
  if (/^(y|yes|1|true)$/i.test(typed)) return true;
  if (/^(n|no|0|false)$/i.test(typed)) return false;
  context.addIssue({ code: 'custom', message: 'Use Y or N' });
  return z.NEVER;
});
