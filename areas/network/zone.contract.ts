import { can, command, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { change, entryId, register } from './franchisee/franchisee-shapes.ts';

const person = z.object({ id: uuidSchema, name: z.string() });

export const zoneContract = {
  overview: query({
    ...register,
    name: 'zone.overview',
    summary: 'Zones with head, managers and their centres by state.',
    input: z.strictObject({}),
    output: z.object({
      rows: z.array(
        z.object({
          id: entryId,
          name: z.string(),
          code: z.string(),
          parent: z.string().nullable(),
          active: z.boolean(),
          head: person.nullable(),
          managers: z.array(
            z.object({ id: uuidSchema, name: z.string(), role: z.string(), to: z.string().nullable() }),
          ),
          centres: z.array(z.object({ id: entryId, label: z.string(), status: z.string() })),
        }),
      ),
      without: z.array(z.object({ id: entryId, label: z.string(), status: z.string() })),
      can,
    }),
  }),
  setHead: command({
    ...change,
    name: 'zone.set-head',
    summary: 'Name the head of a zone, who is told about its centres.',
    input: z.strictObject({ zoneId: entryId, userId: uuidSchema.nullable() }),
    output: z.object({ id: entryId }),
  }),
};
