// Moves the queue into free seats. It reaches people of every centre, so it runs after the commit as the system and never in
// the command of one centre.
import type { OutboxWorker } from '@aangan/server/background/background.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { goesOn, holdTraining, isFree, lockSeats, saveSeats } from './seats.server.ts';
import { tellStaff } from './tell-staff.server.ts';

/** The lowest numbers of the queue get what is free, while the training goes on. Answers how many moved up. */
export async function promote(db: Db, trainingId: string): Promise<number> {
  const { status } = await holdTraining(db, trainingId);
  if (!goesOn(status)) return 0;
  const seats = await lockSeats(db, trainingId);
  if (seats.waitlisted === 0 || !isFree(seats)) return 0;
  const most = seats.capacity === null ? seats.waitlisted : seats.capacity - seats.seated;
  const { rows } = await sql<{ id: string }>`
    update training_enrollment e set seat = 'SEATED', queue_no = null
      from (select franchisee_id, id from training_enrollment where training_id = ${trainingId} and seat = 'WAITLISTED'
        order by queue_no limit ${most} for update) q
     where e.franchisee_id = q.franchisee_id and e.id = q.id returning e.id`.execute(db);
  seats.seated += rows.length;
  seats.waitlisted -= rows.length;
  await saveSeats(db, seats);
  await tellStaff(
    db,
    'training.seat-free',
    rows.map(({ id }) => id),
  );
  return rows.length;
}

export const promoteWorker: OutboxWorker = {
  retryUnknown: true,
  perform: ({ row, work, finish }) =>
    work(null, async (db) => {
      await promote(db, (row.payload as { trainingId: string }).trainingId);
      await finish(db);
    }),
};
