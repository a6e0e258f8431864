import { can, command, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import { PINCODE } from '@aangan/contract/india.ts';
import * as z from 'zod';
import { networkModules } from '../network-modules.ts';

const id = z.int('Choose an entry').min(1).max(2147483647);
const territory = { module: networkModules.pincodes } as const;
const code = z.string().trim().regex(PINCODE, 'Six digits, the first not 0');
const reason = z.enum(['EXCLUSIVE', 'TERRITORY', 'NEAR', 'HEAD_OFFICE']);

export const pincodeContract = {
  lookup: query({
    module: networkModules.PincodeCheck,
    scope: 'network',
    name: 'pincode.lookup',
    summary: 'Who serves a pincode, best centre first, and who does not and why.',
    input: z.strictObject({ pincode: code }),
    output: z.object({
      pincode: z.string(),
      district: z.string().nullable(),
      stateName: z.string(),
      lat: z.number().nullable(),
      lng: z.number().nullable(),
      offices: z.array(z.object({ name: z.string(), kind: z.string(), delivery: z.boolean() })),
      centres: z.array(
        z.object({
          franchiseeId: z.int(),
          label: z.string(),
          distanceKm: z.number().nullable(),
          reason,
          priority: z.int().nullable(),
          phone: z.string().nullable(),
          address: z.string().nullable(),
          opensAt: z.string().nullable(),
          closesAt: z.string().nullable(),
          seatsLeft: z.int().nullable(),
          /** The caller works there, so an enquiry can be started. */
          mine: z.boolean(),
          lat: z.number().nullable(),
          lng: z.number().nullable(),
        }),
      ),
      notRouted: z.array(
        z.object({
          franchiseeId: z.int(),
          label: z.string(),
          distanceKm: z.number().nullable(),
          why: z.string(),
        }),
      ),
    }),
  }),
  lookupMany: query({
    module: networkModules.PincodeCheck,
    scope: 'network',
    name: 'pincode.lookup-many',
    summary: 'The first centre for each of up to 500 pincodes.',
    input: z.strictObject({ pincodes: z.string().trim().min(6).max(4000) }),
    output: z.object({
      rows: z.array(
        z.object({
          pincode: z.string(),
          district: z.string().nullable(),
          label: z.string().nullable(),
          distanceKm: z.number().nullable(),
          reason: reason.nullable(),
          problem: z.string().nullable(),
        }),
      ),
    }),
  }),
  suggest: query({
    ...territory,
    scope: 'network',
    name: 'pincode.suggest',
    summary: 'Find pincodes of the directory by number, office or district.',
    input: z.strictObject({ q: z.string().trim().max(60).optional() }),
    output: z.object({
      rows: z.array(
        z.object({
          pincode: z.string(),
          district: z.string().nullable(),
          office: z.string().nullable(),
          km: z.number().nullable(),
        }),
      ),
    }),
  }),
  territory: query({
    ...territory,
    scope: 'centre',
    needsCentre: true,
    name: 'pincode.territory',
    summary: 'The pincodes of the chosen centre with district, distance and exclusive claims.',
    input: z.strictObject({
      q: z.string().trim().max(60).optional(),
      leads: z.boolean().optional(),
      transport: z.boolean().optional(),
      exclusive: z.enum(['OURS', 'OTHER', 'NONE']).optional(),
      sort: z.enum(['pincode', 'km', 'priority']).default('pincode'),
      ...paging,
    }),
    output: pageOf(
      z.object({
        id: uuidSchema,
        version: z.int(),
        pincode: z.string(),
        district: z.string().nullable(),
        office: z.string().nullable(),
        km: z.number().nullable(),
        priority: z.int(),
        leads: z.boolean(),
        transport: z.boolean(),
        from: z.string(),
        to: z.string().nullable(),
        exclusive: z.enum(['OURS', 'OTHER']).nullable(),
        can,
      }),
    ),
  }),
  coverage: query({
    ...territory,
    scope: 'centre',
    needsCentre: true,
    name: 'pincode.coverage',
    summary: 'The chosen centre on the map: its pincodes, the gaps within 5 km, and what neighbours share.',
    input: z.strictObject({}),
    output: z.object({
      centre: z.object({ label: z.string(), lat: z.number().nullable(), lng: z.number().nullable() }),
      points: z.array(
        z.object({
          pincode: z.string(),
          lat: z.number(),
          lng: z.number(),
          leads: z.boolean(),
          enquiries: z.int(),
          exclusive: z.boolean(),
        }),
      ),
      withoutPlace: z.int(),
      gaps: z.array(
        z.object({
          pincode: z.string(),
          office: z.string().nullable(),
          km: z.number(),
          lat: z.number(),
          lng: z.number(),
        }),
      ),
      overlaps: z.array(
        z.object({
          pincode: z.string(),
          others: z.int(),
          names: z.array(z.string()),
          exclusive: z.boolean(),
        }),
      ),
    }),
  }),
  add: command({
    ...territory,
    scope: 'centre',
    needsCentre: true,
    write: true,
    idempotent: true,
    name: 'pincode.add-many',
    summary: 'Add pincodes of the directory to the chosen centre with the usual values.',
    input: z.strictObject({ pincodes: z.array(code).min(1).max(50) }),
    output: z.object({ added: z.int() }),
  }),
  claim: command({
    ...territory,
    scope: 'network',
    write: true,
    name: 'pincode.claim',
    summary: 'Give a centre a pincode exclusively.',
    input: z.strictObject({ franchiseeId: id, pincode: code }),
    output: z.object({ pincode: z.string() }),
  }),
  release: command({
    ...territory,
    scope: 'network',
    write: true,
    name: 'pincode.release',
    summary: 'End an exclusive claim.',
    input: z.strictObject({ pincode: code }),
    output: z.object({ pincode: z.string() }),
  }),
  imports: query({
    ...territory,
    scope: 'centre',
    name: 'pincode.imports',
    summary: 'The last ten files of the caller.',
    input: z.strictObject({}),
    output: z.object({
      rows: z.array(
        z.object({
          id: uuidSchema,
          fileName: z.string(),
          at: z.string(),
          total: z.int(),
          ok: z.int(),
          bad: z.int(),
          state: z.string(),
        }),
      ),
    }),
  }),
};
