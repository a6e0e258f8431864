import { lazy } from 'react';

/** The children of the person who is signed in: fees, class, messages, receipts. For holders of `StudentDashboard`. */
export const FamilyHome = lazy(() =>
  import('./home/family-home.tsx').then((m) => ({ default: m.FamilyHome })),
);

export { CareNotes } from './student/care-notes.tsx';
