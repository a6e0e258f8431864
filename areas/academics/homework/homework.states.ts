import { addDays, type Day } from '@aangan/contract/period.ts';
import { transitions } from '@aangan/contract/states.ts';

export const homeworkStates = transitions({
  DRAFT: { publish: 'PUBLISHED', withdraw: 'WITHDRAWN' },
  PUBLISHED: { withdraw: 'WITHDRAWN' },
  WITHDRAWN: {},
});
/** CLOSED is no stored status: a published homework a week past its due day (areas/academics.md 2.6). */
export const homeworkLabels = {
  DRAFT: 'Draft',
  PUBLISHED: 'Published',
  CLOSED: 'Closed',
  WITHDRAWN: 'Withdrawn',
} as const;

export const submissionStates = transitions({
  SUBMITTED: { return: 'RETURNED', review: 'REVIEWED', exempt: 'EXEMPT' },
  RETURNED: { exempt: 'EXEMPT' },
  REVIEWED: {},
  EXEMPT: {},
});
export const submissionLabels = {
  SUBMITTED: 'To review',
  RETURNED: 'Returned',
  REVIEWED: 'Reviewed',
  EXEMPT: 'Exempt',
} as const;
export type SubmissionStatus = keyof typeof submissionLabels;

export const CLOSES_AFTER_DAYS = 7;
export const MOST_ATTEMPTS = 3;
/** Pictures of one attempt, and files of a homework. */
export const MOST_HAND_IN_FILES = 5;
export const MOST_HAND_IN_MB = 10;
export const HAND_IN_TYPES = ['jpg', 'jpeg', 'png', 'webp', 'pdf'] as const;

/** The last day on which it can be handed in. */
export const openUntil = (dueOn: Day): Day => addDays(dueOn, CLOSES_AFTER_DAYS);

export const handInKinds = {
  PHOTO_OR_FILE: 'A picture or file',
  TICK: 'A tick: done',
  NONE: 'Nothing',
} as const;
export type HandInKind = keyof typeof handInKinds;

/** Ten stickers; the keys 1 to 9 and 0 give them in this order. */
export const stickers = {
  STAR: '⭐ Star',
  SUN: '🌞 Sunshine',
  ROCKET: '🚀 Rocket',
  HEART: '💛 Lovely',
  TROPHY: '🏆 Champion',
  RAINBOW: '🌈 Rainbow',
  FLOWER: '🌼 Blossom',
  SMILE: '😊 Well done',
  THUMB: '👍 Good work',
  APPLE: '🍎 Keep going',
} as const;
export type Sticker = keyof typeof stickers;
export const stickerNames = Object.keys(stickers) as [Sticker, ...Sticker[]];
