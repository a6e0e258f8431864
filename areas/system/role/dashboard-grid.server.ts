import { handle } from '@aangan/server/endpoint/handle.ts';
import { holds } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { loadRoles } from '../access/network-rights.server.ts';
import { installedModules } from '../menu/installed-modules.server.ts';
import { routeOf, screenRoutes } from '../menu/routes.server.ts';
import { systemModules } from '../system-modules.ts';
import { dashboardMapContract } from './dashboard-map.contract.ts';
import { rightOf } from './role-effect.server.ts';

export const dashboardGrid = handle(dashboardMapContract.grid, async ({ db, actor, input }) => {
  const installed = [...(await installedModules(db))];
  const dashboards = await db
    .selectFrom('dashboard as d')
    .select(['d.id', 'd.name', 'd.dynamic'])
    .where((eb) =>
      eb.or([
        eb('d.dynamic', '=', true),
        eb.exists(
          eb
            .selectFrom('sub_dashboard as s')
            .select('s.id')
            .whereRef('s.dashboard_id', '=', 'd.id')
            .where('s.name', 'in', installed),
        ),
      ]),
    )
    .orderBy('d.position')
    .orderBy('d.id')
    .execute();
  const q = `%${(input.q ?? '').toLowerCase()}%`;
  const roles = await db
    .selectFrom('role')
    .select(['id', 'role', 'description', 'all_modules'])
    .where('active', '=', true)
    .where(sql<boolean>`lower(role || ' ' || description) like ${q}`)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const { rows: maps } = await sql<{
    role_id: number;
    dashboard_id: number;
    is_active: boolean;
    is_default: boolean;
    is_write: boolean | null;
    modules: number;
  }>`select d.role_id, d.dashboard_id, d.is_active, d.is_default, d.is_write,
      (select count(*)::int from sub_dashboard_role_map m join sub_dashboard s on s.id = m.sub_dashboard_id
        where m.role_id = d.role_id and s.dashboard_id = d.dashboard_id and s.name = any (${installed}::text[])) as modules from dashboard_role_map d`.execute(
    db,
  );
  const change = holds(actor, systemModules.System, true);
  return {
    dashboards,
    roles: roles.map((role) => ({
      id: role.id,
      role: role.role,
      description: role.description,
      maps: maps
        .filter((m) => m.role_id === role.id)
        .map((m) => ({
          dashboardId: m.dashboard_id,
          isActive: m.is_active,
          isDefault: m.is_default,
          isWrite: m.is_write,
          modules: m.modules,
        })),
      can: { update: change && !role.all_modules },
    })),
  };
});

export interface Disagreement {
  kind:
    | 'item-without-holder'
    | 'item-without-route'
    | 'item-other-module'
    | 'module-without-item'
    | 'pair-without-map'
    | 'map-without-pair';
  subject: string;
  text: string;
  roleId: number | null;
  module: string | null;
}

export const checkMenu = handle(dashboardMapContract.check, async ({ db, input }) => ({
  rows: (await disagreements(db)).filter((row) => input.roleId === undefined || row.roleId === input.roleId),
}));

/** Everything about which menu, routes, rights and dashboards disagree (system.md 5, menu.check). */
export async function disagreements(db: Db): Promise<Disagreement[]> {
  return [...(await aboutItems(db)), ...(await aboutModules(db)), ...(await aboutMaps(db))];
}

async function aboutItems(db: Db): Promise<Disagreement[]> {
  const items = await db
    .selectFrom('menu_item')
    .select(['key', 'label', 'link', 'modules', 'modules_also', 'write', 'dynamic_module_id'])
    .where('active', '=', true)
    .where('has_screen', '=', true)
    .execute();
  const routes = await screenRoutes(db);
  const roles = [...(await loadRoles(db)).values()].filter((role) => !role.allModules);
  return items.flatMap((item): Disagreement[] => {
    const about = { subject: `${item.key} ${item.label}`, roleId: null, module: item.modules[0] ?? null };
    const route = routeOf(routes, item.link);
    if (item.dynamic_module_id !== null) return [];
    if (!route)
      return [{ ...about, kind: 'item-without-route', text: `${item.link} is the address of no screen.` }];
    const found: Disagreement[] = [];
    if (
      item.modules.length > 0 &&
      !item.modules.some((m) => route.modules.length === 0 || route.modules.includes(m))
    )
      found.push({
        ...about,
        kind: 'item-other-module',
        text: `The item asks for ${item.modules.join(' or ')}, its screen for ${route.modules.join(' or ')}.`,
      });
    const open = (list: readonly string[]) => (role: (typeof roles)[number]) =>
      list.length === 0 ||
      list.some((m) => rightOf(role, m) === 'W' || (!item.write && rightOf(role, m) === 'R'));
    const superOnly = item.modules.length === 1 && item.modules[0] === 'level_1';
    if (!superOnly && !roles.some((role) => open(item.modules)(role) && open(item.modules_also ?? [])(role)))
      found.push({ ...about, kind: 'item-without-holder', text: 'No role opens it.' });
    return found;
  });
}

async function aboutModules(db: Db): Promise<Disagreement[]> {
  const { rows } = await sql<{ name: string; title: string }>`
    select m.name, m.title from module m where not m.public_only and m.stale_since is null and m.built_in
      and not exists (select from menu_item i where i.active and (m.name = any (i.modules) or m.name = any (coalesce(i.modules_also, '{}'))))
      and not exists (select from screen_route r where m.name = any (r.modules) or m.name = any (coalesce(r.modules_also, '{}')))
      and not exists (select from operation o where m.name = any (o.modules)) order by m.name`.execute(db);
  return rows.map((row) => ({
    kind: 'module-without-item',
    subject: row.title,
    text: 'No screen, menu item or call asks for it.',
    roleId: null,
    module: row.name,
  }));
}

async function aboutMaps(db: Db): Promise<Disagreement[]> {
  const { rows } = await sql<{
    kind: 'pair-without-map' | 'map-without-pair';
    role_id: number;
    role: string;
    module: string;
  }>`
    with pair as (select distinct p.role_id, e.module from role_end_point p join system_end_point e on e.id = p.end_point_id and e.active
        where exists (select from sub_dashboard s where s.name = e.module)),
      map as (select distinct m.role_id, s.name as module from sub_dashboard_role_map m join sub_dashboard s on s.id = m.sub_dashboard_id)
    select 'pair-without-map' as kind, p.role_id, r.description as role, p.module from pair p join role r on r.id = p.role_id and not r.all_modules
      where not exists (select from map m where m.role_id = p.role_id and m.module = p.module)
    union all select 'map-without-pair', m.role_id, r.description, m.module from map m join role r on r.id = m.role_id and not r.all_modules
      where not exists (select from role_end_point p join system_end_point e on e.id = p.end_point_id where p.role_id = m.role_id and e.module = m.module)
    order by 2, 4`.execute(db);
  return rows.map((row) => ({
    kind: row.kind,
    subject: row.role,
    text:
      row.kind === 'pair-without-map'
        ? `May call ${row.module}, but no dashboard shows it.`
        : `A dashboard shows ${row.module}, but its calls are refused.`,
    roleId: row.role_id,
    module: row.module,
  }));
}
