import { todayIst } from '@aangan/contract/period.ts';
import { ensureFound } from '@aangan/server/ensure.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { sql } from 'kysely';
import { type CompiledUser, compileActor, ensureMayGrant } from '../../system/public.server.ts';
import { ensureAbility, headOfficeId } from '../franchisee/franchisee.queries.server.ts';
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
  if (franchiseeId !== null && franchiseeId !== headOfficeId()) {
    await ensureAbility(db, franchiseeId, 'NEW_USER');
    await ensureModel(db, grant.roleId, franchiseeId);
  }
  return { zoneId, franchiseeId, from, to };
}

async function ensureModel(db: Db, roleId: number, franchiseeId: number): Promise<void> {
  const fits = await db
    .selectFrom('role as r')
    .innerJoin('franchisee as f', (join) => join.on('f.id', '=', franchiseeId))
    .select('r.id')
    .where('r.id', '=', roleId)
    .where(sql<boolean>`(r.centre_model is null or r.centre_model = f.model)`)
    .executeTakeFirst();
  if (!fits) throw refuse('role.wrong-model', { fields: { roleId: 'Not a role of this centre’s model' } });
}

/** The rule as `storeGrant` asks it: by the granter's id. */
export const grantRuleOf: GrantRule = async ({ db, granterId, userId, now }, grant) =>
  ensureGrantable(db, ensureFound(await compileActor(db, granterId, now)), { userId, now }, grant);
