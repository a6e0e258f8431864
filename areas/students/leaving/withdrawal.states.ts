import { transitions } from '@aangan/contract/states.ts';

export const withdrawalStates = transitions({
  DRAFT: { submit: 'SUBMITTED', cancel: 'CANCELLED' },
  SUBMITTED: { approve: 'APPROVED', reject: 'REJECTED', cancel: 'CANCELLED' },
  APPROVED: { execute: 'EXECUTED', cancel: 'CANCELLED' },
  REJECTED: {},
  CANCELLED: {},
  EXECUTED: {},
});

export const withdrawalLabels = {
  DRAFT: 'Draft',
  SUBMITTED: 'Waits for approval',
  APPROVED: 'Leaves on the last day',
  REJECTED: 'Rejected',
  CANCELLED: 'Stays',
  EXECUTED: 'Has left',
} as const;

export const withdrawalReasons = {
  MOVES_AWAY: 'Family moves away',
  OTHER_SCHOOL: 'Another school',
  FEES: 'Fees',
  NOT_SATISFIED: 'Not satisfied',
  HEALTH: 'Health of the child',
  NON_PAYMENT: 'Fees not paid',
  OTHER: 'Other',
} as const;

/** How an enrolment ends with its withdrawal; by the job alone. */
export const leavingEnrolment = transitions({
  UPCOMING: { withdraw: 'WITHDRAWN' },
  ACTIVE: { withdraw: 'WITHDRAWN' },
  ON_HOLD: { withdraw: 'WITHDRAWN' },
  WITHDRAWN: {},
});

export const certificateKinds = { BONAFIDE: 'Bonafide certificate', LEAVING: 'Leaving certificate' } as const;
export type CertificateKind = keyof typeof certificateKinds;
