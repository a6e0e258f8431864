import { command, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { daySchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { systemModules } from '../system-modules.ts';

const read = { module: systemModules.System, scope: 'network' } as const;
export const changeOps = ['I', 'U', 'D'] as const;
export const accessActions = [
  'READ',
  'REVEAL',
  'EXPORT',
  'PRINT',
  'FILE',
  'DENY',
  'VIEW_AS',
  'SIGN_IN',
] as const;
const word = z.string().trim().max(80).optional();
const span = { from: daySchema.optional(), to: daySchema.optional() };
const fileFormat = z.enum(['csv', 'xlsx']).default('csv');

const changeFilters = {
  q: z.string().trim().max(100).optional(),
  userId: uuidSchema.optional(),
  table: word,
  op: z.enum(changeOps).optional(),
  franchiseeId: z.int().min(1).optional(),
  row: word,
  /** Only what was done under an emergency right. */
  emergency: z.boolean().optional(),
  ...span,
};
const accessFilters = {
  q: z.string().trim().max(100).optional(),
  userId: uuidSchema.optional(),
  action: z.enum(accessActions).optional(),
  subject: word,
  franchiseeId: z.int().min(1).optional(),
  emergency: z.boolean().optional(),
  ...span,
};

const changeRow = z.object({
  id: z.string(),
  at: z.string(),
  who: z.string(),
  userId: z.string().nullable(),
  /** What happened, with names: "Asha Rao gave Bina Shah the role Finance (the whole network)". */
  sentence: z.string(),
  /** The command in words: the contract's own sentence. */
  what: z.string(),
  command: z.string().nullable(),
  table: z.string(),
  op: z.enum(changeOps),
  row: z.string(),
  centre: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  more: z.int(),
  emergency: z.boolean(),
});
export type ChangeRow = z.output<typeof changeRow>;

const accessRow = z.object({
  id: z.string(),
  at: z.string(),
  who: z.string(),
  userId: z.string().nullable(),
  role: z.string().nullable(),
  action: z.enum(accessActions),
  what: z.string(),
  contract: z.string(),
  subject: z.string().nullable(),
  n: z.int(),
  purpose: z.string().nullable(),
  reason: z.string().nullable(),
  centre: z.string().nullable(),
  place: z.string().nullable(),
  emergency: z.boolean(),
});
export type AccessRow = z.output<typeof accessRow>;

export const changeLogContract = {
  list: query({
    ...read,
    name: 'change-log.list',
    summary: 'Who changed what, newest first.',
    input: z.strictObject({ ...changeFilters, ...paging }),
    output: pageOf(changeRow),
  }),
  export: command({
    ...read,
    write: false,
    name: 'change-log.export',
    summary: 'The change log as a file, with the list’s filters.',
    input: z.strictObject({ ...changeFilters, format: fileFormat }),
    output: z.object({ jobId: uuidSchema }),
  }),
};

export const accessLogContract = {
  list: query({
    ...read,
    name: 'access-log.list',
    summary: 'Who read, revealed, printed or exported what, newest first.',
    input: z.strictObject({ ...accessFilters, ...paging }),
    output: pageOf(accessRow),
  }),
  export: command({
    ...read,
    write: false,
    name: 'access-log.export',
    summary: 'The access log as a file, with the list’s filters.',
    input: z.strictObject({ ...accessFilters, format: fileFormat }),
    output: z.object({ jobId: uuidSchema }),
  }),
};
