import { transitions } from '@aangan/contract/states.ts';

/** admissions.md 2.1. `expire`, `lapse` are the jobs', `fee-confirmed` finance's, `convert` the confirmation's. */
export const registrationStates = transitions({
  LINK_SENT: { 'first-save': 'IN_PROGRESS', cancel: 'CANCELLED', expire: 'EXPIRED' },
  IN_PROGRESS: {
    'submit-unpaid': 'AWAITING_FEE',
    submit: 'SUBMITTED',
    cancel: 'CANCELLED',
    expire: 'EXPIRED',
  },
  AWAITING_FEE: {
    'fee-confirmed': 'SUBMITTED',
    'fee-recorded': 'SUBMITTED',
    'edit-again': 'IN_PROGRESS',
    cancel: 'CANCELLED',
    expire: 'EXPIRED',
  },
  SUBMITTED: { return: 'RETURNED', verify: 'VERIFIED', cancel: 'CANCELLED' },
  RETURNED: { submit: 'SUBMITTED', cancel: 'CANCELLED', expire: 'EXPIRED' },
  VERIFIED: { convert: 'CONVERTED', lapse: 'EXPIRED', cancel: 'CANCELLED' },
  CONVERTED: {},
  CANCELLED: {},
  EXPIRED: { 'renew-hold': 'VERIFIED', reopen: 'IN_PROGRESS', 'fee-confirmed': 'SUBMITTED' },
});

export const registrationLabels = {
  LINK_SENT: 'Link sent',
  IN_PROGRESS: 'Being filled',
  AWAITING_FEE: 'Waiting for the fee',
  SUBMITTED: 'To verify',
  RETURNED: 'Returned',
  VERIFIED: 'Seat held',
  CONVERTED: 'Admitted',
  CANCELLED: 'Cancelled',
  EXPIRED: 'Lapsed',
} as const;
