import { choice, date, dateTime, text } from '@aangan/contract/fields.ts';
import { record } from '@aangan/contract/record.ts';
import { financeModules } from '../modules.ts';

export const bankAccountKinds = {
  COLLECTION: 'Receives fees',
  PAYOUT: 'Receives payouts from head office',
  NODAL: 'Nodal account',
  OPERATING: 'Operating account',
} as const;
export const bankAccountStatuses = {
  DRAFT: 'Draft',
  PENDING: 'Waiting for verification',
  VERIFIED: 'Verified',
  REJECTED: 'Rejected',
  CLOSED: 'Closed',
} as const;

/** Bank accounts: the number is sealed and never part of a row; writing is by commands with a fresh one-time password. */
export const bankAccount = record({
  name: 'bank-account',
  title: 'Bank account',
  plural: 'Bank accounts',
  module: financeModules.FeeTypeApproval,
  scope: 'centre',
  screens: {
    list: '/fee-type/transaction/bank-details-list',
    add: '/fee-type/transaction/bank-details-save',
    edit: '/fee-type/transaction/bank-details-edit/{id}',
  },
  fields: {
    holder: text({ label: 'Account holder', max: 120, search: true }),
    bank: text({ label: 'Bank', max: 80 }),
    branch: text({ label: 'Branch', max: 80 }),
    ifsc: text({ label: 'IFSC', max: 11, search: true }),
    last4: text({ label: 'Number ends in', max: 4, search: true }),
    kind: choice({ label: 'Used for', options: bankAccountKinds, filter: true }),
    upiVpa: text({ label: 'UPI id', max: 100, optional: true }),
    status: choice({ label: 'Status', options: bankAccountStatuses, filter: true }),
    verifiedAt: dateTime({ label: 'Verified', optional: true }),
    pennyDropRef: text({ label: 'Penny-drop reference', max: 40, optional: true }),
    validFrom: date({ label: 'In use from', optional: true }),
    note: text({ label: 'Note', max: 500, optional: true }),
  },
  list: { columns: ['holder', 'bank', 'ifsc', 'last4', 'kind', 'status', 'verifiedAt'], sort: 'holder' },
  label: 'holder',
  writes: 'commands',
});
