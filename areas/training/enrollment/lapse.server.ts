import { addDays, todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { eachPart } from '@aangan/server/work/each-part.ts';
import { lockRow, moveStatus } from '@aangan/server/work/status-step.ts';
import { sql } from 'kysely';
import { enrollmentStates, LAPSE_DAYS } from './enrollment.states.ts';

/** Every night: what nobody finished a month after its due day lapses. Its progress stays. */
export const lapseJob: JobDeclaration = {
  name: 'training.enrollment-lapse',
  title: 'Let overdue enrolments lapse',
  schedule: '0 1 * * *',
  onMiss: 'RUN_ONCE',
  maxLateS: 21_600,
  timeoutS: 600,
  run: async (tools) => {
    const before = addDays(todayIst(tools.now), -LAPSE_DAYS);
    const due = await tools.work(null, async (db) => {
      const { rows } = await sql<{ id: string; franchisee_id: number }>`
        select id, franchisee_id from teacher_enrollment where status in ('APPROVED', 'IN PROGRESS') and due_on < ${before}::date
         order by due_on, id limit 1000`.execute(db);
      return rows;
    });
    return eachPart(
      due,
      ({ id }) => `enrolment ${id}`,
      ({ id, franchisee_id }) =>
        tools.work(franchisee_id, async (db) => {
          const row = await lockRow(db, 'teacher_enrollment', id);
          // Finished, or moved to a later day, a moment ago.
          if (row.due_on === null || row.due_on >= before) return 0;
          if (row.status !== 'APPROVED' && row.status !== 'IN PROGRESS') return 0;
          await moveStatus(db, {
            states: enrollmentStates,
            table: 'teacher_enrollment',
            row,
            action: 'lapse',
            reason: 'Not finished a month after its due day',
          });
          return 1;
        }),
    );
  },
};
