import { query } from '@aangan/contract/endpoint.ts';
import { choice, date, dateTime, money, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { financeModules } from '../modules.ts';
import { paymentModes } from './payment.contract.ts';

/** Payments as everybody who works with money sees them, newest first. */
export const payments = listing({
  name: 'payment',
  title: 'Payments',
  module: [financeModules.ApprovePaymentList, financeModules.ledger, financeModules.payments],
  scope: 'centre',
  personal: { subject: 'payment', purpose: 'payments' },
  row: {
    childLabel: text({ label: 'Child', max: 120, search: true }),
    amount: money({ label: 'Amount' }),
    mode: choice({ label: 'Mode', options: paymentModes }),
    receivedOn: date({ label: 'Received', optional: true }),
    makerName: text({ label: 'Recorded by', max: 120, optional: true }),
    receiptNumber: text({ label: 'Receipt', max: 40, optional: true }),
    createdAt: dateTime({ label: 'Made' }),
    status: choice({
      label: 'Status',
      options: {
        INITIATED: 'Started',
        FAILED: 'Failed',
        CONFIRMED: 'Confirmed',
        TRANSFERRED: 'Transferred',
        APPROVAL_WAITING: 'Waits for approval',
      },
    }),
    payerName: text({ label: 'Paid by', max: 120, optional: true, search: true }),
    reference: text({ label: 'Reference', max: 60, optional: true, search: true }),
  },
  hidden: {
    feeAccountId: z.string().nullable(),
    enquiryId: z.string().nullable(),
    purpose: z.string(),
    paidAt: z.string().nullable(),
    failureReason: z.string().nullable(),
    maker: z.string().nullable(),
    receiptId: z.string().nullable(),
    /** Paise of it that no open fee needed: they stay as advance, as when a family pays twice. */
    kept: z.int(),
    /** The day booked money came in, at the counter or online. */
    collectedOn: z.string().nullable(),
  },
  shown: ['childLabel', 'amount', 'mode', 'receivedOn', 'makerName', 'receiptNumber', 'createdAt', 'status'],
  filters: {
    mode: choice({ label: 'Mode', options: paymentModes }),
    receivedOn: date({ label: 'Received', filter: 'range' }),
    collectedOn: date({ label: 'Collected', filter: 'range' }),
  },
  sorts: ['createdAt', 'childLabel', 'amount', 'receivedOn'],
  sort: '-createdAt',
  state: 'status',
  can: ['approve', 'reject'],
});

const { list } = payments.endpoints;

export const paymentTotalsContract = {
  totals: query({
    name: 'payment.totals',
    summary: 'What the payments of a search and its filters come to.',
    module: list.module,
    scope: 'centre',
    input: list.input,
    /** null: more rows than are counted, and no days to narrow them. */
    output: z.object({ amount: z.int().nullable() }),
  }),
};
