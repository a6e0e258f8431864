import { part } from '@aangan/web/part.ts';

/** Learning of teachers, for the reports area. */
export const TeacherProgressView = part(
  () => import('./progress/teacher-progress-view.tsx'),
  'TeacherProgressView',
);
