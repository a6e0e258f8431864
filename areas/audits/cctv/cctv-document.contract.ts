import { can, command, nothing, type OutputOf, query } from '@aangan/contract/endpoint.ts';
import { choice, date, files, integer, longText, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { auditsModules as m } from '../modules.ts';
import { type CctvKind, type CctvStatus, cctvKinds, cctvStates } from './cctv-document.states.ts';

const read = { module: [m.cctvDocUpload, m.cctvDocVerify], scope: 'centre' } as const;
const upload = { module: m.cctvDocUpload, scope: 'centre', write: true } as const;
const verify = { module: m.cctvDocVerify, scope: 'centre', write: true, versioned: true } as const;
const id = { id: uuidSchema };
const shown = z.string().nullable();
const kind = z.enum(Object.keys(cctvKinds) as [CctvKind]);
const status = z.enum(Object.keys(cctvStates) as [CctvStatus]);

/** Files by content: certificates, plans and photographs, never footage. */
export const CCTV_FILES = { accept: ['pdf', 'jpg', 'png'], maxMb: 25, most: 10 } as const;

const fields = {
  kind: choice({ label: 'Document', options: cctvKinds }),
  periodFrom: date({ label: 'Period from' }),
  periodTo: date({ label: 'Period to' }),
  validTo: date({ label: 'Valid to', optional: true }),
  cameras: integer({ label: 'Cameras', min: 0, max: 200, optional: true }),
  retentionDays: integer({ label: 'Retention (days)', min: 0, max: 3650, optional: true }),
  fileIds: files({ label: 'Files', ...CCTV_FILES }),
  note: longText({ label: 'Note', max: 500, optional: true }),
};

export const cctvDocumentContract = {
  checklist: query({
    ...read,
    needsCentre: true,
    name: 'cctv-document.checklist',
    summary: 'Of each kind of document a centre keeps: the one that counts, and until when.',
    input: z.strictObject({}),
    output: z.object({
      kinds: z.array(
        z.object({
          kind,
          id: uuidSchema.nullable(),
          status: status.nullable(),
          validTo: shown,
          /** Its last day is over: derived, never stored. */
          expired: z.boolean(),
        }),
      ),
    }),
  }),
  view: query({
    ...read,
    name: 'cctv-document.view',
    summary: 'One CCTV document with the addresses of its files.',
    logRead: { subject: 'cctv-document', purpose: 'cctv' },
    input: z.strictObject(id),
    output: z.object({
      id: uuidSchema,
      version: z.int(),
      centre: z.string(),
      kind,
      status,
      periodFrom: z.string(),
      periodTo: z.string(),
      validTo: shown,
      expired: z.boolean(),
      superseded: z.boolean(),
      cameras: z.int().nullable(),
      retentionDays: z.int().nullable(),
      note: shown,
      reason: shown,
      uploadedBy: shown,
      uploadedAt: z.string(),
      decidedBy: shown,
      decidedAt: shown,
      files: z.array(z.object({ id: uuidSchema, name: z.string(), url: z.string() })),
      can,
    }),
  }),
  upload: command({
    ...upload,
    needsCentre: true,
    name: 'cctv-document.upload',
    summary: 'Upload a document of the centre’s cameras; another person verifies it.',
    input: {},
    fields,
    output: z.object(id),
  }),
  edit: command({
    ...upload,
    versioned: true,
    name: 'cctv-document.edit',
    summary: 'Correct a document that waits or was rejected; it waits for verification again.',
    input: id,
    fields,
    output: nothing,
  }),
  verify: command({
    ...verify,
    name: 'cctv-document.verify',
    summary: 'Verify a document that somebody else uploaded; an older one of its kind counts no more.',
    input: z.strictObject(id),
    output: nothing,
  }),
  reject: command({
    ...verify,
    name: 'cctv-document.reject',
    summary: 'Reject a document; who uploaded it is given the reason.',
    input: id,
    fields: {
      reason: {
        ...longText({ label: 'Reason', max: 500 }),
        schema: z.string().trim().min(10, 'At least 10 characters').max(500, 'At most 500 characters'),
      },
    },
    output: nothing,
  }),
};
export type CctvDocument = OutputOf<typeof cctvDocumentContract.view>;
