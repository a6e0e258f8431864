import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import { date, text, uuidSchema } from '@aangan/contract/fields.ts';
import { transitions } from '@aangan/contract/states.ts';
import * as z from 'zod';
import { auditsModules as m } from '../modules.ts';
import { auditTypeKeys, type CentreCategory, type CycleAuditType, categoryKeys } from './ams-words.ts';

const read = { module: m.AMSConfiguration, scope: 'network' } as const;
const write = { ...read, write: true } as const;
const id = { id: uuidSchema };
const one = z.strictObject(id);

export const cycleTransitions = transitions({
  DRAFT: { activate: 'ACTIVE' },
  ACTIVE: { close: 'CLOSED' },
  CLOSED: {},
});

const category = z.enum(categoryKeys as [CentreCategory, ...CentreCategory[]]);
const rule = z
  .strictObject({
    category,
    auditType: z.enum(auditTypeKeys as [CycleAuditType, ...CycleAuditType[]]),
    visits: z.int().min(1, 'At least 1').max(6, 'At most 6'),
    surprise: z.int().min(0).max(6, 'At most 6'),
  })
  .refine(({ visits, surprise }) => surprise <= visits, {
    error: 'Not more surprise visits than visits',
    path: ['surprise'],
  });
export type CycleRule = z.output<typeof rule>;

const cycle = z.object({
  ...id,
  version: z.int(),
  name: z.string(),
  year: z.string(),
  fromOn: z.string(),
  toOn: z.string(),
  state: z.enum(['DRAFT', 'ACTIVE', 'CLOSED']),
  rules: z.array(
    z.object({
      category,
      auditType: z.enum(auditTypeKeys as [CycleAuditType, ...CycleAuditType[]]),
      visits: z.int(),
      surprise: z.int(),
    }),
  ),
  can,
});
export type Cycle = z.output<typeof cycle>;

const days = {
  name: text({ label: 'Name', max: 40 }),
  fromOn: date({ label: 'From' }),
  toOn: date({ label: 'To' }),
};

export const amsCycleContract = {
  list: query({
    ...read,
    name: 'ams-cycle.list',
    summary: 'Cycles with their rules, newest first, and how many centres have each category today.',
    input: z.strictObject({}),
    output: z.object({
      rows: z.array(cycle),
      centres: z.record(category, z.int()),
    }),
  }),
  add: command({
    ...write,
    idempotent: true,
    name: 'ams-cycle.add',
    summary: 'Add a cycle as a draft, within one academic year and beside the others.',
    fields: days,
    output: z.object(id),
  }),
  change: command({
    ...write,
    versioned: true,
    name: 'ams-cycle.change',
    summary: 'Change name and days of a cycle that is a draft.',
    input: id,
    fields: days,
    output: nothing,
  }),
  setRules: command({
    ...write,
    versioned: true,
    name: 'ams-cycle.set-rules',
    summary: 'Say how many visits a centre of each category gets in a cycle that is a draft.',
    input: z.strictObject({ ...id, rules: z.array(rule).max(categoryKeys.length * auditTypeKeys.length) }),
    output: nothing,
  }),
  activate: command({
    ...write,
    versioned: true,
    name: 'ams-cycle.activate',
    summary: 'Activate a cycle: its visits are what the centres need from now on.',
    input: one,
    output: nothing,
  }),
  close: command({
    ...write,
    versioned: true,
    name: 'ams-cycle.close',
    summary: 'Close a cycle: no visit is planned for it any more.',
    input: one,
    output: nothing,
  }),
};
