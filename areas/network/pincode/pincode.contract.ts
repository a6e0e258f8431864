import { command, query } from '@aangan/contract/endpoint.ts';
import { PINCODE } from '@aangan/contract/india.ts';
import * as z from 'zod';
import { networkModules } from '../network-modules.ts';

const id = z.int('Choose an entry').min(1).max(2147483647);
const territory = { module: networkModules.pincodes } as const;
export const pincodeContract = {
  lookup: query({
    module: networkModules.PincodeCheck,
    scope: 'network',
    name: 'pincode.lookup',
    summary: 'Who serves a pincode, best centre first.',
    input: z.strictObject({ pincode: z.string().trim().regex(PINCODE, 'Six digits, the first not 0') }),
    output: z.object({
      pincode: z.string(),
      district: z.string().nullable(),
      stateName: z.string(),
      offices: z.array(z.object({ name: z.string(), kind: z.string(), delivery: z.boolean() })),
      centres: z.array(
        z.object({
          franchiseeId: z.int(),
          label: z.string(),
          distanceKm: z.number().nullable(),
          reason: z.string(),
          phone: z.string().nullable(),
        }),
      ),
    }),
  }),
  claim: command({
    ...territory,
    scope: 'network',
    write: true,
    name: 'pincode.claim',
    summary: 'Give a centre a pincode exclusively.',
    input: z.strictObject({
      franchiseeId: id,
      pincode: z.string().trim().regex(PINCODE, 'Six digits, the first not 0'),
    }),
    output: z.object({ pincode: z.string() }),
  }),
  release: command({
    ...territory,
    scope: 'network',
    write: true,
    name: 'pincode.release',
    summary: 'End an exclusive claim.',
    input: z.strictObject({ pincode: z.string().trim().regex(PINCODE, 'Six digits, the first not 0') }),
    output: z.object({ pincode: z.string() }),
  }),
  importOffices: command({
    ...territory,
    scope: 'network',
    write: true,
    name: 'pincode.import-offices',
    summary: 'Store a batch of the India Post directory; good rows are kept, bad ones are named.',
    input: z.strictObject({
      rows: z
        .array(z.record(z.string(), z.string().max(300)))
        .min(1)
        .max(2000),
      firstLine: z.int().min(1).max(10_000_000),
    }),
    output: z.object({ stored: z.int(), errors: z.array(z.object({ line: z.int(), text: z.string() })) }),
  }),
};
