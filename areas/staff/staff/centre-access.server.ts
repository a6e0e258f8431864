// What a person may open at a centre begins and ends with the employment there.
import { todayIst } from '@aangan/contract/period.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { endGrants, openGrants, STAFF_ROLE, storeGrant } from '../../network/public.server.ts';
import { compileActor, ensureMayGrant } from '../../system/public.server.ts';
import { takeApproval } from './approval-right.server.ts';

interface Employment {
  readonly franchisee_id: number;
  readonly user_id: string | null;
  readonly category: string;
}

/** Roles held at this very centre, as a colleague: a parent stays a parent. */
async function rolesHere(db: Db, { user_id, franchisee_id }: Employment, now: Date) {
  if (user_id === null) return [];
  const open = await openGrants(db, user_id, todayIst(now));
  const here = open.filter((grant) => grant.scope === 'CENTRE' && grant.franchiseeId === franchisee_id);
  if (here.length === 0) return [];
  const ofFamilies = await db.selectFrom('role').select('id').where('reach', '=', 'FAMILY').execute();
  return here.filter((grant) => !ofFamilies.some((role) => role.id === grant.roleId));
}

/** Ends roles and approval at the centre. `by` null: the last day is over. */
export async function endAccess(
  db: Db,
  row: Employment,
  { by, now }: { by: string | null; now: Date },
): Promise<void> {
  await takeApproval(db, row);
  const roles = await rolesHere(db, row, now);
  await endGrants(
    db,
    roles.map((grant) => grant.id),
    { by, now },
  );
}

/** 403 unless the caller could have given every role the person holds here: nobody sends a superior home. */
export async function ensureMayEnd(db: Db, actor: Actor, row: Employment, now: Date): Promise<void> {
  const roles = await rolesHere(db, row, now);
  if (roles.length === 0 || row.user_id === null) return;
  const granter = ensureFound(await compileActor(db, userIdOf(actor), now));
  for (const { roleId, from } of roles)
    await ensureMayGrant(
      db,
      granter,
      {
        userId: row.user_id,
        roleId,
        scope: 'CENTRE',
        zoneId: null,
        franchiseeId: row.franchisee_id,
        from,
        to: todayIst(now),
      },
      now,
    );
}

/** Gives back the role of the category, where the person holds none at the centre any more. */
export async function beginAccess(db: Db, actor: Actor, row: Employment, now: Date): Promise<void> {
  if (row.user_id === null || (await rolesHere(db, row, now)).length > 0) return;
  await storeGrant(
    { db, granterId: userIdOf(actor), userId: row.user_id, now },
    {
      roleId: row.category === 'TEACHING' ? STAFF_ROLE.TEACHING : STAFF_ROLE.SUPPORT,
      scope: 'CENTRE',
      franchiseeId: row.franchisee_id,
    },
  );
}
