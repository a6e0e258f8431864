import { todayIst } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { networkStamp } from '../access/network-rights.server.ts';
import type { DashboardOfRole } from './dashboard.contract.ts';

export interface MenuItemRow {
  id: number;
  key: string;
  dashboardId: number;
  groupLabel: string;
  groupPosition: number;
  label: string;
  link: string;
  modules: readonly string[];
  /** A second list of which one is needed too; null = no second list. */
  modulesAlso: readonly string[] | null;
  write: boolean;
  centre: boolean;
  student: boolean;
  approvalCode: string | null;
  hideRule: 'CENTRE_USER' | 'ROLE_ADMIN_ONLY' | 'NOT_FAMILY' | null;
  onlyRoleId: number | null;
  position: number;
}

interface RoleMaps {
  dashboards: readonly {
    roleId: number;
    id: number;
    name: string;
    icon: string;
    position: number;
    isActive: boolean;
    isDefault: boolean;
    isWrite: boolean | null;
  }[];
  subs: readonly { roleId: number; id: number; name: string; dashboardId: number; isWrite: boolean | null }[];
}

interface Catalogue extends RoleMaps {
  items: readonly (MenuItemRow & { from: string | null; to: string | null })[];
}

// The menu of everybody is made of the same rows; they are read once per stamp of the network (promise T8: any change of
// them moves it). A few databases may live in one process (tests); each has its own random stamp.
const kept = new Map<number, Catalogue>();
const KEEP = 8;

async function catalogue(db: Db, stamp: number): Promise<Catalogue> {
  const known = kept.get(stamp);
  if (known) return known;
  const fresh = { items: await readItems(db), ...(await readMaps(db)) };
  kept.set(stamp, fresh);
  for (const old of kept.keys()) {
    if (kept.size <= KEEP) break;
    kept.delete(old);
  }
  return fresh;
}

/** Items that have a screen in this installation, in menu order; those made at run time within their dates only. */
export async function menuItems(db: Db, at: { stamp: number; today: string }): Promise<MenuItemRow[]> {
  const { items } = await catalogue(db, at.stamp);
  return items.filter((item) => (item.from ?? '') <= at.today && (item.to ?? '9999-12-31') >= at.today);
}

async function readItems(db: Db): Promise<Catalogue['items']> {
  const rows = await db
    .selectFrom('menu_item as i')
    .leftJoin('dynamic_module as d', 'd.unique_id', 'i.dynamic_module_id')
    .selectAll('i')
    .select(['d.valid_from', 'd.valid_to'])
    .where('i.active', '=', true)
    .where('i.has_screen', '=', true)
    .where((eb) => eb.or([eb('d.state', 'is', null), eb('d.state', '=', 'LIVE')]))
    .orderBy('i.dashboard_id')
    .orderBy('i.group_position')
    .orderBy('i.position')
    .orderBy('i.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    key: row.key,
    dashboardId: row.dashboard_id,
    groupLabel: row.group_label,
    groupPosition: row.group_position,
    label: row.label,
    link: row.link,
    modules: row.modules,
    modulesAlso: row.modules_also,
    write: row.write,
    centre: row.centre,
    student: row.student,
    approvalCode: row.approval_code,
    hideRule: row.hide_rule,
    onlyRoleId: row.only_role_id,
    position: row.position,
    from: row.valid_from,
    to: row.valid_to,
  }));
}

async function readMaps(db: Db): Promise<RoleMaps> {
  const subs = await db
    .selectFrom('sub_dashboard_role_map as m')
    .innerJoin('sub_dashboard as s', 's.id', 'm.sub_dashboard_id')
    .select([
      'm.role_id as roleId',
      'm.is_write as isWrite',
      's.id',
      's.name',
      's.dashboard_id as dashboardId',
    ])
    .orderBy('s.id')
    .execute();
  const dashboards = await db
    .selectFrom('dashboard_role_map as m')
    .innerJoin('dashboard as d', 'd.id', 'm.dashboard_id')
    .select([
      'm.role_id as roleId',
      'm.is_active as isActive',
      'm.is_default as isDefault',
      'm.is_write as isWrite',
      'd.id',
      'd.name',
      'd.icon',
      // A role may have an order of its own.
      sql<number>`coalesce(m.position, d.position)`.as('position'),
    ])
    .orderBy(sql`coalesce(m.position, d.position)`)
    .orderBy('d.id')
    .execute();
  return { subs, dashboards };
}

/** Dashboards of each role as the specification shapes them, by dashboard position. */
export async function dashboardsByRole(
  db: Db,
  roleIds: readonly number[],
  at?: { stamp: number; today: string },
): Promise<Map<number, DashboardOfRole[]>> {
  const result = new Map<number, DashboardOfRole[]>(roleIds.map((id) => [id, []]));
  if (roleIds.length === 0) return result;
  const moment = at ?? { stamp: await networkStamp(db), today: todayIst(new Date()) };
  const items = await menuItems(db, moment);
  const { subs, dashboards } = await catalogue(db, moment.stamp);
  for (const roleId of roleIds) {
    const ownSubs = subs.filter((s) => s.roleId === roleId);
    for (const map of dashboards.filter((d) => d.roleId === roleId)) {
      const own = ownSubs.filter((s) => s.dashboardId === map.id);
      const held = new Set(own.map((s) => s.name));
      result.get(roleId)?.push({
        id: map.id,
        name: map.name,
        icon: map.icon,
        position: map.position,
        dashboardRoleMap: {
          isActive: map.isActive,
          isDefault: map.isDefault,
          ...flag(map.isWrite),
          subDashboardRoleMaps: own.map((s) => ({
            ...flag(s.isWrite),
            subDashboard: { id: s.id, name: s.name },
          })),
        },
        menuItems: items
          .filter((item) => item.dashboardId === map.id && passes(item, (m) => held.has(m)))
          .map(itemOut),
      });
    }
  }
  return result;
}

const flag = (value: boolean | null): { isWrite?: boolean } => (value === null ? {} : { isWrite: value });

/** One module of each list must be held; an item without modules is for everyone. */
export const passes = (
  item: Pick<MenuItemRow, 'modules' | 'modulesAlso'>,
  held: (module: string) => boolean,
): boolean =>
  (item.modules.length === 0 || item.modules.some(held)) &&
  (item.modulesAlso === null || item.modulesAlso.some(held));

function itemOut(item: MenuItemRow): DashboardOfRole['menuItems'][number] {
  return {
    key: item.key,
    label: item.label,
    groupLabel: item.groupLabel,
    link: item.link,
    modules: [...item.modules],
    write: item.write,
    student: item.student,
    centre: item.centre,
    position: item.position,
    ...(item.approvalCode ? { approvalCode: item.approvalCode } : {}),
    ...(item.hideRule ? { hideRule: item.hideRule } : {}),
  };
}
