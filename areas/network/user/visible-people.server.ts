import { refuse as platform } from '@aangan/contract/refusal.ts';
import { contains } from '@aangan/server/record/keyset.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';

/**
 * People whose home, or one of whose open roles, is a centre the caller sees. Users are a network table, so row security
 * of franchisee draws the line here: it hides the other centres' rows from the inner select.
 */
const visiblePeople = sql<boolean>`(exists (select from franchisee f where f.id = u.franchisee_id)
  or exists (select from user_role vg join franchisee f on f.id = vg.franchisee_id where vg.user_id = u.id and vg.ended_at is null))`;

/** Refuses 404 unless the person belongs to a centre the caller sees. */
export async function ensureVisible(db: Db, userId: string): Promise<void> {
  const { rows } = await sql`select 1 from app_user u where u.id = ${userId} and ${visiblePeople}`.execute(
    db,
  );
  if (rows.length === 0) throw platform('row.not-found');
}

/**
 * The same line for lists, as conditions on `u`: nothing to ask for the network, else the centres by number, so that
 * the indexes on home and role find the few among many.
 */
export function peopleInReach(actor: Actor): RawBuilder<unknown>[] {
  if (actor.wholeNetwork && actor.franchiseeId === null) return [];
  return [peopleAt(actor.franchiseeId === null ? actor.centres : [actor.franchiseeId])];
}

/** Home there, or an open role there. */
export const peopleAt = (centres: readonly number[]): RawBuilder<unknown> =>
  sql`u.id in (select id from app_user where franchisee_id = any (${centres as number[]}::int[])
    union select user_id from user_role where franchisee_id = any (${centres as number[]}::int[]) and ended_at is null)`;

/** `u.search_key like` words in any order. */
export const peopleMatching = (q: string | undefined): RawBuilder<boolean>[] =>
  (q ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 6)
    .map((word) => sql<boolean>`u.search_key like ${contains(word)}`);
