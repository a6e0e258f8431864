import { can, command, nothing, query } from '@aangan/contract/endpoint.ts';
import { date, integer, integerReference, reference, text, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { auditsModules as m } from '../modules.ts';
import { weeklyOffField } from './allocation-words.ts';
import { amAllocations } from './am-allocation.listing.ts';

const read = { module: m.AMSAllocation, scope: 'network' } as const;
const write = { ...read, write: true } as const;
const id = { id: uuidSchema };

const how = {
  baseCityId: integerReference('city', { label: 'Base city' }),
  visitsPerDay: integer({ label: 'Visits a day', min: 1, max: 3 }),
  weeklyOff: weeklyOffField,
};
const centre = z.object({
  id: z.int(),
  label: z.string(),
  city: z.string().nullable(),
  category: z.string(),
});

export const amAllocationContract = {
  board: query({
    ...read,
    name: 'am-allocation.board',
    summary:
      'Academic managers of today and to come in reach, with their centres; and the centres of nobody.',
    input: z.strictObject({ zoneId: z.int().min(1).max(2147483647).optional() }),
    output: z.object({
      managers: z.array(
        z.object({
          ...id,
          version: z.int(),
          name: z.string(),
          zoneId: z.int(),
          zone: z.string(),
          city: z.string(),
          visitsPerDay: z.int(),
          weeklyOff: z.int(),
          fromOn: z.string(),
          lastDay: z.string().nullable(),
          centres: z.array(centre),
          can,
        }),
      ),
      /** Centres without an academic manager. */
      free: z.array(centre.extend({ zoneId: z.int().nullable(), zone: z.string().nullable() })),
      can,
    }),
  }),
  get: query({
    ...read,
    name: 'am-allocation.get',
    summary: 'One academic manager’s allocation.',
    input: z.strictObject(id),
    output: amAllocations.rowSchema,
  }),
  people: query({
    ...read,
    name: 'am-allocation.people',
    summary: 'Who may be academic manager: people of a mapped role who get centres one by one.',
    input: z.strictObject({}),
    output: z.object({ people: z.array(z.object({ id: uuidSchema, label: z.string() })) }),
  }),
  add: command({
    ...write,
    name: 'am-allocation.add',
    summary: 'Make somebody academic manager of a zone from a day on.',
    fields: {
      userId: reference('user', { label: 'Academic manager' }),
      zoneId: integerReference('zone', { label: 'Zone' }),
      ...how,
      fromOn: date({ label: 'From' }),
    },
    output: z.object(id),
  }),
  change: command({
    ...write,
    versioned: true,
    name: 'am-allocation.change',
    summary: 'Change base city, visits a day and weekly off of an academic manager.',
    input: id,
    fields: how,
    output: nothing,
  }),
  end: command({
    ...write,
    versioned: true,
    name: 'am-allocation.end',
    summary: 'End an academic manager’s allocation with a day; the centres end with it.',
    input: id,
    fields: { lastDay: date({ label: 'Last day' }) },
    output: nothing,
  }),
  handOver: command({
    ...write,
    versioned: true,
    name: 'am-allocation.hand-over',
    summary: 'Hand all centres of an academic manager over to another one, today.',
    input: id,
    fields: { toId: { ...text({ label: 'Hand over to', max: 36 }), schema: uuidSchema } },
    output: z.object({ centres: z.int() }),
  }),
  assign: command({
    ...write,
    name: 'am-allocation.assign',
    summary: 'Allocate centres to an academic manager from today on; who had them loses them the same day.',
    input: z.strictObject({
      ...id,
      franchiseeIds: z.array(z.int().min(1).max(2147483647)).min(1, 'Choose a centre').max(100),
    }),
    output: z.object({ centres: z.int() }),
  }),
  release: command({
    ...write,
    name: 'am-allocation.release',
    summary: 'Take centres from their academic manager, today.',
    input: z.strictObject({
      franchiseeIds: z.array(z.int().min(1).max(2147483647)).min(1, 'Choose a centre').max(100),
    }),
    output: z.object({ centres: z.int() }),
  }),
};
