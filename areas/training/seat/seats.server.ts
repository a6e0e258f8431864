// The seats of a training. Whoever gives or frees one locks their row first, so that the last seat is given once and nobody
// overtakes the queue.
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

export type Seats = Pick<
  RowIn<'training_seat'>,
  'training_id' | 'capacity' | 'seated' | 'waitlisted' | 'next_no' | 'attended'
>;
export type Seat = 'SEATED' | 'WAITLISTED' | 'RELEASED';
export interface Place {
  seat: Seat;
  queue_no: number | null;
}

const goesOnIn: readonly string[] = ['ACTIVE', 'IN PROGRESS'];
/** Neither over nor cancelled. */
export const goesOn = (status: string): boolean => goesOnIn.includes(status);

/** The training, kept from being changed or cancelled until this is done. Everybody locks it before its seats, and those before a
 * person's row. */
export async function holdTraining(db: Db, id: string) {
  const row = await db
    .selectFrom('training')
    .select(['id', 'status', 'present_pct', 'partial_pct'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  return ensureFound(row);
}

export async function lockSeats(db: Db, trainingId: string): Promise<Seats> {
  const row = await db
    .selectFrom('training_seat')
    .select(['training_id', 'capacity', 'seated', 'waitlisted', 'next_no', 'attended'])
    .where('training_id', '=', trainingId)
    .forUpdate()
    .executeTakeFirst();
  return { ...ensureFound(row) };
}

export const isFree = ({ capacity, seated }: Pick<Seats, 'capacity' | 'seated'>): boolean =>
  capacity === null || seated < capacity;

/** Takes a seat, or the end of the queue: also where a seat is free for somebody who waits already. */
export function takePlace(seats: Seats): Place {
  if (seats.waitlisted === 0 && isFree(seats)) {
    seats.seated += 1;
    return { seat: 'SEATED', queue_no: null };
  }
  seats.waitlisted += 1;
  seats.next_no += 1;
  return { seat: 'WAITLISTED', queue_no: seats.next_no - 1 };
}

/** Gives up what somebody had. True when that frees a seat for the queue. */
export function givePlace(seats: Seats, had: Seat): boolean {
  if (had === 'SEATED') seats.seated -= 1;
  if (had === 'WAITLISTED') seats.waitlisted -= 1;
  return had === 'SEATED' && seats.waitlisted > 0;
}

export const saveSeats = (db: Db, { training_id, seated, waitlisted, next_no }: Seats) =>
  db
    .updateTable('training_seat')
    .set({ seated, waitlisted, next_no })
    .where('training_id', '=', training_id)
    .execute();

/** The training of a registration in reach: its seats are locked before the registration is. */
export async function trainingOf(db: Db, enrollmentId: string): Promise<string> {
  const { rows } = await sql<{ training_id: string }>`
    select training_id from training_enrollment where id = ${enrollmentId}`.execute(db);
  return ensureFound(rows[0]).training_id;
}

/** When the first session begins and ends. */
export async function firstSession(db: Db, trainingId: string): Promise<{ begins: Date; ends: Date } | null> {
  const { rows } = await sql<{ begins: string; ends: string }>`
    select starts_at as begins, ends_at as ends from training_session where training_id = ${trainingId} order by starts_at limit 1`.execute(
    db,
  );
  const [row] = rows;
  return row ? { begins: new Date(row.begins), ends: new Date(row.ends) } : null;
}
