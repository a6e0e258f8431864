import { part } from '@aangan/web/part.ts';

/** The children of the person who is signed in: fees, class, messages, receipts. For holders of `StudentDashboard`. */
export const FamilyHome = part(() => import('./home/family-home.tsx'), 'FamilyHome');

export { CareNotes } from './student/care-notes.tsx';
