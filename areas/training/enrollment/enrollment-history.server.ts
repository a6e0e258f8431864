import { refuse } from '@aangan/contract/refusal.ts';
import { registerHistory } from '@aangan/server/record/record-history.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { enrollments } from './enrollment.listing.ts';
import { enrollmentLabels } from './enrollment.states.ts';

const UUID = /^[0-9a-f-]{36}$/i;

/** To be called once at start. */
export const registerEnrollmentHistory = (): void =>
  registerHistory('teacher-enrollment', {
    module: enrollments.module,
    tables: [{ table: 'teacher_enrollment', title: 'Enrolment', by: null }],
    // What a step tells already.
    columns: { requested_by: null, decided_by: null, decided_at: null, reason: null, franchisee_id: null },
    states: enrollmentLabels,
    ensureVisible: async (db, _actor, id) => {
      if (!UUID.test(id)) throw refuse('row.not-found');
      const { rows } = await sql`select from teacher_enrollment where id = ${id}`.execute(db);
      ensureFound(rows[0]);
    },
  });
