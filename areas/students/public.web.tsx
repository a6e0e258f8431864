import { part } from '@aangan/web/part.ts';

/** The children of the person who is signed in: fees, class, messages, receipts. For holders of `StudentDashboard`. */
export const FamilyHome = part(() => import('./home/family-home.tsx'), 'FamilyHome');

/** The parents' app status, for the reports area. */
export const AppStatusViews = part(() => import('./app-status/app-status-views.tsx'), 'AppStatusViews');

export { CareNotes } from './student/care-notes.tsx';
