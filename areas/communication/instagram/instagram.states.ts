import { transitions } from '@aangan/contract/states.ts';

export const postLabels = {
  DRAFT: 'Draft',
  WAITING_APPROVAL: 'Waits for approval',
  SCHEDULED: 'Scheduled',
  DUE: 'Due: publish now',
  PUBLISHED: 'Published',
  BLOCKED: 'Blocked: consent is missing',
  REMOVAL_NEEDED: 'Remove it from Instagram',
  REMOVED: 'Removed',
  CANCELLED: 'Cancelled',
} as const;

export const postStates = transitions({
  DRAFT: { submit: 'WAITING_APPROVAL', cancel: 'CANCELLED' },
  WAITING_APPROVAL: { approve: 'SCHEDULED', return: 'DRAFT', block: 'BLOCKED', cancel: 'CANCELLED' },
  SCHEDULED: { due: 'DUE', block: 'BLOCKED', cancel: 'CANCELLED' },
  DUE: { publish: 'PUBLISHED', block: 'BLOCKED', cancel: 'CANCELLED' },
  BLOCKED: { reopen: 'DRAFT', cancel: 'CANCELLED' },
  PUBLISHED: { lose: 'REMOVAL_NEEDED' },
  REMOVAL_NEEDED: { remove: 'REMOVED' },
  REMOVED: {},
  CANCELLED: {},
});

export const MOST_ITEMS = 10;
export const MOST_HASHTAGS = 30;
export const MOST_CAPTION = 2200;
