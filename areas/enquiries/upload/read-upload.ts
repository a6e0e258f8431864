// Reading one line of an enquiry file: every fault is named with its column in the user's words (enquiries.md 6).
import { addDays, type Day, isDay, parseDate, startOfDay, todayIst } from '@aangan/contract/period.ts';
import { emailSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { NEXT_DATE_MAX_DAYS } from '../enquiry/cadence.ts';
import type { CaptureFamily } from '../enquiry/capture-enquiry.server.ts';
import { languages, lineSchema, mobileSchema, nameSchema, noteSchema, pincodeSchema } from '../enquiry/enquiry-fields.ts';
import { programmes } from '../enquiry/enquiry.states.ts';
import type { UploadColumn } from './enquiry-upload.contract.ts';

export interface UploadLists {
  now: Date;
  /** Lower-case name -> id. */
  sources: ReadonlyMap<string, string>;
  classes: ReadonlyMap<string, number>;
  owners: ReadonlyMap<string, string>;
}

export type Cells = Readonly<Partial<Record<UploadColumn, string>>>;
export type UploadFamily = Omit<CaptureFamily, 'capturedAt'> & { capturedAt?: string };

const BACK_DAYS = 365;
const AGE = { from: 6, to: 96 };

/** The family of a line, or what is wrong with it by column. */
export function readLine(cells: Cells, lists: UploadLists): { family: UploadFamily | null; errors: Partial<Record<UploadColumn, string>> } {
  const errors: Partial<Record<UploadColumn, string>> = {};
  const take = <T>(column: UploadColumn, schema: z.ZodType<T>, needed = false): T | null => {
    const typed = cells[column]?.trim() ?? '';
    if (typed === '' && !needed) return null;
    const parsed = schema.safeParse(typed);
    if (parsed.success) return parsed.data;
    errors[column] = typed === '' ? 'Fill this in' : (parsed.error.issues[0]?.message ?? 'Check this entry');
    return null;
  };
  const today = todayIst(lists.now);
  const sourceId = take('source', oneOf(lists.sources, 'There is no such source'), true);
  const guardianName = take('parent_name', nameSchema(80), true);
  const mobile = take('mobile', mobileSchema, true);
  const classId = take('class', oneOf(lists.classes, 'There is no such class'));
  const enquiredOn = take('enquiry_date', daySchema(addDays(today, -BACK_DAYS), today, `Use DD-MM-YYYY, at most ${BACK_DAYS} days back`));
  const next = take('next_follow_up', daySchema(today, addDays(today, NEXT_DATE_MAX_DAYS), `Use DD-MM-YYYY, in the next ${NEXT_DATE_MAX_DAYS} days`));
  const ownerId = take('owner_email', oneOf(lists.owners, 'This person does not work on enquiries here'));
  const yes = (column: UploadColumn) => take(column, yesNo) === true;
  const family = {
    guardianName: guardianName ?? '', mobile: mobile ?? '', alternateMobile: take('alternate_mobile', mobileSchema), email: take('email', emailSchema),
    language: take('language', z.string().transform((text) => text.toLowerCase()).pipe(z.enum(languages, `Use one of ${languages.join(', ')}`))) ?? 'en',
    pincode: take('pincode', pincodeSchema), sourceId: sourceId ?? '', campaign: take('campaign', lineSchema(80)), note: take('remarks', noteSchema), ownerId,
    consents: { whatsapp: yes('consent_whatsapp'), sms: yes('consent_sms'), email: yes('consent_email'), textVersion: 0, language: 'en' },
    ...(enquiredOn ? { capturedAt: enquiredOn === today ? lists.now.toISOString() : startOfDay(enquiredOn).toISOString() } : {}),
    ...(next ? { nextFollowUpOn: next } : {}),
    children: [{
      firstName: take('child_first_name', lineSchema(60)), lastName: take('child_last_name', lineSchema(60)), dob: take('child_dob', birthSchema(today)),
      gender: take('child_gender', gender), classId, programme: take('programme', z.enum(programmes, `Use one of ${programmes.join(', ')}`)),
    }],
  };
  return { family: Object.keys(errors).length === 0 ? family : null, errors };
}

const oneOf = <V>(list: ReadonlyMap<string, V>, text: string) =>
  z.string().transform((typed, context) => {
    const found = list.get(typed.toLowerCase());
    if (found !== undefined) return found;
    context.addIssue({ code: 'custom', message: text });
    return z.NEVER;
  });

// Spreadsheets save DD-MM-YYYY, DD/MM/YYYY or the ISO day.
const dayOf = (typed: string): Day | null => (isDay(typed) ? typed : parseDate(typed.replaceAll('/', '-').replaceAll('.', '-')));

const daySchema = (from: Day, to: Day, text: string) =>
  z.string().transform((typed, context) => {
    const day = dayOf(typed);
    if (day !== null && day >= from && day <= to) return day;
    context.addIssue({ code: 'custom', message: text });
    return z.NEVER;
  });

const birthSchema = (today: Day) =>
  z.string().transform((typed, context) => {
    const day = dayOf(typed);
    const months = day === null ? null : (Number(today.slice(0, 4)) - Number(day.slice(0, 4))) * 12 + Number(today.slice(5, 7)) - Number(day.slice(5, 7));
    if (day !== null && months !== null && months >= AGE.from && months <= AGE.to) return day;
    context.addIssue({ code: 'custom', message: day === null ? 'Use DD-MM-YYYY' : 'The child must be between 6 months and 8 years.' });
    return z.NEVER;
  });

const gender = z.string().transform((typed, context) => {
  const letter = typed.slice(0, 1).toUpperCase();
  if (/^(m|male|boy|b)$/i.test(typed)) return 'MALE' as const;
  if (/^(f|female|girl|g)$/i.test(typed)) return 'FEMALE' as const;
  if (/^(o|other)$/i.test(typed) && letter === 'O') return 'OTHER' as const;
  context.addIssue({ code: 'custom', message: 'Use M, F or O' });
  return z.NEVER;
});

const yesNo = z.string().transform((typed, context) => {
  if (/^(y|yes|1|true)$/i.test(typed)) return true;
  if (/^(n|no|0|false)$/i.test(typed)) return false;
  context.addIssue({ code: 'custom', message: 'Use Y or N' });
  return z.NEVER;
});
