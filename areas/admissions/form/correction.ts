// What a centre asks a family to correct, point by point.
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { formAnswers } from './answers.ts';
import { slotNames } from './document-slots.ts';

/** An answer, a paper, or anything else. */
export const correctionParts = [...formAnswers.keyof().options, ...slotNames, 'OTHER'] as const;
export type CorrectionPart = (typeof correctionParts)[number];

export const newCorrection = z.strictObject({
  part: z.enum(correctionParts),
  message: z.string().trim().min(3, 'Say what to correct').max(300),
});
export type NewCorrection = z.output<typeof newCorrection>;

/** Input of the commands that give a form back. */
export const givenBack = z.strictObject({
  id: uuidSchema,
  items: z.array(newCorrection).min(1, 'Say what to correct').max(20),
});

export const correctionItem = z.object({
  id: uuidSchema,
  part: z.enum(correctionParts),
  message: z.string(),
  answered: z.boolean(),
  note: z.string().nullable(),
});
export type CorrectionItem = z.output<typeof correctionItem>;

export const answeredItem = {
  itemId: uuidSchema,
  note: z.string().trim().max(300).optional(),
};

/** The history of a form. */
export const shownSteps = z.array(
  z.object({
    at: z.string(),
    action: z.string(),
    to: z.string(),
    by: z.string().nullable(),
    reason: z.string().nullable(),
  }),
);
