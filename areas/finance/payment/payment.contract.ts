import { can, command, pageOf, paging, query } from '@aangan/contract/endpoint.ts';
import { daySchema, paiseSchema, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { financeModules } from '../modules.ts';
import { receiptLine } from '../receipt/receipt-snapshot.ts';

export const offlineModes = ['CASH', 'CHEQUE', 'DD', 'UPI', 'NEFT', 'RTGS', 'IMPS', 'POS', 'UPI_QR'] as const;
export const paymentModes = {
  ONLINE: 'Online',
  CASH: 'Cash',
  CHEQUE: 'Cheque',
  DD: 'Demand draft',
  UPI: 'UPI',
  NEFT: 'NEFT',
  RTGS: 'RTGS',
  IMPS: 'IMPS',
  POS: 'Card machine',
  UPI_QR: 'UPI QR',
} as const;
export const paymentStatuses = [
  'INITIATED',
  'FAILED',
  'CONFIRMED',
  'TRANSFERRED',
  'APPROVAL_WAITING',
] as const;

const payLink = {
  module: financeModules.publicPayment,
  scope: 'link',
  purposes: ['pay.admission', 'pay.service', 'form.application', 'form.registration'],
} as const;
const selection = z
  .array(z.strictObject({ feeLineId: uuidSchema, amount: paiseSchema.min(1, 'Enter an amount') }))
  .max(100);

/** One open or paid instalment line, as a parent and a cashier see it. */
export const payableLine = z.object({
  id: uuidSchema,
  label: z.string(),
  seq: z.int(),
  dueOn: z.string(),
  net: z.int(),
  paid: z.int(),
  open: z.int(),
  overdue: z.boolean(),
});

/** One payment that was made or recorded. */
export const paidLine = z.object({
  id: uuidSchema,
  amount: z.int(),
  mode: z.string(),
  status: z.string(),
  at: z.string(),
  receiptNumber: z.string().nullable(),
  /** Paise of it that no open fee needed: they stay as advance. */
  kept: z.int(),
});

export const timelineLine = z.object({
  at: z.string(),
  kind: z.string(),
  data: z.record(z.string(), z.unknown()),
});

/** What is written down of money that was handed over or sent to the centre's account. */
const moneyTaken = {
  mode: z.enum(offlineModes),
  payerName: z.string().trim().min(2, 'Who paid?').max(100),
  receivedOn: daySchema,
  bankName: z.string().trim().max(80).optional(),
  reference: z.string().trim().max(40).optional(),
  instrumentDate: daySchema.optional(),
  /** Photo of the cheque, screenshot of the transfer. */
  proofFile: uuidSchema.optional(),
  note: z.string().trim().max(300).optional(),
};

export const paymentContract = {
  open: query({
    ...payLink,
    purposes: ['pay.admission', 'pay.service'],
    name: 'public-payment.open',
    summary:
      'What the holder of a payment link sees: the child, the instalments, what is open and what was paid.',
    input: z.strictObject({}),
    output: z.object({
      centre: z.object({ label: z.string(), phone: z.string().nullable(), address: z.string().nullable() }),
      child: z.string(),
      /** Name of the service a link of a service is for. */
      service: z.string().nullable(),
      lines: z.array(payableLine),
      due: z.int(),
      overdue: z.int(),
      paid: z.int(),
      advance: z.int(),
      payments: z.array(paidLine),
      /** Begun in the last half hour and not settled: whoever pays now may pay twice. */
      underWay: z.array(z.object({ id: uuidSchema, amount: z.int(), at: z.string() })),
      onlineOpen: z.boolean(),
    }),
  }),
  start: command({
    ...payLink,
    purposes: ['pay.admission', 'pay.service'],
    write: false,
    money: true,
    name: 'public-payment.start',
    summary: 'Open an online payment for the chosen instalments.',
    input: z.strictObject({
      lines: selection.min(1, 'Choose what to pay'),
      payerName: z.string().trim().min(2, 'Type your name').max(100),
      /** Known of a payer who is signed in: the checkout need not ask. */
      payerMobile: z.string().max(20).optional(),
    }),
    output: z.object({ paymentId: uuidSchema, amount: z.int() }),
  }),
  checkout: command({
    ...payLink,
    write: false,
    name: 'payment.checkout',
    summary: 'Make the provider’s order of an opened payment and give the options of its checkout.',
    input: z.strictObject({ paymentId: uuidSchema, language: z.enum(['en', 'hi']).default('en') }),
    output: z.object({ scriptUrl: z.string(), options: z.record(z.string(), z.unknown()) }),
  }),
  verify: command({
    ...payLink,
    write: false,
    name: 'payment.verify',
    summary: 'Check what the checkout answered and confirm the payment.',
    input: z.strictObject({
      paymentId: uuidSchema,
      razorpay_payment_id: z.string().regex(/^pay_\w{4,40}$/),
      razorpay_order_id: z.string().regex(/^order_\w{4,40}$/),
      razorpay_signature: z.string().regex(/^[0-9a-f]{64}$/),
    }),
    output: z.object({
      status: z.enum(paymentStatuses),
      receiptNumber: z.string().nullable(),
      receiptToken: z.string().nullable(),
    }),
  }),
  receipt: command({
    ...payLink,
    write: false,
    name: 'public-payment.receipt',
    summary: 'A fresh link to the receipt of a payment that is confirmed.',
    input: z.strictObject({ paymentId: uuidSchema }),
    output: z.object({ receiptNumber: z.string(), receiptToken: z.string() }),
  }),
  state: query({
    ...payLink,
    name: 'payment.state',
    summary: 'How far a payment is, with its timeline, for the page that waits.',
    input: z.strictObject({ paymentId: uuidSchema }),
    output: z.object({
      status: z.enum(paymentStatuses),
      amount: z.int(),
      receiptNumber: z.string().nullable(),
      receiptToken: z.string().nullable(),
      timeline: z.array(timelineLine),
    }),
  }),
  account: query({
    name: 'payment.account',
    summary: 'What is open on a fee account, for taking money at the counter.',
    module: [financeModules.payments, financeModules.ledger],
    scope: 'centre',
    logRead: { subject: 'fee-account', purpose: 'taking a payment' },
    input: z.strictObject({ ref: uuidSchema }),
    output: z.object({
      feeAccountId: uuidSchema,
      child: z.string(),
      /** Who will most likely pay; the counter may write another name. */
      payer: z.string().nullable(),
      lines: z.array(payableLine),
      due: z.int(),
      overdue: z.int(),
      paid: z.int(),
      advance: z.int(),
    }),
  }),
  recordOffline: command({
    name: 'payment.record-offline',
    summary: 'Record money taken at the centre; another person approves it.',
    module: financeModules.payments,
    also: financeModules.offlinePayment,
    write: true,
    scope: 'centre',
    money: true,
    input: z.strictObject({
      feeAccountId: uuidSchema,
      amount: paiseSchema.min(1, 'Enter an amount'),
      lines: selection.optional(),
      ...moneyTaken,
    }),
    output: z.object({ paymentId: uuidSchema, status: z.enum(paymentStatuses) }),
  }),
  formCounter: query({
    name: 'payment.form-counter',
    summary: 'A form at the counter: its fee, what is left of it, and what was taken before.',
    module: financeModules.payments,
    scope: 'centre',
    input: z.strictObject({ formId: uuidSchema }),
    output: z.object({
      kind: z.enum(['APPLICATION', 'REGISTRATION', 'ADMISSION']),
      child: z.string(),
      payerName: z.string(),
      number: z.string().nullable(),
      state: z.string(),
      fee: z.int(),
      due: z.int(),
      studentAdmissionId: uuidSchema.nullable(),
      payments: z.array(
        z.object({
          id: uuidSchema,
          mode: z.string(),
          amount: z.int(),
          status: z.enum(paymentStatuses),
          receivedOn: z.string().nullable(),
          receiptNumber: z.string().nullable(),
        }),
      ),
    }),
  }),
  recordFormFee: command({
    name: 'payment.record-form-fee',
    summary:
      'Record the fee of an application, registration or admission form taken at the counter; another person approves it.',
    module: financeModules.payments,
    also: financeModules.offlinePayment,
    write: true,
    scope: 'centre',
    money: true,
    input: z.strictObject({ formId: uuidSchema, ...moneyTaken }),
    output: z.object({ paymentId: uuidSchema, status: z.enum(paymentStatuses), amount: z.int() }),
  }),
  approve: command({
    name: 'payment.approve',
    summary:
      'Approve recorded money: it reaches the ledger and the receipt is issued. A cheque needs the day the bank cleared it.',
    module: financeModules.ApprovePaymentList,
    write: true,
    scope: 'centre',
    money: true,
    input: z.strictObject({ paymentId: uuidSchema, clearedOn: daySchema.optional() }),
    output: z.object({ paymentId: uuidSchema, receiptNumber: z.string() }),
  }),
  reject: command({
    name: 'payment.reject',
    summary: 'Reject recorded money with a reason; nothing is booked.',
    module: financeModules.ApprovePaymentList,
    write: true,
    scope: 'centre',
    input: z.strictObject({
      paymentId: uuidSchema,
      reason: z.string().trim().min(3, 'Give the reason').max(300),
    }),
    output: z.object({ paymentId: uuidSchema, status: z.enum(paymentStatuses) }),
  }),
  createLink: command({
    name: 'payment-link.create',
    summary: 'Make a payment link for a child’s account and send it to the payer.',
    module: financeModules.UserPaymentLinks,
    write: true,
    scope: 'centre',
    idempotent: true,
    input: z.strictObject({
      feeAccountId: uuidSchema,
      mobile: z.string().max(20).optional(),
      email: z.string().max(160).optional(),
      name: z.string().trim().max(100).optional(),
    }),
    output: z.object({
      id: uuidSchema,
      reference: z.string(),
      path: z.string(),
      expiresAt: z.string(),
      /** Masked; null: nobody to send it to, the link is only made. */
      sentTo: z.string().nullable(),
    }),
  }),
  links: query({
    name: 'payment-link.list',
    summary: 'Payment links of the centre, newest first.',
    module: financeModules.UserPaymentLinks,
    scope: 'centre',
    input: z.strictObject({
      q: z.string().trim().max(100).optional(),
      status: z.string().max(20).optional(),
      ...paging,
    }),
    output: pageOf(
      z.object({
        id: uuidSchema,
        franchiseeId: z.int(),
        childLabel: z.string(),
        feeAccountId: uuidSchema,
        status: z.string(),
        sentTo: z.string().nullable(),
        createdAt: z.string(),
        expiresAt: z.string(),
        openedCount: z.int(),
        version: z.int(),
        can,
      }),
    ),
  }),
};

export const receiptContract = {
  open: query({
    module: financeModules.publicPayment,
    scope: 'link',
    purposes: ['receipt.view', 'receipt.verify'],
    name: 'public-receipt.open',
    summary:
      'A receipt by its link (everything) or by the QR on it (genuine or cancelled, number, date, amount).',
    input: z.strictObject({}),
    output: z.object({
      genuine: z.boolean(),
      cancelled: z.boolean(),
      number: z.string(),
      issuedOn: z.string(),
      total: z.int(),
      centre: z.string(),
      child: z.string(),
      detail: z
        .object({
          payer: z.string().nullable(),
          mode: z.string(),
          lines: z.array(receiptLine),
          words: z.string(),
          pdfUrl: z.string().nullable(),
        })
        .nullable(),
    }),
  }),
  get: query({
    name: 'receipt.get',
    summary: 'One receipt with its printed lines and PDF.',
    module: [financeModules.ledger, financeModules.payments, financeModules.ApprovePaymentList],
    scope: 'centre',
    logRead: { subject: 'receipt', purpose: 'receipt' },
    input: z.strictObject({ id: uuidSchema }),
    output: z.object({
      id: uuidSchema,
      number: z.string(),
      issuedOn: z.string(),
      total: z.int(),
      child: z.string(),
      payer: z.string().nullable(),
      mode: z.string(),
      words: z.string(),
      lines: z.array(receiptLine),
      cancelled: z.boolean(),
      pdfUrl: z.string().nullable(),
    }),
  }),
};
