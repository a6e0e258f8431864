import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { routeOf, screenRoutes } from '../menu/routes.server.ts';
import { refuseSystem } from '../system.refusals.ts';
import type { DynamicModule } from './dynamic-module.contract.ts';
import { hostsOf, readDynamic } from './dynamic-module.queries.server.ts';
import { linkOf } from './dynamic-target.ts';

export async function linkFor(
  db: Db,
  kind: DynamicModule['kind'],
  target: string,
  pageId: string,
): Promise<string> {
  const routes = await screenRoutes(db);
  const verdict = linkOf(kind, target, {
    isScreen: (path) => {
      const route = routeOf(routes, path);
      return route !== undefined && !route.public && (kind !== 'REPORT' || route.area === 'reports');
    },
    hosts: new Set(await hostsOf(db)),
    pageId,
  });
  if (verdict.ok) return verdict.link;
  throw refuseSystem(verdict.code, {
    details: { host: verdict.host ?? '' },
    fields: {
      target: verdict.code === 'dynamic.link' ? 'No screen has this address' : 'This host is not allowed',
    },
  });
}

/** Module, end points, sub-dashboard, menu item and the rights of its roles, in one transaction. */
export async function putIntoMenu(db: Db, uniqueId: string): Promise<void> {
  const row = ensureFound((await readDynamic(db, uniqueId))[0]);
  const link = await linkFor(db, row.kind, row.target.address ?? '', row.uniqueId);
  const { name } = row;
  await sql`insert into module (name, title, area, built_in) values (${name}, ${row.label}, 'system', false)
    on conflict (name) do update set title = excluded.title, stale_since = null`.execute(db);
  await sql`insert into system_end_point (module, method, title, origin) values (${name}, 'GET', ${`${row.label}: view`}, 'MANUAL') on conflict do nothing`.execute(
    db,
  );
  await sql`delete from sub_dashboard_role_map m using sub_dashboard s where s.id = m.sub_dashboard_id and s.name = ${name}`.execute(
    db,
  );
  await sql`delete from role_end_point p using system_end_point e where e.id = p.end_point_id and e.module = ${name}`.execute(
    db,
  );
  await sql`insert into sub_dashboard (dashboard_id, name) values (${row.dashboardId}, ${name}) on conflict do nothing`.execute(
    db,
  );
  await sql`insert into menu_item (key, dashboard_id, group_label, group_position, label, label_hi, link, modules, position, dynamic_module_id, has_screen, active)
    values (${`dyn:${uniqueId}`}, ${row.dashboardId}, ${row.groupLabel},
      coalesce((select min(group_position) from menu_item where dashboard_id = ${row.dashboardId} and group_label = ${row.groupLabel}), 99),
      ${row.label}, ${row.labelHi}, ${link}, array[${name}]::text[], 10000, ${uniqueId}, true, true)
    on conflict (key) do update set dashboard_id = excluded.dashboard_id, group_label = excluded.group_label, group_position = excluded.group_position,
      label = excluded.label, label_hi = excluded.label_hi, link = excluded.link, active = true, has_screen = true`.execute(
    db,
  );
  await sql`insert into role_end_point (role_id, end_point_id) select r, e.id from unnest(${row.roleIds}::int[]) r, system_end_point e
    where e.module = ${name} and e.method = 'GET' on conflict do nothing`.execute(db);
  await sql`insert into sub_dashboard_role_map (role_id, sub_dashboard_id, is_write)
    select r.id, s.id, r.all_modules from role r, sub_dashboard s where (r.id = any (${row.roleIds}) or r.all_modules) and s.name = ${name} and s.dashboard_id = ${row.dashboardId}
    on conflict do nothing`.execute(db);
  await sql`insert into dashboard_role_map (role_id, dashboard_id, is_active, is_default, is_write)
    select r, ${row.dashboardId}, true, false, false from unnest(${row.roleIds}::int[]) r on conflict do nothing`.execute(
    db,
  );
}
