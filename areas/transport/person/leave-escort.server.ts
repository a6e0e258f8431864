// Somebody works here no longer: card, postings and account end in the same work.
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { personStates } from './escort.states.ts';

export type Escort = RowIn<'escort_person'>;
type Place = Pick<Escort, 'franchisee_id' | 'id'>;

export const stopCards = (db: Db, person: Place, status: 'REVOKED' | 'REPLACED') =>
  db
    .updateTable('escort_card')
    .set({ status })
    .where('franchisee_id', '=', person.franchisee_id)
    .where('subject', '=', 'PERSON')
    .where('subject_id', '=', person.id)
    .where('status', '=', 'ACTIVE')
    .execute();

/** Today is the last day; what has not begun is taken back. */
async function endPostings(db: Db, person: Place, today: Day): Promise<void> {
  await db
    .deleteFrom('vehicle_staff')
    .where('franchisee_id', '=', person.franchisee_id)
    .where('person_id', '=', person.id)
    .where('from_on', '>', today)
    .execute();
  await db
    .updateTable('vehicle_staff')
    .set({ to_on: today })
    .where('franchisee_id', '=', person.franchisee_id)
    .where('person_id', '=', person.id)
    .where((eb) => eb.or([eb('to_on', 'is', null), eb('to_on', '>', today)]))
    .execute();
}

/** Call it with the person locked. */
export async function leave(
  db: Db,
  row: Escort,
  { reason, now }: { reason: string | null; now: Date },
): Promise<void> {
  await moveStatus(db, {
    states: personStates,
    table: 'escort_person',
    row,
    action: 'leave',
    reason,
    set: { user_id: null },
  });
  await stopCards(db, row, 'REVOKED');
  await endPostings(db, row, todayIst(now));
}

/** Everybody of a vendor that closes; the vendor is locked before its people. */
export async function leaveAll(
  db: Db,
  vendor: Place,
  { reason, now }: { reason: string | null; now: Date },
): Promise<void> {
  const people = await db
    .selectFrom('escort_person')
    .selectAll()
    .where('franchisee_id', '=', vendor.franchisee_id)
    .where('vendor_id', '=', vendor.id)
    .where('status', '<>', 'LEFT')
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const row of people) await leave(db, row, { reason, now });
}
