// What a card shows, as it is frozen at its publication (areas/academics.md 3.8).
import { daySchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';

const words = z.string().nullable();
const graded = z.object({ label: z.string(), labelHi: words, colour: z.string() });

export const snapshotSchema = z.object({
  title: z.string(),
  centre: z.string(),
  year: z.string(),
  term: z.string(),
  child: z.string(),
  className: z.string(),
  rollNo: z.int().nullable(),
  admissionNo: z.string(),
  dateOfBirth: daySchema,
  classTeacher: words,
  /** Null: the centre's cards do not show it. */
  attendance: z
    .array(z.object({ month: z.string(), marked: z.int(), attended: z.number(), rateBp: z.int().nullable() }))
    .nullable(),
  /** Terms of the year up to this one: the columns of the grades. */
  terms: z.array(z.string()),
  skills: z.array(
    z.object({
      name: z.string(),
      rows: z.array(
        z.object({
          name: z.string(),
          subSkill: z.string(),
          /** By term; null where nothing was entered. */
          levels: z.array(graded.nullable()),
          /** Why it was not observed in this term. */
          notObserved: words,
        }),
      ),
    }),
  ),
  remark: words,
  strengths: words,
  nextStep: words,
  /** Millimetres and grams. */
  health: z
    .object({ measuredOn: daySchema, heightMm: z.int().nullable(), weightG: z.int().nullable() })
    .nullable(),
  principal: words,
  footer: words,
});
export type ReportSnapshot = z.output<typeof snapshotSchema>;
