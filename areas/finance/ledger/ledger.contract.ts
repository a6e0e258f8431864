import { command, nothing, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { daySchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { financeModules } from '../modules.ts';

/** Days past due + grace (finance.md 3.3). */
export const ageingBuckets = ['overdue', '1-7', '8-15', '16-30', '31-60', '61-90', '90+', 'none'] as const;

export const studentRow = z.object({
  id: uuidSchema,
  franchiseeId: z.int(),
  franchiseeName: z.string(),
  childLabel: z.string(),
  className: z.string().nullable(),
  reference: uuidSchema,
  billed: z.int(),
  concession: z.int(),
  paid: z.int(),
  due: z.int(),
  /** Of what is due. */
  lateFee: z.int(),
  overdue: z.int(),
  overdueDays: z.int(),
  advance: z.int(),
  deposit: z.int(),
  planned: z.int(),
  nextDueOn: z.string().nullable(),
  lastPaymentOn: z.string().nullable(),
  status: z.string(),
});
export type StudentRow = z.output<typeof studentRow>;
const totals = z.object({
  children: z.int(),
  billed: z.int(),
  concession: z.int(),
  paid: z.int(),
  due: z.int(),
  overdue: z.int(),
  advance: z.int(),
  planned: z.int(),
});

const statementLine = z.object({
  id: uuidSchema,
  on: z.string(),
  voucher: z.string().nullable(),
  source: z.string(),
  title: z.string(),
  narration: z.string().nullable(),
  debit: z.int(),
  credit: z.int(),
  balance: z.int(),
  reversed: z.boolean(),
  future: z.boolean(),
});
const statement = z.object({
  opening: z.int(),
  rows: z.array(statementLine),
  closing: z.int(),
  debit: z.int(),
  credit: z.int(),
  next: z.string().nullable(),
  from: z.string(),
  to: z.string(),
});
export type Statement = z.output<typeof statement>;

const instalmentLine = z.object({
  id: uuidSchema,
  kind: z.string(),
  label: z.string(),
  name: z.string(),
  componentKind: z.string(),
  state: z.string(),
  gross: z.int(),
  concession: z.int(),
  tax: z.int(),
  net: z.int(),
  allocated: z.int(),
  formula: z.string().nullable(),
});
const instalment = z.object({
  key: z.string(),
  label: z.string(),
  dueOn: z.string(),
  graceDays: z.int(),
  state: z.enum(['PLANNED', 'PAID', 'PART', 'OPEN', 'OVERDUE', 'NOT_DUE', 'CANCELLED']),
  net: z.int(),
  allocated: z.int(),
  overdueDays: z.int(),
  lines: z.array(instalmentLine),
});
export type Instalment = z.output<typeof instalment>;

const account = z.object({
  feeAccountId: uuidSchema,
  franchiseeId: z.int(),
  franchiseeName: z.string(),
  childLabel: z.string(),
  className: z.string().nullable(),
  studentAdmissionId: uuidSchema.nullable(),
  enquiryId: uuidSchema.nullable(),
  academicYear: z.string(),
});
const balance = z.object({
  billed: z.int(),
  concession: z.int(),
  paid: z.int(),
  due: z.int(),
  overdue: z.int(),
  overdueDays: z.int(),
  advance: z.int(),
  deposit: z.int(),
  paidAhead: z.int(),
  planned: z.int(),
  nextDueOn: z.string().nullable(),
});

const franchiseeRow = z.object({
  id: z.int(),
  name: z.string(),
  zone: z.string().nullable(),
  payable: z.int(),
  receivable: z.int(),
  advance: z.int(),
  inTransit: z.int(),
  royaltyOpen: z.int(),
  net: z.int(),
});
export type FranchiseeLedgerRow = z.output<typeof franchiseeRow>;

const read = { module: financeModules.ledger, scope: 'centre' } as const;
const range = {
  from: daySchema.optional(),
  to: daySchema.optional(),
  after: z.string().max(600).optional(),
  limit: z.int().min(1).max(200).default(100),
};

export const ledgerContract = {
  students: query({
    ...read,
    name: 'student-ledger.list',
    summary: 'Children with what is billed, paid, due and overdue on a day.',
    logRead: { subject: 'FEE_ACCOUNT', purpose: 'fee collection' },
    input: z.strictObject({
      q: z.string().trim().max(100).optional(),
      ageing: z.enum(ageingBuckets).optional(),
      dueWithinDays: z.int().min(0).max(90).optional(),
      concession: z.boolean().optional(),
      advance: z.boolean().optional(),
      classId: z.int().optional(),
      on: daySchema.optional(),
      sort: z
        .enum([
          'childLabel',
          '-childLabel',
          'overdue',
          '-overdue',
          'due',
          '-due',
          'paid',
          '-paid',
          'overdueDays',
          '-overdueDays',
        ])
        .optional(),
      ...paging,
    }),
    output: pageOf(studentRow).extend({ totals }),
  }),
  student: query({
    module: [financeModules.ledger, 'studentAccount'],
    scope: 'centre',
    name: 'student-ledger.get',
    summary: 'Statement of one child: every entry with a running balance.',
    input: z.strictObject({ ref: uuidSchema, future: z.boolean().default(false), ...range }),
    output: z.object({ account, balance, statement }),
  }),
  studentPlan: query({
    module: [financeModules.ledger, 'studentAccount'],
    scope: 'centre',
    name: 'student-ledger.plan',
    summary: 'Instalments of a child with what is paid and open, and the plans behind them.',
    input: z.strictObject({ ref: uuidSchema }),
    output: z.object({
      account,
      balance,
      instalments: z.array(instalment),
      assignments: z.array(
        z.object({
          id: uuidSchema,
          planName: z.string(),
          optionName: z.string(),
          status: z.string(),
          joinsOn: z.string(),
          net: z.int(),
          concession: z.int(),
          active: z.boolean(),
        }),
      ),
    }),
  }),
  entry: query({
    ...read,
    name: 'ledger.entry',
    summary: 'One entry with its postings, seal and reversal.',
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({
      id: uuidSchema,
      franchiseeId: z.int(),
      on: z.string(),
      postedAt: z.string(),
      source: z.string(),
      title: z.string(),
      sourceId: z.string(),
      narration: z.string().nullable(),
      voucher: z.string().nullable(),
      by: z.string().nullable(),
      reversedBy: uuidSchema.nullable(),
      reverses: uuidSchema.nullable(),
      lines: z.array(
        z.object({
          account: z.string(),
          name: z.string(),
          party: z.string().nullable(),
          debit: z.int(),
          credit: z.int(),
        }),
      ),
    }),
  }),
  trialBalance: query({
    ...read,
    name: 'ledger.trial-balance',
    summary: 'Every account of a book on a day; debits equal credits.',
    input: z.strictObject({ franchiseeId: z.int().min(1).optional(), on: daySchema.optional() }),
    output: z.object({
      franchiseeId: z.int(),
      on: z.string(),
      rows: z.array(
        z.object({
          id: z.string(),
          account: z.string(),
          name: z.string(),
          kind: z.string(),
          debit: z.int(),
          credit: z.int(),
        }),
      ),
      debit: z.int(),
      credit: z.int(),
    }),
  }),
  franchisees: query({
    ...read,
    name: 'franchisee-ledger.list',
    summary: 'Centres with what they owe head office and what head office owes them.',
    input: z.strictObject({
      q: z.string().trim().max(100).optional(),
      sort: z
        .enum(['name', '-name', 'net', '-net', 'receivable', '-receivable', 'payable', '-payable'])
        .optional(),
      ...paging,
    }),
    output: pageOf(franchiseeRow).extend({
      /** `net` is what head office owes, what was paid ahead and what is on its way, less what the centres owe. */
      totals: z.object({
        payable: z.int(),
        receivable: z.int(),
        advance: z.int(),
        inTransit: z.int(),
        net: z.int(),
      }),
    }),
  }),
  franchisee: query({
    ...read,
    name: 'franchisee-ledger.get',
    summary: 'Statement between a centre and head office.',
    input: z.strictObject({ franchiseeId: z.int().min(2).optional(), ...range }),
    output: z.object({ centre: franchiseeRow, statement }),
  }),
  nodal: query({
    ...read,
    name: 'nodal-ledger.overview',
    summary: 'Parents’ money at head office: where it is and whose it is.',
    input: nothing,
    output: z.object({
      asOf: z.string(),
      clearing: z.int(),
      bank: z.int(),
      operating: z.int(),
      payable: z.int(),
      payoutInTransit: z.int(),
      refundInTransit: z.int(),
      suspense: z.int(),
      held: z.int(),
      owed: z.int(),
      difference: z.int(),
      unsealed: z.int(),
      lastSealedAt: z.string().nullable(),
      books: z.int(),
      /** Open payment exceptions. */
      exceptions: z.int(),
      lastCheck: z
        .object({ at: z.string(), ok: z.boolean(), entries: z.int(), findings: z.array(z.string()) })
        .nullable(),
    }),
  }),
  nodalCentres: query({
    ...read,
    name: 'nodal-ledger.centres',
    summary: 'Per centre: collected online, owed, on its way.',
    input: z.strictObject({
      q: z.string().trim().max(100).optional(),
      sort: z.enum(['name', '-name', 'payable', '-payable', 'collected', '-collected']).optional(),
      ...paging,
    }),
    output: pageOf(
      z.object({
        id: z.int(),
        name: z.string(),
        collected: z.int(),
        refunded: z.int(),
        paidOut: z.int(),
        payable: z.int(),
        inTransit: z.int(),
      }),
    ).extend({ totals: z.object({ collected: z.int(), payable: z.int() }) }),
  }),
  verify: command({
    ...read,
    write: false,
    name: 'ledger.verify',
    summary: 'Recompute every book now; the result stands in the overview.',
    input: nothing,
    output: z.object({ queued: z.boolean() }),
  }),
};
