import { registerHistory, visibleRow } from '@aangan/server/record/record-history.ts';
import { enrollments } from './enrollment.listing.ts';
import { enrollmentLabels } from './enrollment.states.ts';

/** To be called once at start. */
export const registerEnrollmentHistory = (): void =>
  registerHistory('teacher-enrollment', {
    module: enrollments.module,
    tables: [{ table: 'teacher_enrollment', title: 'Enrolment', by: null }],
    // What a step tells already.
    columns: { requested_by: null, decided_by: null, decided_at: null, reason: null, franchisee_id: null },
    states: enrollmentLabels,
    ensureVisible: visibleRow('teacher_enrollment'),
  });
