// Leaving, pausing and coming back. Open sessions answer 401 from the next look on: the authenticator reads the state
// of the user at least every second.
import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensureFound, ensureFresh } from '@aangan/server/work/ensure.ts';
import { revokeLinks } from '@aangan/server/work/links.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuse } from '../network-refusals.ts';
import { handOverAll, noteHandOver } from './hand-over.server.ts';
import { ensureManages } from './manage-user.server.ts';
import { ensureFree } from './person-columns.server.ts';
import { sendInvite } from './send-invite.server.ts';
import { userCards } from './user.queries.server.ts';
import { userAccountContract } from './user-account.contract.ts';
import { ensureVisible } from './visible-people.server.ts';
import { successorsOf, workAround } from './work-of.server.ts';

export const lockUser = async (db: Db, userId: string) =>
  ensureFound(
    await db
      .selectFrom('app_user')
      .select(['id', 'super_admin', 'state', 'email_norm', 'mobile_norm', 'franchisee_id', 'merged_into'])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst(),
  );

/**
 * Before somebody's own row: locks the super admins at work when this person is one of them. Two who switch each other
 * off must not both succeed; each locks all of them first, in one order, so that neither waits for the other in a circle.
 * Gives who they are.
 */
export async function lockSuperAdmins(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select a.id from app_user a
    where a.super_admin and a.state = 'ACTIVE' and exists (select from app_user u where u.id = ${userId} and u.super_admin)
    order by a.id for update of a`.execute(db);
  return rows.map((row) => row.id);
}

/** Refuses when nobody but this super admin is at work. */
export function ensureNotLast(admins: readonly string[], who: { id: string; super_admin: boolean }): void {
  if (who.super_admin && admins.every((id) => id === who.id)) throw refuse('user.last-super-admin');
}

export async function saveState(
  db: Db,
  which: { userId: string; version: number },
  set: Record<string, unknown>,
): Promise<void> {
  const done = await db
    .updateTable('app_user')
    .set(set)
    .where('id', '=', which.userId)
    .where('version', '=', which.version)
    .executeTakeFirst();
  ensureFresh(done.numUpdatedRows);
}

export const readWorkOf = handle(userAccountContract.workOf, async ({ db, actor, input, now }) => {
  await ensureVisible(db, input.userId);
  const { mine, beyond } = await workAround(db, actor, { userId: input.userId, now });
  return { rows: mine, elsewhere: beyond, people: await successorsOf(db, actor, input.userId) };
});

export const disableUser = handle(userAccountContract.disable, async ({ db, actor, input, version, now }) => {
  if (input.userId === actor.userId) throw refuse('user.self');
  await ensureManages(db, actor, input.userId, now);
  const admins = await lockSuperAdmins(db, input.userId);
  const user = await lockUser(db, input.userId);
  if (user.state === 'DISABLED') throw refuse('user.wrong-state');
  ensureNotLast(admins, user);
  const moving = { db, actor, now };
  const moved = await handOverAll(moving, input.userId, input.handTo ?? {});
  await saveState(
    db,
    { userId: input.userId, version },
    {
      state: 'DISABLED',
      disabled_at: now.toISOString(),
      disable_reason: input.reason,
      suspended_until: null,
      suspend_reason: null,
    },
  );
  await db
    .updateTable('user_role')
    .set({ ended_at: now.toISOString(), ended_by: actor.userId })
    .where('user_id', '=', input.userId)
    .where('ended_at', 'is', null)
    .execute();
  await revokeLinks(db, { purpose: 'user.invite', subjectId: input.userId, reason: 'disabled' });
  await noteHandOver(moving, {
    from: input.userId,
    franchiseeId: user.franchisee_id,
    reason: input.reason,
    moved,
  });
  const names = await userCards(
    db,
    moved.map((one) => one.to),
  );
  return { id: input.userId, handed: moved.map((one) => ({ ...one, to: names.get(one.to)?.name ?? '' })) };
});

export const enableUser = handle(userAccountContract.enable, async ({ db, actor, input, version, now }) => {
  await ensureManages(db, actor, input.userId, now);
  const user = await lockUser(db, input.userId);
  if (user.state !== 'DISABLED') throw refuse('user.wrong-state');
  if (user.merged_into !== null) throw refuse('user.merged');
  await ensureFree(db, { email: user.email_norm, mobile: user.mobile_norm }, input.userId);
  await saveState(
    db,
    { userId: input.userId, version },
    {
      state: 'INVITED',
      invited_at: now.toISOString(),
      disabled_at: null,
      disable_reason: null,
      password_hash: null,
    },
  );
  await sendInvite(db, { userId: input.userId, franchiseeId: user.franchisee_id, now });
  return { id: input.userId };
});

export const suspendUser = handle(userAccountContract.suspend, async ({ db, actor, input, version, now }) => {
  if (input.userId === actor.userId) throw refuse('user.self');
  await ensureManages(db, actor, input.userId, now);
  const admins = await lockSuperAdmins(db, input.userId);
  const user = await lockUser(db, input.userId);
  if (user.state !== 'ACTIVE') throw refuse('user.wrong-state');
  const until = input.until ?? null;
  if (until !== null && until < todayIst(now))
    throw refuse('user.wrong-state', { fields: { until: 'Not before today' } });
  ensureNotLast(admins, user);
  await saveState(
    db,
    { userId: input.userId, version },
    { state: 'SUSPENDED', suspended_until: until, suspend_reason: input.reason },
  );
  return { id: input.userId };
});

export const resumeUser = handle(userAccountContract.resume, async ({ db, actor, input, version, now }) => {
  await ensureManages(db, actor, input.userId, now);
  const user = await lockUser(db, input.userId);
  if (user.state !== 'SUSPENDED') throw refuse('user.wrong-state');
  await saveState(
    db,
    { userId: input.userId, version },
    { state: 'ACTIVE', suspended_until: null, suspend_reason: null },
  );
  return { id: input.userId };
});
