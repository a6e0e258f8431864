import { todayIst } from '@aangan/contract/period.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { type CompiledUser, compileActor, ensureMayGrant } from '../../system/public.server.ts';
import { ensureAbility } from '../franchisee/franchisee.queries.server.ts';
import { refuse } from '../network-refusals.ts';
import type { Grant, GrantPlace, GrantRule } from './store-grant.server.ts';

/** Refuses a grant that this granter may not give, or that does not fit its place (system.md 3.7, network.md N12). */
export async function ensureGrantable(
  db: Db,
  granter: CompiledUser,
  { userId, now }: { userId: string; now: Date },
  grant: Grant,
): Promise<GrantPlace> {
  const from = grant.from ?? todayIst(now);
  const zoneId = grant.scope === 'ZONE' ? (grant.zoneId ?? null) : null;
  const franchiseeId = grant.scope === 'CENTRE' ? (grant.franchiseeId ?? null) : null;
  const to = grant.to ?? null;
  await ensureMayGrant(
    db,
    granter,
    { userId, roleId: grant.roleId, scope: grant.scope, zoneId, franchiseeId, from, to },
    now,
  );
  if (franchiseeId !== null && franchiseeId !== HEAD_OFFICE) {
    await ensureAbility(db, franchiseeId, 'NEW_USER');
    await ensureCentreFits(db, { userId, roleId: grant.roleId, franchiseeId });
  }
  return { zoneId, franchiseeId, from, to };
}

/** The heads' roles fit one model of centre, and a franchisee master role the home centre alone (network.md N12). */
async function ensureCentreFits(
  db: Db,
  { userId, roleId, franchiseeId }: { userId: string; roleId: number; franchiseeId: number },
): Promise<void> {
  const place = await db
    .selectFrom('role as r')
    .innerJoin('franchisee as f', (join) => join.on('f.id', '=', franchiseeId))
    // Nobody yet: of a file's row the centre of the role becomes the home centre.
    .leftJoin('app_user as u', (join) => join.on('u.id', '=', userId))
    .select([
      sql<boolean>`r.centre_model is null or r.centre_model = f.model`.as('fits'),
      sql<boolean>`not r.franchisee_master or u.id is null or u.franchisee_id is not distinct from f.id`.as(
        'home',
      ),
    ])
    .where('r.id', '=', roleId)
    .executeTakeFirst();
  if (!place?.fits)
    throw refuse('role.wrong-model', { fields: { roleId: 'Not a role of this centre’s model' } });
  if (!place.home) throw refuse('role.home-centre', { fields: { franchiseeId: 'Choose the home centre' } });
}

/** The rule as `storeGrant` asks it: by the granter's id. */
export const grantRuleOf: GrantRule = async ({ db, granterId, userId, now }, grant) =>
  ensureGrantable(db, ensureFound(await compileActor(db, granterId, now)), { userId, now }, grant);
