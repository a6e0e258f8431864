import { changingMethods } from '@aangan/contract/endpoint.ts';
import { type Actor, systemActor } from '@aangan/server/work/actor.ts';
import { ensure, userIdOf } from '@aangan/server/work/ensure.ts';
import { type Db, withWholeReach } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { notify } from '../../shell/public.server.ts';
import { type CompiledUser, compileActor } from '../access/compile-actor.server.ts';
import { loadRoles } from '../access/network-rights.server.ts';
import { screenRoutes } from '../menu/routes.server.ts';
import { refuseSystem } from '../system.refusals.ts';
import { SUPER_LEVEL } from '../system-modules.ts';
import { applyRoleDelta } from './apply-role-delta.server.ts';
import { effectWords, isEmptyDelta, type Right, type RoleDelta, type RoleEffect } from './role-delta.ts';
import { effectOf, type RoleFacts } from './role-effect.server.ts';

export interface RoleCall {
  db: Db;
  actor: Actor;
  now: Date;
}

export interface Outcome {
  state: 'APPLIED' | 'PENDING' | 'NOTHING';
  roleId: number;
  changeId: string | null;
  effect: RoleEffect;
}

/**
 * Applies a difference to a role within the transaction and says what it does, by the rights the server itself reads.
 * `keep` false takes it back again: a preview and a proposal see exactly what would be enforced.
 */
export async function tryRoleDelta(
  call: RoleCall,
  role: RoleFacts,
  delta: RoleDelta,
  keep: boolean | ((effect: RoleEffect) => boolean),
): Promise<{ effect: RoleEffect; kept: boolean }> {
  const { db } = call;
  const before = (await loadRoles(db, role.id)).get(role.id);
  await sql`savepoint role_delta`.execute(db);
  await applyRoleDelta(db, role.id, delta);
  const after = (await loadRoles(db, role.id)).get(role.id);
  const effect = await effectOf(
    db,
    role,
    { before, after },
    {
      routes: await screenRoutes(db),
      askedBy: call.actor.userId ?? '',
      now: call.now,
    },
  );
  const kept = typeof keep === 'boolean' ? keep : keep(effect);
  await (kept ? sql`release savepoint role_delta` : sql`rollback to savepoint role_delta`).execute(db);
  return { effect, kept };
}

/** Saves a change of a role: at once, or as a proposal where money or a guarded role is touched (system.md 3.7). */
export async function submitRoleChange(
  call: RoleCall,
  role: RoleFacts & { version: number },
  delta: RoleDelta,
  reason: string | null,
): Promise<Outcome> {
  const { db, actor, now } = call;
  ensure(
    delta.modules.every((m) => m.module !== SUPER_LEVEL || m.to === 'NONE'),
    () => refuseSystem('level.super-only'),
  );
  const empty = isEmptyDelta(delta);
  const { effect, kept } = await tryRoleDelta(call, role, delta, (found) => !empty && !found.needsApproval);
  if (empty) return { state: 'NOTHING', roleId: role.id, changeId: null, effect };
  await ensureCeiling(call, effect, delta);
  if (effect.conflicts.length > 0 && !reason)
    throw refuseSystem('role.duty-conflict', {
      details: { pairs: effect.conflicts.join(', ') },
      fields: { reason: 'Write down why' },
    });
  const state = kept ? 'APPLIED' : 'PENDING';
  if (kept) await outdatePending(db, role.id);
  else await ensureNonePending(db, role.id);
  const { id } = await db
    .insertInto('role_change')
    .values({
      role_id: role.id,
      delta: JSON.stringify(delta),
      effect: JSON.stringify(effect),
      state,
      base_version: role.version,
      reason,
      proposed_by: userIdOf(actor),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (kept) await tellHolders(db, { roleId: role.id, changeId: id, effect, by: actor.name });
  else await tellDeciders(db, { roleId: role.id, changeId: id, effect, proposer: userIdOf(actor), now });
  return { state, roleId: role.id, changeId: id, effect };
}

async function ensureNonePending(db: Db, roleId: number): Promise<void> {
  const open = await db
    .selectFrom('role_change')
    .select('id')
    .where('role_id', '=', roleId)
    .where('state', '=', 'PENDING')
    .executeTakeFirst();
  if (open) throw refuseSystem('role-change.pending');
}

/** A role that moved on makes what waits for it outdated; it can be brought up to date. */
const outdatePending = (db: Db, roleId: number): Promise<unknown> =>
  db
    .updateTable('role_change')
    .set({ state: 'STALE' })
    .where('role_id', '=', roleId)
    .where('state', '=', 'PENDING')
    .execute();

const order: Readonly<Record<Right, number>> = { NONE: 0, R: 1, W: 2 };

/** Nobody gives what they do not hold: each right and code that grows must be the giver's own (system.md 3.7). */
export async function ensureCeiling(call: RoleCall, effect: RoleEffect, delta: RoleDelta): Promise<void> {
  const user = await compileActor(call.db, userIdOf(call.actor), call.now);
  if (!user) throw refuseSystem('role.ceiling', { details: { modules: 'this' } });
  if (user.superAdmin) return;
  const missing = [
    ...effect.modules
      .filter((m) => order[m.to] > order[m.from] && order[m.to] > order[ownRight(user, m.module)])
      .map((m) => m.title),
    ...effect.codes.added.filter((code) => !holdsCode(user, code)),
  ];
  // Who may give a role, where it reaches and how it is guarded widen rights without a pair of their own.
  if (delta.givers.length > 0) missing.push('the right to give this role');
  const { reach, sessionClass, needsApproval, needsProof, maxDays, franchiseeId } = delta.fields;
  if (
    [reach, sessionClass, needsApproval, needsProof, maxDays, franchiseeId].some(
      (value) => value !== undefined,
    )
  )
    missing.push('reach and guard of a role');
  if (missing.length > 0)
    throw refuseSystem('role.ceiling', { details: { modules: missing.slice(0, 12).join(', ') } });
}

/** What a person holds somewhere by any open grant; what was taken in an emergency is not theirs to pass on. */
export const ownRight = (user: CompiledUser, module: string): Right => {
  const own = lasting(user);
  // 'Change' gives every method: only who holds them all may pass it on.
  const every = (g: (typeof own)[number]) =>
    changingMethods.every((method) => g.role.methods.get(module)?.has(method));
  return user.superAdmin || own.some(every) ? 'W' : own.some((g) => g.role.read.has(module)) ? 'R' : 'NONE';
};

const lasting = (user: CompiledUser) => user.grants.filter((g) => g.emergencyId === undefined);

const holdsCode = (user: CompiledUser, code: string): boolean =>
  user.codes.some((c) => c.code === code) || lasting(user).some((g) => g.role.codes.includes(code));

interface Told {
  roleId: number;
  changeId: string;
  effect: RoleEffect;
}

/** 'Your rights changed' into the bell of everybody who holds the role. */
export async function tellHolders(db: Db, told: Told & { by: string }): Promise<void> {
  const body = `Your rights changed: ${effectWords(told.effect)}. By ${told.by}.`.slice(0, 300);
  await sql`insert into notice (user_id, kind, title, body, link, source_area, dedupe_key)
    select distinct g.user_id, 'system.rights-changed', 'Your rights changed', ${body}, '/profile', 'system', ${`role-change:${told.changeId}`}
      from user_role g where g.role_id = ${told.roleId} and g.ended_at is null
    on conflict (user_id, dedupe_key) do nothing`.execute(db);
}

async function tellDeciders(db: Db, told: Told & { proposer: string; now: Date }): Promise<void> {
  const role = await db
    .selectFrom('role')
    .select('description')
    .where('id', '=', told.roleId)
    .executeTakeFirstOrThrow();
  const deciders = await db
    .selectFrom('app_user')
    .select('id')
    .where('super_admin', '=', true)
    .where('state', '=', 'ACTIVE')
    .where('id', '<>', told.proposer)
    .execute();
  for (const { id } of deciders)
    await notify(db, {
      userId: id,
      kind: 'system.role-change',
      title: `Change to role ${role.description} waits for you`,
      body: `${told.effect.modules.length} modules, ${told.effect.people.count} people.`,
      link: '/system/roles?tab=waiting',
      sourceArea: 'system',
      dedupeKey: `role-change-waits:${told.changeId}`,
    });
}

/** Decisions stand in the network's journal, whatever centre is chosen in the bar. */
export const inNetwork = <T>(call: Pick<RoleCall, 'db' | 'actor'>, work: () => Promise<T>): Promise<T> =>
  withWholeReach(call.db, call.actor.kind === 'system' ? systemActor() : call.actor, work);
