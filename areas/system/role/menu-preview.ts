import type { Right } from './role-delta.ts';
import type { MatrixDashboard } from './role-matrix.ts';

export interface PreviewDashboard {
  id: number;
  name: string;
  isDefault: boolean;
  groups: { label: string; items: { key: string; label: string }[] }[];
}

export type RightsNow = (module: string) => Right;

/** The menu of a role as it is being edited: the rule of the server's menu, over what stands in the form. */
export function menuFrom(dashboards: readonly MatrixDashboard[], right: RightsNow): PreviewDashboard[] {
  return dashboards
    .filter((d) => d.on && d.isActive)
    .map((d) => {
      const inMenu = new Set(dashboards.flatMap((one) => one.subs.filter((s) => s.on).map((s) => s.module)));
      const items = d.items.filter((item) => {
        const held = (module: string) =>
          inMenu.has(module) && (item.write ? right(module) === 'W' : right(module) !== 'NONE');
        const passes = (list: readonly string[]) => list.length === 0 || list.some(held);
        return item.hasScreen && passes(item.modules) && passes(item.modulesAlso ?? []);
      });
      const labels = [...new Set(items.map((item) => item.group))];
      return {
        id: d.id,
        name: d.name,
        isDefault: d.isDefault,
        groups: labels.map((label) => ({ label, items: items.filter((item) => item.group === label) })),
      };
    })
    .filter((d) => d.groups.length > 0);
}

/** Letters of the bar before 'more' begins (specification 2). */
export const BAR_LIMIT = 80;

/** What stands in the bar and what goes under 'more', with the letters used. */
export function barOf(names: readonly string[]): { shown: string[]; more: string[]; letters: number } {
  let letters = 0;
  for (const [i, name] of names.entries()) {
    if (letters + name.length > BAR_LIMIT) return { shown: names.slice(0, i), more: names.slice(i), letters };
    letters += name.length;
  }
  return { shown: [...names], more: [], letters };
}
