import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import { daySchema, longText, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { auditsModules as m } from '../modules.ts';
import { MOST_OPS, signoffs } from './audit.states.ts';

/** Whoever conducts some kind of audit; which kind is asked by the command. */
const conducts = {
  module: [m.GeneralAudit, m.CenterHeadAudit, m.AMSSchedule, m.AuditResponse],
  scope: 'centre',
} as const;
const id = { id: uuidSchema };

const answer = {
  parameterId: uuidSchema,
  response: z.enum(['yes', 'no', 'na']).nullable(),
  scale: z.int().min(0).max(5).nullable(),
  note: z.string().trim().max(1000).nullable(),
  rev: z.int().min(1),
};
const op = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('answer'),
    opId: uuidSchema,
    atDevice: z.iso.datetime({ offset: true }),
    ...answer,
  }),
  z.strictObject({ kind: z.literal('photo'), opId: uuidSchema, parameterId: uuidSchema, fileId: uuidSchema }),
  z.strictObject({
    kind: z.literal('photo-gone'),
    opId: uuidSchema,
    parameterId: uuidSchema,
    fileId: uuidSchema,
  }),
  z.strictObject({
    kind: z.literal('signoff'),
    opId: uuidSchema,
    signoff: z.enum(Object.keys(signoffs) as [keyof typeof signoffs]),
    name: z.string().trim().max(80).nullable(),
    note: z.string().trim().max(500).nullable(),
  }),
]);
export type AuditOp = z.output<typeof op>;

const counts = z.object({ total: z.int(), answered: z.int(), faults: z.int(), notApplicable: z.int() });
const score = z.object({
  rawBp: z.int().nullable(),
  finalBp: z.int().nullable(),
  capped: z.boolean(),
  band: z.string().nullable(),
  categories: z.array(
    z.object({
      categoryId: uuidSchema,
      name: z.string(),
      got: z.int(),
      max: z.int(),
      weightBp: z.int(),
      pctBp: z.int().nullable(),
    }),
  ),
});
const photo = z.object({ fileId: uuidSchema, url: z.string() });
const question = z.object({
  id: uuidSchema,
  code: z.string(),
  question: z.string(),
  guidance: z.string().nullable(),
  responseKind: z.enum(['YES_NO_NA', 'SCALE']),
  critical: z.boolean(),
  optional: z.boolean(),
  photoOn: z.enum(['NEVER', 'NO', 'ALWAYS']),
  noteOnNo: z.boolean(),
  response: z.enum(['yes', 'no', 'na']).nullable(),
  scale: z.int().nullable(),
  note: z.string().nullable(),
  rev: z.int(),
  photos: z.array(photo),
  /** What the audit before found here, for whoever answers. */
  before: z.object({ text: z.string(), auditOn: z.string(), status: z.string() }).nullable(),
});
export type Question = z.output<typeof question>;

export const auditContract = {
  choices: query({
    ...conducts,
    name: 'audit.choices',
    summary: 'Kinds of audit that this person starts, with what each is about at the chosen centre.',
    needsCentre: true,
    input: nothing,
    output: z.object({
      types: z.array(
        z.object({
          ...id,
          name: z.string(),
          slug: z.string(),
          family: z.string(),
          subject: z.string(),
          self: z.boolean(),
          /** Null: it can be started. */
          missing: z.string().nullable(),
        }),
      ),
      staff: z.array(z.object({ ...id, name: z.string() })),
      sections: z.array(z.object({ ...id, name: z.string() })),
    }),
  }),
  kind: query({
    ...conducts,
    name: 'audit.kind',
    summary: 'A kind of audit by its short name; null when there is none.',
    input: z.strictObject({ slug: z.string().trim().max(40) }),
    output: z.object({ kind: z.object({ ...id, name: z.string(), family: z.string() }).nullable() }),
  }),
  start: command({
    ...conducts,
    write: true,
    needsCentre: true,
    needsYear: true,
    name: 'audit.start',
    summary: 'Start an audit; sent twice it is one.',
    input: z.strictObject({
      ...id,
      typeId: uuidSchema,
      auditOn: daySchema,
      staffId: uuidSchema.nullable().default(null),
      sectionId: uuidSchema.nullable().default(null),
      /** The visit whose work it is; without it the own one of the day, if there is one. */
      visitId: uuidSchema.nullable().default(null),
      /** When it began and when it was sent, both by the clock of a device that had no network. */
      startedAt: z.iso.datetime({ offset: true }).nullable().default(null),
      sentAt: z.iso.datetime({ offset: true }).nullable().default(null),
      deviceId: z.string().min(1).max(60),
    }),
    output: z.object({ ...id, number: z.string() }),
  }),
  get: query({
    ...conducts,
    module: [...conducts.module, m.AMSDashboard, m.AuditReview, m.TeacherAuditView],
    name: 'audit.get',
    summary: 'An audit with its questions, answers and score so far.',
    input: z.strictObject(id),
    output: z.object({
      ...id,
      version: z.int(),
      number: z.string(),
      type: z.string(),
      family: z.string(),
      centre: z.string(),
      franchiseeId: z.int(),
      subject: z.string().nullable(),
      auditOn: z.string(),
      mode: z.enum(['REGULAR', 'SELF']),
      status: z.string(),
      auditor: z.string(),
      reason: z.string().nullable(),
      leased: z.object({ device: z.string(), until: z.string() }).nullable(),
      needsSignoff: z.boolean(),
      signoff: z.string().nullable(),
      signoffName: z.string().nullable(),
      signoffNote: z.string().nullable(),
      counts,
      score,
      categories: z.array(
        z.object({
          id: uuidSchema,
          name: z.string(),
          subCategories: z.array(
            z.object({ id: uuidSchema, name: z.string(), questions: z.array(question) }),
          ),
        }),
      ),
      findings: z.array(
        z.object({
          ...id,
          code: z.string(),
          text: z.string(),
          severity: z.enum(['MINOR', 'MAJOR', 'CRITICAL']),
          dueOn: z.string(),
          status: z.string(),
          response: z.string().nullable(),
          photos: z.array(photo),
        }),
      ),
      can,
    }),
  }),
  claim: command({
    ...conducts,
    write: true,
    name: 'audit.claim',
    summary:
      'Go on with an audit on this device, one’s own or another auditor’s; what the other device has not sent yet it keeps.',
    input: z.strictObject({ ...id, deviceId: z.string().min(1).max(60) }),
    output: nothing,
  }),
  sync: command({
    ...conducts,
    write: true,
    name: 'audit.sync',
    summary: 'Send what was answered, photographed and signed, in its order; each operation counts once.',
    input: z.strictObject({
      ...id,
      deviceId: z.string().min(1).max(60),
      ops: z.array(op).min(1).max(MOST_OPS),
    }),
    output: z.object({
      counts,
      score,
      applied: z.int(),
      /** Operations whose answer is older than the one that stands: it stays. */
      older: z.array(uuidSchema),
    }),
  }),
  submit: command({
    ...conducts,
    write: true,
    idempotent: true,
    name: 'audit.submit',
    summary: 'Hand in a complete audit: to review, or published at once where nobody reviews it.',
    input: z.strictObject(id),
    output: z.object({ status: z.string(), finalBp: z.int().nullable(), band: z.string().nullable() }),
  }),
  discard: command({
    ...conducts,
    write: true,
    name: 'audit.discard',
    summary: 'Throw away an audit that was not handed in.',
    input: id,
    fields: { reason: longText({ label: 'Reason', max: 500 }) },
    output: nothing,
  }),
};
