import { can, command, query } from '@aangan/contract/endpoint.ts';
import { daySchema, paiseSchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { centre, change, entryId, line, onePage, optional } from './franchisee-shapes.ts';

const done = z.object({ id: uuidSchema });
const file = z.object({ url: z.string() }).nullable();

export const agreementContract = {
  list: query({
    ...onePage,
    name: 'agreement.list',
    summary: 'Agreements of a centre, newest term first.',
    input: centre,
    output: z.object({
      rows: z.array(
        z.object({
          id: uuidSchema,
          version: z.int(),
          number: z.string(),
          kind: z.enum(['NEW', 'RENEWAL', 'ADDENDUM']),
          from: z.string(),
          to: z.string(),
          signedOn: z.string().nullable(),
          deposit: z.int(),
          territoryNote: z.string().nullable(),
          file,
          state: z.enum(['DRAFT', 'ACTIVE', 'EXPIRED', 'TERMINATED']),
          endedReason: z.string().nullable(),
          can,
        }),
      ),
      can,
    }),
  }),
  save: command({
    ...change,
    name: 'agreement.save',
    summary: 'Enter an agreement, or change one that is not signed yet.',
    input: z
      .strictObject({
        franchiseeId: entryId,
        id: uuidSchema.optional(),
        number: line(40).min(1, 'Fill this in'),
        kind: z.enum(['NEW', 'RENEWAL', 'ADDENDUM']),
        from: daySchema,
        to: daySchema,
        deposit: paiseSchema.min(0, 'Not below zero'),
        territoryNote: optional(line(500)),
        fileId: optional(uuidSchema),
      })
      .refine((value) => value.to >= value.from, { error: 'Not before the first day', path: ['to'] }),
    output: done,
  }),
  sign: command({
    ...change,
    versioned: true,
    name: 'agreement.sign',
    summary: 'The agreement is signed and runs.',
    input: z.strictObject({ franchiseeId: entryId, id: uuidSchema, signedOn: daySchema }),
    output: done,
  }),
  terminate: command({
    ...change,
    versioned: true,
    name: 'agreement.terminate',
    summary: 'End a running agreement before its day.',
    input: z.strictObject({ franchiseeId: entryId, id: uuidSchema, reason: line(300).min(3, 'Say why') }),
    output: done,
  }),
};
