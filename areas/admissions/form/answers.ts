// The answer sheet of one applicant: one set of answers, three forms are views on it (admissions.md 3.2). The same for
// browser and server; FORM_VERSION is printed on every submission.
import { daySchema, emailSchema } from '@aangan/contract/fields.ts';
import { personName } from '@aangan/contract/person-name.ts';
import { phoneNormAnyCountry } from '@aangan/contract/phone.ts';
import * as z from 'zod';

export const FORM_VERSION = 2;

/** A family may live abroad: what the enquiry took as its number, the form takes too. */
const phone = z
  .string()
  .max(40, 'At most 40 characters')
  .transform((typed, context) => {
    const norm = phoneNormAnyCountry(typed);
    if (norm) return norm;
    context.addIssue({ code: 'custom', message: 'Enter a 10-digit mobile number' });
    return z.NEVER;
  });

const line = (max: number) => z.string().trim().max(max, `At most ${max} characters`);
const optional = <S extends z.ZodType>(schema: S) =>
  z
    .union([z.literal('').transform(() => null), schema])
    .nullable()
    .optional();
const oneOf = <const V extends readonly [string, ...string[]]>(values: V) =>
  optional(z.enum(values, { error: 'Choose one' }));

export const relations = ['MOTHER', 'FATHER', 'GUARDIAN', 'GRANDPARENT', 'OTHER'] as const;
export const bloodGroups = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-', 'UNKNOWN'] as const;
export const foods = ['VEG', 'EGG', 'NON_VEG'] as const;
export const toilets = ['YES', 'LEARNING', 'NO'] as const;
export const socialCategories = ['GENERAL', 'SC', 'ST', 'OBC'] as const;
/** What the admission form asks, each by itself and off by default (students.md 3.8); the notice is acknowledged. */
export const askedConsents = [
  'EDUCATION_NOTICE',
  'PHOTO_IN_APP',
  'PHOTO_PUBLIC',
  'CLASS_RECORDING',
  'HEALTH_SHARE',
  'MESSAGES_WHATSAPP',
  'MESSAGES_MARKETING',
] as const;

/** Somebody to call, or who may come to the gate. */
export const person = z.strictObject({
  name: personName(100),
  relation: z.enum(relations, { error: 'Choose one' }),
  mobile: phone,
});
export type FormPerson = z.output<typeof person>;
const people = (max: number) => z.array(person).max(max, `At most ${max}`).nullable().optional();

/** Every answer the forms know, each valid by itself: an autosave may hold some of them. */
export const formAnswers = z.strictObject({
  childName: personName(100).optional(),
  callName: optional(personName(40)),
  dateOfBirth: daySchema.optional(),
  gender: z.enum(['MALE', 'FEMALE', 'OTHER'], { error: 'Choose one' }).optional(),
  startWish: optional(daySchema),
  motherTongue: optional(line(40)),
  parentName: personName(100).optional(),
  parentRelation: z.enum(relations, { error: 'Choose one' }).optional(),
  parentMobile: phone.optional(),
  parentEmail: optional(emailSchema),
  parentOccupation: optional(line(80)),
  secondParentName: optional(personName(100)),
  secondParentRelation: optional(z.enum(relations)),
  secondParentMobile: optional(phone),
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

  previousSchool: optional(line(120)),
  previousClass: optional(line(60)),
  toiletTrained: oneOf(toilets),
  naps: optional(line(120)),
  food: oneOf(foods),
  feedingNotes: optional(line(300)),

  bloodGroup: oneOf(bloodGroups),
  hasAllergies: z.boolean().nullable().optional(),
  allergies: optional(line(500)),
  medicines: optional(line(500)),
  conditions: optional(line(500)),
  specialNeeds: optional(line(500)),
  doctorName: optional(line(100)),
  doctorMobile: optional(phone),
  hospitalConsent: z.boolean().optional(),
  heightCm: z.int().min(30, 'At least 30 cm').max(160, 'At most 160 cm').nullable().optional(),
  weightKg: z.int().min(2, 'At least 2 kg').max(60, 'At most 60 kg').nullable().optional(),

  emergencyContacts: people(3),
  pickups: people(5),
  hasCourtOrder: z.boolean().nullable().optional(),
  mayNotPickUp: optional(line(300)),

  placeOfBirth: optional(line(80)),
  birthCertificateNo: optional(line(40)),
  nationalityIndian: z.boolean().nullable().optional(),
  nameLocal: optional(personName(100)),
  socialCategory: oneOf(socialCategories),
  religion: optional(line(40)),
  aadhaarLast4: optional(
    z
      .string()
      .trim()
      .transform((value) => value.replace(/\D/g, '').slice(-4))
      .pipe(z.string().regex(/^\d{4}$/, 'Enter the last 4 digits only')),
  ),
  pen: optional(z.string().regex(/^\d{11}$/, 'Enter the 11 digits of the PEN')),

  consents: z
    .strictObject(
      Object.fromEntries(askedConsents.map((purpose) => [purpose, z.enum(['YES', 'NO']).optional()])) as {
        [P in (typeof askedConsents)[number]]: z.ZodOptional<z.ZodEnum<{ YES: 'YES'; NO: 'NO' }>>;
      },
    )
    .optional(),
});
export type FormAnswers = z.output<typeof formAnswers>;
export type AnswerName = keyof FormAnswers & string;

/** What of these a form would take; the rest came in by another way and is asked again. */
export const validAnswers = (answers: Readonly<Record<string, unknown>>): Partial<FormAnswers> =>
  Object.fromEntries(
    Object.entries(answers).filter(([name, value]) => {
      const schema: z.ZodType | undefined = formAnswers.shape[name as AnswerName];
      return schema?.safeParse(value).success;
    }),
  );

/** Sealed on their own: health, category, faith, court, identity (admissions.md 3.2, the answers marked §). */
export const secretAnswers: ReadonlySet<AnswerName> = new Set([
  'allergies',
  'medicines',
  'conditions',
  'specialNeeds',
  'hasCourtOrder',
  'mayNotPickUp',
  'socialCategory',
  'religion',
  'aadhaarLast4',
  'pen',
]);
