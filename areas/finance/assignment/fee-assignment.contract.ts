import { batchJob } from '@aangan/contract/batch.ts';
import { can, command, nothing, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { daySchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { scheduleView, wantedConcession } from '../fee-plan/fee-plan.contract.ts';
import { joinProrations } from '../fee-plan/plan-shape.ts';
import { reason } from '../fee-type/fee-type.contract.ts';
import { financeModules } from '../modules.ts';

export const assignmentStatuses = [
  'DRAFT',
  'PENDING',
  'APPROVED',
  'REJECTED',
  'REVISED',
  'CLOSED',
  'CANCELLED',
] as const;

const planChoice = z.object({
  planId: uuidSchema,
  franchiseeId: z.int(),
  code: z.string(),
  name: z.string(),
  planVersion: z.int(),
  classId: z.int().nullable(),
  className: z.string().nullable(),
  session: z.string(),
  total: z.int(),
  fits: z.boolean(),
  options: z.array(
    z.object({
      id: uuidSchema,
      name: z.string(),
      kind: z.string(),
      instalments: z.int(),
      discountBp: z.int(),
    }),
  ),
});

const child = z.object({
  feeAccountId: uuidSchema,
  franchiseeId: z.int(),
  franchiseeName: z.string(),
  childLabel: z.string(),
  studentAdmissionId: uuidSchema.nullable(),
  enquiryId: uuidSchema.nullable(),
  studentId: uuidSchema.nullable(),
  classId: z.int().nullable(),
  className: z.string().nullable(),
  session: z.string().nullable(),
  academicYearId: z.int(),
  academicYear: z.string(),
  startsOn: z.string().nullable(),
  siblings: z.array(z.string()),
});

const assignment = z.object({
  id: uuidSchema,
  franchiseeId: z.int(),
  planId: uuidSchema,
  planName: z.string(),
  breakdownId: uuidSchema,
  optionName: z.string(),
  joinsOn: z.string(),
  /** Last day of a service, or of a plan that was closed. */
  leavesOn: z.string().nullable().optional(),
  academicYearId: z.int(),
  status: z.enum(assignmentStatuses),
  gross: z.int(),
  concession: z.int(),
  tax: z.int(),
  net: z.int(),
  deviationAmount: z.int(),
  deviationBp: z.int(),
  note: z.string().nullable(),
  decisionNote: z.string().nullable(),
  submittedByName: z.string().nullable(),
  decidedByName: z.string().nullable(),
  submittedAt: z.string().nullable(),
  decidedAt: z.string().nullable(),
  version: z.int(),
  active: z.boolean(),
  concessions: z.array(
    z.object({
      id: uuidSchema,
      concessionId: uuidSchema.nullable(),
      name: z.string(),
      basis: z.enum(['PERCENT', 'AMOUNT']),
      value: z.int(),
      amount: z.int(),
      reason: z.string(),
      kinds: z.array(z.string()),
      status: z.string(),
      royaltyOnly: z.boolean(),
      document: z.object({ id: uuidSchema, name: z.string(), url: z.string() }).nullable(),
    }),
  ),
  withoutComponents: z.array(uuidSchema),
  joinProration: z.enum(joinProrations),
  can,
});
export type AssignmentView = z.output<typeof assignment>;
export type ChildView = z.output<typeof child>;

export const queueRow = z.object({
  id: uuidSchema,
  franchiseeId: z.int(),
  franchiseeName: z.string(),
  feeAccountId: uuidSchema,
  reference: uuidSchema,
  childLabel: z.string(),
  className: z.string().nullable(),
  planName: z.string(),
  optionName: z.string(),
  academicYear: z.string(),
  gross: z.int(),
  concession: z.int(),
  net: z.int(),
  deviationAmount: z.int(),
  deviationBp: z.int(),
  approvalCode: z.string().nullable(),
  submittedByName: z.string().nullable(),
  submittedAt: z.string(),
  status: z.enum(assignmentStatuses),
  version: z.int(),
  can,
});

const assign = { module: financeModules.FeePlanList, scope: 'centre' } as const;
const approve = { module: financeModules.ApproveFeePlan, scope: 'centre' } as const;
const which = { id: uuidSchema, franchiseeId: z.int().min(1).optional() };

/** Standard plans that are approved together; a row is a plan at the version the decider saw. */
export const approvalBatch = batchJob({
  name: 'fee-assignment',
  title: 'Fee plans approved together',
  rows: 'Fee plans',
  module: financeModules.ApproveFeePlan,
  words: { ok: 'approved', skipped: 'left out', failed: 'not approved' },
  data: z.strictObject({}),
  item: z.strictObject({ version: z.int() }),
});

export const feeAssignmentContract = {
  ofChild: query({
    ...assign,
    name: 'fee-assignment.of-child',
    summary: 'A child, the plans it may get, and what is proposed or approved already.',
    needsYear: true,
    input: z.strictObject({ ref: uuidSchema }),
    output: z.object({
      child,
      plans: z.array(planChoice),
      assignments: z.array(assignment),
      concessions: z.array(
        z.object({
          id: uuidSchema,
          name: z.string(),
          concessionType: z.string(),
          basis: z.enum(['PERCENT', 'AMOUNT']),
          value: z.int(),
          documentNeeded: z.boolean(),
        }),
      ),
    }),
  }),
  save: command({
    ...assign,
    write: true,
    idempotent: true,
    name: 'fee-assignment.save',
    summary: 'Save the fee plan of a child as a draft.',
    input: z.strictObject({
      ref: uuidSchema,
      planId: uuidSchema,
      breakdownId: uuidSchema,
      joinsOn: daySchema,
      concessions: z.array(wantedConcession).max(8).default([]),
      withoutComponents: z.array(uuidSchema).max(40).optional(),
      joinProration: z.enum(joinProrations).optional(),
      note: z.string().trim().max(500).optional(),
    }),
    output: z.object({ id: uuidSchema, franchiseeId: z.int(), version: z.int(), net: z.int() }),
  }),
  submit: command({
    ...assign,
    write: true,
    versioned: true,
    name: 'fee-assignment.submit',
    summary: 'Hand a child’s fee plan to another user for approval.',
    input: z.strictObject(which),
    output: z.object({ status: z.enum(assignmentStatuses) }),
  }),
  cancel: command({
    ...assign,
    write: true,
    versioned: true,
    name: 'fee-assignment.cancel',
    summary: 'Withdraw a proposal that is not approved.',
    input: z.strictObject(which),
    output: nothing,
  }),
  queue: query({
    ...approve,
    name: 'fee-assignment.queue',
    summary: 'Fee plans that wait for approval, oldest first.',
    input: z.strictObject({
      q: z.string().trim().max(100).optional(),
      deviation: z.boolean().optional(),
      status: z.enum(assignmentStatuses).optional(),
      olderThanH: z.int().min(0).max(1000).optional(),
      sort: z
        .enum([
          'submittedAt',
          '-submittedAt',
          'deviationBp',
          '-deviationBp',
          'net',
          '-net',
          'childLabel',
          '-childLabel',
        ])
        .optional(),
      ...paging,
    }),
    output: pageOf(queueRow).extend({
      totals: z.object({ gross: z.int(), concession: z.int(), net: z.int() }),
    }),
  }),
  details: query({
    ...approve,
    name: 'fee-assignment.details',
    summary: 'One proposal: standard against asked, concessions, history, what the parent will see.',
    input: z.strictObject({ ref: uuidSchema }),
    output: z.object({
      child,
      assignment: assignment.nullable(),
      asked: scheduleView.nullable(),
      standard: scheduleView.nullable(),
      budget: z.object({ amount: z.int(), used: z.int() }).nullable(),
      history: z.array(
        z.object({ at: z.string(), who: z.string(), decision: z.string(), note: z.string().nullable() }),
      ),
    }),
  }),
  approve: command({
    ...approve,
    write: true,
    versioned: true,
    name: 'fee-assignment.approve',
    summary: 'Approve a child’s fee plan somebody else submitted.',
    input: z.strictObject({ ...which, note: z.string().trim().max(500).optional() }),
    output: z.object({ status: z.enum(assignmentStatuses), active: z.boolean() }),
  }),
  approveMany: command({
    ...approve,
    write: true,
    idempotent: true,
    name: 'fee-assignment.approve-many',
    summary: 'Approve many fee plans without a concession that others submitted, as a batch of each centre.',
    input: z.strictObject({
      rows: z
        .array(z.strictObject({ id: uuidSchema, version: z.int().min(1) }))
        .min(1, 'Choose at least one plan')
        .max(200, 'At most 200 at once'),
    }),
    output: z.object({ batchIds: z.array(uuidSchema) }),
  }),
  reject: command({
    ...approve,
    write: true,
    versioned: true,
    name: 'fee-assignment.reject',
    summary: 'Send a child’s fee plan back with a reason.',
    input: z.strictObject({ ...which, reason }),
    output: nothing,
  }),
};
