// Certificates of a live training, after it is over: whoever was present to its own bound has one. Its people are of every centre,
// so this runs after the commit, as the system.
import type { OutboxWorker } from '@aangan/server/background/background.ts';
import { later } from '@aangan/server/background/outbox.ts';
import { moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { overallMarks } from '../attendance/attendance.states.ts';
import { minutesOf } from '../attendance/attendance.ts';
import { holdTraining, lockSeats } from '../seat/seats.server.ts';
import { award } from './award.server.ts';
import { certificateStates } from './certificate.states.ts';

/** When a training is completed, and when marks of one that is are made or corrected. */
export const certifyLater = (
  db: Db,
  { trainingId, franchiseeId, key }: { trainingId: string; franchiseeId: number; key: string },
): Promise<boolean> =>
  later(
    db,
    'training.certify',
    { trainingId },
    { franchiseeId, dedupeKey: `${trainingId}:${key}`, source: { kind: 'training', id: trainingId } },
  );

export async function certify(db: Db, trainingId: string, now: Date): Promise<void> {
  const { status } = await holdTraining(db, trainingId);
  if (status !== 'COMPLETED') return;
  await lockSeats(db, trainingId);
  const { rows } = await sql<{ title: string; type_id: string }>`
    select t.title, t.certificate_type_id as type_id from training t join certificate_type c on c.id = t.certificate_type_id and c.for_trainings
     where t.id = ${trainingId} and not exists (select from training_session x where x.training_id = t.id and x.status in ('SCHEDULED', 'LIVE'))`.execute(
    db,
  );
  const [training] = rows;
  if (!training) return;
  await takeBack(db, trainingId);
  const { rows: people } = await sql<{ franchisee_id: number; staff_id: string; attended: number }>`
    select e.franchisee_id, e.staff_id, e.attended_s as attended from training_enrollment e
     where e.training_id = ${trainingId} and e.seat = 'SEATED' and e.mark = 'PRESENT'
       -- What a person has revoked stays so.
       and not exists (select from training_certificate c where c.franchisee_id = e.franchisee_id and c.staff_id = e.staff_id
         and c.training_id = e.training_id and (c.status <> 'REVOKED' or c.revoked_by is not null))
     order by e.franchisee_id, e.staff_id`.execute(db);
  for (const one of people)
    await award(db, {
      franchiseeId: one.franchisee_id,
      staffId: one.staff_id,
      typeId: training.type_id,
      title: training.title,
      of: { source: 'TRAINING', training_id: trainingId },
      attendedMin: minutesOf(one.attended),
      now,
    });
}

/** Of whom a corrected mark says that they were not there after all. */
async function takeBack(db: Db, trainingId: string): Promise<void> {
  const { rows } = await sql<RowIn<'training_certificate'> & { mark: keyof typeof overallMarks }>`
    select c.*, e.mark from training_certificate c join training_enrollment e on e.franchisee_id = c.franchisee_id and e.staff_id = c.staff_id
       and e.training_id = c.training_id
     where c.training_id = ${trainingId} and c.status = 'VALID' and e.mark <> 'PRESENT' order by c.franchisee_id, c.id for update of c`.execute(
    db,
  );
  for (const row of rows) {
    const reason = `The attendance was corrected: ${overallMarks[row.mark]}.`;
    await moveStatus(db, {
      states: certificateStates,
      table: 'training_certificate',
      row,
      action: 'revoke',
      reason,
      set: { revoke_reason: reason },
    });
  }
}

export const certifyWorker: OutboxWorker = {
  retryUnknown: true,
  perform: ({ row, work, finish, now }) =>
    work(null, async (db) => {
      await certify(db, (row.payload as { trainingId: string }).trainingId, now);
      await finish(db);
    }),
};
