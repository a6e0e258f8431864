import { todayIst } from '@aangan/contract/period.ts';
import { ensureFound, ensureFresh, userIdOf } from '@aangan/server/ensure.ts';
import { handle, handleApart } from '@aangan/server/handle.ts';
import { revokeLinks } from '@aangan/server/links.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import type * as z from 'zod';
import { asSystem, endSessions } from '../../shell/public.server.ts';
import { compileActor, ensureMayGrant } from '../../system/public.server.ts';
import { ensureAbility, headOfficeId } from '../franchisee/franchisee.queries.server.ts';
import { refuse } from '../network-refusals.ts';
import { ensureManages } from './manage-user.server.ts';
import { sendInvite } from './send-invite.server.ts';
import { userContract } from './user.contract.ts';
import { ensureVisible } from './user-view.server.ts';

type Grant = z.output<typeof userContract.grant.input>['grant'];
type Person = z.output<typeof userContract.update.input>['changes'];

function columnsOf(person: Person) {
  const columns = {
    first_name: person.firstName,
    last_name: person.lastName,
    email: person.email,
    email_norm: person.email,
    mobile: person.mobile,
    mobile_norm: person.mobile,
    employee_code: person.employeeCode,
    department_id: person.departmentId,
    designation: person.designation,
    reports_to: person.reportsToId,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Omit<
    typeof columns,
    'first_name'
  > & { first_name?: string };
}

/** Living users have one e-mail and one mobile each; the index decides a race, this says which field it was. */
async function ensureFree(db: Db, person: Person, but: string | null): Promise<void> {
  for (const [column, value, code, field] of [
    ['email_norm', person.email, 'user.email-used', 'email'],
    ['mobile_norm', person.mobile, 'user.mobile-used', 'mobile'],
  ] as const) {
    if (!value) continue;
    const other = await db
      .selectFrom('app_user')
      .select('id')
      .where(column, '=', value)
      .where('state', '<>', 'DISABLED')
      .$if(but !== null, (qb) => qb.where('id', '<>', but ?? ''))
      .executeTakeFirst();
    if (other)
      throw refuse(code, {
        fields: {
          [field]:
            column === 'email_norm'
              ? 'This address belongs to another user.'
              : 'This number belongs to another user.',
        },
      });
  }
}

interface Granting {
  db: Db;
  granterId: string;
  userId: string;
  now: Date;
}

/** Stores one grant after the ceiling rule (system.md 3.7) was asked. Returns its id. */
async function storeGrant({ db, granterId, userId, now }: Granting, grant: Grant): Promise<string> {
  const granter = ensureFound(await compileActor(db, granterId, now));
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
  if (franchiseeId !== null && franchiseeId !== headOfficeId())
    await ensureAbility(db, franchiseeId, 'NEW_USER');
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

export const inviteUser = handle(userContract.invite, async ({ db, actor, input, now }) => {
  const { roles, franchiseeId, ...person } = input;
  await ensureFree(db, person, null);
  if (franchiseeId !== headOfficeId()) await ensureAbility(db, franchiseeId, 'NEW_USER');
  const { id } = await db
    .insertInto('app_user')
    .values({
      ...columnsOf(person),
      first_name: input.firstName,
      franchisee_id: franchiseeId,
      state: 'INVITED',
      invited_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const role of roles) await storeGrant({ db, granterId: userIdOf(actor), userId: id, now }, role);
  await sendInvite(db, { userId: id, franchiseeId, now });
  return { id };
});

export const updateUser = handle(userContract.update, async ({ db, actor, input, version, now }) => {
  await ensureManages(db, actor, input.userId, now);
  await ensureFree(db, input.changes, input.userId);
  const columns = columnsOf(input.changes);
  if (Object.keys(columns).length === 0) return { id: input.userId, version };
  const done = await db
    .updateTable('app_user')
    .set(columns)
    .where('id', '=', input.userId)
    .where('version', '=', version)
    .executeTakeFirst();
  ensureFresh(done.numUpdatedRows);
  return { id: input.userId, version: version + 1 };
});

export const grantRole = handle(userContract.grant, async ({ db, actor, input, now }) => {
  await ensureVisible(db, input.userId);
  return {
    grantId: await storeGrant({ db, granterId: userIdOf(actor), userId: input.userId, now }, input.grant),
  };
});

export const endGrant = handle(userContract.endGrant, async ({ db, actor, input, now }) => {
  const grant = ensureFound(
    await db
      .selectFrom('user_role')
      .selectAll()
      .where('id', '=', input.grantId)
      .forUpdate()
      .executeTakeFirst(),
  );
  await ensureVisible(db, grant.user_id);
  const granter = ensureFound(await compileActor(db, userIdOf(actor), now));
  // Who may give it may take it. The last day does not matter for that.
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
      to: todayIst(now),
    },
    now,
  );
  if (grant.ended_at !== null) throw refuse('user.wrong-state');
  await db
    .updateTable('user_role')
    .set({ ended_at: now.toISOString(), ended_by: actor.userId })
    .where('id', '=', grant.id)
    .execute();
  return { grantId: grant.id };
});

export const disableUser = handle(userContract.disable, async ({ db, actor, input, version, now }) => {
  if (input.userId === actor.userId) throw refuse('user.self');
  await ensureManages(db, actor, input.userId, now);
  const user = ensureFound(
    await db
      .selectFrom('app_user')
      .select(['super_admin', 'state'])
      .where('id', '=', input.userId)
      .forUpdate()
      .executeTakeFirst(),
  );
  if (user.state === 'DISABLED') throw refuse('user.wrong-state');
  if (user.super_admin) await ensureNotLastSuperAdmin(db, input.userId);
  const done = await db
    .updateTable('app_user')
    .set({ state: 'DISABLED', disabled_at: now.toISOString(), disable_reason: input.reason })
    .where('id', '=', input.userId)
    .where('version', '=', version)
    .executeTakeFirst();
  ensureFresh(done.numUpdatedRows);
  // Open sessions answer 401 from the next look on: the authenticator reads this state at least every second.
  await db
    .updateTable('user_role')
    .set({ ended_at: now.toISOString(), ended_by: actor.userId })
    .where('user_id', '=', input.userId)
    .where('ended_at', 'is', null)
    .execute();
  await revokeLinks(db, { purpose: 'user.invite', subjectId: input.userId, reason: 'disabled' });
  return { id: input.userId };
});

async function ensureNotLastSuperAdmin(db: Db, userId: string): Promise<void> {
  // Two admins switching each other off at once must not both succeed: each locks all of them, in one order.
  const others = await db
    .selectFrom('app_user')
    .select('id')
    .where('super_admin', '=', true)
    .where('state', '=', 'ACTIVE')
    .orderBy('id')
    .forUpdate()
    .execute();
  if (others.every((row) => row.id === userId)) throw refuse('user.last-super-admin');
}

export const enableUser = handle(userContract.enable, async ({ db, actor, input, version, now }) => {
  await ensureManages(db, actor, input.userId, now);
  const user = ensureFound(
    await db
      .selectFrom('app_user')
      .select(['state', 'email_norm', 'mobile_norm', 'franchisee_id'])
      .where('id', '=', input.userId)
      .forUpdate()
      .executeTakeFirst(),
  );
  if (user.state !== 'DISABLED') throw refuse('user.wrong-state');
  await ensureFree(db, { email: user.email_norm, mobile: user.mobile_norm }, input.userId);
  const done = await db
    .updateTable('app_user')
    .set({
      state: 'INVITED',
      invited_at: now.toISOString(),
      disabled_at: null,
      disable_reason: null,
      password_hash: null,
    })
    .where('id', '=', input.userId)
    .where('version', '=', version)
    .executeTakeFirst();
  ensureFresh(done.numUpdatedRows);
  await sendInvite(db, { userId: input.userId, franchiseeId: user.franchisee_id, now });
  return { id: input.userId };
});

export const resendInvite = handle(userContract.resendInvite, async ({ db, actor, input, now }) => {
  await ensureManages(db, actor, input.userId, now);
  const user = ensureFound(
    await db
      .selectFrom('app_user')
      .select(['state', 'franchisee_id'])
      .where('id', '=', input.userId)
      .executeTakeFirst(),
  );
  if (user.state !== 'INVITED') throw refuse('user.wrong-state');
  await revokeLinks(db, { purpose: 'user.invite', subjectId: input.userId, reason: 'sent again' });
  await sendInvite(db, { userId: input.userId, franchiseeId: user.franchisee_id, now });
  return { id: input.userId };
});

export const endUserSessions = handleApart(userContract.endSessions, async (call) => {
  await call.work(call.actor, (db) => ensureManages(db, call.actor, call.input.userId, call.now));
  return {
    ended: await call.work(asSystem(call.actor.userId), (db) =>
      endSessions(db, { userId: call.input.userId }, 'REVOKED', call.now),
    ),
  };
});
