import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type * as z from 'zod';
import { refuse } from '../network-refusals.ts';
import type { userContract } from './user.contract.ts';

export type Grant = z.output<typeof userContract.grant.input>['grant'];

export interface Granting {
  db: Db;
  granterId: string;
  userId: string;
  now: Date;
}

/** Where and how long a grant holds, after the rule. */
export interface GrantPlace {
  zoneId: number | null;
  franchiseeId: number | null;
  from: string;
  to: string | null;
}

/** Refuses what the granter may not give. */
export type GrantRule = (granting: Granting, grant: Grant) => Promise<GrantPlace>;

let rule: GrantRule = async () => {
  throw new Error('useGrantRule() was not called');
};

/** Handed over at start: the ceiling is the system area's, which itself asks this area for grants. */
export function useGrantRule(answer: GrantRule): void {
  rule = answer;
}

/** Stores one grant after the ceiling rule (system.md 3.7) was asked. Returns its id. */
export async function storeGrant({ db, granterId, userId, now }: Granting, grant: Grant): Promise<string> {
  const { zoneId, franchiseeId, from, to } = await rule({ db, granterId, userId, now }, grant);
  const open = await db
    .selectFrom('user_role')
    .select(['zone_id', 'franchisee_id'])
    .where('user_id', '=', userId)
    .where('role_id', '=', grant.roleId)
    .where('scope', '=', grant.scope)
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('to_on', 'is', null), eb('to_on', '>=', from)]))
    .execute();
  if (open.some((row) => row.zone_id === zoneId && row.franchisee_id === franchiseeId))
    throw refuse('user.grant-overlap');
  const { id } = await db
    .insertInto('user_role')
    .values({
      user_id: userId,
      role_id: grant.roleId,
      scope: grant.scope,
      zone_id: zoneId,
      franchisee_id: franchiseeId,
      from_on: from,
      to_on: to,
      reason: grant.reason ?? null,
      granted_by: granterId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (grant.scope === 'CENTRES') await addCentres(db, userId, grant, from);
  return id;
}

async function addCentres(db: Db, userId: string, grant: Grant, from: string): Promise<void> {
  for (const franchiseeId of new Set(grant.franchiseeIds ?? [])) {
    await db
      .insertInto('user_centre')
      .values({
        user_id: userId,
        franchisee_id: franchiseeId,
        from_on: from,
        to_on: grant.to ?? null,
        source: 'MANUAL',
        source_id: '',
      })
      .onConflict((oc) => oc.doNothing())
      .execute();
  }
}
