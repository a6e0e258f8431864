// Which trips somebody sees: whoever looks after escorts all of the centre, an escort the own ones alone.
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { transportModules as m } from '../modules.ts';

export type Trip = RowIn<'trip'>;

/** A condition on `trip t`. Every query and command of trips has it. */
export const ownTrips = (actor: Actor): RawBuilder<boolean> =>
  holds(actor, m.ESCORT_DIGITAL_ID, false)
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from escort_person own where own.franchisee_id = t.franchisee_id and own.user_id = ${actor.userId}::uuid
        and own.id in (t.driver_id, t.attendant_id))`;

/** The trip, locked; 404 for another centre's and for an escort's who is not on it. Its rows are written under this lock only. */
export async function lockTrip(db: Db, actor: Actor, id: string): Promise<Trip> {
  const { rows } =
    await sql<Trip>`select t.* from trip t where t.id = ${id} and ${ownTrips(actor)} for update`.execute(db);
  return ensureFound(rows[0]);
}
