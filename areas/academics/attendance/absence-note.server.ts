import { daysBetween, formatDate, todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { lockRow } from '@aangan/server/work/status-step.ts';
import { sql } from 'kysely';
import { asFamily } from '../../students/public.server.ts';
import { refuseAcademics } from '../academics.refusals.ts';
import { attendanceContract } from './attendance.contract.ts';
import { MOST_ABSENCE_DAYS } from './attendance-codes.ts';

export const tellAbsence = handle(attendanceContract.tellAbsence, ({ db, actor, input, now }) =>
  asFamily(db, actor, input.id, async ({ franchiseeId, studentAdmissionId }) => {
    const { fromOn, toOn } = input;
    if (fromOn < todayIst(now))
      throw refuseAcademics('absence.past', { fields: { fromOn: 'Choose today or a later day' } });
    if (toOn < fromOn) throw refuse('input.invalid', { fields: { toOn: 'Not before the first day' } });
    if (daysBetween(fromOn, toOn) >= MOST_ABSENCE_DAYS)
      throw refuseAcademics('absence.too-long', { fields: { toOn: `At most ${MOST_ABSENCE_DAYS} days` } });
    const there = await db
      .selectFrom('absence_note')
      .select(['from_on', 'to_on'])
      .where('franchisee_id', '=', franchiseeId)
      .where('enrolment_id', '=', studentAdmissionId)
      .where('status', '<>', 'CANCELLED')
      .where('from_on', '<=', toOn)
      .where('to_on', '>=', fromOn)
      .executeTakeFirst();
    if (there)
      throw refuseAcademics('absence.told', {
        details: { from: formatDate(there.from_on), to: formatDate(there.to_on) },
      });
    await db
      .insertInto('absence_note')
      .values({
        franchisee_id: franchiseeId,
        enrolment_id: studentAdmissionId,
        from_on: fromOn,
        to_on: toOn,
        reason: input.reason,
        note: input.note ?? null,
        told_by: userIdOf(actor),
      })
      .execute();
    return {};
  }),
);

export const cancelNote = handle(attendanceContract.cancelNote, ({ db, actor, input, now }) =>
  asFamily(db, actor, input.id, async ({ studentAdmissionId }) => {
    const note = await lockRow(db, 'absence_note', input.noteId);
    ensureFound(note.enrolment_id === studentAdmissionId ? note : null);
    if (note.status === 'CANCELLED') return {};
    const today = todayIst(now);
    const { rows } = await sql<{ done: boolean }>`select exists (
      select from attendance_mark m join attendance_register r on r.franchisee_id = m.franchisee_id and r.id = m.register_id
       where m.franchisee_id = ${note.franchisee_id} and m.enrolment_id = ${studentAdmissionId} and r.status = 'SUBMITTED'
         and m.on_date between ${note.from_on}::date and ${note.to_on}::date) as done`.execute(db);
    if (rows[0]?.done || note.to_on < today) throw refuseAcademics('absence.over');
    await db
      .updateTable('absence_note')
      .set({ status: 'CANCELLED' })
      .where('franchisee_id', '=', note.franchisee_id)
      .where('id', '=', note.id)
      .execute();
    return {};
  }),
);
