import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { trainingModules as m } from '../modules.ts';

const id = { id: uuidSchema };
/** Why somebody may not answer now; OPEN: they may. */
const standing = z.enum(['OPEN', 'GIVEN', 'NOT_ATTENDED', 'NOT_YET', 'CLOSED', 'NOT_ASKED']);
export const mostText = 1000;

const summary = z.object({
  text: z.string(),
  mean: z.number().nullable(),
  /** How many gave 1, 2, 3, 4 and 5. */
  counts: z.array(z.int()),
});
const part = z.object({
  answers: z.int(),
  /** Fewer than three: nothing is shown. */
  tooFew: z.boolean(),
  questions: z.array(summary),
  /** In no order. */
  comments: z.array(z.string()),
});
export type FeedbackPart = z.output<typeof part>;

export const feedbackContract = {
  form: query({
    module: m.trainingByTrainers,
    scope: 'own',
    name: 'training-feedback.form',
    summary: 'What somebody who was at a training is asked about it and its trainers.',
    input: z.strictObject(id),
    output: z.object({
      ...id,
      title: z.string(),
      standing,
      until: z.string(),
      trainers: z.array(z.object({ ...id, name: z.string(), kind: z.string() })),
      questions: z.array(
        z.object({
          ...id,
          text: z.string(),
          about: z.enum(['TRAINING', 'TRAINER']),
          kind: z.enum(['RATING', 'TEXT']),
        }),
      ),
    }),
  }),
  // Without an Idempotency-Key: its keeper would remember who sent what.
  send: command({
    module: m.trainingByTrainers,
    scope: 'own',
    write: true,
    name: 'training-feedback.send',
    summary: 'Give feedback once; the answers are kept without a name.',
    input: z.strictObject({
      ...id,
      answers: z
        .array(
          z.strictObject({
            questionId: uuidSchema,
            trainerId: uuidSchema.nullable(),
            rating: z.int().min(1, 'From 1 to 5').max(5, 'From 1 to 5').nullable(),
            text: z.string().trim().max(mostText, `At most ${mostText} characters`).nullable(),
          }),
        )
        .max(300, 'At most 300 answers'),
    }),
    output: nothing,
  }),
  ofTrainer: query({
    module: [m.trainingByTrainersReport, m.trainingByTrainers],
    scope: 'network',
    name: 'training-feedback.of-trainer',
    summary:
      'What was answered about one trainer of one training, and about the training; to others only with the report right.',
    input: z.strictObject({ trainingId: uuidSchema, trainerId: uuidSchema }),
    output: z.object({
      title: z.string(),
      code: z.string(),
      fromDate: z.string(),
      toDate: z.string(),
      trainer: z.string(),
      kind: z.string(),
      /** People who were there. */
      attended: z.int(),
      about: part,
      training: part,
    }),
  }),
};
