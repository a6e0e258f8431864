import { transitions } from '@aangan/contract/states.ts';

/** As they are stored. That one has ended is computed from its last day: `shownStates`. */
export const announcementStates = transitions({
  DRAFT: { submit: 'WAITING', schedule: 'SCHEDULED', withdraw: 'WITHDRAWN' },
  WAITING: { approve: 'SCHEDULED', return: 'DRAFT', recall: 'DRAFT' },
  SCHEDULED: { publish: 'PUBLISHED', recall: 'DRAFT', withdraw: 'WITHDRAWN' },
  PUBLISHED: { withdraw: 'WITHDRAWN' },
  WITHDRAWN: {},
});

export const announcementLabels = {
  DRAFT: 'Draft',
  WAITING: 'Waits for approval',
  SCHEDULED: 'Scheduled',
  PUBLISHED: 'Published',
  EXPIRED: 'Ended',
  WITHDRAWN: 'Withdrawn',
} as const;
export type AnnouncementStatus = keyof typeof announcementLabels;

/** More extra messages than this wait for another person. */
export const MOST_WITHOUT_APPROVAL = 500;
export const MOST_FILES = 5;
export const MOST_FILE_MB = 10;
export const FILE_TYPES = ['pdf', 'jpg', 'jpeg', 'png', 'webp'] as const;
/** Days an announcement stands when nobody says otherwise. */
export const DAYS_SHOWN = 14;
