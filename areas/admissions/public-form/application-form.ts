// The default application form (admissions.md 3.2, kind A), the same for browser and server. The designer of a later
// step stores versions of this shape; FORM_VERSION is printed on every submission.
import { daySchema, emailSchema, phoneSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';

export const FORM_VERSION = 1;
export const formPages = ['child', 'parents', 'address', 'help'] as const;
export type FormPage = (typeof formPages)[number];

/** Child and parents' names as the register wants them (admissions.md 3.3). */
export const registerName = z
  .string()
  .trim()
  .transform((value) => value.replace(/ {2,}/g, ' '))
  .pipe(
    z
      .string()
      .max(100, 'At most 100 characters')
      .regex(
        /^(?!.*\.\.)(?!(?:[^.]*\.){3})[A-Za-z][A-Za-z' .]{0,98}[A-Za-z'.]$/,
        'Write the name as in the birth certificate: letters A–Z, single spaces, at most two dots.',
      ),
  );

const line = (max: number) => z.string().trim().max(max, `At most ${max} characters`);
const optional = <S extends z.ZodType>(schema: S) =>
  z
    .union([z.literal('').transform(() => null), schema])
    .nullable()
    .optional();

export const relations = ['MOTHER', 'FATHER', 'GUARDIAN', 'GRANDPARENT', 'OTHER'] as const;

/** Every answer the form knows, each valid by itself: an autosave may hold some of them. */
export const formAnswers = z.strictObject({
  childName: registerName.optional(),
  callName: optional(line(40)),
  dateOfBirth: daySchema.optional(),
  gender: z.enum(['MALE', 'FEMALE', 'OTHER'], { error: 'Choose one' }).optional(),
  startWish: optional(daySchema),
  motherTongue: optional(line(40)),
  parentName: registerName.optional(),
  parentRelation: z.enum(relations, { error: 'Choose one' }).optional(),
  parentMobile: phoneSchema.optional(),
  parentEmail: optional(emailSchema),
  parentOccupation: optional(line(80)),
  secondParentName: optional(registerName),
  secondParentRelation: optional(z.enum(relations)),
  secondParentMobile: optional(phoneSchema),
  adultDeclaration: z.boolean().optional(),
  pincode: z
    .string()
    .regex(/^[1-9]\d{5}$/, 'Enter the 6 digits of the pincode')
    .optional(),
  address: optional(line(300)),
  heardFrom: optional(line(120)),
  transportWanted: z.boolean().optional(),
  transportStop: optional(line(120)),
  message: optional(line(1000)),
});
export type FormAnswers = z.output<typeof formAnswers>;

/** Answers a submission must have, with the page they stand on. */
export const requiredAnswers = {
  childName: 'child',
  dateOfBirth: 'child',
  gender: 'child',
  parentName: 'parents',
  parentRelation: 'parents',
  parentMobile: 'parents',
  adultDeclaration: 'parents',
  pincode: 'address',
} as const satisfies Partial<Record<keyof FormAnswers, FormPage>>;

/** What is missing, by field; empty when the form can be handed in. */
export function missingAnswers(answers: FormAnswers): Record<string, string> {
  const missing: Record<string, string> = {};
  for (const key of Object.keys(requiredAnswers) as (keyof typeof requiredAnswers)[]) {
    const value = answers[key];
    if (key === 'adultDeclaration' ? value !== true : value === undefined || value === null || value === '')
      missing[key] =
        key === 'adultDeclaration'
          ? 'Confirm that you are the parent or guardian and 18 or older'
          : 'Fill this in';
  }
  return missing;
}

/** Pages whose required answers are all there. */
export function pagesDone(answers: FormAnswers): FormPage[] {
  const missing = new Set<FormPage>(
    Object.keys(missingAnswers(answers)).map((key) => requiredAnswers[key as keyof typeof requiredAnswers]),
  );
  return formPages.filter((page) => !missing.has(page) && (page !== 'help' || missing.size === 0));
}

// Verhoeff tables: the check digit of Aadhaar numbers.
const D = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
];
const P = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
];

/** True for a 12-digit number whose Verhoeff check digit fits. */
export function isAadhaarLike(digits: string): boolean {
  let c = 0;
  [...digits].reverse().forEach((digit, i) => {
    c = Number(D[c]?.[Number(P[i % 8]?.[Number(digit)])]);
  });
  return c === 0;
}

/** Masks full Aadhaar numbers in free text; we never need one in full (admissions.md 3.3). */
export function maskAadhaar(text: string): string {
  return text.replace(
    /(?<!\d)([2-9]\d{3})[ -]?(\d{4})[ -]?(\d{4})(?!\d)/g,
    (whole, a: string, b: string, c: string) =>
      !/^91[6-9]/.test(`${a}${b}${c}`) && isAadhaarLike(`${a}${b}${c}`) ? `XXXX XXXX ${c}` : whole,
  );
}
