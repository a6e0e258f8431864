import { transitions } from '@aangan/contract/states.ts';

/** A centre orders and cancels; how the order ends moves the rest. */
export const indentStates = transitions({
  SUBMITTED: { order: 'ORDERED', cancel: 'CANCELLED' },
  ORDERED: { fulfil: 'FULFILLED', free: 'SUBMITTED' },
  FULFILLED: {},
  CANCELLED: {},
});
export const indentLabels = {
  SUBMITTED: 'Submitted',
  ORDERED: 'Ordered',
  FULFILLED: 'Fulfilled',
  CANCELLED: 'Cancelled',
} as const;

export const indentSources = { STUDENT: 'Child of the centre', ENQUIRY: 'Enquiry' } as const;
