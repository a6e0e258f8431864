import { query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { studentModules } from '../modules.ts';

export const admissionsFormContract = {
  get: query({
    module: [studentModules.student, 'AdmissionForm'],
    scope: 'centre',
    name: 'admissions-form.get',
    summary: 'The admission form of a child as it was handed in, without the sensitive answers.',
    logRead: { subject: 'student', purpose: 'the form of the admission' },
    /** Student, enrolment or admission: a promoted child resolves to its first admission. */
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({
      studentId: uuidSchema,
      name: z.string(),
      className: z.string().nullable(),
      /** Null for a child who was admitted before this system. */
      form: z
        .object({
          admissionId: uuidSchema,
          number: z.string().nullable(),
          submittedAt: z.string(),
          signedBy: z.string(),
          formVersion: z.string(),
          answers: z.array(z.object({ label: z.string(), text: z.string() })),
        })
        .nullable(),
      documents: z.array(
        z.object({
          id: uuidSchema,
          label: z.string(),
          fileName: z.string().nullable(),
          status: z.enum(['UPLOADED', 'VERIFIED', 'REJECTED', 'WAIVED']),
        }),
      ),
    }),
  }),
};
