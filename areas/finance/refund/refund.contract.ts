import { command, nothing, query } from '@aangan/contract/endpoint.ts';
import {
  choice,
  date,
  dateTime,
  daySchema,
  longText,
  money,
  text,
  uuidSchema,
} from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { financeModules } from '../modules.ts';
import { paymentModes } from '../payment/payment.contract.ts';
import { doubleLabels, refundLabels, refundModes, refundReasons, refundSources } from './refund.states.ts';

const readers = [financeModules.ApprovePaymentList, financeModules.ledger] as const;
const id = { id: uuidSchema };
/** Asking is the centre's; deciding and paying are for those who approve payments. */
const asks = { module: financeModules.ledger, scope: 'centre', write: true } as const;
const decides = { module: financeModules.ApprovePaymentList, scope: 'centre', write: true } as const;

const explanation = {
  ...longText({ label: 'Explanation', max: 500 }),
  schema: z.string().trim().min(5, 'At least 5 characters').max(500, 'At most 500 characters'),
};

/** /approve-payment/list, tab Refunds. */
export const refunds = listing({
  name: 'refund',
  title: 'Refunds',
  module: readers,
  scope: 'centre',
  personal: { subject: 'refund', purpose: 'refunds' },
  row: {
    childLabel: text({ label: 'Child', max: 120, search: true }),
    number: text({ label: 'Number', max: 20, optional: true, search: true }),
    centre: text({ label: 'Centre', max: 120 }),
    amount: money({ label: 'Amount' }),
    reasonCode: choice({ label: 'Reason', options: refundReasons }),
    reason: longText({ label: 'Explanation', max: 500 }),
    mode: choice({ label: 'Paid back by', options: refundModes }),
    askedAt: dateTime({ label: 'Asked' }),
    askedBy: text({ label: 'Asked by', max: 120, optional: true }),
    doneAt: dateTime({ label: 'Paid back', optional: true }),
    reference: text({ label: 'Reference', max: 60, optional: true, search: true }),
    status: choice({ label: 'Status', options: refundLabels }),
  },
  hidden: {
    maker: z.string(),
    paymentId: z.string(),
    feeAccountId: z.string(),
    advance: z.int(),
    deposit: z.int(),
    failureReason: z.string().nullable(),
    /** Approval codes that cover the amount, the lowest first. */
    codes: z.array(z.string()),
  },
  shown: ['childLabel', 'amount', 'reasonCode', 'mode', 'number', 'askedAt', 'status'],
  filters: {
    mode: choice({ label: 'Paid back by', options: refundModes }),
    reasonCode: choice({ label: 'Reason', options: refundReasons }),
  },
  sorts: ['askedAt', 'amount', 'childLabel'],
  sort: '-askedAt',
  state: 'status',
  sums: ['amount'],
  tiles: { REQUESTED: 'To approve', APPROVED: 'To pay', FAILED: 'Failed' },
  can: ['approve', 'reject', 'retry', 'pay'],
});

/** /approve-payment/list, tab Double payments. */
export const doublePayments = listing({
  name: 'double-payment',
  title: 'Double payments',
  module: readers,
  scope: 'centre',
  personal: { subject: 'payment', purpose: 'double payments' },
  row: {
    childLabel: text({ label: 'Child', max: 120, search: true }),
    amount: money({ label: 'Paid' }),
    doubled: money({ label: 'Paid twice' }),
    left: money({ label: 'Still unused' }),
    mode: choice({ label: 'Mode', options: paymentModes }),
    receiptNumber: text({ label: 'Receipt', max: 40, optional: true, search: true }),
    payerName: text({ label: 'Paid by', max: 120, optional: true, search: true }),
    madeAt: dateTime({ label: 'Made' }),
    chosenBy: text({ label: 'Decided by', max: 120, optional: true }),
    choice: choice({ label: 'Decision', options: doubleLabels }),
  },
  hidden: { feeAccountId: z.string() },
  shown: ['childLabel', 'doubled', 'left', 'mode', 'receiptNumber', 'madeAt', 'choice'],
  sorts: ['madeAt', 'doubled', 'childLabel'],
  sort: '-madeAt',
  state: 'choice',
  sums: ['doubled', 'left'],
  tiles: { OPEN: 'To decide' },
  can: ['keep', 'refund'],
});

export const doublePaymentContract = {
  keep: command({
    ...asks,
    versioned: true,
    money: true,
    name: 'double-payment.keep',
    summary: 'Keep money that was paid twice: it goes onto what is due and onto the next instalment.',
    input: z.strictObject(id),
    output: z.object({ used: z.int() }),
  }),
  refund: command({
    ...asks,
    versioned: true,
    money: true,
    name: 'double-payment.refund',
    summary: 'Ask that money that was paid twice goes back; another person approves it.',
    input: id,
    fields: {
      mode: choice({ label: 'Pay back by', options: refundModes }),
      reason: explanation,
    },
    output: z.object({ id: uuidSchema, amount: z.int() }),
  }),
};

const childRefund = z.object({
  id: uuidSchema,
  number: z.string().nullable(),
  amount: z.int(),
  mode: z.enum(Object.keys(refundModes) as [keyof typeof refundModes]),
  status: z.enum(Object.keys(refundLabels) as [keyof typeof refundLabels]),
  on: daySchema,
  reference: z.string().nullable(),
});

const payee = {
  payeeName: text({ label: 'Account holder', max: 120, optional: true }),
  payeeAccount: {
    ...text({ label: 'Account number', max: 30, optional: true }),
    schema: z
      .string()
      .transform((typed) => typed.replace(/[\s-]/g, '').toUpperCase())
      .pipe(z.string().regex(/^[0-9A-Z]{6,20}$/, 'Enter the account number, 6 to 20 characters')),
  },
  payeeIfsc: {
    ...text({ label: 'IFSC', max: 11, optional: true, help: '11 characters, for example HDFC0001234' }),
    schema: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, 'An IFSC looks like HDFC0001234'),
  },
};

export const refundContract = {
  ofChild: query({
    module: [financeModules.ledger, 'studentAccount'],
    scope: 'centre',
    name: 'refund.of-child',
    summary: 'Refunds of a child: what was sent back, how and when. A family sees those that were approved.',
    input: z.strictObject({ ref: uuidSchema }),
    output: z.object({ rows: z.array(childRefund) }),
  }),
  preview: query({
    module: financeModules.ledger,
    scope: 'centre',
    name: 'refund.preview',
    summary: 'What of a child’s payments could go back: paid ahead, and deposits.',
    logRead: { subject: 'FEE_ACCOUNT', purpose: 'refund' },
    input: z.strictObject({ ref: uuidSchema }),
    output: z.object({
      feeAccountId: uuidSchema,
      child: z.string(),
      payments: z.array(
        z.object({
          paymentId: uuidSchema,
          on: daySchema,
          mode: z.string(),
          receiptNumber: z.string().nullable(),
          amount: z.int(),
          /** Asked for or sent back already. */
          refunded: z.int(),
          advance: z.int(),
          deposit: z.int(),
          /** The gateway can still send it back the way it came. */
          original: z.boolean(),
        }),
      ),
    }),
  }),
  get: query({
    module: readers,
    scope: 'centre',
    name: 'refund.get',
    summary: 'One refund: the payment it belongs to, whom it goes to, and what is booked with it.',
    logRead: { subject: 'refund', purpose: 'refunds' },
    input: z.strictObject(id),
    output: refunds.rowSchema.extend({
      payment: z.object({
        mode: z.string(),
        amount: z.int(),
        on: daySchema,
        receiptNumber: z.string().nullable(),
        payerName: z.string().nullable(),
      }),
      payee: z
        .object({ name: z.string().nullable(), ifsc: z.string().nullable(), last4: z.string().nullable() })
        .nullable(),
      attempts: z.int(),
      decidedBy: z.string().nullable(),
      decisionNote: z.string().nullable(),
      postings: z.array(
        z.object({
          book: z.enum(['CENTRE', 'HEAD_OFFICE']),
          on: daySchema,
          account: z.string(),
          amount: z.int(),
        }),
      ),
    }),
  }),
  request: command({
    ...asks,
    money: true,
    name: 'refund.request',
    summary: 'Ask for a refund of what was paid ahead, or of a deposit; another person approves it.',
    input: { paymentId: uuidSchema },
    fields: {
      from: choice({ label: 'Out of', options: refundSources }),
      amount: money({ label: 'Amount', min: 1 }),
      mode: choice({ label: 'Pay back by', options: refundModes }),
      ...payee,
      reason: explanation,
    },
    output: z.object({ id: uuidSchema }),
  }),
  approve: command({
    ...decides,
    versioned: true,
    money: true,
    stepUp: true,
    name: 'refund.approve',
    summary:
      'Approve a refund somebody else asked for: it is numbered and booked; online money is sent at once.',
    input: id,
    fields: { note: longText({ label: 'Note', max: 500, optional: true }) },
    output: z.object({ number: z.string() }),
  }),
  reject: command({
    ...decides,
    versioned: true,
    name: 'refund.reject',
    summary: 'Reject a refund somebody else asked for; the money stays with the account.',
    input: id,
    fields: { note: longText({ label: 'Reason', max: 500 }) },
    output: nothing,
  }),
  retry: command({
    ...decides,
    versioned: true,
    money: true,
    name: 'refund.retry',
    summary: 'Send a failed refund to the gateway once more.',
    input: z.strictObject(id),
    output: nothing,
  }),
  pay: command({
    ...decides,
    versioned: true,
    money: true,
    name: 'refund.pay',
    summary: 'Write down that the centre’s bank has paid an approved refund.',
    input: id,
    fields: {
      utr: {
        ...text({ label: 'UTR', max: 30, help: 'As the bank gives it' }),
        schema: z
          .string()
          .trim()
          .toUpperCase()
          .regex(/^[A-Z0-9]{10,22}$/, 'A UTR has 10 to 22 letters and digits'),
      },
      paidOn: date({ label: 'Paid on' }),
    },
    output: nothing,
  }),
  reveal: command({
    ...decides,
    name: 'refund.reveal',
    summary: 'Show the account number a refund is to be paid to; written to the access log.',
    input: id,
    fields: { reason: text({ label: 'Why you need it', max: 200 }) },
    output: z.object({ accountNo: z.string() }),
  }),
};
