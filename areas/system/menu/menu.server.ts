import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type { CompiledUser } from '../access/compile-actor.server.ts';
import { dashboardsByRole, type MenuItemRow, menuItems, passes } from './dashboards.queries.server.ts';

export interface MenuDashboard {
  id: number;
  name: string;
  icon: string;
  isDefault: boolean;
  isWrite: boolean;
  groups: {
    label: string;
    items: {
      key: string;
      label: string;
      link: string;
      modules: string[];
      write: boolean;
      centre: boolean;
      student: boolean;
    }[];
  }[];
}

/**
 * The menu of the role (or roles) in use: dashboards united with OR (isActive, isDefault, isWrite; an absent isWrite is
 * true), then the items the actor's modules open here (shell.md 3.3). `{studentAdmissionID}` in links is filled by the
 * browser, which knows the chosen child.
 */
export async function menuOf(db: Db, user: CompiledUser, actor: Actor): Promise<MenuDashboard[]> {
  const moment = { stamp: user.rights.stamp, today: user.day };
  const byRole = await dashboardsByRole(db, actor.roleIds, moment);
  const united = new Map<number, Omit<MenuDashboard, 'groups'> & { isActive: boolean; position: number }>();
  for (const dashboard of [...byRole.values()].flat()) {
    const { isActive, isDefault, isWrite } = dashboard.dashboardRoleMap;
    const known = united.get(dashboard.id);
    united.set(dashboard.id, {
      id: dashboard.id,
      name: dashboard.name,
      icon: dashboard.icon,
      position: Math.min(dashboard.position, known?.position ?? dashboard.position),
      isActive: isActive || (known?.isActive ?? false),
      isDefault: isDefault || (known?.isDefault ?? false),
      isWrite: (isWrite ?? true) || (known?.isWrite ?? false),
    });
  }
  const inMenu = new Set(
    [...byRole.values()]
      .flat()
      .flatMap((d) => d.dashboardRoleMap.subDashboardRoleMaps.map((s) => s.subDashboard.name)),
  );
  const items = (await menuItems(db, moment)).filter((item) => shows(item, { user, actor, inMenu }));
  return [...united.values()]
    .filter((d) => d.isActive)
    .sort((a, b) => a.position - b.position)
    .map(({ isActive: _active, position: _position, ...dashboard }) => ({
      ...dashboard,
      groups: groupsOf(items.filter((item) => item.dashboardId === dashboard.id)),
    }))
    .filter((dashboard) => dashboard.groups.length > 0);
}

interface Viewer {
  user: CompiledUser;
  actor: Actor;
  /** Modules in the maps of the roles in use. */
  inMenu: ReadonlySet<string>;
}

function shows(item: MenuItemRow, { user, actor, inMenu }: Viewer): boolean {
  const family = actor.students !== null;
  // The menu follows the role in use, the rights at this place follow all roles: an item needs both.
  const held = (module: string) =>
    inMenu.has(module) &&
    holds(actor, module, item.write) &&
    (family || !user.rights.modules.get(module)?.student);
  if (!passes(item, held)) return false;
  if (item.approvalCode !== null && !actor.allModules && !actor.codes.has(item.approvalCode)) return false;
  switch (item.hideRule) {
    case 'CENTRE_USER':
      return user.homeFranchiseeId === HEAD_OFFICE;
    case 'ROLE_ADMIN_ONLY':
      return actor.allModules || (item.onlyRoleId !== null && actor.roleIds.includes(item.onlyRoleId));
    case 'NOT_FAMILY':
      return !family;
    default:
      return true;
  }
}

function groupsOf(items: readonly MenuItemRow[]): MenuDashboard['groups'] {
  const groups = new Map<string, MenuDashboard['groups'][number]>();
  for (const item of items) {
    const group = groups.get(item.groupLabel) ?? { label: item.groupLabel, items: [] };
    group.items.push({
      key: item.key,
      label: item.label,
      link: item.link,
      modules: [...item.modules],
      write: item.write,
      centre: item.centre,
      student: item.student,
    });
    groups.set(item.groupLabel, group);
  }
  return [...groups.values()];
}
