/** The specification's words, to the letter. */
export const responses = { PENDING: 'Pending', ACCEPTED: 'Accepted', DECLINED: 'Declined' } as const;
export const seats = { SEATED: 'Seated', WAITLISTED: 'Waiting', RELEASED: 'No seat' } as const;
export const responseSources = {
  BANNER: 'Notice',
  SCREEN: 'Trainings',
  LINK: 'Link of the message',
  JOIN: 'Joined',
} as const;

/** Nobody is reminded more often. */
export const REMIND_AFTER_H = 6;
/** People registered in one go. */
export const MOST_AT_ONCE = 200;
