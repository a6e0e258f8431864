import { transitions } from '@aangan/contract/states.ts';

/** A refund pays out what a family has ahead; it is booked with the approval and ends when the bank says so (finance.md 2.3). */
export const refundStates = transitions({
  REQUESTED: { approve: 'APPROVED', reject: 'REJECTED' },
  APPROVED: { send: 'PROCESSING', pay: 'REFUNDED' },
  PROCESSING: { processed: 'REFUNDED', fail: 'FAILED' },
  FAILED: { retry: 'PROCESSING', pay: 'REFUNDED' },
  REFUNDED: {},
  REJECTED: {},
});

export const refundLabels = {
  REQUESTED: 'Waits for approval',
  APPROVED: 'To be paid',
  PROCESSING: 'On its way',
  REFUNDED: 'Paid back',
  FAILED: 'Failed',
  REJECTED: 'Rejected',
} as const;
export type RefundStatus = keyof typeof refundLabels;

export const refundModes = {
  ORIGINAL: 'The way it was paid',
  BANK: 'Bank transfer by the centre',
} as const;
export type RefundMode = keyof typeof refundModes;

export const refundReasons = {
  DOUBLE_PAYMENT: 'Paid twice',
  WITHDRAWAL: 'Child leaves',
  PAID_AHEAD: 'Paid ahead',
  DEPOSIT: 'Deposit given back',
  OTHER: 'Other',
} as const;
export type RefundReason = keyof typeof refundReasons;

/** What a person asks back by hand; that of a leaving child comes with its withdrawal. */
export const refundSources = { ADVANCE: 'Paid ahead', DEPOSIT: 'Deposit' } as const;

export const doubleLabels = {
  OPEN: 'To be decided',
  KEEP: 'Kept for the next instalment',
  REFUND: 'Refund asked',
} as const;
