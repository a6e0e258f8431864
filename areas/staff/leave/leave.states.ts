import { transitions } from '@aangan/contract/states.ts';

export const leaveTitles = {
  APPLIED: 'Applied',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  WITHDRAWN: 'Withdrawn',
  CANCEL_ASKED: 'Cancellation asked',
  CANCELLED: 'Cancelled',
} as const;
export type LeaveStatus = keyof typeof leaveTitles;

/** `end` is the end of the employment. */
export const leaveStates = transitions({
  APPLIED: { approve: 'APPROVED', reject: 'REJECTED', withdraw: 'WITHDRAWN', end: 'CANCELLED' },
  APPROVED: { cancel: 'CANCELLED', 'ask-cancel': 'CANCEL_ASKED', end: 'CANCELLED' },
  CANCEL_ASKED: { 'allow-cancel': 'CANCELLED', 'keep-leave': 'APPROVED', end: 'CANCELLED' },
  REJECTED: {},
  WITHDRAWN: {},
  CANCELLED: {},
});
