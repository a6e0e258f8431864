import { transitions } from '@aangan/contract/states.ts';

/** A register past its window is locked by its date: no status of its own (areas/academics.md 2.6). */
export const registerStates = transitions({
  OPEN: { submit: 'SUBMITTED', 'close-day': 'CANCELLED' },
  SUBMITTED: { 'close-day': 'CANCELLED' },
  CANCELLED: {},
});

export const correctionStates = transitions({
  REQUESTED: { approve: 'APPROVED', reject: 'REJECTED' },
  APPROVED: {},
  REJECTED: {},
});
