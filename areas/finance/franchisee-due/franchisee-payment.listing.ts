import { choice, date, dateTime, money, text } from '@aangan/contract/fields.ts';
import { listing } from '@aangan/contract/listing.ts';
import * as z from 'zod';
import { financeModules } from '../modules.ts';
import { paymentModes } from '../payment/payment.contract.ts';

/** Money centres pay head office, newest first. */
export const franchiseePayments = listing({
  name: 'franchisee-payment',
  title: 'Payments to head office',
  module: financeModules.ledger,
  scope: 'centre',
  row: {
    centre: text({ label: 'Centre', max: 120, search: true }),
    amount: money({ label: 'Amount' }),
    mode: choice({ label: 'Mode', options: paymentModes }),
    reference: text({ label: 'UTR', max: 60, optional: true, search: true }),
    receivedOn: date({ label: 'Sent on', optional: true }),
    against: text({ label: 'Against', max: 400, optional: true }),
    /** Paise no due took. */
    advance: money({ label: 'Paid ahead' }),
    number: text({ label: 'Acknowledgement', max: 30, optional: true, search: true }),
    makerName: text({ label: 'Recorded by', max: 120, optional: true }),
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
    failureReason: text({ label: 'Why not', max: 300, optional: true }),
  },
  hidden: { maker: z.string().nullable() },
  shown: ['centre', 'createdAt', 'amount', 'mode', 'reference', 'against', 'number', 'status'],
  filters: {
    mode: choice({ label: 'Mode', options: paymentModes }),
    receivedOn: date({ label: 'Sent on', filter: 'range' }),
  },
  sorts: ['createdAt', 'amount', 'receivedOn'],
  sort: '-createdAt',
  state: 'status',
  sums: ['amount'],
  can: ['approve', 'reject'],
});
