// Campaigns: who, what, values, check, then send; the outbox and the addresses that asked for no more.
import { can, command, nothing, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { emailSchema, instantSchema, longText, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { audienceShape } from '../audience/audience.ts';
import { communicationModules as m } from '../modules.ts';

const gate = [m.sendSMS, m.sendEmail] as const;
const read = { module: gate, scope: 'centre' } as const;
const write = { ...read, write: true } as const;
const id = { id: uuidSchema };
const status = z.enum(['DRAFT', 'WAITING_APPROVAL', 'SCHEDULED', 'SENDING', 'COMPLETED', 'CANCELLED']);
const reason = z.enum([
  'NO_ADDRESS',
  'SUPPRESSED',
  'NO_CONSENT',
  'DUPLICATE',
  'VALUE_MISSING',
  'TOO_LONG',
  'NO_VARIANT',
]);
export const campaignPage = z.enum(['SEND_SMS', 'SEND_EMAIL']);

/** Families and staff, or the families of open enquiries by their stage. */
export const campaignAudience = z.strictObject({
  ...audienceShape,
  people: z.enum(['ALL', 'PARENT', 'STAFF', 'LEAD'], 'Choose who it is for'),
  stages: z.array(z.string().trim().min(1).max(40)).max(30, 'At most 30 stages').default([]),
});
export type CampaignAudience = z.output<typeof campaignAudience>;

const words = {
  page: campaignPage,
  templateId: uuidSchema,
  audience: campaignAudience,
  /** What is filled once for everybody, by variable. */
  values: z.record(z.string().max(20), z.string().trim().max(300, 'At most 300 characters')).default({}),
  /** Siblings in one message, or one message a child; a text without `{child}` goes once in any case. */
  mergeChildren: z.boolean().default(true),
  /** E-mail: where answers go. */
  replyTo: emailSchema.nullable().default(null),
  /** Null: now. */
  scheduledAt: instantSchema.nullable().default(null),
};

const checked = z.object({
  matched: z.int(),
  reached: z.int(),
  out: z.array(
    z.object({
      reason,
      n: z.int(),
      /** The first of them. */
      names: z.array(z.string()),
    }),
  ),
  units: z.int(),
  costPaise: z.int(),
  /** When the first may leave: quiet hours shift it. */
  goesAt: z.string(),
  samples: z.array(z.object({ to: z.string(), subject: z.string().nullable(), text: z.string() })),
  needsApproval: z.boolean(),
});
export type Checked = z.output<typeof checked>;

const campaign = z.object({
  ...words,
  id: uuidSchema,
  version: z.int(),
  title: z.string(),
  target: z.string(),
  template: z.string(),
  /** The words as they leave; what differs for each person in braces. */
  text: z.string(),
  status,
  by: z.string().nullable(),
  approvedBy: z.string().nullable(),
  matched: z.int().nullable(),
  reached: z.int().nullable(),
  units: z.int().nullable(),
  out: z.array(z.object({ reason, n: z.int() })),
  sent: z.int(),
  delivered: z.int(),
  failed: z.int(),
  waiting: z.int(),
  cancelReason: z.string().nullable(),
  can,
});
export type Campaign = z.output<typeof campaign>;

export const campaignContract = {
  form: query({
    ...read,
    name: 'campaign.form',
    summary: 'Templates that may be used on a page, and the stages of enquiries.',
    input: z.strictObject({ page: campaignPage }),
    output: z.object({
      templates: z.array(
        z.object({
          id: uuidSchema,
          name: z.string(),
          category: z.string(),
          userType: z.enum(['ALL', 'PARENT', 'STAFF']),
          subject: z.string().nullable(),
          text: z.string(),
          /** Variables to be filled once. */
          free: z.array(z.object({ name: z.string(), kind: z.string(), sample: z.string() })),
        }),
      ),
      stages: z.array(z.object({ code: z.string(), status: z.string() })),
    }),
  }),
  check: query({
    ...read,
    inBody: true,
    name: 'campaign.check',
    summary: 'Whom a campaign would reach and whom not, why, and what it costs.',
    logRead: { subject: 'guardian', purpose: 'check of a campaign' },
    input: z.strictObject(words),
    output: checked,
  }),
  test: command({
    ...write,
    name: 'campaign.test',
    summary: 'Send the text with its values to oneself.',
    input: z.strictObject({ page: campaignPage, templateId: uuidSchema, values: words.values }),
    output: nothing,
  }),
  get: query({
    ...read,
    name: 'campaign.get',
    summary: 'One campaign with its progress.',
    input: z.strictObject(id),
    output: campaign,
  }),
  save: command({
    ...write,
    idempotent: true,
    name: 'campaign.save',
    summary: 'Write a campaign or change a draft; keep it, or check and send it.',
    input: z.strictObject({
      ...words,
      id: uuidSchema.nullable().default(null),
      version: z.int().nullable().default(null),
      title: z.string().trim().min(1, 'Give it a title').max(80, 'At most 80 characters'),
      send: z.boolean(),
      /** As the check said: more or fewer people now is refused. */
      reached: z.int().min(0).nullable().default(null),
    }),
    output: z.object({ id: uuidSchema, status }),
  }),
  approve: command({
    ...write,
    versioned: true,
    name: 'campaign.approve',
    summary: 'Approve a campaign somebody else made.',
    input: id,
    fields: { note: longText({ label: 'Note', max: 300, optional: true }) },
    output: nothing,
  }),
  sendBack: command({
    ...write,
    versioned: true,
    name: 'campaign.return',
    summary: 'Send a campaign back to its maker.',
    input: id,
    fields: { reason: longText({ label: 'What should change', max: 300 }) },
    output: nothing,
  }),
  cancel: command({
    ...write,
    versioned: true,
    name: 'campaign.cancel',
    summary: 'Stop a campaign: what has not left yet stays here.',
    input: id,
    fields: { reason: longText({ label: 'Reason', max: 300 }) },
    output: nothing,
  }),
};

export const outboxContract = {
  retry: command({
    ...write,
    name: 'message.retry',
    summary: 'Send a failed message again.',
    input: z.strictObject(id),
    output: nothing,
  }),
  cancel: command({
    ...write,
    name: 'message.cancel',
    summary: 'Take back a message that has not left yet.',
    input: z.strictObject(id),
    output: nothing,
  }),
};

export const suppressionContract = {
  list: query({
    module: m.sendEmail,
    scope: 'centre',
    name: 'suppression.list',
    summary: 'Addresses that are not written to any more, of people of the centre.',
    logRead: { subject: 'contact', purpose: 'addresses that asked for no more' },
    input: z.strictObject({ ...paging }),
    output: pageOf(
      z.object({
        id: uuidSchema,
        address: z.string(),
        person: z.string(),
        channel: z.string(),
        scope: z.enum(['ALL', 'MARKETING']),
        reason: z.string(),
        since: z.string(),
        can,
      }),
    ),
  }),
  release: command({
    module: m.sendEmail,
    scope: 'centre',
    write: true,
    name: 'suppression.release',
    summary: 'Let an address that was corrected be written to again.',
    input: { messageId: uuidSchema, scope: z.enum(['ALL', 'MARKETING']) },
    fields: { reason: longText({ label: 'Reason', max: 300 }) },
    output: nothing,
  }),
};
