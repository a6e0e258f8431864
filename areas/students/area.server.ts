import { serve } from '@aangan/server/endpoint/handle.ts';
import { students } from './area.ts';
import { studentHomeCards } from './home-cards.server.ts';
import { guardiansToTell } from './public.server.ts';
import { childrenLeft } from './student/centre-checks.server.ts';
import { studentSearch } from './student/find-students.server.ts';

export const studentsServer = serve(
  students,
  [
    await import('./home/home.server.ts'),
    await import('./home/strength.server.ts'),
    await import('./student/student-file.server.ts'),
    await import('./student/student.queries.server.ts'),
    await import('./student/update-student.server.ts'),
  ],
  {
    search: [studentSearch],
    homeCards: studentHomeCards,
    centreChecks: [childrenLeft],
    recipients: { studentIds: (db, ids, franchiseeId) => guardiansToTell(db, ids, franchiseeId) },
  },
);
