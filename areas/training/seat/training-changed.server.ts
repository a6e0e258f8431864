// What a change of a training means for the people who are registered: places, and that it moved or is cancelled. They are told after
// the commit, as the author does not reach all of them.
import type { OutboxWorker } from '@aangan/server/background/background.ts';
import { later } from '@aangan/server/background/outbox.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensure } from '@aangan/server/work/ensure.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { tellGuests } from '../response/tell-guests.server.ts';
import { refuseTraining } from '../training.refusals.ts';
import { goesOn, holdTraining, lockSeats } from './seats.server.ts';
import { promoteLater, tellStaff } from './tell-staff.server.ts';

type Change = 'MOVED' | 'CANCELLED';

/** A centre of the actor's, for what is nobody's in particular. */
export const centreOf = (actor: Actor): number =>
  actor.franchiseeId ?? (actor.wholeNetwork ? HEAD_OFFICE : (actor.centres[0] ?? HEAD_OFFICE));

/** After the commit everybody registered hears that a training moved (who had accepted answers again) or is cancelled. */
export const tellAllLater = (
  db: Db,
  actor: Actor,
  { trainingId, change, version }: { trainingId: string; change: Change; version: number },
): Promise<boolean> =>
  later(
    db,
    'training.changed',
    { trainingId, change },
    {
      franchiseeId: centreOf(actor),
      dedupeKey: `${trainingId}:${version}`,
      source: { kind: 'training', id: trainingId },
    },
  );

export const changedWorker: OutboxWorker = {
  retryUnknown: true,
  perform: ({ row, work, finish }) =>
    work(null, async (db) => {
      const { trainingId, change } = row.payload as { trainingId: string; change: Change };
      const { status } = await holdTraining(db, trainingId);
      // What was cancelled or is over meanwhile has not moved: its own news is told.
      if (change === 'MOVED' && !goesOn(status)) return finish(db);
      await lockSeats(db, trainingId);
      if (change === 'MOVED')
        await sql`update training_enrollment set response = 'PENDING', responded_at = null, response_source = null
           where training_id = ${trainingId} and response = 'ACCEPTED'`.execute(db);
      const { rows } = await sql<{ id: string }>`
        select id from training_enrollment where training_id = ${trainingId} and seat <> 'RELEASED'`.execute(
        db,
      );
      const ids = rows.map(({ id }) => id);
      await tellStaff(db, change === 'MOVED' ? 'training.moved' : 'training.cancelled', ids);
      await tellGuests(db, { trainingId, moved: change === 'MOVED', franchiseeId: row.franchiseeId });
      await finish(db);
    }),
};

/** Not fewer places than people who have a seat; more of them move the queue up. */
export async function changePlaces(
  db: Db,
  actor: Actor,
  row: RowIn<'training'>,
  capacity: number | null,
): Promise<void> {
  const { seated, waitlisted } = await lockSeats(db, row.id);
  ensure(capacity === null || capacity >= seated, () =>
    refuseTraining('training.capacity-below-seated', {
      details: { seated },
      fields: { capacity: `At least ${seated}` },
    }),
  );
  await db.updateTable('training_seat').set({ capacity }).where('training_id', '=', row.id).execute();
  if (waitlisted > 0)
    await promoteLater(db, {
      trainingId: row.id,
      franchiseeId: centreOf(actor),
      key: `places:${row.version}`,
    });
}

const MOVE_MIN = 30;
const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** On other days, or more than half an hour earlier or later. */
export const hasMoved = (
  was: Pick<RowIn<'training'>, 'from_date' | 'to_date' | 'from_time'>,
  is: { from_date: string; to_date: string; from_time: string },
): boolean =>
  was.from_date !== is.from_date ||
  was.to_date !== is.to_date ||
  Math.abs(minuteOf(was.from_time) - minuteOf(is.from_time)) > MOVE_MIN;
