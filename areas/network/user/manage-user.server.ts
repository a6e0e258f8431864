import { refuse as platform } from '@aangan/contract/refusal.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { compileActor, grantableRoles } from '../../system/public.server.ts';
import { refuse } from '../network-refusals.ts';

/**
 * Refuses unless the caller may act on this person's account: the home centre is in the caller's scope (else 404), and
 * every role the person holds is one the caller could give. Otherwise changing an e-mail address would be a way to
 * somebody else's rights.
 */
export async function ensureManages(db: Db, actor: Actor, userId: string, now: Date): Promise<void> {
  const user = ensureFound(
    await db
      .selectFrom('app_user as u')
      .innerJoin('franchisee as f', 'f.id', 'u.franchisee_id')
      .select(['u.super_admin'])
      .where('u.id', '=', userId)
      .executeTakeFirst(),
  );
  if (actor.allModules) return;
  const caller = await compileActor(db, actor.userId ?? '', now);
  if (!caller) throw platform('session.ended');
  const may = new Set((await grantableRoles(db, caller)).map((role) => role.id));
  const held = await db
    .selectFrom('user_role')
    .select('role_id')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
  if (user.super_admin || held.some((grant) => !may.has(grant.role_id))) throw refuse('user.above-you');
}
