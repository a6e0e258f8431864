import { can, command, nothing, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { daySchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { componentKinds } from '../fee-plan/plan-shape.ts';
import { reason } from '../fee-type/fee-type.contract.ts';
import { financeModules } from '../modules.ts';

const bp = z.int().min(0).max(10000);
const paise = z.int().min(0).max(10_000_000_000_000);
export const royaltyModels = ['COLLECTED', 'NONE'] as const;
export const agreementStatuses = ['DRAFT', 'PENDING', 'APPROVED', 'RETIRED'] as const;
export const accrualStatuses = ['ACCRUED', 'FROZEN', 'INVOICED', 'PAID', 'REVERSED', 'DISPUTED'] as const;
const month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'A month like 2026-07');

export const agreementTerms = z.strictObject({
  fromOn: daySchema,
  toOn: daySchema.nullable().default(null),
  model: z.enum(royaltyModels),
  defaultBp: bp,
  componentRates: z.partialRecord(z.enum(componentKinds), bp).default({}),
  /** Yearly bands: from this much base since 1 April on, this rate. */
  slabs: z
    .array(z.strictObject({ from: paise, bp }))
    .max(10)
    .default([]),
  discountCapBp: bp.nullable().default(null),
  concessionTreatment: z.enum(['GROSS', 'NET', 'NET_IF_HO']).default('NET'),
  exclusions: z.array(z.enum(componentKinds)).max(12).default([]),
  marketingBp: bp.default(0),
  dueDays: z.int().min(0).max(120).default(10),
  interestBp: bp.default(1200),
  minGuarantee: paise.nullable().default(null),
  minPeriod: z.enum(['MONTH', 'QUARTER', 'YEAR']).nullable().default(null),
  cap: paise.nullable().default(null),
  tdsMode: z.enum(['NONE', 'REIMBURSE', 'NET_OFF']).default('REIMBURSE'),
  itcAllowed: z.boolean().default(false),
  feeBearer: z.enum(['CENTRE', 'HEAD_OFFICE']).default('CENTRE'),
  cycle: z.enum(['DAILY', 'WEEKLY', 'FORTNIGHTLY']).default('WEEKLY'),
  tPlus: z.int().min(0).max(30).default(2),
  note: z.string().trim().max(500).nullable().default(null),
});

export const agreementRow = z.object({
  id: uuidSchema,
  franchiseeId: z.int(),
  franchiseeName: z.string(),
  agreementVersion: z.int(),
  status: z.enum(agreementStatuses),
  terms: agreementTerms,
  submittedByName: z.string().nullable(),
  approvedByName: z.string().nullable(),
  decidedAt: z.string().nullable(),
  version: z.int(),
  can,
});
export type AgreementRow = z.output<typeof agreementRow>;

export const accrualRow = z.object({
  id: uuidSchema,
  franchiseeId: z.int(),
  kind: z.string(),
  month: z.string(),
  on: z.string(),
  childLabel: z.string().nullable(),
  reference: uuidSchema.nullable(),
  lineLabel: z.string().nullable(),
  componentKind: z.string().nullable(),
  receiptNumber: z.string().nullable(),
  paymentId: uuidSchema.nullable(),
  allocated: z.int(),
  base: z.int(),
  rateBp: z.int(),
  royalty: z.int(),
  agreementVersion: z.int(),
  formula: z.string(),
  status: z.enum(accrualStatuses),
});
export type AccrualRowView = z.output<typeof accrualRow>;
const sums = z.object({ base: z.int(), royalty: z.int(), rows: z.int() });

const centreRow = z.object({
  id: z.int(),
  name: z.string(),
  zone: z.string().nullable(),
  rateBp: z.int().nullable(),
  agreementVersion: z.int().nullable(),
  /** Money received and booked in the month, as on the home and in the list of payments; not all of it bears royalty. */
  collected: z.int(),
  base: z.int(),
  royalty: z.int(),
  /** What base and royalty are made of: one line for each component and rate. */
  parts: z.array(
    z.object({ componentKind: z.string().nullable(), rateBp: z.int(), base: z.int(), royalty: z.int() }),
  ),
  lastMonth: z.int(),
});
export type RoyaltyCentreRow = z.output<typeof centreRow>;

const read = { module: financeModules.royalty, scope: 'centre' } as const;

export const royaltyContract = {
  centres: query({
    ...read,
    name: 'royalty.centres',
    summary: 'Royalty of a month per centre, with the month before.',
    input: z.strictObject({
      month: month.optional(),
      q: z.string().trim().max(100).optional(),
      sort: z.enum(['name', '-name', 'royalty', '-royalty', 'collected', '-collected']).optional(),
      ...paging,
    }),
    output: pageOf(centreRow).extend({
      month: z.string(),
      totals: z.object({ collected: z.int(), base: z.int(), royalty: z.int() }),
    }),
  }),
  accruals: query({
    ...read,
    name: 'royalty.accruals',
    summary: 'Accrual rows: receipt, component, base, rate, royalty and the agreement’s version.',
    input: z.strictObject({
      franchiseeId: z.int().min(2).optional(),
      ref: uuidSchema.optional(),
      month: month.optional(),
      componentKind: z.enum(componentKinds).optional(),
      status: z.enum(accrualStatuses).optional(),
      q: z.string().trim().max(100).optional(),
      sort: z.enum(['on', '-on', 'royalty', '-royalty']).optional(),
      ...paging,
    }),
    output: pageOf(accrualRow).extend({ totals: sums, centreName: z.string().nullable() }),
  }),
  student: query({
    ...read,
    name: 'royalty.student',
    summary: 'One child: receipts, their lines and the royalty of each.',
    input: z.strictObject({ ref: uuidSchema }),
    output: z.object({
      childLabel: z.string(),
      franchiseeName: z.string(),
      franchiseeId: z.int(),
      className: z.string().nullable(),
      totals: sums,
      receipts: z.array(
        z.object({
          paymentId: uuidSchema,
          on: z.string(),
          receiptNumber: z.string().nullable(),
          mode: z.string(),
          amount: z.int(),
          royalty: z.int(),
          rows: z.array(accrualRow),
        }),
      ),
    }),
  }),
};

export const royaltyAgreementContract = {
  list: query({
    module: [financeModules.royalty, 'System'],
    scope: 'centre',
    name: 'royalty-agreement.list',
    summary: 'Royalty agreements with their versions.',
    input: z.strictObject({
      franchiseeId: z.int().min(1).optional(),
      status: z.enum(agreementStatuses).optional(),
    }),
    output: z.object({ rows: z.array(agreementRow) }),
  }),
  save: command({
    ...read,
    write: true,
    idempotent: true,
    name: 'royalty-agreement.save',
    summary: 'Save the next version of a centre’s agreement as a draft.',
    input: z.strictObject({
      franchiseeId: z.int().min(1),
      id: uuidSchema.optional(),
      version: z.int().optional(),
      terms: agreementTerms,
    }),
    output: z.object({ id: uuidSchema, version: z.int() }),
  }),
  submit: command({
    ...read,
    write: true,
    versioned: true,
    name: 'royalty-agreement.submit',
    summary: 'Hand an agreement to another user for approval.',
    input: z.strictObject({ franchiseeId: z.int().min(1), id: uuidSchema }),
    output: nothing,
  }),
  approve: command({
    ...read,
    write: true,
    versioned: true,
    stepUp: true,
    name: 'royalty-agreement.approve',
    summary: 'Approve an agreement somebody else submitted; the former one ends the day before.',
    input: z.strictObject({ franchiseeId: z.int().min(1), id: uuidSchema }),
    output: nothing,
  }),
  reject: command({
    ...read,
    write: true,
    versioned: true,
    name: 'royalty-agreement.reject',
    summary: 'Send an agreement back to draft with a reason.',
    input: z.strictObject({ franchiseeId: z.int().min(1), id: uuidSchema, reason }),
    output: nothing,
  }),
};
