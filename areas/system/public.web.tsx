import { part } from '@aangan/web/part.ts';

/** The quarter's access review, as a tab of the people's screen; loaded when it is opened. */
export const AccessReview = part(() => import('./review/access-review.tsx'), 'AccessReview');

/** The background jobs of one area, with their runs, for a screen of that area. */
export const AreaJobs = part(() => import('./cron/cron-list.tsx'), 'AreaJobs');
