import { pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import * as z from 'zod';
import { networkModules } from '../network-modules.ts';
import { entryId, line, modelSchema, statusSchema } from './franchisee-shapes.ts';
import { HEALTH_KEYS } from './health-score.ts';

/** The picture to consult, also for roles without the register (network.md N15). */
export const directoryContract = {
  list: query({
    module: networkModules.FranchiseeData,
    scope: 'network',
    name: 'franchisee.directory',
    summary: 'Centres as cards: whom to call, timings, seats left by class, neighbours.',
    input: z.strictObject({
      q: line(100).optional(),
      zoneId: entryId.optional(),
      cityId: entryId.optional(),
      tier: z.enum(['T1', 'T2', 'T3']).optional(),
      model: modelSchema.optional(),
      ...paging,
    }),
    output: pageOf(
      z.object({
        id: entryId,
        label: z.string(),
        status: statusSchema,
        model: modelSchema,
        tier: z.string().nullable(),
        city: z.string().nullable(),
        zone: z.string().nullable(),
        address: z.string().nullable(),
        phone: z.string().nullable(),
        email: z.string().nullable(),
        owner: z.string().nullable(),
        opensAt: z.string().nullable(),
        closesAt: z.string().nullable(),
        languages: z.array(z.string()),
        openedOn: z.string().nullable(),
        photoUrl: z.string().nullable(),
        lat: z.number().nullable(),
        lng: z.number().nullable(),
        classes: z.array(z.object({ code: z.string(), name: z.string(), seats: z.int(), enrolled: z.int() })),
        seats: z.int(),
        enrolled: z.int(),
        /** Basis points; null without seats. */
        fill: z.int().nullable(),
        /** Median of centres of the same tier and age (one year either way), at least three of them. */
        peerFill: z.int().nullable(),
        /** Of last night; empty before the first. */
        health: z.object({
          score: z.int().nullable(),
          parts: z.array(z.object({ key: z.enum(HEALTH_KEYS), value: z.int().nullable() })),
        }),
        near: z.array(z.object({ id: entryId, label: z.string(), km: z.number() })),
      }),
    ),
  }),
};
