import { can, query } from '@aangan/contract/endpoint.ts';
import { uuidSchema } from '@aangan/contract/fields.ts';
import * as z from 'zod';
import { financeModules } from '../modules.ts';
import { payableLine, paymentStatuses, timelineLine } from './payment.contract.ts';

/** Where the money of a waiting payment would go if it were approved now. */
const planned = z.object({ label: z.string(), dueOn: z.string().nullable(), amount: z.int() });

const offlinePayment = z.object({
  id: uuidSchema,
  purpose: z.string(),
  mode: z.string(),
  amount: z.int(),
  status: z.enum(paymentStatuses),
  payerName: z.string().nullable(),
  reference: z.string().nullable(),
  bankName: z.string().nullable(),
  instrumentDate: z.string().nullable(),
  clearedOn: z.string().nullable(),
  receiptBookNo: z.string().nullable(),
  note: z.string().nullable(),
  receivedOn: z.string().nullable(),
  createdAt: z.string(),
  makerName: z.string().nullable(),
  deciderName: z.string().nullable(),
  decidedAt: z.string().nullable(),
  failureReason: z.string().nullable(),
  receiptNumber: z.string().nullable(),
  receiptUrl: z.string().nullable(),
  proof: z.object({ name: z.string(), url: z.string(), picture: z.boolean() }).nullable(),
  planned: z.array(planned),
  timeline: z.array(timelineLine.extend({ who: z.string().nullable() })),
  can,
});

export const approvePaymentDetailsContract = {
  details: query({
    name: 'payment.approval-details',
    summary: 'Money taken at the centre for one child: each payment with its proof and where it would go.',
    module: financeModules.ApprovePaymentList,
    scope: 'centre',
    logRead: { subject: 'fee-account', purpose: 'approving payments' },
    input: z.strictObject({ ref: uuidSchema }),
    output: z.object({
      feeAccountId: uuidSchema,
      studentAdmissionId: uuidSchema.nullable(),
      child: z.string(),
      centre: z.string(),
      due: z.int(),
      overdue: z.int(),
      paid: z.int(),
      advance: z.int(),
      lines: z.array(payableLine),
      payments: z.array(offlinePayment),
    }),
  }),
};
