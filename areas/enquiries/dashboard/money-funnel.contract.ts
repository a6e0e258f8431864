// From what was spent to what was collected (enquiries.md 11.3), for one centre and year.
import { query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { enquiryModules } from '../modules.ts';

const base = {
  module: enquiryModules.enquirySettings,
  scope: 'centre',
  needsCentre: true,
  needsYear: true,
} as const;

const figures = {
  leads: z.int(),
  visits: z.int(),
  admitted: z.int(),
  /** Paise, of the admitted children: fees and advances, and the royalty on them. */
  collected: z.int(),
  royalty: z.int(),
};

const source = z.object({
  id: z.string(),
  label: z.string(),
  /** Paise; null: nothing was entered for it. */
  spent: z.int().nullable(),
  ...figures,
  campaigns: z.array(z.object({ name: z.string(), ...figures })),
});
export type MoneySource = z.output<typeof source>;

const child = z.object({
  id: z.string(),
  enquiryCode: z.string(),
  childName: z.string(),
  campaign: z.string().nullable(),
  admittedAt: z.string().nullable(),
  collected: z.int(),
  royalty: z.int(),
});
export type MoneyChild = z.output<typeof child>;

export const moneyFunnelContract = {
  funnel: query({
    ...base,
    name: 'enquiry-money.funnel',
    summary: 'Spend, leads, visits, admissions, collected fee and royalty by source and campaign.',
    input: z.strictObject({}),
    output: z.object({ sources: z.array(source) }),
  }),
  children: query({
    ...base,
    name: 'enquiry-money.children',
    summary: 'The admitted children of a source or campaign with what was collected for each.',
    input: z.strictObject({ sourceId: uuidSchema, campaign: z.string().max(80).optional() }),
    output: z.object({
      total: z.int(),
      rows: z.array(child),
    }),
  }),
};
