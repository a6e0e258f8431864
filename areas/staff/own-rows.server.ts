// Whose rows somebody sees: who keeps the attendance of the centre sees everybody's, the others their own.
import { refuse } from '@aangan/contract/refusal.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { staffModules } from './modules.ts';
import { refuseStaff } from './refusals.ts';

export const keepsAttendance = (actor: Actor): boolean =>
  holds(actor, staffModules.CenterHeadAttendance, false);

/** For `only` of a list whose rows carry `user_id`. */
export const ownRows =
  (alias: string) =>
  (actor: Actor): RawBuilder<unknown> =>
    keepsAttendance(actor) ? sql`true` : sql`${sql.ref(`${alias}.user_id`)} = ${userIdOf(actor)}`;

/** Another person's row is not there for who may not see it. */
export function ensureOwnOrKeeper(actor: Actor, row: { readonly user_id: string | null }): void {
  if (row.user_id !== actor.userId && !keepsAttendance(actor)) throw refuse('row.not-found');
}

/** The employment of the caller at the chosen centre, or the only one. */
export async function ownEmployment(db: Db, actor: Actor) {
  const own = await db
    .selectFrom('staff')
    .select(['id', 'franchisee_id', 'joined_on', 'left_on', 'status'])
    .where('user_id', '=', actor.userId)
    .where('status', 'not in', ['LEFT', 'REJECTED'])
    .$if(actor.franchiseeId !== null, (rows) => rows.where('franchisee_id', '=', actor.franchiseeId))
    .orderBy('franchisee_id')
    .executeTakeFirst();
  if (!own) throw refuseStaff('staff.not-listed');
  return own;
}
