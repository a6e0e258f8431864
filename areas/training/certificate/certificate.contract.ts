import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { daySchema, longText, reference, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { trainingModules as m } from '../modules.ts';

const id = { id: uuidSchema };
const write = { module: m.teacherPerformance, scope: 'centre', write: true } as const;
const reason = {
  ...longText({ label: 'Reason', max: 300 }),
  schema: z.string().trim().min(5, 'At least 5 characters').max(300),
};
const state = z.enum(['VALID', 'EXPIRING', 'EXPIRED', 'REVOKED', 'REPLACED']);

/** A certificate where one person's are shown. */
export const ownCertificate = z.object({
  ...id,
  version: z.int(),
  number: z.string(),
  type: z.string(),
  title: z.string(),
  source: z.enum(['MODULE', 'TRAINING', 'MANUAL']),
  issuedOn: daySchema,
  validUntil: daySchema.nullable(),
  state,
  /** Why it was issued by hand, or revoked. */
  reason: z.string().nullable(),
  can: z.object({ print: z.boolean(), revoke: z.boolean() }),
});
export type OwnCertificate = z.output<typeof ownCertificate>;

export const certificateContract = {
  issue: command({
    ...write,
    idempotent: true,
    name: 'training-certificate.issue',
    summary: 'Issue a certificate to an approved person by hand, with the reason.',
    input: { staffId: uuidSchema },
    fields: { typeId: reference('certificate-type', { label: 'Certificate' }), reason },
    output: z.object({ ...id, number: z.string() }),
  }),
  revoke: command({
    ...write,
    versioned: true,
    name: 'training-certificate.revoke',
    summary: 'Revoke a certificate, with the reason. Its page says so at once.',
    input: id,
    fields: { reason },
    output: nothing,
  }),
  print: command({
    module: [m.teacherPerformance, m.selfTraining],
    scope: 'centre',
    write: false,
    name: 'training-certificate.print',
    summary: 'Print a certificate: the own, or with the module one of the centres in reach.',
    input: z.strictObject(id),
    output: z.object({ fileId: uuidSchema, name: z.string() }),
  }),
  what: query({
    module: m.publicTraining,
    scope: 'link',
    purposes: ['training.invite', 'training.certificate'],
    name: 'training-link.what',
    summary: 'What a link of training opens.',
    input: nothing,
    output: z.object({ opens: z.enum(['INVITATION', 'CERTIFICATE']) }),
  }),
  check: query({
    module: m.publicTraining,
    scope: 'link',
    purposes: ['training.certificate'],
    name: 'training-certificate.check',
    summary:
      'Whether a certificate on paper is valid: whose, of what, from when until when. Nothing else of the person.',
    input: nothing,
    output: z.object({
      name: z.string(),
      type: z.string(),
      title: z.string(),
      issuedOn: daySchema,
      validUntil: daySchema.nullable(),
      state,
    }),
  }),
};
