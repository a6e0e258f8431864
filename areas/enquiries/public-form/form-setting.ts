import { setting } from '@aangan/contract/area.ts';
import * as z from 'zod';
import { lineSchema } from '../enquiry/enquiry-fields.ts';

/** Fields a centre may leave out of its public form; the others are needed to call the family back. */
export const optionalFields = {
  classId: 'Class',
  email: 'E-mail',
  preferredTime: 'Best time to call',
  message: 'Message (not on the QR form)',
} as const;
export type OptionalField = keyof typeof optionalFields;
export const formLanguages = ['en', 'hi'] as const;
export type FormLanguage = (typeof formLanguages)[number];

const words = (max: number) =>
  z.strictObject({ en: lineSchema(max).nullable(), hi: lineSchema(max).nullable() });

/** What the public enquiry form of a centre asks and says (enquiries.md 4, settings). */
export const publicFormSetting = setting({
  key: 'public-form',
  title: 'Public enquiry form',
  schema: z.strictObject({
    hidden: z.array(z.enum(Object.keys(optionalFields) as [OptionalField, ...OptionalField[]])).max(4),
    languages: z.array(z.enum(formLanguages)).min(1, 'Choose at least one language').max(2),
    /** Under the heading; empty = the product's own sentence. */
    lead: words(200),
    /** On the page after sending; empty = the product's own sentence. */
    thanks: words(300),
    /** After sending, a code goes to the typed number; whoever types it shows that the number is theirs. */
    confirmNumber: z.boolean().default(false),
  }),
  default: {
    hidden: [],
    languages: ['en', 'hi'],
    lead: { en: null, hi: null },
    thanks: { en: null, hi: null },
    confirmNumber: false,
  },
});
export type PublicFormSetting = z.output<typeof publicFormSetting.schema>;
