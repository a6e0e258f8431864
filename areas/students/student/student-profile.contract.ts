import { command, query } from '@aangan/contract/endpoint.ts';
import { choice, date, file, longText, text, uuidSchema } from '@aangan/contract/fields.ts';
import { personName } from '@aangan/contract/person-name.ts';
import * as z from 'zod';
import { studentModules } from '../modules.ts';

const change = { module: studentModules.student, write: true, scope: 'centre' } as const;
const done = z.object({ id: uuidSchema });

/** The register's part of a child, and when its profile of the year is complete (areas/students.md 3.2). */
export const studentProfileContract = {
  points: query({
    module: studentModules.student,
    scope: 'centre',
    name: 'student.points',
    summary: 'Which of the 15 points of a child’s profile are there.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({
      points: z.array(z.object({ key: z.string(), label: z.string(), there: z.boolean() })),
    }),
  }),
  correct: command({
    ...change,
    name: 'student.correct',
    summary:
      'Correct the name, date of birth or gender in the register; the profile is then looked at again.',
    versioned: true,
    input: { id: uuidSchema },
    fields: {
      name: { ...text({ label: 'Name', max: 100 }), schema: personName(100) },
      dateOfBirth: date({ label: 'Date of birth' }),
      gender: choice({ label: 'Gender', options: { FEMALE: 'Girl', MALE: 'Boy', OTHER: 'Other' } }),
      reason: longText({ label: 'Reason', max: 200 }),
    },
    output: done,
  }),
  setPhoto: command({
    ...change,
    name: 'student.set-photo',
    summary: 'Set the photo of a child.',
    input: { id: uuidSchema },
    fields: { fileId: file({ label: 'Photo', accept: ['jpg', 'png'], maxMb: 5 }) },
    output: done,
  }),
  complete: command({
    ...change,
    name: 'student.complete-profile',
    summary: 'Confirm that the profile of the year is complete; refused while a point is missing.',
    input: z.strictObject({ id: uuidSchema }),
    output: done,
  }),
  reopen: command({
    ...change,
    name: 'student.reopen-profile',
    summary: 'Open a completed profile again.',
    input: { id: uuidSchema },
    fields: { reason: longText({ label: 'Reason', max: 200 }) },
    output: done,
  }),
};
