import { transitions } from '@aangan/contract/states.ts';

/** A pause is dated: whether the child is away today follows from its days. */
export const pauseLabels = {
  PENDING: 'Waits for approval',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  ENDED: 'Ended early',
} as const;
export type PauseStatus = keyof typeof pauseLabels;

export const pauseStates = transitions({
  PENDING: { approve: 'APPROVED', reject: 'REJECTED' },
  APPROVED: { resume: 'ENDED' },
  REJECTED: {},
  ENDED: {},
});
