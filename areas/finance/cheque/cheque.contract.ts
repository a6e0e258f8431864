import { command, nothing } from '@aangan/contract/endpoint.ts';
import {
  boolean,
  choice,
  date,
  dateTime,
  longText,
  money,
  text,
  uuidSchema,
} from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { financeModules } from '../modules.ts';
import { chequeLabels, returnReasons } from './cheque.states.ts';

const id = { id: uuidSchema };
/** The counter keeps the register; approving the money stays with those who approve payments. */
const counter = {
  module: financeModules.payments,
  also: financeModules.offlinePayment,
  scope: 'centre',
  write: true,
  versioned: true,
} as const;

/** /approve-payment/list, tab Cheques. */
export const cheques = listing({
  name: 'cheque',
  title: 'Cheques',
  module: [financeModules.ApprovePaymentList, financeModules.ledger, financeModules.payments],
  scope: 'centre',
  personal: { subject: 'payment', purpose: 'cheque register' },
  row: {
    childLabel: text({ label: 'Child', max: 120, search: true }),
    number: text({ label: 'Cheque', max: 60, optional: true, search: true }),
    bank: text({ label: 'Bank', max: 120, optional: true }),
    amount: money({ label: 'Amount' }),
    datedOn: date({ label: 'Dated', optional: true }),
    receivedOn: date({ label: 'Received', optional: true }),
    depositedOn: date({ label: 'Deposited', optional: true }),
    clearedOn: date({ label: 'Cleared', optional: true }),
    payerName: text({ label: 'Paid by', max: 120, optional: true, search: true }),
    createdAt: dateTime({ label: 'Recorded' }),
    status: choice({ label: 'State', options: chequeLabels }),
  },
  hidden: {
    feeAccountId: z.string(),
    waits: z.boolean(),
    failureReason: z.string().nullable(),
    /** A cheque in hand whose date has come. */
    due: z.enum(['TODAY']).nullable(),
  },
  filters: { due: choice({ label: 'To deposit', options: { TODAY: 'Today' } }) },
  shown: ['childLabel', 'number', 'amount', 'datedOn', 'depositedOn', 'clearedOn', 'status'],
  sorts: ['createdAt', 'amount', 'childLabel'],
  sort: '-createdAt',
  state: 'status',
  sums: ['amount'],
  tiles: { RECEIVED: 'In hand', DEPOSITED: 'At the bank', CLEARED: 'To approve' },
  can: ['deposit', 'clear', 'return', 'handBack'],
});

export const chequeContract = {
  deposit: command({
    ...counter,
    name: 'cheque.mark-deposited',
    summary: 'A cheque was handed in at the bank.',
    input: id,
    fields: { on: date({ label: 'Deposited on' }) },
    output: nothing,
  }),
  clear: command({
    ...counter,
    name: 'cheque.mark-cleared',
    summary: 'The bank has cleared a cheque; the payment can now be approved.',
    input: id,
    fields: {
      on: date({ label: 'Cleared on', help: 'As the bank statement says; the money is booked on this day' }),
    },
    output: nothing,
  }),
  return: command({
    ...counter,
    money: true,
    name: 'cheque.mark-returned',
    summary:
      'The bank has returned a cheque: the payment fails, the charge is billed and the family is notified.',
    input: id,
    fields: {
      reason: choice({ label: 'The bank says', options: returnReasons }),
      on: date({ label: 'Returned on' }),
      charge: boolean({ label: 'Bill the cheque return charge' }),
    },
    output: z.object({ charged: z.int() }),
  }),
  handBack: command({
    ...counter,
    name: 'cheque.hand-back',
    summary: 'A cheque that was not deposited goes back to the family; the payment fails.',
    input: id,
    fields: { note: longText({ label: 'Why', max: 200 }) },
    output: nothing,
  }),
};
