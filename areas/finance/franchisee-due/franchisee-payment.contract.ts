import { command, query } from '@aangan/contract/endpoint.ts';
import { choice, date, file, longText, text, uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { financeModules } from '../modules.ts';
import { paymentStatuses } from '../payment/payment.contract.ts';

/** How a centre sends money to head office's account. */
export const transferModes = { NEFT: 'NEFT', RTGS: 'RTGS', IMPS: 'IMPS', UPI: 'UPI' } as const;

const own = { module: financeModules.FranchiseeToBB, scope: 'centre', needsCentre: true } as const;
// Head office's own book (level_7 is its people): no centre approves what it says it has sent.
const decides = {
  module: financeModules.ApprovePaymentList,
  also: 'level_7',
  write: true,
  scope: 'centre',
} as const;
const chosen = z.array(uuidSchema).min(1, 'Choose what to pay').max(100);
const paymentId = uuidSchema;

export const franchiseePaymentContract = {
  open: query({
    ...own,
    name: 'franchisee-payment.open',
    summary: 'What the chosen centre owes head office, what it has paid ahead, and where the money goes.',
    input: z.strictObject({}),
    output: z.object({
      dues: z.array(
        z.object({
          id: uuidSchema,
          kind: z.enum(['ROYALTY', 'KIT', 'NOTE']),
          number: z.string(),
          label: z.string(),
          issuedOn: z.string(),
          dueOn: z.string(),
          amount: z.int(),
          settled: z.int(),
          open: z.int(),
          overdueDays: z.int(),
          /** A transfer for it waits for head office. */
          sent: z.boolean(),
        }),
      ),
      open: z.int(),
      overdue: z.int(),
      advance: z.int(),
      /** Recorded and not yet approved, paise. */
      waiting: z.int(),
      /** Head office's verified operating account. */
      account: z
        .object({
          holder: z.string(),
          bank: z.string(),
          branch: z.string(),
          ifsc: z.string(),
          last4: z.string(),
        })
        .nullable(),
      onlineOpen: z.boolean(),
    }),
  }),
  record: command({
    ...own,
    write: true,
    money: true,
    name: 'franchisee-payment.record',
    summary: 'Record a transfer to head office for the chosen dues; head office approves it.',
    input: { dues: chosen },
    fields: {
      mode: choice({ label: 'Sent by', options: transferModes }),
      reference: {
        ...text({ label: 'UTR', max: 40, help: 'The bank’s reference of the transfer' }),
        schema: z.string().trim().min(4, 'Enter the bank’s reference').max(40),
      },
      receivedOn: date({ label: 'Sent on' }),
      proofFile: file({ label: 'Proof', accept: ['pdf', 'jpg', 'png'], optional: true }),
      note: longText({ label: 'Note', max: 300, optional: true }),
    },
    output: z.object({ paymentId, status: z.enum(paymentStatuses), amount: z.int() }),
  }),
  start: command({
    ...own,
    write: true,
    money: true,
    name: 'franchisee-payment.start',
    summary: 'Open an online payment to head office for the chosen dues.',
    input: z.strictObject({ dues: chosen }),
    output: z.object({ paymentId, amount: z.int() }),
  }),
  checkout: command({
    ...own,
    write: true,
    name: 'franchisee-payment.checkout',
    summary: 'Make the provider’s order of an opened payment and give the options of its checkout.',
    input: z.strictObject({ paymentId, language: z.enum(['en', 'hi']).default('en') }),
    output: z.object({ scriptUrl: z.string(), options: z.record(z.string(), z.unknown()) }),
  }),
  verify: command({
    ...own,
    write: true,
    name: 'franchisee-payment.verify',
    summary: 'Check what the checkout answered and confirm the payment.',
    input: z.strictObject({
      paymentId,
      razorpay_payment_id: z.string().regex(/^pay_\w{4,40}$/),
      razorpay_order_id: z.string().regex(/^order_\w{4,40}$/),
      razorpay_signature: z.string().regex(/^[0-9a-f]{64}$/),
    }),
    output: z.object({ status: z.enum(paymentStatuses), number: z.string().nullable() }),
  }),
  state: query({
    ...own,
    name: 'franchisee-payment.state',
    summary: 'Whether an online payment has arrived, and its acknowledgement.',
    input: z.strictObject({ paymentId }),
    output: z.object({ status: z.enum(paymentStatuses), number: z.string().nullable() }),
  }),
  approve: command({
    ...decides,
    money: true,
    name: 'franchisee-payment.approve',
    summary:
      'Approve a centre’s transfer: its dues are settled in both books and the acknowledgement is numbered.',
    input: z.strictObject({ paymentId }),
    output: z.object({ paymentId, number: z.string() }),
  }),
  reject: command({
    ...decides,
    idempotent: true,
    name: 'franchisee-payment.reject',
    summary: 'Reject a transfer that did not arrive; nothing is booked.',
    input: { paymentId },
    fields: { reason: longText({ label: 'Reason', max: 300 }) },
    output: z.object({ paymentId, status: z.enum(paymentStatuses) }),
  }),
  kitTypes: query({
    module: financeModules.ledger,
    scope: 'centre',
    name: 'kit-due.by-type',
    summary: 'Kits on account by kit type.',
    input: z.strictObject({}),
    output: z.object({
      rows: z.array(
        z.object({
          kitType: z.string(),
          invoices: z.int(),
          amount: z.int(),
          settled: z.int(),
          open: z.int(),
        }),
      ),
    }),
  }),
};
