import type { Db } from '@aangan/server/unit-of-work.ts';
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

/** Items that have a screen in this installation, in menu order. */
export async function menuItems(db: Db): Promise<MenuItemRow[]> {
  const rows = await db
    .selectFrom('menu_item')
    .selectAll()
    .where('active', '=', true)
    .where('has_screen', '=', true)
    .orderBy('dashboard_id')
    .orderBy('group_position')
    .orderBy('position')
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
  }));
}

/** Dashboards of each role as the specification shapes them, by dashboard position. */
export async function dashboardsByRole(
  db: Db,
  roleIds: readonly number[],
): Promise<Map<number, DashboardOfRole[]>> {
  const result = new Map<number, DashboardOfRole[]>(roleIds.map((id) => [id, []]));
  if (roleIds.length === 0) return result;
  const items = await menuItems(db);
  const subs = await db
    .selectFrom('sub_dashboard_role_map as m')
    .innerJoin('sub_dashboard as s', 's.id', 'm.sub_dashboard_id')
    .select(['m.role_id', 'm.is_write', 's.id', 's.name', 's.dashboard_id'])
    .where('m.role_id', 'in', [...roleIds])
    .orderBy('s.id')
    .execute();
  const maps = await db
    .selectFrom('dashboard_role_map as m')
    .innerJoin('dashboard as d', 'd.id', 'm.dashboard_id')
    .select([
      'm.role_id',
      'm.is_active',
      'm.is_default',
      'm.is_write',
      'd.id',
      'd.name',
      'd.icon',
      'd.position',
    ])
    .where('m.role_id', 'in', [...roleIds])
    .orderBy('d.position')
    .orderBy('d.id')
    .execute();
  for (const map of maps) {
    const own = subs.filter((s) => s.role_id === map.role_id && s.dashboard_id === map.id);
    const held = new Set(own.map((s) => s.name));
    result.get(map.role_id)?.push({
      id: map.id,
      name: map.name,
      icon: map.icon,
      position: map.position,
      dashboardRoleMap: {
        isActive: map.is_active,
        isDefault: map.is_default,
        ...flag(map.is_write),
        subDashboardRoleMaps: own.map((s) => ({
          ...flag(s.is_write),
          subDashboard: { id: s.id, name: s.name },
        })),
      },
      menuItems: items
        .filter((item) => item.dashboardId === map.id && passes(item, (m) => held.has(m)))
        .map(itemOut),
    });
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
