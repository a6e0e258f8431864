import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import { date, file, longText, reference, text, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { staffModules as m } from '../modules.ts';

const id = uuidSchema;
const shown = z.string().nullable();
const reason = z.string().trim().min(3, 'Say why').max(300, 'At most 300 characters');

/** The newest document of a kind; a number comes masked: '••••1234'. */
const latest = z.object({
  id,
  version: z.int(),
  /** Of today: a verified one whose last day is over reads EXPIRED. */
  status: z.enum(['UPLOADED', 'VERIFIED', 'REJECTED', 'EXPIRED']),
  number: shown,
  issuedOn: shown,
  expiresOn: shown,
  reason: shown,
  fileName: shown,
  fileUrl: shown,
});

export const staffDocumentContract = {
  of: query({
    module: [m.Staff, m.staffApprove, m.TeacherAttendance],
    scope: 'centre',
    name: 'staff-document.of',
    summary: 'Read which documents a person has and which are missing; without a person, the own ones.',
    logRead: { subject: 'staff', purpose: 'staff documents' },
    input: z.strictObject({ staffId: id.optional() }),
    output: z.object({
      staffId: id,
      franchiseeId: z.int(),
      centre: z.string(),
      name: z.string(),
      employeeCode: z.string(),
      /** Kinds that an approval needs, and how many of them are verified. */
      needed: z.int(),
      verified: z.int(),
      kinds: z.array(
        z.object({
          kindId: id,
          name: z.string(),
          needed: z.boolean(),
          /** Usual months of validity; null = does not expire. */
          validMonths: z.int().nullable(),
          document: latest.nullable(),
        }),
      ),
      can,
    }),
  }),
  upload: command({
    module: [m.Staff, m.TeacherAttendance],
    scope: 'centre',
    write: true,
    name: 'staff-document.upload',
    summary: 'Add a document of a person, or one of the own; an earlier one of the kind is replaced.',
    input: { staffId: id },
    fields: {
      kindId: reference('staff-document-kind', { label: 'Kind' }),
      fileId: file({ label: 'File', accept: ['pdf', 'jpg', 'png'], maxMb: 10 }),
      number: text({ label: 'Number', max: 40, optional: true }),
      issuedOn: date({ label: 'Issued on', optional: true }),
      expiresOn: date({ label: 'Valid until', optional: true }),
    },
    output: z.object({ id }),
  }),
  view: query({
    module: [m.Staff, m.staffApprove],
    scope: 'centre',
    name: 'staff-document.view',
    summary: 'Read one document of the queue with the address of its file.',
    logRead: { subject: 'staff', purpose: 'staff documents' },
    input: z.strictObject({ id }),
    output: z.object({
      id,
      version: z.int(),
      staffId: id,
      staffName: z.string(),
      employeeCode: z.string(),
      centre: z.string(),
      kind: z.string(),
      status: z.string(),
      number: shown,
      issuedOn: shown,
      expiresOn: shown,
      reason: shown,
      uploadedBy: shown,
      uploadedAt: z.string(),
      fileName: shown,
      fileUrl: shown,
      /** The document that waits after this one, for whoever decides one after the other. */
      nextId: id.nullable(),
      can,
    }),
  }),
  verify: command({
    module: m.staffApprove,
    scope: 'centre',
    write: true,
    versioned: true,
    name: 'staff-document.verify',
    summary: 'Verify a document that somebody else added.',
    input: z.strictObject({ id }),
    output: nothing,
  }),
  reject: command({
    module: m.staffApprove,
    scope: 'centre',
    write: true,
    versioned: true,
    name: 'staff-document.reject',
    summary: 'Reject a document; the person is given the reason and adds another one.',
    input: { id },
    fields: { reason: { ...longText({ label: 'Reason', max: 300 }), schema: reason } },
    output: nothing,
  }),
};
