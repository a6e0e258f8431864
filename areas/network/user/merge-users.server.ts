// Two accounts of one person: what refers to the other account stays as it is and is shown as the kept one, open work
// and roles move, and the other account is switched off for good (network.md 5).
import { todayIst } from '@aangan/contract/period.ts';
import { Refusal } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { userIdOf } from '@aangan/server/work/ensure.ts';
import { revokeLinks } from '@aangan/server/work/links.ts';
import { type Db, withWholeReach } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { queueMessage } from '../../communication/public.server.ts';
import { refuse } from '../network-refusals.ts';
import { ensureNotLast, lockSuperAdmins, saveState } from './account-commands.server.ts';
import { setApprovalCode } from './grants.server.ts';
import { handOverAll, noteHandOver } from './hand-over.server.ts';
import {
  type Account,
  accountOf,
  codesToMove,
  endsSignIn,
  ensureJoinable,
  gainsOf,
  gainWords,
  homeOf,
  rolesToMove,
} from './merge-plan.server.ts';
import { userMergeContract } from './user-merge.contract.ts';
import { lastSignIn } from './user-view.server.ts';
import { workOf } from './work-of.server.ts';

function ensureSuperAdmin(actor: Actor): void {
  if (!actor.allModules) throw refuse('user.merge-super');
}

const nameOf = (account: Account): string => `${account.first_name} ${account.last_name}`.trim();

export const previewMerge = handle(userMergeContract.preview, async ({ db, actor, input }) => {
  ensureSuperAdmin(actor);
  return withWholeReach(db, actor, async () => {
    const keep = await accountOf(db, input.keepId, false);
    const drop = await accountOf(db, input.dropId, false);
    const codes = await codesToMove(db, keep.id, drop.id);
    const titles = await db
      .selectFrom('approval_code')
      .select(['code', 'title'])
      .where('code', 'in', ['', ...codes.map((one) => one.code)])
      .execute();
    return {
      keep: await cardOf(db, keep),
      drop: await cardOf(db, drop),
      roles: await rolesToMove(db, keep.id, drop.id),
      codes: titles.map((one) => one.title),
      work: await workOf(db, drop.id),
      gains: await gainWords(db, gainsOf(keep, drop)),
      endsSignIn: endsSignIn(keep, drop),
      problem: problemOf(actor, keep, drop),
    };
  });
});

const cardOf = async (db: Db, account: Account) => ({
  id: account.id,
  version: account.version,
  name: nameOf(account),
  email: account.email_norm,
  mobile: account.mobile_norm,
  homeCentre: await homeOf(db, account),
  state: account.state,
  lastSignInAt: await lastSignIn(db, account.id),
});

function problemOf(actor: Actor, keep: Account, drop: Account): string | null {
  try {
    ensureJoinable(actor, keep, drop);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

export const mergeUsers = handle(userMergeContract.merge, async ({ db, actor, input, version, now }) => {
  ensureSuperAdmin(actor);
  const admins = await lockSuperAdmins(db, input.dropId);
  // By id, so that two people who join the same pair the other way round do not wait for each other in a circle.
  const locked = new Map<string, Account>();
  for (const id of [input.keepId, input.dropId].sort()) locked.set(id, await accountOf(db, id, true));
  const [keep, drop] = [locked.get(input.keepId) as Account, locked.get(input.dropId) as Account];
  ensureJoinable(actor, keep, drop);
  // The kept account may be paused, and whoever asked may have been switched off meanwhile.
  ensureNotLast(admins, drop);
  const moving = { db, actor, now };
  // First the roles: work goes only to somebody who works where it lies.
  const roles = await moveAccess(moving, keep, drop);
  const work = await moveWork(moving, keep, drop);
  await saveState(
    db,
    { userId: drop.id, version },
    {
      state: 'DISABLED',
      disabled_at: now.toISOString(),
      disable_reason: `Joined with the account of ${nameOf(keep)}`,
      suspended_until: null,
      suspend_reason: null,
      merged_into: keep.id,
    },
  );
  const gained = gainsOf(keep, drop);
  if (Object.keys(gained).length > 0)
    await db.updateTable('app_user').set(gained).where('id', '=', keep.id).execute();
  // Who was joined with the one that goes, now stands for the one that stays.
  await db.updateTable('app_user').set({ merged_into: keep.id }).where('merged_into', '=', drop.id).execute();
  await revokeLinks(db, { purpose: 'user.invite', subjectId: drop.id, reason: 'joined' });
  await tellPerson(db, { ...keep, ...gained }, endsSignIn(keep, drop));
  return { id: keep.id, roles, work };
});

interface Moving {
  db: Db;
  actor: Actor;
  now: Date;
}

async function moveWork(moving: Moving, keep: Account, drop: Account): Promise<number> {
  const { db, actor } = moving;
  const standing = await withWholeReach(db, actor, () => workOf(db, drop.id));
  if (standing.length === 0) return 0;
  const moved = await handOverAll(
    moving,
    drop.id,
    Object.fromEntries(standing.map((one) => [one.key, keep.id])),
  );
  await noteHandOver(moving, {
    from: drop.id,
    franchiseeId: drop.franchisee_id,
    reason: 'Two accounts of one person were joined',
    moved,
  });
  return moved.reduce((sum, one) => sum + one.n, 0);
}

/** Roles, listed centres and approval codes; what the kept account holds already is only ended at the other. */
async function moveAccess({ db, actor, now }: Moving, keep: Account, drop: Account): Promise<number> {
  const roles = (await rolesToMove(db, keep.id, drop.id)).filter((role) => !role.held);
  const today = todayIst(now);
  for (const role of roles)
    await db
      .insertInto('user_role')
      .values({
        user_id: keep.id,
        role_id: role.role_id,
        scope: role.scope,
        zone_id: role.zone_id,
        franchisee_id: role.franchisee_id,
        from_on: role.from_on > today ? role.from_on : today,
        to_on: role.to_on,
        reason: 'From the account that was joined',
        granted_by: userIdOf(actor),
      })
      .execute();
  await db
    .updateTable('user_role')
    .set({ ended_at: now.toISOString(), ended_by: actor.userId })
    .where('user_id', '=', drop.id)
    .where('ended_at', 'is', null)
    .execute();
  // An allocation is ended by its source (AMS, trainings), so the row itself goes over.
  await sql`update user_centre c set user_id = ${keep.id} where c.user_id = ${drop.id} and not exists (select from user_centre k
    where k.user_id = ${keep.id} and k.franchisee_id = c.franchisee_id and k.source = c.source and k.source_id = c.source_id)`.execute(
    db,
  );
  for (const { code, franchiseeId } of await codesToMove(db, keep.id, drop.id))
    await setApprovalCode(db, { userId: keep.id, code, ...(franchiseeId === null ? {} : { franchiseeId }) });
  await db
    .updateTable('user_approval_code')
    .set({ revoked_at: now.toISOString() })
    .where('user_id', '=', drop.id)
    .where('revoked_at', 'is', null)
    .execute();
  return roles.length;
}

async function tellPerson(db: Db, keep: Account, gone: readonly string[]): Promise<void> {
  const signIn = keep.email_norm ?? keep.mobile_norm;
  if (signIn === null || gone.length === 0) return;
  await queueMessage(db, {
    kind: 'network.accounts-joined',
    franchiseeId: keep.franchisee_id,
    about: { userIds: [keep.id] },
    values: { signIn, gone: gone.join(', ') },
    dedupeKey: `${keep.id}:${keep.version}`,
    source: { kind: 'USER', id: keep.id },
  });
}
