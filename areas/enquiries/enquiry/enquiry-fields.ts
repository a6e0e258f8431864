// Entries that the counsellor's form, the public form and the upload share: one meaning, one message.
import { daySchema, emailSchema } from '@aangan/contract/fields.ts';
import { personName, personNameOrEmpty } from '@aangan/contract/person-name.ts';
import { landlineNorm, phoneNormAnyCountry } from '@aangan/contract/phone.ts';
import * as z from 'zod';

// Pasted names carry marks that turn the writing direction, and control characters (enquiries.md 8).
const HIDDEN = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
const clean = (text: string) => text.replace(HIDDEN, '').normalize('NFC').trim();

const line = (max: number) =>
  z
    .string()
    .max(max * 2, `At most ${max} characters`)
    .transform(clean)
    .pipe(z.string().max(max, `At most ${max} characters`));
/** A name of a thing that must be there; people's names read `personName`. */
export const nameSchema = (max: number) => line(max).pipe(z.string().min(1, 'Fill this in'));
/** One of the centre's list (setting `programmes`); the commands look. */
export const programmeSchema = nameSchema(60);
/** A person's name that may be empty; empty becomes null. */
export const maybeNameSchema = (max: number) => personNameOrEmpty(max).transform((text) => text || null);
/** A short text that may be empty; empty becomes null. */
export const lineSchema = (max: number) => line(max).transform((text) => text || null);
const noteText = (max: number) =>
  z
    .string()
    .max(max, `At most ${max} characters`)
    .transform((text) => text.normalize('NFC').replaceAll('\u0000', '').trim() || null);
export const noteSchema = noteText(1000);
export const reasonSchema = noteText(300);

export const mobileSchema = z
  .string()
  .max(60, 'At most 60 characters')
  .transform((typed, context) => {
    const norm = phoneNormAnyCountry(typed);
    if (norm) return norm;
    context.addIssue({ code: 'custom', message: 'Enter a 10-digit mobile number starting 6–9.' });
    return z.NEVER;
  });

/** A further number of a family may be a landline: nobody writes to it. */
const otherNumberSchema = z
  .string()
  .max(60, 'At most 60 characters')
  .transform((typed, context) => {
    const norm = phoneNormAnyCountry(typed) ?? landlineNorm(typed);
    if (norm) return norm;
    context.addIssue({
      code: 'custom',
      message: 'Enter a 10-digit mobile number, or a landline with its city code, such as 022 26345678.',
    });
    return z.NEVER;
  });
/** Besides the mobile; more than these is a call list, not a family. */
export const MOST_OTHER_NUMBERS = 4;

export const pincodeSchema = z
  .string()
  .trim()
  .regex(/^[1-9]\d{5}$/, 'Enter a 6-digit pincode');
export const relations = ['MOTHER', 'FATHER', 'GUARDIAN', 'GRANDPARENT', 'OTHER'] as const;
export const genders = ['MALE', 'FEMALE', 'OTHER'] as const;
export const genderLabels = {
  MALE: 'Boy',
  FEMALE: 'Girl',
  OTHER: 'Other',
} as const satisfies Record<(typeof genders)[number], string>;
export const sessionWishes = ['MORNING', 'AFTERNOON', 'FULL_DAY'] as const;
export const sessionLabels = {
  MORNING: 'Morning',
  AFTERNOON: 'Afternoon',
  FULL_DAY: 'Full day',
} as const satisfies Record<(typeof sessionWishes)[number], string>;
/** 'Full day'; null for none. */
export const sessionText = (wish: string | null): string | null =>
  sessionWishes.map((one) => (one === wish ? sessionLabels[one] : null)).find(Boolean) ?? null;
export const preferredTimes = ['MORNING', 'AFTERNOON', 'EVENING'] as const;
export const preferredTimeLabels = {
  MORNING: 'Morning',
  AFTERNOON: 'Afternoon',
  EVENING: 'Evening',
} as const satisfies Record<(typeof preferredTimes)[number], string>;
export const languages = ['en', 'hi', 'mr', 'gu', 'ta', 'te', 'kn', 'bn'] as const;
export type Language = (typeof languages)[number];
/** Ways of speaking with a family; each line of the follow-ups has one. */
export const channels = ['CALL', 'WHATSAPP', 'SMS', 'EMAIL', 'VISIT', 'VIDEO', 'OTHER'] as const;
export const temperatures = ['COLD', 'WARM', 'HOT'] as const;
export const temperatureLabels = {
  COLD: 'Cold',
  WARM: 'Warm',
  HOT: 'Hot',
} as const satisfies Record<(typeof temperatures)[number], string>;

const maybe = <S extends z.ZodType>(schema: S) => schema.nullable().optional();

export const familyFields = {
  guardianName: personName(80),
  guardianRelation: maybe(z.enum(relations)),
  mobile: mobileSchema,
  alternateMobiles: z
    .array(otherNumberSchema)
    .max(MOST_OTHER_NUMBERS, `At most ${MOST_OTHER_NUMBERS} more numbers`)
    .default([]),
  email: maybe(emailSchema),
  language: z.enum(languages).default('en'),
  preferredTime: maybe(z.enum(preferredTimes)),
  pincode: maybe(pincodeSchema),
};

export const childFields = {
  firstName: maybe(maybeNameSchema(60)),
  lastName: maybe(maybeNameSchema(60)),
  dob: maybe(daySchema),
  dobApprox: z.boolean().default(false),
  gender: maybe(z.enum(genders)),
  classId: maybe(z.int().min(1).max(2147483647)),
  programme: maybe(programmeSchema),
  sessionWish: maybe(z.enum(sessionWishes)),
};

/** Consents of the enquiry forms by purpose (enquiries.md 3.10); calls about this enquiry are a notice, not a choice. */
export const consentFields = z.strictObject({
  whatsapp: z.boolean().default(false),
  sms: z.boolean().default(false),
  email: z.boolean().default(false),
});
export type EnquiryConsents = z.output<typeof consentFields>;

/** A stored person id or row id in an input. */
/** What a stage may ask for of whoever brings an enquiry into it. */
export const stageNeedFields = {
  subStatus: maybe(lineSchema(40)),
  classId: maybe(z.int().min(1)),
  programme: maybe(programmeSchema),
  childDob: maybe(daySchema),
  pincode: maybe(pincodeSchema),
  withoutAppointment: z.boolean().optional(),
};
