import { can, command, nothing, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { daySchema, paiseSchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { reason } from '../fee-type/fee-type.contract.ts';
import { financeModules } from '../modules.ts';
import {
  breakdownKinds,
  componentKinds,
  dueRules,
  joinProrations,
  prorations,
  royaltyBases,
} from './plan-shape.ts';

export const planStatuses = ['DRAFT', 'PENDING', 'APPROVED', 'REJECTED', 'RETIRED'] as const;
const amount = paiseSchema.min(0, 'Not below zero');
const bp = z.int().min(0, 'At least 0 %').max(10000, 'At most 100 %');
const seq = z.int().min(1).max(60);

const instalmentInput = z
  .strictObject({
    seq,
    label: z.string().trim().min(1, 'Fill this in').max(40),
    dueRule: z.enum(dueRules),
    dueOn: daySchema.nullable(),
    days: z.int().min(0).max(400).nullable(),
    monthDay: z
      .string()
      .regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'A month and day, for example 07-10')
      .nullable(),
    graceDays: z.int().min(0).max(90),
  })
  .refine(
    (i) =>
      i.dueRule === 'ON_ADMISSION' ||
      (i.dueRule === 'FIXED' ? i.dueOn : i.dueRule === 'DAYS_AFTER' ? i.days !== null : i.monthDay),
    { error: 'Say when it is due', path: ['dueRule'] },
  );

const componentInput = z.strictObject({
  /** Made by the browser, so that cells can name a component before it is saved. */
  id: uuidSchema,
  feeTypeId: uuidSchema,
  amount,
  taxInclusive: z.boolean().default(true),
  royaltyBp: bp.nullable().default(null),
  royaltyBase: z.enum(royaltyBases),
  proration: z.enum(prorations).default('NONE'),
  optional: z.boolean().default(false),
});

const optionInput = z.strictObject({
  id: uuidSchema,
  kind: z.enum(breakdownKinds),
  name: z.string().trim().min(1, 'Fill this in').max(60),
  discountBp: bp.default(0),
  allowPartial: z.boolean().default(false),
  minPartial: amount.default(50000),
  roundTo: z.union([z.literal(0), z.literal(100), z.literal(1000)]).default(0),
  residue: z.enum(['LAST', 'FIRST']).default('LAST'),
  instalments: z.array(instalmentInput).min(1, 'At least one instalment').max(60),
  cells: z.array(z.strictObject({ componentId: uuidSchema, seq, amount })).max(2400),
});

export const planInput = z.strictObject({
  id: uuidSchema.optional(),
  /** Version of the row that is changed; absent for a new plan. */
  version: z.int().optional(),
  code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9][A-Z0-9/-]{1,29}$/, 'Capital letters, digits and -, for example NUR-FD-2627'),
  name: z.string().trim().min(1, 'Fill this in').max(120),
  academicYearId: z.int().min(2000).max(2200),
  module: z.enum(['ACADEMIC', 'SERVICE']).default('ACADEMIC'),
  categoryId: z.string().max(60).nullable().default(null),
  classId: z.int().min(1).nullable().default(null),
  /** Of module SERVICE: the one service it prices. */
  serviceId: uuidSchema.nullable().optional(),
  programme: z.string().max(60).nullable().default(null),
  session: z.enum(['HALF_DAY', 'FULL_DAY', 'NONE']).default('NONE'),
  validFrom: daySchema,
  validTo: daySchema.nullable().default(null),
  components: z.array(componentInput).max(40),
  options: z.array(optionInput).max(12),
});

const component = z.object({
  id: uuidSchema,
  position: z.int(),
  feeTypeId: uuidSchema,
  name: z.string(),
  componentKind: z.enum(componentKinds),
  oneTime: z.boolean(),
  amount: z.int(),
  taxInclusive: z.boolean(),
  taxBp: z.int(),
  royaltyBp: z.int().nullable(),
  royaltyBase: z.enum(royaltyBases),
  proration: z.enum(prorations),
  optional: z.boolean(),
});
const option = z.object({
  id: uuidSchema,
  kind: z.enum(breakdownKinds),
  name: z.string(),
  discountBp: z.int(),
  allowPartial: z.boolean(),
  minPartial: z.int(),
  roundTo: z.int(),
  residue: z.enum(['LAST', 'FIRST']),
  instalments: z.array(
    z.object({
      seq: z.int(),
      label: z.string(),
      dueRule: z.enum(dueRules),
      dueOn: z.string().nullable(),
      days: z.int().nullable(),
      monthDay: z.string().nullable(),
      graceDays: z.int(),
    }),
  ),
  cells: z.array(z.object({ componentId: uuidSchema, seq: z.int(), amount: z.int() })),
});

const head = {
  id: uuidSchema,
  franchiseeId: z.int(),
  franchiseeName: z.string(),
  code: z.string(),
  name: z.string(),
  academicYearId: z.int(),
  academicYear: z.string(),
  module: z.enum(['ACADEMIC', 'SERVICE']),
  classId: z.int().nullable(),
  className: z.string().nullable(),
  serviceId: z.string().nullable().optional(),
  serviceName: z.string().nullable().optional(),
  programme: z.string().nullable(),
  session: z.string(),
  planVersion: z.int(),
  status: z.enum(planStatuses),
  total: z.int(),
  validFrom: z.string(),
  validTo: z.string().nullable(),
  students: z.int(),
  version: z.int(),
  submittedBy: z.string().nullable(),
  decisionNote: z.string().nullable(),
  can,
};
export const planRow = z.object({ ...head, options: z.int() });
export const planView = z.object({
  ...head,
  categoryId: z.string().nullable(),
  submittedByName: z.string().nullable(),
  approvedByName: z.string().nullable(),
  components: z.array(component),
  options: z.array(option),
});
export type PlanRow = z.output<typeof planRow>;
export type PlanView = z.output<typeof planView>;

const scheduleLine = z.object({
  seq: z.int(),
  instalment: z.string(),
  componentId: uuidSchema,
  name: z.string(),
  componentKind: z.enum(componentKinds),
  dueOn: z.string(),
  graceDays: z.int(),
  gross: z.int(),
  concession: z.int(),
  tax: z.int(),
  net: z.int(),
  formula: z.string().nullable(),
  royaltyBase: z.enum(royaltyBases),
});
export const scheduleView = z.object({
  lines: z.array(scheduleLine),
  gross: z.int(),
  concession: z.int(),
  tax: z.int(),
  net: z.int(),
  deviationAmount: z.int(),
  deviationBp: z.int(),
  /** Approval level the concessions need; null without any. */
  approvalCode: z.string().nullable(),
  /** Expected royalty of the whole plan under today's agreement; null where the actor may not see royalty. */
  royalty: z.int().nullable(),
  postings: z.array(
    z.object({
      on: z.string(),
      label: z.string(),
      account: z.string(),
      accountName: z.string(),
      amount: z.int(),
    }),
  ),
});
export type ScheduleView = z.output<typeof scheduleView>;

export const wantedConcession = z
  .strictObject({
    concessionId: uuidSchema.optional(),
    basis: z.enum(['PERCENT', 'AMOUNT']).optional(),
    value: z.int().min(0).max(10_000_000_000_000).optional(),
    kinds: z.array(z.enum(componentKinds)).max(12).optional(),
    reason: z.string().trim().min(1, 'Say why').max(500),
    documentFile: uuidSchema.optional(),
  })
  .refine((c) => c.concessionId || c.basis !== 'PERCENT' || (c.value ?? 0) <= 10000, {
    error: 'At most 100 %',
    path: ['value'],
  });

const read = { module: [financeModules.FeePlanList, financeModules.feeStructure], scope: 'centre' } as const;
const write = { module: financeModules.feeStructure, scope: 'centre', write: true } as const;
const one = z.strictObject({ id: uuidSchema });

export const feePlanContract = {
  list: query({
    ...read,
    name: 'fee-plan.list',
    summary: 'Fee plans with their version, status and how many children are on them.',
    input: z.strictObject({
      q: z.string().trim().max(100).optional(),
      // Spelled as the specification spells them (finance.md D4): the category of an academic plan is its class.
      academicYearID: z.int().optional(),
      franchiseeID: z.int().min(1).optional(),
      franchiseeIDMutiple: z.array(z.int().min(1)).max(200).optional(),
      moduleID: z.enum(['ACADEMIC', 'SERVICE']).optional(),
      categoryID: z.int().optional(),
      status: z.union([z.enum(planStatuses), z.array(z.enum(planStatuses))]).optional(),
      sort: z.enum(['name', '-name', 'total', '-total', 'code', '-code']).optional(),
      ...paging,
    }),
    output: pageOf(planRow),
  }),
  get: query({
    ...read,
    name: 'fee-plan.get',
    summary:
      'One plan, by its id or by one of its payment options, with components, options, instalments and cells.',
    input: z
      .strictObject({ id: uuidSchema.optional(), optionId: uuidSchema.optional() })
      .refine((wanted) => wanted.id !== undefined || wanted.optionId !== undefined, {
        error: 'Name a plan or a payment option',
        path: ['id'],
      }),
    output: planView,
  }),
  compare: query({
    ...read,
    name: 'fee-plan.compare',
    summary: 'Two to four plans side by side.',
    input: z.strictObject({ ids: z.array(uuidSchema).min(2).max(4) }),
    output: z.object({ plans: z.array(planView) }),
  }),
  whatIf: query({
    ...read,
    name: 'fee-plan.what-if',
    summary: 'Schedule, ledger effect, royalty and approval level of a choice, before anything is saved.',
    input: z.strictObject({
      franchiseeId: z.int().optional(),
      planId: uuidSchema,
      breakdownId: uuidSchema,
      joinsOn: daySchema,
      concessions: z.array(wantedConcession).max(8).default([]),
      withoutComponents: z.array(uuidSchema).max(40).optional(),
      joinProration: z.enum(joinProrations).optional(),
    }),
    output: scheduleView,
  }),
  save: command({
    ...write,
    idempotent: true,
    name: 'fee-plan.save',
    summary: 'Save a draft plan whole: components, options, instalments and cells.',
    input: planInput,
    output: z.object({ id: uuidSchema, version: z.int() }),
  }),
  submit: command({
    ...write,
    versioned: true,
    name: 'fee-plan.submit',
    summary: 'Hand a draft plan to another user for approval.',
    input: one,
    output: nothing,
  }),
  approve: command({
    ...write,
    versioned: true,
    name: 'fee-plan.approve',
    summary: 'Approve a plan somebody else submitted; the former version retires.',
    input: one,
    output: nothing,
  }),
  reject: command({
    ...write,
    versioned: true,
    name: 'fee-plan.reject',
    summary: 'Send a plan back with a reason.',
    input: z.strictObject({ id: uuidSchema, reason }),
    output: nothing,
  }),
  retire: command({
    ...write,
    versioned: true,
    name: 'fee-plan.retire',
    summary: 'Take an approved plan out of use; children keep theirs.',
    input: one,
    output: nothing,
  }),
  newVersion: command({
    ...write,
    idempotent: true,
    name: 'fee-plan.new-version',
    summary: 'Start the next version of an approved plan as a draft.',
    input: one,
    output: z.object({ id: uuidSchema }),
  }),
  copyTo: command({
    ...write,
    idempotent: true,
    name: 'fee-plan.copy-to',
    summary: 'Copy a plan as drafts to a year or to centres.',
    input: z.strictObject({
      id: uuidSchema,
      academicYearId: z.int().min(2000).max(2200).optional(),
      franchiseeIds: z.array(z.int().min(1)).max(50).optional(),
    }),
    output: z.object({
      made: z.array(z.object({ id: uuidSchema, franchiseeId: z.int() })),
      skipped: z.array(z.int()),
    }),
  }),
};
