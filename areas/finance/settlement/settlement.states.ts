import { transitions } from '@aangan/contract/states.ts';

/** A payout from its lines to the centre's bank (finance.md 2.3). A refused transfer goes out again as another attempt. */
export const settlementStates = transitions({
  DRAFT: { submit: 'SUBMITTED', discard: 'DISCARDED' },
  SUBMITTED: { approve: 'APPROVED', reject: 'DRAFT' },
  APPROVED: { initiate: 'INITIATED' },
  INITIATED: { paid: 'TRANSFERRED', fail: 'FAILED' },
  FAILED: { reopen: 'APPROVED' },
  TRANSFERRED: { match: 'RECONCILED', return: 'RETURNED' },
  RECONCILED: { return: 'RETURNED' },
  RETURNED: {},
  DISCARDED: {},
});

export const settlementLabels = {
  DRAFT: 'Draft',
  SUBMITTED: 'Waits for approval',
  APPROVED: 'Approved',
  INITIATED: 'At the bank',
  TRANSFERRED: 'Paid out',
  RECONCILED: 'On the statement',
  FAILED: 'Refused by the bank',
  RETURNED: 'Returned',
  DISCARDED: 'Discarded',
} as const;

export const lineKinds = {
  RECEIPT: 'Received from families',
  FEE: 'Gateway fees',
  REFUND: 'Refunds',
  ADJUSTMENT: 'Adjustments',
  ROYALTY: 'Royalty set off',
  DUE: 'Other dues set off',
} as const;
export type LineKind = keyof typeof lineKinds;

/** Why money of families is in no payout. */
export const waitReasons = {
  GATEWAY: 'Not settled by the gateway yet',
  YOUNG: 'Too recent for this payout',
  HELD: 'Held back',
  NEXT: 'Goes into the next payout',
} as const;
