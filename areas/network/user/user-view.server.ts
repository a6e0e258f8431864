import { handle } from '@aangan/server/endpoint/handle.ts';
import { holds } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { type CompiledUser, compileActor } from '../../system/public.server.ts';
import { franchiseeLabel } from '../franchisee/franchisee-label.ts';
import { networkModules, SYSTEM_MODULE } from '../network-modules.ts';
import { userContract } from './user.contract.ts';
import { userCards } from './user.queries.server.ts';
import { whereText } from './user-list.server.ts';
import { ensureVisible } from './visible-people.server.ts';

export const viewUser = handle(userContract.view, async ({ db, actor, input, now }) => {
  await ensureVisible(db, input.userId);
  const row = ensureFound(
    await db
      .selectFrom('app_user as u')
      .leftJoin('department as d', 'd.id', 'u.department_id')
      .leftJoin('franchisee as f', 'f.id', 'u.franchisee_id')
      .select([
        'u.id',
        'u.version',
        'u.kind',
        'u.first_name',
        'u.last_name',
        'u.email_norm',
        'u.mobile_norm',
        'u.employee_code',
        'u.department_id',
        'u.designation',
        'u.reports_to',
        'u.franchisee_id',
        'u.state',
        'u.super_admin',
        'u.invited_at',
        'u.activated_at',
        'u.disabled_at',
        'u.disable_reason',
        'u.suspended_until',
        'u.suspend_reason',
        'u.merged_into',
        'd.name as department',
        'f.company_name',
      ])
      .where('u.id', '=', input.userId)
      .executeTakeFirst(),
  );
  const compiled = ensureFound(await compileActor(db, row.id, now));
  const boss = row.reports_to ? (await userCards(db, [row.reports_to])).get(row.reports_to)?.name : null;
  const may = holds(actor, networkModules.User, true);
  const other = row.id !== actor.userId;
  return {
    id: row.id,
    version: row.version,
    kind: row.kind,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email_norm,
    mobile: row.mobile_norm,
    employeeCode: row.employee_code,
    departmentId: row.department_id,
    department: row.department,
    designation: row.designation,
    reportsToId: row.reports_to,
    reportsTo: boss ?? null,
    franchiseeId: row.franchisee_id,
    homeCentre:
      row.company_name === null ? 'Another centre' : franchiseeLabel(row.franchisee_id, row.company_name),
    state: row.state,
    superAdmin: row.super_admin,
    invitedAt: row.invited_at,
    activatedAt: row.activated_at,
    disabledAt: row.disabled_at,
    disableReason: row.disable_reason,
    suspendedUntil: row.suspended_until,
    suspendReason: row.suspend_reason,
    lastSignInAt: await lastSignIn(db, row.id),
    mergedInto: await mergedInto(db, row.merged_into),
    joined: await joinedWith(db, row.id),
    handedOverAt: await handedOverAt(db, row.id),
    grants: await grantsOf(db, row.id, compiled),
    codes: await codesOf(db, row.id),
    modules: modulesOf(compiled),
    can: {
      update: may,
      grant: may && other,
      endGrant: may && other,
      setCode: may && other,
      transferHome: may && row.state !== 'DISABLED',
      suspend: may && other && row.state === 'ACTIVE',
      resume: may && row.state === 'SUSPENDED',
      disable: may && other && row.state !== 'DISABLED',
      enable: may && row.state === 'DISABLED' && row.merged_into === null,
      merge: actor.allModules && other && row.state !== 'DISABLED',
      reset: may && other && (row.state === 'ACTIVE' || row.state === 'INVITED'),
      endSessions: may && row.state === 'ACTIVE',
      resendInvite: may && row.state === 'INVITED',
      viewAs: holds(actor, SYSTEM_MODULE, false) && other && row.state === 'ACTIVE' && !row.super_admin,
    },
  };
});

/** When the person last came in; null = never. */
export async function lastSignIn(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('sign_in_event')
    .select('at')
    .where('user_id', '=', userId)
    .where('kind', 'in', ['PASSWORD_OK', 'CODE_OK', 'INVITE_ACCEPTED'])
    .orderBy('at', 'desc')
    .executeTakeFirst();
  return row?.at ?? null;
}

/** The account this one was joined with. */
async function mergedInto(db: Db, id: string | null): Promise<{ id: string; name: string } | null> {
  const card = id === null ? undefined : (await userCards(db, [id])).get(id);
  return card ? { id: card.id, name: card.name } : null;
}

/** Accounts that were joined with this one; their history is this person's, too. */
const joinedWith = (db: Db, userId: string): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('app_user')
    .select(['id', sql<string>`trim(first_name || ' ' || last_name)`.as('name')])
    .where('merged_into', '=', userId)
    .orderBy('disabled_at', 'desc')
    .limit(20)
    .execute();

async function handedOverAt(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('user_hand_over')
    .select('at')
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .executeTakeFirst();
  return row?.at ?? null;
}

export async function grantsOf(db: Db, userId: string, compiled: CompiledUser) {
  const rows = await db
    .selectFrom('user_role as g')
    .innerJoin('role as r', 'r.id', 'g.role_id')
    .leftJoin('zone as z', 'z.id', 'g.zone_id')
    .leftJoin('franchisee as f', 'f.id', 'g.franchisee_id')
    .select([
      'g.id',
      'g.role_id',
      'r.role',
      'r.description',
      'g.scope',
      'g.from_on',
      'g.to_on',
      'g.ended_at',
      'g.reason',
      'g.granted_by',
      'z.name as zone',
      'f.id as centre',
      'f.company_name',
    ])
    .where('g.user_id', '=', userId)
    .orderBy('g.from_on', 'desc')
    .orderBy('g.id')
    .limit(200)
    .execute();
  const open = new Map(compiled.grants.map((grant) => [grant.grantId, grant.centres]));
  const givers = await userCards(
    db,
    rows.flatMap((row) => (row.granted_by ? [row.granted_by] : [])),
  );
  return rows.map((row) => ({
    id: row.id,
    centres: centresOf(open.get(row.id)),
    by: givers.get(row.granted_by ?? '')?.name ?? null,
    roleId: row.role_id,
    role: row.role,
    description: row.description,
    scope: row.scope,
    where: whereText(row),
    from: row.from_on,
    to: row.to_on,
    ended: row.ended_at !== null,
    reason: row.reason,
  }));
}

/** How many centres a grant reaches today; null = all; 0 = it does not count today. */
const centresOf = (reach: CompiledUser['grants'][number]['centres'] | undefined): number | null =>
  reach === 'all' ? null : (reach?.length ?? 0);

export async function codesOf(db: Db, userId: string) {
  const rows = await db
    .selectFrom('user_approval_code as c')
    .innerJoin('approval_code as a', 'a.code', 'c.code')
    .leftJoin('franchisee as f', 'f.id', 'c.franchisee_id')
    .select(['c.code', 'a.title', 'c.franchisee_id', 'f.company_name'])
    .where('c.user_id', '=', userId)
    .where('c.revoked_at', 'is', null)
    .orderBy('c.code')
    .execute();
  return rows.map((row) => ({
    code: row.code,
    title: row.title,
    franchiseeId: row.franchisee_id,
    where:
      row.franchisee_id === null
        ? 'everywhere'
        : row.company_name === null
          ? 'another centre'
          : franchiseeLabel(row.franchisee_id, row.company_name),
  }));
}

/** Modules the person's open roles hold somewhere. */
export const modulesOf = (user: CompiledUser) =>
  [...user.rights.modules.values()]
    .filter((m) => !m.name.startsWith('level_'))
    .flatMap((module) => {
      const holders = user.grants.filter((g) => g.role.allModules || g.role.read.has(module.name));
      return holders.length === 0
        ? []
        : [
            {
              module: module.name,
              title: module.title,
              area: module.area,
              change: holders.some((g) => g.role.allModules || g.role.write.has(module.name)),
            },
          ];
    });
