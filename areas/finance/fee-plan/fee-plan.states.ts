import { transitions } from '@aangan/contract/states.ts';

export const feePlanStates = transitions({
  DRAFT: { submit: 'PENDING' },
  PENDING: { approve: 'APPROVED', reject: 'REJECTED' },
  REJECTED: { revise: 'DRAFT' },
  APPROVED: { retire: 'RETIRED' },
  RETIRED: {},
});

export const feePlanStatusTitles: Readonly<Record<keyof typeof feePlanStates, string>> = {
  DRAFT: 'Draft',
  PENDING: 'Waiting for approval',
  REJECTED: 'Rejected',
  APPROVED: 'Approved',
  RETIRED: 'Retired',
};
