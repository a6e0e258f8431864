import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { compileActor, ensureMayGrant } from '../../system/public.server.ts';
import { refuse } from '../network-refusals.ts';
import { endGrants } from './end-grants.server.ts';
import { clearApprovalCode, setApprovalCode } from './grants.server.ts';
import { storeGrant } from './store-grant.server.ts';
import { tellRole } from './tell-role.server.ts';
import { userContract } from './user.contract.ts';
import { userAccountContract } from './user-account.contract.ts';
import { ensureVisible } from './visible-people.server.ts';

export const grantRole = handle(userContract.grant, async ({ db, actor, input, now }) => {
  await ensureVisible(db, input.userId);
  const grantId = await storeGrant(
    { db, granterId: userIdOf(actor), userId: input.userId, now },
    input.grant,
  );
  await tellRole(db, grantId, 'given');
  return { grantId };
});

interface Taking {
  db: Db;
  actor: Actor;
  grantId: string;
  now: Date;
  /** The last day it shall have. */
  to: string | null;
}

/** The open grant, locked; refuses unless the caller could give it themselves. */
async function lockGrant({ db, actor, grantId, now, to }: Taking) {
  const grant = ensureFound(
    await db.selectFrom('user_role').selectAll().where('id', '=', grantId).forUpdate().executeTakeFirst(),
  );
  await ensureVisible(db, grant.user_id);
  const granter = ensureFound(await compileActor(db, userIdOf(actor), now));
  await ensureMayGrant(
    db,
    granter,
    {
      userId: grant.user_id,
      roleId: grant.role_id,
      scope: grant.scope,
      zoneId: grant.zone_id,
      franchiseeId: grant.franchisee_id,
      from: grant.from_on,
      to,
    },
    now,
  );
  if (grant.ended_at !== null) throw refuse('user.wrong-state');
  return grant;
}

export const extendGrant = handle(userContract.extendGrant, async ({ db, actor, input, now }) => {
  const grant = await lockGrant({ db, actor, grantId: input.grantId, now, to: input.to });
  if (input.to !== null && (input.to < todayIst(now) || input.to < grant.from_on))
    throw refuse('user.wrong-state', { fields: { to: 'Not before today' } });
  await db.updateTable('user_role').set({ to_on: input.to }).where('id', '=', grant.id).execute();
  if (grant.scope === 'CENTRES')
    await db
      .updateTable('user_centre')
      .set({ to_on: input.to })
      .where('user_id', '=', grant.user_id)
      .where('source', '=', 'MANUAL')
      .where('to_on', '=', grant.to_on)
      .execute();
  return { grantId: grant.id, to: input.to };
});

export const endGrant = handle(userContract.endGrant, async ({ db, actor, input, now }) => {
  // Who may give it may take it. The last day does not matter for that.
  const grant = await lockGrant({ db, actor, grantId: input.grantId, now, to: todayIst(now) });
  await endGrants(db, [grant.id], { by: actor.userId, now });
  return { grantId: grant.id };
});

/** Codes that are given by people (the others follow facts), as far as the caller holds them. */
async function codesToGive(db: Db, actor: Actor) {
  const rows = await db
    .selectFrom('approval_code')
    .select(['code', 'title', 'area'])
    .where('by', '=', 'GRANT')
    .orderBy('area')
    .orderBy('title')
    .execute();
  return actor.allModules ? rows : rows.filter((row) => actor.codes.has(row.code));
}

export const listCodes = handle(userAccountContract.codes, async ({ db, actor }) => ({
  rows: await codesToGive(db, actor),
}));

async function ensureMayGiveCode(
  db: Db,
  actor: Actor,
  { userId, code, franchiseeId }: { userId: string; code: string; franchiseeId: number | null },
): Promise<void> {
  await ensureVisible(db, userId);
  if (userId === actor.userId) throw refuse('user.own-access');
  if (!(await codesToGive(db, actor)).some((row) => row.code === code)) throw refuse('user.code-not-yours');
  // Everywhere is the network's to give; a centre must be in the caller's reach.
  if (franchiseeId === null) {
    if (!actor.wholeNetwork || actor.franchiseeId !== null) throw refuse('user.code-not-yours');
    return;
  }
  ensureFound(
    await db.selectFrom('franchisee').select('id').where('id', '=', franchiseeId).executeTakeFirst(),
  );
}

export const setCode = handle(userAccountContract.setCode, async ({ db, actor, input }) => {
  await ensureMayGiveCode(db, actor, input);
  const { userId, code, franchiseeId } = input;
  await setApprovalCode(db, { userId, code, ...(franchiseeId === null ? {} : { franchiseeId }) });
  return { id: userId };
});

export const revokeCode = handle(userAccountContract.revokeCode, async ({ db, actor, input }) => {
  await ensureMayGiveCode(db, actor, input);
  const { userId, code, franchiseeId } = input;
  await clearApprovalCode(db, { userId, code, ...(franchiseeId === null ? {} : { franchiseeId }) });
  return { id: userId };
});
