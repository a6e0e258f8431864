import { transitions } from '@aangan/contract/states.ts';

export const requestKinds = {
  MISSED_PUNCH: 'Missed check-in or check-out',
  ON_DUTY: 'On duty elsewhere',
  CORRECTION: 'Correction',
} as const;
export const requestHalves = { DAY: 'Whole day', FN: 'Morning', AN: 'Afternoon' } as const;
export const wantedCodes = { P: 'Present', OD: 'On duty', A: 'Absent' } as const;
export const requestTitles = {
  APPLIED: 'Applied',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  WITHDRAWN: 'Withdrawn',
} as const;
export type RequestStatus = keyof typeof requestTitles;

export const requestStates = transitions({
  APPLIED: { approve: 'APPROVED', reject: 'REJECTED', withdraw: 'WITHDRAWN' },
  APPROVED: {},
  REJECTED: {},
  WITHDRAWN: {},
});
