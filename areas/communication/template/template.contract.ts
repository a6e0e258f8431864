// Templates: texts for campaigns, written by one person and activated by another.
import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import { longText, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { communicationModules as m } from '../modules.ts';
import { VARIABLE } from './template-text.ts';

const read = { module: m.communicationTemplates, scope: 'centre' } as const;
const write = { ...read, write: true } as const;
const id = { id: uuidSchema };
const status = z.enum(['DRAFT', 'SUBMITTED', 'ACTIVE', 'PAUSED', 'RETIRED']);
const type = z.enum(['EMAIL', 'SMS'], 'Choose a type');
const userType = z.enum(['ALL', 'PARENT', 'STAFF'], 'Choose who gets it');
const category = z.enum(
  ['TRANSACTIONAL', 'SERVICE_IMPLICIT', 'SERVICE_EXPLICIT', 'PROMOTIONAL'],
  'Choose a category',
);
const kind = z.enum(['TEXT', 'NAME', 'MONEY', 'DATE', 'TIME', 'NUMBER', 'CODE', 'LINK', 'PHONE']);
const digits = z
  .string()
  .trim()
  .regex(/^\d{19}$/, 'Enter the 19 digits of the registry');

const variable = z.strictObject({
  name: z.string().trim().regex(VARIABLE, 'Letters only, beginning with a small one'),
  kind,
  sample: z.string().trim().min(1, 'Give an example').max(100, 'At most 100 characters'),
});

const variant = z.strictObject({
  language: z.enum(['en', 'hi']),
  subject: z.string().trim().min(1).max(150, 'At most 150 characters').nullable().default(null),
  body: z.string().trim().min(1, 'Write the text').max(2000, 'At most 2000 characters'),
  /** SMS: the variable of each place of the registered text, in order. */
  map: z.array(z.string().trim().max(20)).max(12, 'At most 12 places').default([]),
  dltEntityId: digits.nullable().default(null),
  dltTemplateId: digits.nullable().default(null),
  header: z
    .string()
    .trim()
    .regex(/^([A-Z]{6}|\d{6})$/, 'Six capital letters, or six digits when promotional')
    .nullable()
    .default(null),
});
export type Variant = z.output<typeof variant>;

const template = z.object({
  id: uuidSchema,
  franchiseeId: z.int(),
  version: z.int(),
  versionNo: z.int(),
  liveVersion: z.int().nullable(),
  name: z.string(),
  userType,
  type,
  page: z.enum(['SEND_SMS', 'SEND_EMAIL']),
  category,
  variables: z.array(variable),
  variants: z.array(variant),
  /** The version that is sent, where another is being written. */
  live: z.array(variant).nullable(),
  status,
  writtenBy: z.string().nullable(),
  pauseReason: z.string().nullable(),
  can,
});
export type Template = z.output<typeof template>;

export const templateContract = {
  get: query({
    ...read,
    name: 'template.get',
    summary: 'One template with its texts.',
    input: z.strictObject(id),
    output: template,
  }),
  system: query({
    ...read,
    name: 'template.system',
    summary: 'The texts the product itself sends, of every area; read only.',
    input: z.strictObject({}),
    output: z.object({
      rows: z.array(
        z.object({
          key: z.string(),
          category: z.string(),
          channels: z.array(z.string()),
          subject: z.string().nullable(),
          en: z.string(),
          hi: z.string().nullable(),
          units: z.int(),
        }),
      ),
    }),
  }),
  save: command({
    ...write,
    idempotent: true,
    name: 'template.save',
    summary: 'Write a template, or change its text: of one that is active the next version.',
    input: z.strictObject({
      /** Null: a new one. */
      id: uuidSchema.nullable().default(null),
      version: z.int().nullable().default(null),
      name: z.string().trim().min(1, 'Give it a name').max(80, 'At most 80 characters'),
      userType,
      type,
      category,
      variables: z.array(variable).max(12, 'At most 12 variables').default([]),
      variants: z.array(variant).min(1, 'Write the text').max(2),
      submit: z.boolean().default(false),
    }),
    output: z.object({ id: uuidSchema, versionNo: z.int(), status }),
  }),
  submit: command({
    ...write,
    versioned: true,
    name: 'template.submit',
    summary: 'Ask another person to activate a template.',
    input: z.strictObject(id),
    output: nothing,
  }),
  activate: command({
    ...write,
    versioned: true,
    name: 'template.activate',
    summary: 'Activate a template somebody else wrote.',
    input: id,
    fields: { note: longText({ label: 'Note', max: 300, optional: true }) },
    output: nothing,
  }),
  sendBack: command({
    ...write,
    versioned: true,
    name: 'template.return',
    summary: 'Send a template back to its writer.',
    input: id,
    fields: { reason: longText({ label: 'What should change', max: 300 }) },
    output: nothing,
  }),
  pause: command({
    ...write,
    versioned: true,
    name: 'template.pause',
    summary: 'Stop a template from being used.',
    input: id,
    fields: { reason: longText({ label: 'Reason', max: 300 }) },
    output: nothing,
  }),
  resume: command({
    ...write,
    versioned: true,
    name: 'template.resume',
    summary: 'Let a paused template be used again.',
    input: z.strictObject(id),
    output: nothing,
  }),
  retire: command({
    ...write,
    versioned: true,
    name: 'template.retire',
    summary: 'End a template for good.',
    input: z.strictObject(id),
    output: nothing,
  }),
  test: command({
    ...write,
    name: 'template.test',
    summary: 'Send a template with its examples to oneself; five an hour.',
    input: z.strictObject({ ...id, language: z.enum(['en', 'hi']) }),
    output: nothing,
  }),
};
