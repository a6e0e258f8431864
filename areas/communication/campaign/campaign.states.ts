import { transitions } from '@aangan/contract/states.ts';

export const campaignStates = transitions({
  DRAFT: { submit: 'WAITING_APPROVAL', schedule: 'SCHEDULED', cancel: 'CANCELLED' },
  WAITING_APPROVAL: { approve: 'SCHEDULED', return: 'DRAFT', cancel: 'CANCELLED' },
  SCHEDULED: { start: 'SENDING', changed: 'DRAFT', cancel: 'CANCELLED' },
  SENDING: { complete: 'COMPLETED', cancel: 'CANCELLED' },
  COMPLETED: {},
  CANCELLED: {},
});

export const campaignLabels = {
  DRAFT: 'Draft',
  WAITING_APPROVAL: 'Waits for approval',
  SCHEDULED: 'Scheduled',
  SENDING: 'Sending',
  COMPLETED: 'Completed',
  CANCELLED: 'Cancelled',
} as const;

/** More people than this need another person's approval. */
export const MOST_WITHOUT_APPROVAL = 500;

/** Why somebody is left out; the first that holds counts. */
export const outReasons = {
  NO_ADDRESS: 'No number or address',
  SUPPRESSED: 'Asked for no more, or it does not work',
  NO_CONSENT: 'Has not agreed to it',
  DUPLICATE: 'Shares a number or address with another',
  VALUE_MISSING: 'A value of the text is missing',
  TOO_LONG: 'The text becomes too long',
  NO_VARIANT: 'The text is not registered',
} as const;
export type OutReason = keyof typeof outReasons;

/** A fresh count may differ from the approved one by this much: five per cent, at least 20 people. */
export const isNear = (approved: number, now: number): boolean =>
  Math.abs(approved - now) <= Math.max(20, Math.floor(approved * 0.05));
