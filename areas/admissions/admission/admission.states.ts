import { transitions } from '@aangan/contract/states.ts';

/** admissions.md 2.1. CONFIRMED is final: leaving is a withdrawal (students). */
export const admissionStates = transitions({
  LINK_SENT: { 'first-save': 'IN_PROGRESS', cancel: 'CANCELLED', expire: 'EXPIRED' },
  IN_PROGRESS: { submit: 'SUBMITTED', cancel: 'CANCELLED', expire: 'EXPIRED' },
  SUBMITTED: { return: 'RETURNED', confirm: 'CONFIRMED', cancel: 'CANCELLED' },
  RETURNED: { submit: 'SUBMITTED', cancel: 'CANCELLED', expire: 'EXPIRED' },
  CONFIRMED: {},
  CANCELLED: {},
  EXPIRED: { reopen: 'IN_PROGRESS' },
});

export const admissionLabels = {
  LINK_SENT: 'Link sent',
  IN_PROGRESS: 'Being filled',
  SUBMITTED: 'To confirm',
  RETURNED: 'Returned',
  CONFIRMED: 'Confirmed',
  CANCELLED: 'Cancelled',
  EXPIRED: 'Expired',
} as const;
