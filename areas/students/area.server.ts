import { serve } from '@aangan/server/endpoint/handle.ts';
import { students } from './area.ts';
import { guardiansById, guardiansToTell } from './family/family.server.ts';
import { studentHomeCards } from './home-cards.server.ts';
import { certificateWorker, verifyEndpoint } from './leaving/certificate.server.ts';
import { withdrawalsDue } from './leaving/execute-withdrawals.server.ts';
import { sectionExport } from './placement/class-board.queries.server.ts';
import { placementContract } from './placement/placement.contract.ts';
import { startEnrolmentsJob } from './placement/start-enrolments.server.ts';
import { closeYearJob } from './promotion/close-year.server.ts';
import { childrenLeft } from './student/centre-checks.server.ts';
import { studentSearch } from './student/find-students.server.ts';

import { toddlerRollJob } from './toddler/toddler-roll.server.ts';

export const studentsServer = serve(
  students,
  [
    await import('./account/account.server.ts'),
    await import('./account/admissions-form.server.ts'),
    await import('./account/consent.server.ts'),
    await import('./app-status/app-status.server.ts'),
    await import('./guardian/child-people.server.ts'),
    await import('./guardian/guardian-commands.server.ts'),
    await import('./guardian/parent-invite.server.ts'),
    await import('./home/home.server.ts'),
    await import('./home/strength.server.ts'),
    await import('./leaving/certificate.server.ts'),
    await import('./leaving/withdrawal.server.ts'),
    await import('./placement/class-board.queries.server.ts'),
    await import('./placement/place-enrolments.server.ts'),
    await import('./promotion/decide-promotion.server.ts'),
    await import('./promotion/evaluate.server.ts'),
    await import('./promotion/promote.server.ts'),
    await import('./promotion/promotion-listings.server.ts'),
    await import('./promotion/promotion.queries.server.ts'),
    await import('./student/enrolment.server.ts'),
    await import('./student/student-file.server.ts'),
    await import('./student/student-private.server.ts'),
    await import('./student/student-profile.server.ts'),
    await import('./student/student.queries.server.ts'),
    await import('./student/update-student.server.ts'),
    await import('./toddler/assign-toddler.server.ts'),
    await import('./toddler/toddler.listing.server.ts'),
    await import('./toddler/toddler.queries.server.ts'),
  ],
  {
    jobs: [startEnrolmentsJob, closeYearJob, toddlerRollJob, withdrawalsDue],
    outbox: { 'students.certificate': certificateWorker },
    rawEndpoints: [verifyEndpoint],
    exports: { [placementContract.export.name]: sectionExport },
    search: [studentSearch],
    homeCards: studentHomeCards,
    centreChecks: [childrenLeft],
    recipients: {
      studentIds: (db, ids, franchiseeId) => guardiansToTell(db, ids, franchiseeId),
      guardianIds: (db, ids, franchiseeId) => guardiansById(db, ids, franchiseeId),
    },
  },
);
