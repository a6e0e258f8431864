import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import { date, integerReference, reference, text, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { auditsModules as m } from '../modules.ts';
import { zmAllocations } from './zm-allocation.listing.ts';

const read = { module: m.AMSAllocation, scope: 'network' } as const;
const write = { ...read, write: true } as const;
const id = { id: uuidSchema };
const zoneId = z.int().min(1).max(2147483647);
const holder = z.object({
  ...id,
  version: z.int(),
  name: z.string(),
  fromOn: z.string(),
  lastDay: z.string().nullable(),
});

const person = reference('user', { label: 'Zone manager' });
const fromOn = date({ label: 'From' });
const note = text({ label: 'Note', max: 200, optional: true });

export const zmAllocationContract = {
  board: query({
    ...read,
    name: 'zm-allocation.board',
    summary: 'Each zone in reach with its zone manager, the next one, its academic managers and centres.',
    input: z.strictObject({}),
    output: z.object({
      zones: z.array(
        z.object({
          id: zoneId,
          name: z.string(),
          code: z.string(),
          now: holder.nullable(),
          next: holder.nullable(),
          managers: z.int(),
          centres: z.int(),
          can,
        }),
      ),
    }),
  }),
  get: query({
    ...read,
    name: 'zm-allocation.get',
    summary: 'One zone manager’s allocation.',
    input: z.strictObject(id),
    output: zmAllocations.rowSchema,
  }),
  people: query({
    ...read,
    name: 'zm-allocation.people',
    summary: 'Who may be zone manager of a zone: people of a mapped role whose grant reaches it.',
    input: z.strictObject({ zoneId }),
    output: z.object({ people: z.array(z.object({ id: uuidSchema, label: z.string() })) }),
  }),
  assign: command({
    ...write,
    name: 'zm-allocation.assign',
    summary: 'Make somebody zone manager of a zone from a day on.',
    fields: { zoneId: integerReference('zone', { label: 'Zone' }), userId: person, fromOn, note },
    output: z.object(id),
  }),
  change: command({
    ...write,
    versioned: true,
    name: 'zm-allocation.change',
    summary: 'Change days and note of a zone manager’s allocation.',
    input: id,
    fields: { fromOn, lastDay: date({ label: 'Last day', optional: true }), note },
    output: nothing,
  }),
  end: command({
    ...write,
    versioned: true,
    name: 'zm-allocation.end',
    summary: 'End a zone manager’s allocation with a day.',
    input: id,
    fields: { lastDay: date({ label: 'Last day' }) },
    output: nothing,
  }),
  handOver: command({
    ...write,
    versioned: true,
    name: 'zm-allocation.hand-over',
    summary: 'Hand a zone over: one ends and the next begins on the same day.',
    input: id,
    fields: { userId: person, fromOn },
    output: z.object(id),
  }),
};
