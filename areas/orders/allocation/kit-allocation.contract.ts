import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import { longText, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { mappedTypeIds } from '../kit-types.ts';
import { ordersModules as m } from '../modules.ts';
import { kitAllocations } from './kit-allocation.listing.ts';

const base = { module: m.kitAllocation, scope: 'centre' } as const;
const writes = { ...base, write: true } as const;
const id = { id: uuidSchema };
const kitType = z.enum(mappedTypeIds);

export const kitAllocationContract = {
  summary: query({
    ...base,
    needsYear: true,
    name: 'kit-allocation.summary',
    summary:
      'How many of one kit type are allocated, blocked, ordered and handed over, and how many children have none yet.',
    input: z.strictObject({ kitType }),
    output: z.object({
      /** Rights that stand, in kits. */
      entitled: z.int(),
      ordered: z.int(),
      /** Entitled, but on no live order. */
      gap: z.int(),
      /** Rows by their state. */
      states: z.record(z.string(), z.int()),
      /** Children, or samples, of the chosen centre without a row. Null while no centre is chosen. */
      missing: z.int().nullable(),
    }),
  }),
  get: query({
    ...base,
    name: 'kit-allocation.get',
    summary: 'One right to a kit, with every rule that stands in its way.',
    input: z.strictObject(id),
    output: kitAllocations.rowSchema.extend({ blocks: z.array(z.string()) }),
    logRead: { subject: 'STUDENT', purpose: 'kit allocation' },
  }),
  fill: command({
    ...writes,
    needsCentre: true,
    needsYear: true,
    name: 'kit-allocation.fill',
    summary:
      'Allocate the kit to every child of the centre and year that has none; who was revoked stays so.',
    input: z.strictObject({ kitType }),
    output: z.object({ allocated: z.int() }),
  }),
  revoke: command({
    ...writes,
    versioned: true,
    name: 'kit-allocation.revoke',
    summary: 'Take a right to a kit back, as long as no order has it.',
    input: id,
    fields: { reason: longText({ label: 'Reason', max: 300 }) },
    output: nothing,
  }),
  again: command({
    ...writes,
    versioned: true,
    name: 'kit-allocation.again',
    summary: 'Allocate a kit again that was revoked.',
    input: z.strictObject(id),
    output: z.object(id),
  }),
};
