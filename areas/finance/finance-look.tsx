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
stateTable('note', {
  PENDING: ['warning', 'Waits for approval'],
  APPROVED: ['success', 'Issued'],
  REJECTED: ['danger', 'Rejected'],
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
