import { command, query } from '@aangan/contract/endpoint.ts';
import { date, daySchema, longText, money, percent, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { ordersModules as m } from '../modules.ts';
import { marginRequests } from './margin.listing.ts';

const writes = { module: m.ProductRetailerMargin, scope: 'network', write: true } as const;
const marginBp = {
  ...percent({ label: 'Margin' }),
  schema: z.int('Enter a percentage').min(0, 'At least 0 %').max(9000, 'At most 90 %'),
};

/** One answer per row: those that could not be done keep their words. */
const refused = z.array(z.object({ id: uuidSchema, name: z.string(), text: z.string() }));

export const marginContract = {
  request: command({
    ...writes,
    idempotent: true,
    name: 'margin.request',
    summary: 'Ask for the margin of products; two other people approve it, then it is their price.',
    input: { productIds: z.array(uuidSchema).min(1).max(500) },
    fields: {
      mrp: money({ label: 'MRP', min: 1, optional: true, help: 'Tax included; empty keeps the present one' }),
      marginBp,
      fromOn: date({ label: 'Price from' }),
    },
    output: z.object({ asked: z.int(), refused }),
  }),
  decide: command({
    ...writes,
    idempotent: true,
    name: 'margin.decide',
    summary: 'Approve or reject requests that somebody else made, at the level whose code is held.',
    input: {
      requests: z
        .array(z.strictObject({ id: uuidSchema, version: z.int() }))
        .min(1)
        .max(500),
      decision: z.enum(['approve', 'reject']),
    },
    fields: { reason: longText({ label: 'Reason', max: 500, optional: true }) },
    output: z.object({ decided: z.int(), refused }),
  }),
  get: query({
    module: m.ProductRetailerMargin,
    scope: 'network',
    name: 'margin.get',
    summary: 'One margin request with its tax and what the product costs today.',
    input: z.strictObject({ id: uuidSchema }),
    output: marginRequests.rowSchema.extend({
      tax: z.int(),
      centrePays: z.int(),
      reason: z.string().nullable(),
      now: z.object({ mrp: z.int(), marginBp: z.int(), price: z.int(), fromOn: daySchema }).nullable(),
    }),
  }),
  approved: query({
    module: m.ProductRetailerMargin,
    scope: 'network',
    name: 'margin.approved',
    summary: 'Approved prices by page of 50, with both approvers; beyond the end the last page.',
    input: z.strictObject({
      page: z.int().min(1).max(200).default(1),
      q: z.string().trim().max(100).optional(),
      from: daySchema.optional(),
      approverId: uuidSchema.optional(),
    }),
    output: z.object({
      page: z.int(),
      pages: z.int(),
      total: z.int(),
      approvers: z.array(z.object({ id: uuidSchema, name: z.string() })),
      rows: z.array(
        z.object({
          id: uuidSchema,
          productId: uuidSchema,
          product: z.string(),
          sku: z.string(),
          mrp: z.int(),
          marginBp: z.int(),
          price: z.int(),
          rateBp: z.int(),
          fromOn: daySchema,
          approver1: z.string().nullable(),
          approver2: z.string().nullable(),
        }),
      ),
    }),
  }),
};
