import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import { daySchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { academicsModules as m } from '../modules.ts';

const dates = {
  fromOn: daySchema,
  toOn: daySchema,
  entryFrom: daySchema,
  entryTo: daySchema,
  publishOn: daySchema.nullable().default(null),
};
const network = {
  termNo: z.int('Enter 1 to 4').min(1, 'Enter 1 to 4').max(4, 'Enter 1 to 4'),
  name: z.string().trim().min(1, 'Give the term a name').max(30, 'At most 30 characters'),
};

const termRow = z.object({
  /** termMapID */
  id: uuidSchema,
  classId: z.int(),
  className: z.string(),
  ...network,
  ...dates,
  /** The network's dates where the centre moved them. */
  network: z.object(dates).nullable(),
  reason: z.string().nullable(),
  version: z.int(),
  can,
});
export type TermRow = z.output<typeof termRow>;

const read = { module: m.Terms, scope: 'centre' } as const;
const change = { ...read, write: true } as const;

export const termContract = {
  list: query({
    ...read,
    name: 'term.list',
    summary: 'The terms of a year by class, with the chosen centre’s own dates.',
    needsYear: true,
    input: z.strictObject({ classId: z.int().optional() }),
    output: z.object({
      year: z.object({ id: z.int(), label: z.string(), from: daySchema, to: daySchema }),
      rows: z.array(termRow),
      can,
    }),
  }),
  get: query({
    ...read,
    name: 'term.get',
    summary: 'One term, with the chosen centre’s own dates.',
    input: z.strictObject({ id: uuidSchema }),
    output: termRow,
  }),
  save: command({
    ...change,
    name: 'term.save',
    summary: 'Add a term for one or more classes of the network.',
    needsYear: true,
    idempotent: true,
    input: z.strictObject({
      classIds: z.array(z.int()).min(1, 'Choose a class').max(40),
      ...network,
      ...dates,
    }),
    output: z.object({ added: z.int() }),
  }),
  change: command({
    ...change,
    name: 'term.change',
    summary: 'Change the network’s name and dates of a term.',
    versioned: true,
    input: z.strictObject({ id: uuidSchema, name: network.name, ...dates }),
    output: nothing,
  }),
  override: command({
    ...change,
    name: 'term.override',
    summary: 'Move a term’s dates at the chosen centre by at most 21 days.',
    needsCentre: true,
    input: z.strictObject({
      id: uuidSchema,
      ...dates,
      reason: z.string().trim().min(1, 'Say why').max(200, 'At most 200 characters'),
    }),
    output: nothing,
  }),
  reset: command({
    ...change,
    name: 'term.reset',
    summary: 'Go back to the network’s dates at the chosen centre.',
    needsCentre: true,
    input: z.strictObject({ id: uuidSchema }),
    output: nothing,
  }),
};
