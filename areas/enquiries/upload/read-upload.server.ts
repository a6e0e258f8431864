// Reading one line of an enquiry file: every fault is named with its column in the user's words (enquiries.md 6).

import { emailSchema } from '@aangan/contract/fields.ts';
import { addDays, type Day, isDay, parseDate, startOfDay, todayIst } from '@aangan/contract/period.ts';
import * as z from 'zod';
import { NEXT_DATE_MAX_DAYS } from '../enquiry/cadence.ts';
import type { CaptureFamily } from '../enquiry/capture-types.ts';
import { type AgeLimits, ageText, fitsAge } from '../enquiry/child-age.ts';
import {
  languages,
  lineSchema,
  mobileSchema,
  nameSchema,
  noteSchema,
  pincodeSchema,
} from '../enquiry/enquiry-fields.ts';
import type { UploadColumn } from './enquiry-upload.contract.ts';

export interface UploadLists {
  now: Date;
  /** Lower-case name -> id. */
  sources: ReadonlyMap<string, string>;
  classes: ReadonlyMap<string, number>;
  owners: ReadonlyMap<string, string>;
  ages: AgeLimits;
  programmes: readonly string[];
}

export type Cells = Readonly<Partial<Record<UploadColumn, string>>>;
export type UploadFamily = Omit<CaptureFamily, 'capturedAt'> & { capturedAt?: string };

const BACK_DAYS = 365;

interface ReadLine {
  /** The row's number in another system. */
  ref: string | null;
  family: UploadFamily | null;
  errors: Partial<Record<UploadColumn, string>>;
}

/** A reader of lines: gives the family of a line, or what is wrong with it by column. Its schemas are made once a file. */
export function lineReader(lists: UploadLists): (cells: Cells) => ReadLine {
  const schemas = schemasOf(lists);
  return (cells) => readLine(cells, schemas, lists.now);
}

function schemasOf(lists: UploadLists) {
  const today = todayIst(lists.now);
  return {
    parent: nameSchema(80),
    mobile: mobileSchema,
    email: emailSchema,
    pincode: pincodeSchema,
    name: lineSchema(60),
    ref: lineSchema(60),
    campaign: lineSchema(80),
    note: noteSchema,
    gender,
    yesNo,
    source: oneOf(lists.sources, 'There is no such source'),
    class: oneOf(lists.classes, 'There is no such class'),
    owner: oneOf(lists.owners, 'This person does not work on enquiries here'),
    enquiredOn: daySchema(
      addDays(today, -BACK_DAYS),
      today,
      `Use DD-MM-YYYY, at most ${BACK_DAYS} days back`,
    ),
    next: daySchema(
      today,
      addDays(today, NEXT_DATE_MAX_DAYS),
      `Use DD-MM-YYYY, in the next ${NEXT_DATE_MAX_DAYS} days`,
    ),
    birth: birthSchema(today, lists.ages),
    language: z
      .string()
      .transform((text) => text.toLowerCase())
      .pipe(z.enum(languages, `Use one of ${languages.join(', ')}`)),
    programme: z.enum(lists.programmes, `Use one of ${lists.programmes.join(', ')}`),
  };
}

function readLine(cells: Cells, schemas: ReturnType<typeof schemasOf>, now: Date): ReadLine {
  const errors: Partial<Record<UploadColumn, string>> = {};
  const take = <T>(column: UploadColumn, schema: z.ZodType<T>, needed = false): T | null => {
    const typed = cells[column]?.trim() ?? '';
    if (typed === '' && !needed) return null;
    const parsed = schema.safeParse(typed);
    if (parsed.success) return parsed.data;
    errors[column] = typed === '' ? 'Fill this in' : (parsed.error.issues[0]?.message ?? 'Check this entry');
    return null;
  };
  const yes = (column: UploadColumn) => take(column, schemas.yesNo) === true;
  const enquiredOn = take('enquiry_date', schemas.enquiredOn);
  const next = take('next_follow_up', schemas.next);
  const family = {
    guardianName: take('parent_name', schemas.parent, true) ?? '',
    mobile: take('mobile', schemas.mobile, true) ?? '',
    alternateMobile: take('alternate_mobile', schemas.mobile),
    email: take('email', schemas.email),
    language: take('language', schemas.language) ?? 'en',
    pincode: take('pincode', schemas.pincode),
    sourceId: take('source', schemas.source, true) ?? '',
    campaign: take('campaign', schemas.campaign),
    note: take('remarks', schemas.note),
    ownerId: take('owner_email', schemas.owner),
    consents: {
      whatsapp: yes('consent_whatsapp'),
      sms: yes('consent_sms'),
      email: yes('consent_email'),
      textVersion: 0,
      language: 'en',
    },
    ...(enquiredOn
      ? {
          capturedAt: enquiredOn === todayIst(now) ? now.toISOString() : startOfDay(enquiredOn).toISOString(),
        }
      : {}),
    ...(next ? { nextFollowUpOn: next } : {}),
    children: [
      {
        firstName: take('child_first_name', schemas.name),
        lastName: take('child_last_name', schemas.name),
        dob: take('child_dob', schemas.birth),
        gender: take('child_gender', schemas.gender),
        classId: take('class', schemas.class),
        programme: take('programme', schemas.programme),
      },
    ],
  };
  const ref = take('external_ref', schemas.ref);
  return { ref, family: Object.keys(errors).length === 0 ? family : null, errors };
}

const oneOf = <V>(list: ReadonlyMap<string, V>, text: string) =>
  z.string().transform((typed, context) => {
    const found = list.get(typed.toLowerCase());
    if (found !== undefined) return found;
    context.addIssue({ code: 'custom', message: text });
    return z.NEVER;
  });

// Spreadsheets save DD-MM-YYYY, DD/MM/YYYY or the ISO day.
export const dayOf = (typed: string): Day | null =>
  isDay(typed) ? typed : parseDate(typed.replaceAll('/', '-').replaceAll('.', '-'));

const daySchema = (from: Day, to: Day, text: string) =>
  z.string().transform((typed, context) => {
    const day = dayOf(typed);
    if (day !== null && day >= from && day <= to) return day;
    context.addIssue({ code: 'custom', message: text });
    return z.NEVER;
  });

const birthSchema = (today: Day, ages: AgeLimits) =>
  z.string().transform((typed, context) => {
    const day = dayOf(typed);
    if (day !== null && fitsAge(day, today, ages)) return day;
    context.addIssue({ code: 'custom', message: day === null ? 'Use DD-MM-YYYY' : ageText(ages) });
    return z.NEVER;
  });

const gender = z.string().transform((typed, context) => {
  if (/^(m|male|boy|b)$/i.test(typed)) return 'MALE' as const;
  if (/^(f|female|girl|g)$/i.test(typed)) return 'FEMALE' as const;
  if (/^(o|other)$/i.test(typed)) return 'OTHER' as const;
  context.addIssue({ code: 'custom', message: 'Use M, F or O' });
  return z.NEVER;
});

const yesNo = z.string().transform((typed, context) => {
  if (/^(y|yes|1|true)$/i.test(typed)) return true;
  if (/^(n|no|0|false)$/i.test(typed)) return false;
  context.addIssue({ code: 'custom', message: 'Use Y or N' });
  return z.NEVER;
});
