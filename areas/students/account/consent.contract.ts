import { command, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { studentModules } from '../modules.ts';

const gate = { module: studentModules.StudentDashboard, scope: 'centre' } as const;

/** What the centre asks a family about its child (students.md 3.8); papers and messages have their own ways. */
export const familyPurposes = [
  'EDUCATION_NOTICE',
  'PHOTO_IN_APP',
  'PHOTO_PUBLIC',
  'CLASS_RECORDING',
  'HEALTH_SHARE',
] as const;

export const consentContract = {
  mine: query({
    ...gate,
    name: 'consent.mine',
    summary: 'What the own child’s centre asks, with this parent’s answers and what holds now.',
    logRead: { subject: 'student', purpose: 'the family’s own consents' },
    input: z.strictObject({ student: uuidSchema }),
    output: z.object({
      /** False for a guardian with the limited portal and for the child itself. */
      canAnswer: z.boolean(),
      rows: z.array(
        z.object({
          purpose: z.enum(familyPurposes),
          title: z.string(),
          body: z.string(),
          textVersion: z.int(),
          /** A notice is taken note of; it is not refused here. */
          isNotice: z.boolean(),
          answer: z.enum(['YES', 'NO', 'WITHDRAWN']).nullable(),
          answeredAt: z.string().nullable(),
          /** What holds, with everybody's answers. */
          allowed: z.boolean(),
        }),
      ),
    }),
  }),
  answer: command({
    ...gate,
    write: false,
    name: 'consent.answer',
    summary: 'Allow, refuse or withdraw one purpose for an own child.',
    input: z.strictObject({
      student: uuidSchema,
      purpose: z.enum(familyPurposes),
      answer: z.enum(['YES', 'NO']),
      /** The version that was read. */
      textVersion: z.int().min(1),
    }),
    output: z.object({ answer: z.enum(['YES', 'NO', 'WITHDRAWN']) }),
  }),
};
