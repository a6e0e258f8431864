import { todayIst } from '@aangan/contract/period.ts';
import { type Actor, holds } from '@aangan/server/actor.ts';
import { ensureFound, userIdOf } from '@aangan/server/ensure.ts';
import { handle } from '@aangan/server/handle.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { sql } from 'kysely';
import { chooseActor } from '../access/choose-actor.server.ts';
import { type CompiledUser, compileActor } from '../access/compile-actor.server.ts';
import { loadRoles, networkRights, networkStamp, type RoleRights } from '../access/network-rights.server.ts';
import { menuOf } from '../menu/menu.server.ts';
import { screenRoutes } from '../menu/routes.server.ts';
import { systemModules } from '../system-modules.ts';
import { type RoleRow, roleContract } from './role.contract.ts';
import type { Right } from './role-delta.ts';
import { peopleOf, rightOf, screensOf } from './role-effect.server.ts';
import { ownRight } from './submit-role-change.server.ts';

const mayChange = (actor: Actor): boolean => holds(actor, systemModules.System, true);

export const listRoles = handle(roleContract.list, async ({ db, actor, input, now }) => {
  const q = (input.q ?? '').toLowerCase();
  const rows = (await readRoles(db, actor, now)).filter(
    (row) =>
      (input.active === undefined || row.active === input.active) &&
      (input.reach === undefined || row.reach === input.reach) &&
      (q === '' || `${row.role} ${row.description}`.toLowerCase().includes(q)),
  );
  // Some two hundred roles at most: a page is a slice, its cursor the number of rows before it.
  const from = input.after === undefined ? 0 : Math.max(0, Math.trunc(Number(input.after)) || 0);
  const next = from + input.limit;
  return {
    rows: rows.slice(from, next),
    next: next < rows.length ? String(next) : null,
    total: { n: rows.length, more: false },
  };
});

/** Every role with its counts, in the order of the catalogue. */
export async function readRoles(db: Db, actor: Actor, now: Date): Promise<RoleRow[]> {
  const today = todayIst(now);
  const { rows } = await sql<{
    id: number;
    people: number;
    changed: string | null;
    pending: boolean;
  }>`select r.id, (select count(distinct g.user_id)::int from user_role g join app_user u on u.id = g.user_id and u.state <> 'DISABLED'
        where g.role_id = r.id and g.ended_at is null and g.from_on <= ${today} and (g.to_on is null or g.to_on >= ${today})) as people,
      (select max(coalesce(c.decided_at, c.created_at)) from role_change c where c.role_id = r.id and c.state = 'APPLIED') as changed,
      exists (select from role_change c where c.role_id = r.id and c.state = 'PENDING') as pending
    from role r`.execute(db);
  const counts = new Map(rows.map((row) => [row.id, row]));
  const rights = await loadRoles(db);
  const roles = await db.selectFrom('role').selectAll().orderBy('position').orderBy('id').execute();
  const all = await db
    .selectFrom('module')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('public_only', '=', false)
    .executeTakeFirstOrThrow();
  const change = mayChange(actor);
  return roles.map((role) => {
    const own = rights.get(role.id);
    const count = counts.get(role.id);
    return {
      id: role.id,
      role: role.role,
      description: role.description,
      reach: role.reach,
      sessionClass: role.session_class,
      needsApproval: role.needs_approval,
      maxDays: role.max_days,
      isSystem: role.is_system,
      active: role.active,
      allModules: role.all_modules,
      people: count?.people ?? 0,
      reads: role.all_modules ? all.n : (own?.read.size ?? 0),
      changes: role.all_modules ? all.n : (own?.write.size ?? 0),
      lastChangeAt: count?.changed ?? null,
      pending: count?.pending ?? false,
      version: role.version,
      can: {
        update: change && !role.all_modules,
        duplicate: change && !role.all_modules,
        deactivate: change && !role.is_system && role.active,
      },
    };
  });
}

export const getRole = handle(roleContract.get, async ({ db, actor, input, now }) => {
  const role = ensureFound(
    await db
      .selectFrom('role as r')
      .leftJoin('franchisee as f', 'f.id', 'r.franchisee_id')
      .selectAll('r')
      .select('f.company_name')
      .where('r.id', '=', input.roleId)
      .executeTakeFirst(),
  );
  const rights = (await loadRoles(db, role.id)).get(role.id);
  const caller = await compileActor(db, userIdOf(actor), now);
  const roles = await db
    .selectFrom('role')
    .select(['id', 'role', 'description'])
    .where('active', '=', true)
    .orderBy('position')
    .execute();
  const givers = await db
    .selectFrom('role_grantable')
    .select('granter_role_id')
    .where('role_id', '=', role.id)
    .execute();
  const change = mayChange(actor);
  return {
    role: {
      id: role.id,
      role: role.role,
      description: role.description,
      reach: role.reach,
      sessionClass: role.session_class,
      needsProof: role.needs_proof,
      needsApproval: role.needs_approval,
      maxDays: role.max_days,
      isSystem: role.is_system,
      allModules: role.all_modules,
      active: role.active,
      centre: role.company_name,
      people: (await peopleOf(db, role.id, now)).rows.length,
      version: role.version,
    },
    modules: await modulesOf(db, rights),
    codes: await codesOf(db, rights),
    dashboards: await dashboardsOf(db, role.id),
    givers: givers.map((g) => g.granter_role_id),
    roles,
    ceiling: caller && !caller.superAdmin ? await ceilingOf(db, caller) : null,
    pending: await pendingOf(db, role.id),
    can: {
      update: change && !role.all_modules,
      duplicate: change && !role.all_modules,
      deactivate: change && !role.is_system && role.active,
    },
  };
});

async function modulesOf(db: Db, rights: RoleRights | undefined) {
  const rows = await db
    .selectFrom('module')
    .select(['name', 'title', 'area', 'student', 'needs_staff_approval', 'stale_since'])
    .where('public_only', '=', false)
    .orderBy('area')
    .orderBy('title')
    .execute();
  const { rows: used } = await sql<{ module: string; calls: number }>`
    select module, sum(calls)::int as calls from end_point_use where hour > now() - interval '30 days' group by module`.execute(
    db,
  );
  const calls = new Map(used.map((row) => [row.module, row.calls]));
  const pair = (module: string): Right => {
    const own = rights?.endPoints.filter((e) => e.module === module) ?? [];
    return own.some((e) => e.method === 'any' || e.method === 'POST') ? 'W' : own.length > 0 ? 'R' : 'NONE';
  };
  return rows.map((m) => ({
    name: m.name,
    title: m.title,
    area: m.area,
    student: m.student,
    needsStaffApproval: m.needs_staff_approval,
    stale: m.stale_since !== null,
    right: rightOf(rights, m.name),
    pair: rights?.allModules ? ('W' as const) : pair(m.name),
    calls30: calls.get(m.name) ?? 0,
  }));
}

async function codesOf(db: Db, rights: RoleRights | undefined) {
  const rows = await db
    .selectFrom('approval_code')
    .select(['code', 'title', 'area', 'by'])
    .orderBy('area')
    .orderBy('code')
    .execute();
  return rows.map((row) => ({ ...row, held: rights?.codes.includes(row.code) ?? false }));
}

async function dashboardsOf(db: Db, roleId: number) {
  const dashboards = await db
    .selectFrom('dashboard as d')
    .leftJoin('dashboard_role_map as m', (join) =>
      join.onRef('m.dashboard_id', '=', 'd.id').on('m.role_id', '=', roleId),
    )
    .select([
      'd.id',
      'd.name',
      'd.icon',
      'd.dynamic',
      'd.position',
      'm.role_id',
      'm.is_active',
      'm.is_default',
      'm.is_write',
      'm.position as own_position',
    ])
    .orderBy('d.position')
    .orderBy('d.id')
    .execute();
  const subs = await db
    .selectFrom('sub_dashboard as s')
    .innerJoin('module as mo', 'mo.name', 's.name')
    .leftJoin('sub_dashboard_role_map as m', (join) =>
      join.onRef('m.sub_dashboard_id', '=', 's.id').on('m.role_id', '=', roleId),
    )
    .select(['s.id', 's.dashboard_id', 's.name', 'mo.title', 'm.role_id', 'm.is_write'])
    .orderBy('s.id')
    .execute();
  const items = await db
    .selectFrom('menu_item')
    .select([
      'key',
      'dashboard_id',
      'group_label',
      'label',
      'link',
      'modules',
      'modules_also',
      'write',
      'has_screen',
    ])
    .where('active', '=', true)
    .orderBy('group_position')
    .orderBy('position')
    .execute();
  return dashboards
    .map((d) => ({
      id: d.id,
      name: d.name,
      icon: d.icon,
      dynamic: d.dynamic,
      on: d.role_id !== null,
      isActive: d.is_active ?? true,
      isDefault: d.is_default ?? false,
      isWrite: d.role_id === null ? true : d.is_write,
      position: d.own_position ?? d.position,
      subs: subs
        .filter((s) => s.dashboard_id === d.id)
        .map((s) => ({
          id: s.id,
          module: s.name,
          title: s.title,
          on: s.role_id !== null,
          isWrite: s.is_write,
        })),
      items: items
        .filter((i) => i.dashboard_id === d.id)
        .map((i) => ({
          key: i.key,
          label: i.label,
          group: i.group_label,
          link: i.link,
          modules: i.modules,
          modulesAlso: i.modules_also,
          write: i.write,
          hasScreen: i.has_screen,
        })),
    }))
    .sort((a, b) => a.position - b.position || a.id - b.id);
}

async function ceilingOf(db: Db, caller: CompiledUser): Promise<Record<string, Right>> {
  const rights = await networkRights(db, await networkStamp(db));
  return Object.fromEntries([...rights.modules.keys()].map((name) => [name, ownRight(caller, name)]));
}

async function pendingOf(db: Db, roleId: number) {
  const row = await db
    .selectFrom('role_change as c')
    .innerJoin('app_user as u', 'u.id', 'c.proposed_by')
    .select(['c.id', 'c.created_at', 'u.first_name', 'u.last_name'])
    .where('c.role_id', '=', roleId)
    .where('c.state', '=', 'PENDING')
    .executeTakeFirst();
  return row
    ? { id: row.id, proposedBy: `${row.first_name} ${row.last_name}`.trim(), at: row.created_at }
    : null;
}

export const listRolePeople = handle(roleContract.people, async ({ db, input, now }) => {
  const { rows } = await peopleOf(db, input.roleId, now);
  return { count: rows.length, rows: rows.slice(0, 500) };
});

export const compareRoles = handle(roleContract.compare, async ({ db, input }) => {
  const a = ensureFound((await loadRoles(db, input.a)).get(input.a));
  const b = ensureFound((await loadRoles(db, input.b)).get(input.b));
  const modules = await db
    .selectFrom('module')
    .select(['name', 'title', 'area'])
    .where('public_only', '=', false)
    .orderBy('area')
    .orderBy('title')
    .execute();
  const routes = await screenRoutes(db);
  const opensA = new Set(screensOf(routes, a));
  const opensB = new Set(screensOf(routes, b));
  return {
    modules: modules
      .map((m) => ({
        module: m.name,
        title: m.title,
        area: m.area,
        a: rightOf(a, m.name),
        b: rightOf(b, m.name),
      }))
      .filter((m) => m.a !== m.b),
    codes: [...new Set([...a.codes, ...b.codes])]
      .sort()
      .map((code) => ({ code, a: a.codes.includes(code), b: b.codes.includes(code) }))
      .filter((c) => c.a !== c.b),
    screens: routes
      .map((r) => ({ path: r.path, a: opensA.has(r.path), b: opensB.has(r.path) }))
      .filter((r) => r.a !== r.b),
  };
});

/** 'View as': the very code of the menu, for somebody who holds this role and nothing else. */
export const previewMenu = handle(roleContract.menu, async ({ db, input, now }) => {
  const rights = await networkRights(db, await networkStamp(db));
  const role = ensureFound(rights.roles.get(input.roleId));
  const user: CompiledUser = {
    userId: NOBODY,
    firstName: role.description,
    lastName: '',
    email: '',
    active: true,
    superAdmin: role.allModules,
    // Centre people do not see the list of franchisees; head office does.
    homeFranchiseeId: role.reach === 'NETWORK' || role.reach === 'ZONE' ? HEAD_OFFICE : 0,
    grants: [
      {
        grantId: null,
        role,
        centres: 'all',
        approvedCentres: input.approved ? 'all' : [],
        from: null,
        to: null,
      },
    ],
    codes: [],
    family: { students: [], centres: [], children: [] },
    rights,
    day: todayIst(now),
  };
  const actor = chooseActor(user, {
    roleId: role.id,
    franchiseeId: null,
    academicYearId: null,
    sessionId: null,
    steppedUpAt: null,
  });
  return { dashboards: await menuOf(db, user, actor) };
});

const HEAD_OFFICE = 1;
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Rows of the exported matrix: role x module with the right, as the server enforces it. */
export async function matrixRows(db: Db, q: string | undefined): Promise<Record<string, string | number>[]> {
  const rights = await networkRights(db, await networkStamp(db));
  const words = (q ?? '').toLowerCase();
  const names: Readonly<Record<Right, string>> = { NONE: '', R: 'Look', W: 'Change' };
  return [...rights.roles.values()]
    .filter((role) => `${role.role} ${role.description}`.toLowerCase().includes(words))
    .flatMap((role) =>
      [...rights.modules.values()].flatMap((module) => {
        const right = rightOf(role, module.name);
        return right === 'NONE'
          ? []
          : [
              {
                role: role.role,
                description: role.description,
                area: module.area,
                module: module.name,
                title: module.title,
                right: names[right],
              },
            ];
      }),
    );
}
