import { command, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { studentModules } from '../modules.ts';

const read = { module: studentModules.student, scope: 'centre' } as const;
const change = { ...read, write: true } as const;
export const documentKinds = [
  'CHILD_PHOTO',
  'BIRTH_CERTIFICATE',
  'IMMUNISATION',
  'PARENT_ID',
  'ADDRESS_PROOF',
  'PREVIOUS_REPORT',
  'MEDICAL',
  'LEAVING_CERTIFICATE',
  'OTHER',
] as const;

/** Papers, people and history of one child, for the tabs of the profile. */
export const studentFileContract = {
  papers: query({
    ...read,
    name: 'student-document.list',
    summary: 'Documents of a child with their state and expiry.',
    logRead: { subject: 'student', purpose: 'documents of a child' },
    input: z.strictObject({ studentId: uuidSchema }),
    output: z.object({
      rows: z.array(
        z.object({
          id: uuidSchema,
          kind: z.string(),
          fileName: z.string(),
          status: z.string(),
          uploadedAt: z.string(),
          uploadedBy: z.string().nullable(),
          verifiedBy: z.string().nullable(),
          verifiedAt: z.string().nullable(),
          expiresOn: z.string().nullable(),
          reason: z.string().nullable(),
          url: z.string(),
          can: z.record(z.string(), z.boolean()),
        }),
      ),
      people: z.array(
        z.object({
          id: uuidSchema,
          name: z.string(),
          relation: z.string(),
          mobile: z.string(),
          what: z.enum(['GATE', 'CALL']),
          ordinal: z.int().nullable(),
          photoUrl: z.string().nullable(),
          validTo: z.string().nullable(),
        }),
      ),
      hasAllergy: z.boolean(),
    }),
  }),
  add: command({
    ...change,
    name: 'student-document.add',
    summary: 'Add a document to a child.',
    input: z.strictObject({
      studentId: uuidSchema,
      kind: z.enum(documentKinds),
      fileId: uuidSchema,
      fileName: z.string().trim().min(1).max(120),
      expiresOn: z.iso.date().optional(),
    }),
    output: z.object({ id: uuidSchema }),
  }),
  decide: command({
    ...change,
    name: 'student-document.verify',
    summary: 'Say that a document is right, or what is wrong with it; never the one who added it.',
    input: z.strictObject({
      id: uuidSchema,
      ok: z.boolean(),
      reason: z.string().trim().max(200).optional(),
    }),
    output: z.object({ id: uuidSchema, status: z.string() }),
  }),
  history: query({
    ...read,
    name: 'student.history',
    summary: 'Who changed what of a child, newest first; values of changed fields are not told.',
    logRead: { subject: 'student', purpose: 'history of a child' },
    input: z.strictObject({ studentId: uuidSchema }),
    output: z.object({
      rows: z.array(
        z.object({
          at: z.string(),
          who: z.string().nullable(),
          what: z.string(),
          fields: z.array(z.string()),
        }),
      ),
    }),
  }),
};
