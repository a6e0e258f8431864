import { stateTable } from '@aangan/web/ui/state-look.ts';

// Words and tones of finance's states, declared once for every list and screen.
stateTable('fee-type', {
  PENDING: ['warning', 'Waits for approval'],
  APPROVED: ['success', 'Approved'],
  REJECTED: ['danger', 'Rejected'],
  RETIRED: ['neutral', 'Retired'],
});
stateTable('bank-account', {
  DRAFT: ['neutral', 'Draft'],
  PENDING: ['warning', 'Waits for verification'],
  VERIFIED: ['success', 'Verified'],
  REJECTED: ['danger', 'Rejected'],
  CLOSED: ['neutral', 'Closed'],
});
stateTable('fee-plan', {
  DRAFT: ['neutral', 'Draft'],
  PENDING: ['warning', 'Waits for approval'],
  APPROVED: ['success', 'Approved'],
  REJECTED: ['danger', 'Rejected'],
  RETIRED: ['neutral', 'Retired'],
});
stateTable('fee-assignment', {
  DRAFT: ['neutral', 'Draft'],
  PENDING: ['warning', 'Waits for approval'],
  APPROVED: ['success', 'Approved'],
  REJECTED: ['danger', 'Rejected'],
  REVISED: ['neutral', 'Revised'],
  CLOSED: ['neutral', 'Closed'],
  CANCELLED: ['neutral', 'Cancelled'],
});
stateTable('student-concession', {
  PENDING: ['warning', 'Waits for approval'],
  APPLIED: ['success', 'Given'],
  REJECTED: ['danger', 'Rejected'],
  REVOKED: ['neutral', 'Revoked'],
});
stateTable('late-fee-waiver', {
  PENDING: ['warning', 'Waits for approval'],
  APPROVED: ['success', 'Waived'],
  REJECTED: ['danger', 'Rejected'],
});
stateTable('note', {
  PENDING: ['warning', 'Waits for approval'],
  APPROVED: ['success', 'Issued'],
  REJECTED: ['danger', 'Rejected'],
});
stateTable('refund', {
  REQUESTED: ['warning', 'Waits for approval'],
  APPROVED: ['info', 'To be paid'],
  PROCESSING: ['info', 'On its way'],
  REFUNDED: ['success', 'Paid back'],
  FAILED: ['danger', 'Failed'],
  REJECTED: ['neutral', 'Rejected'],
});
stateTable('cheque', {
  RECEIVED: ['warning', 'In hand'],
  DEPOSITED: ['info', 'At the bank'],
  CLEARED: ['warning', 'Cleared, to approve'],
  BOOKED: ['success', 'Booked'],
  RETURNED: ['danger', 'Returned'],
  HANDED_BACK: ['neutral', 'Handed back'],
  REJECTED: ['neutral', 'Rejected'],
});
stateTable('double-payment', {
  OPEN: ['warning', 'To be decided'],
  KEEP: ['success', 'Kept for the next instalment'],
  REFUND: ['info', 'Refund asked'],
});
stateTable('student-ledger', {
  OVERDUE: ['danger', 'Overdue'],
  DUE: ['warning', 'Due'],
  NOT_DUE: ['info', 'Not due yet'],
  PAID: ['success', 'Paid'],
});
stateTable('instalment', {
  PLANNED: ['neutral', 'Planned'],
  PAID: ['success', 'Paid'],
  PART: ['warning', 'Partly paid'],
  OPEN: ['warning', 'Due'],
  OVERDUE: ['danger', 'Overdue'],
  NOT_DUE: ['info', 'Not due yet'],
  CANCELLED: ['neutral', 'Cancelled'],
});
stateTable('royalty-accrual', {
  ACCRUED: ['info', 'Accrued'],
  FROZEN: ['neutral', 'Frozen'],
  INVOICED: ['success', 'Invoiced'],
  PAID: ['success', 'Paid'],
  REVERSED: ['danger', 'Reversed'],
  DISPUTED: ['warning', 'Disputed'],
});
stateTable('royalty-run', {
  PREVIEW: ['neutral', 'Preview'],
  WAITING: ['info', 'Waits'],
  FROZEN: ['info', 'Frozen'],
  INVOICED: ['success', 'Invoiced'],
  FAILED: ['danger', 'Failed'],
});
stateTable('franchisee-due', {
  OPEN: ['warning', 'Open'],
  PART_PAID: ['warning', 'Partly paid'],
  PAID: ['success', 'Paid'],
});
stateTable('bank-line', {
  OPEN: ['warning', 'Not known'],
  MATCHED: ['success', 'Matched'],
  SUSPENSE: ['warning', 'In suspense'],
  IDENTIFIED: ['success', 'Identified'],
  CHARGE: ['neutral', 'Bank charge'],
});
stateTable('e-invoice', {
  NOT_REQUIRED: ['neutral', 'Not required'],
  PENDING: ['info', 'Waits to be sent'],
  SENDING: ['info', 'Being sent'],
  GENERATED: ['success', 'Registered'],
  AUTO_RETRY: ['warning', 'Tried again soon'],
  RECONCILE: ['warning', 'Being asked for'],
  FAILED: ['danger', 'Refused'],
  MANUALLY_GENERATED: ['success', 'Registered manually'],
  PENDING_CANCEL: ['info', 'Being cancelled'],
  CANCELLED: ['neutral', 'Cancelled'],
  MANUALLY_CANCELLED: ['neutral', 'Cancelled manually'],
});
stateTable('settlement', {
  DRAFT: ['neutral', 'Draft'],
  SUBMITTED: ['warning', 'Waits for approval'],
  APPROVED: ['info', 'Approved'],
  INITIATED: ['info', 'At the bank'],
  TRANSFERRED: ['success', 'Paid out'],
  RECONCILED: ['success', 'On the statement'],
  FAILED: ['danger', 'Refused by the bank'],
  RETURNED: ['danger', 'Returned'],
  DISCARDED: ['neutral', 'Discarded'],
});
stateTable('royalty-agreement', {
  DRAFT: ['neutral', 'Draft'],
  PENDING: ['warning', 'Waits for approval'],
  APPROVED: ['success', 'Approved'],
  RETIRED: ['neutral', 'Retired'],
});

export const sessionLabels: Readonly<Record<string, string>> = {
  FULL_DAY: 'Full day',
  HALF_DAY: 'Half day',
  NONE: 'Any session',
};
export const optionKindLabels: Readonly<Record<string, string>> = {
  ONE_TIME: 'At once',
  HALF_YEARLY: 'Half-yearly',
  QUARTERLY: 'Quarterly',
  MONTHLY: 'Monthly',
  CUSTOM: 'Own instalments',
};
