import { transitions } from '@aangan/contract/states.ts';

export const lateFeeWaiverLabels = {
  PENDING: 'Waits for approval',
  APPROVED: 'Waived',
  REJECTED: 'Rejected',
} as const;

export const lateFeeWaiverStates = transitions({
  PENDING: { approve: 'APPROVED', reject: 'REJECTED' },
  APPROVED: {},
  REJECTED: {},
});
