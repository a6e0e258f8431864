import { part } from '@aangan/web/part.ts';

/** Progress of children, for the reports area. */
export const StudentProgressViews = part(
  () => import('./progress/student-progress-views.tsx'),
  'StudentProgressViews',
);
