import { transitions } from '@aangan/contract/states.ts';

/** admissions.md 2.1. `expire` is the job's, `fee-confirmed` finance's. */
export const applicationStates = transitions({
  LINK_SENT: { 'first-save': 'IN_PROGRESS', withdraw: 'WITHDRAWN', expire: 'EXPIRED' },
  IN_PROGRESS: {
    'submit-unpaid': 'AWAITING_FEE',
    submit: 'SUBMITTED',
    withdraw: 'WITHDRAWN',
    expire: 'EXPIRED',
  },
  AWAITING_FEE: {
    'fee-confirmed': 'SUBMITTED',
    'fee-recorded': 'SUBMITTED',
    'edit-again': 'IN_PROGRESS',
    withdraw: 'WITHDRAWN',
    expire: 'EXPIRED',
  },
  SUBMITTED: {
    return: 'RETURNED',
    accept: 'ACCEPTED',
    waitlist: 'WAITLISTED',
    reject: 'REJECTED',
    withdraw: 'WITHDRAWN',
  },
  RETURNED: { submit: 'SUBMITTED', withdraw: 'WITHDRAWN', expire: 'EXPIRED' },
  WAITLISTED: { accept: 'ACCEPTED', reject: 'REJECTED', withdraw: 'WITHDRAWN' },
  ACCEPTED: {},
  REJECTED: {},
  WITHDRAWN: {},
  EXPIRED: { reopen: 'IN_PROGRESS', 'fee-confirmed': 'SUBMITTED' },
});

export const applicationLabels = {
  LINK_SENT: 'Link sent',
  IN_PROGRESS: 'Being filled',
  AWAITING_FEE: 'Waiting for the fee',
  SUBMITTED: 'To review',
  RETURNED: 'Returned',
  WAITLISTED: 'Waiting list',
  ACCEPTED: 'Accepted',
  REJECTED: 'Rejected',
  WITHDRAWN: 'Withdrawn',
  EXPIRED: 'Expired',
} as const;
