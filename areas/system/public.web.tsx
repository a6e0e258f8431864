import { lazy } from 'react';

/** The quarter's access review, as a tab of the people's screen; loaded when it is opened. */
export const AccessReview = lazy(() =>
  import('./review/access-review.tsx').then((m) => ({ default: m.AccessReview })),
);
