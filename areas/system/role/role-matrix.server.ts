import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { type CompiledUser, compileActor } from '../access/compile-actor.server.ts';
import { loadRoles, networkRights, networkStamp, type RoleRights } from '../access/network-rights.server.ts';
import { installedModules } from '../menu/installed-modules.server.ts';
import { roleContract } from './role.contract.ts';
import type { Right } from './role-delta.ts';
import { peopleOf, rightOf } from './role-effect.server.ts';
import { mayChangeRoles } from './role-list.server.ts';
import { countedSince, lastUseOf } from './role-use.server.ts';
import { ownRight } from './submit-role-change.server.ts';

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
  const change = mayChangeRoles(actor);
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
      franchiseeId: role.franchisee_id,
      centre: role.company_name,
      people: (await peopleOf(db, role.id, now)).rows.length,
      version: role.version,
    },
    modules: await modulesOf(db, role.id, rights),
    countedSince: await countedSince(db),
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

async function modulesOf(db: Db, roleId: number, rights: RoleRights | undefined) {
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
  const { rows: asked } = await sql<{
    module: string;
  }>`select distinct m as module from operation, unnest(modules) m`.execute(db);
  const hasCalls = new Set(asked.map((row) => row.module));
  const lastUsed = await lastUseOf(db, roleId);
  const installed = await installedModules(db);
  const pair = (module: string): Right => {
    const own = rights?.endPoints.filter((e) => e.module === module) ?? [];
    return own.some((e) => e.method !== 'GET') ? 'W' : own.length > 0 ? 'R' : 'NONE';
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
    hasCalls: hasCalls.has(m.name),
    installed: installed.has(m.name),
    lastUsedOn: lastUsed.get(m.name) ?? null,
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
