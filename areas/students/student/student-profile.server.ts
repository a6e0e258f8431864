import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { useFile } from '@aangan/server/files/files.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import { lockRow, noteStep, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type { Updateable } from 'kysely';
import type { DB } from '../../../db/types.ts';
import { refuseStudent } from '../refusals.ts';
import { profilePoints } from './profile-points.server.ts';
import { studentProfileContract } from './student-profile.contract.ts';

type Student = RowIn<'student'>;

export const readPoints = handle(studentProfileContract.points, async ({ db, input }) => ({
  points: await profilePoints(db, input.id),
}));

const change = (db: Db, { franchisee_id, id }: Student, set: Updateable<DB['student']>) =>
  db
    .updateTable('student')
    .set(set)
    .where('franchisee_id', '=', franchisee_id)
    .where('id', '=', id)
    .execute();

const note = (db: Db, row: Student, action: string, [from, to, reason]: readonly [string, string, string]) =>
  noteStep(db, { franchiseeId: row.franchisee_id, subject: 'student', id: row.id, action, from, to, reason });

async function setEditStatus(db: Db, row: Student, by: { userId: string | null; now: Date } | null) {
  if (row.current_enrolment_id === null) throw refuseStudent('profile.no-enrolment');
  await db
    .updateTable('enrolment')
    .set(
      by
        ? { edit_status: 'completed', edit_completed_at: by.now.toISOString(), edit_completed_by: by.userId }
        : { edit_status: 'pending', edit_completed_at: null, edit_completed_by: null },
    )
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.current_enrolment_id)
    .execute();
}

export const correctStudent = handle(studentProfileContract.correct, async ({ db, input, version, now }) => {
  const row = await lockRow(db, 'student', input.id, version);
  ensure(!row.identity_locked, () => refuseStudent('student.identity-locked'));
  if (input.dateOfBirth >= todayIst(now))
    throw refuse('input.invalid', { fields: { dateOfBirth: 'Choose a day in the past' } });
  await change(db, row, {
    name: input.name,
    date_of_birth: input.dateOfBirth,
    gender: input.gender,
    search_text: [input.name, row.call_name ?? '', row.admission_no].join(' ').toLowerCase(),
  });
  await note(db, row, 'correct', ['REGISTER', 'REGISTER', input.reason]);
  if (row.current_enrolment_id !== null) await setEditStatus(db, row, null);
  return { id: row.id };
});

export const setPhoto = handle(studentProfileContract.setPhoto, async ({ db, input }) => {
  const row = await lockRow(db, 'student', input.id);
  await useFile(db, {
    franchiseeId: row.franchisee_id,
    fileId: input.fileId,
    area: 'students',
    subjectKind: 'student-photo',
    subjectId: row.id,
    accept: ['jpg', 'png'],
    maxBytes: 5 * 1024 * 1024,
  });
  await change(db, row, { photo_file_id: input.fileId });
  return { id: row.id };
});

export const completeProfile = handle(studentProfileContract.complete, async ({ db, actor, input, now }) => {
  const row = await lockRow(db, 'student', input.id);
  const missing = (await profilePoints(db, row.id)).filter((point) => !point.there);
  if (missing.length > 0)
    throw refuseStudent('profile.gaps', {
      details: { n: missing.length, gaps: missing.map((point) => point.label).join(', ') },
    });
  await setEditStatus(db, row, { userId: actor.userId, now });
  return { id: row.id };
});

export const reopenProfile = handle(studentProfileContract.reopen, async ({ db, input }) => {
  const row = await lockRow(db, 'student', input.id);
  await setEditStatus(db, row, null);
  await note(db, row, 'reopen', ['completed', 'pending', input.reason]);
  return { id: row.id };
});
