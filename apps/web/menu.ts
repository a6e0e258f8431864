/** The menu as the shell draws it. */
export interface MenuItem {
  key: string;
  label: string;
  link: string;
}

export interface MenuGroup {
  label: string;
  items: readonly MenuItem[];
}

export interface MenuDashboard {
  id: number;
  name: string;
  isDefault: boolean;
  groups: readonly MenuGroup[];
}

const LIMIT = 80;
const CORPORATE = 'Corporate Business Branch';
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const lengthOf = (label: string): number => [...graphemes.segment(label)].length;

/**
 * Splits the top-level items: from the first that takes the combined label length past 80 user-perceived characters on,
 * all go under 'more' (specification 2; shell.md 3.4).
 */
export function splitMenu<T extends { name: string }>(items: readonly T[]): { shown: T[]; more: T[] } {
  let sum = 0;
  let at = items.length;
  for (const [i, item] of items.entries()) {
    sum += lengthOf(item.name);
    if (sum > LIMIT) {
      at = i;
      break;
    }
  }
  return { shown: items.slice(0, at), more: items.slice(at) };
}

/** Hides /franchisee from users who belong to a franchisee, fills the child's id into student links, drops what is empty. */
export function compileMenu(
  dashboards: readonly MenuDashboard[],
  who: { franchisee: { companyName: string } | null; studentAdmissionID: string | null },
): MenuDashboard[] {
  const ofCentre = who.franchisee !== null && who.franchisee.companyName !== CORPORATE;
  return dashboards
    .map((dashboard) => ({
      id: dashboard.id,
      name: dashboard.name,
      isDefault: dashboard.isDefault,
      groups: dashboard.groups
        .map((group) => ({
          label: group.label,
          items: group.items.flatMap(({ key, label, link }) => {
            if (ofCentre && link === '/franchisee') return [];
            if (!link.includes('{studentAdmissionID}')) return [{ key, label, link }];
            return who.studentAdmissionID
              ? [
                  {
                    key,
                    label,
                    link: link.replace('{studentAdmissionID}', encodeURIComponent(who.studentAdmissionID)),
                  },
                ]
              : [];
          }),
        }))
        .filter((group) => group.items.length > 0),
    }))
    .filter((dashboard) => dashboard.groups.length > 0);
}

/** Every item once, with where it stands: the palette searches these. */
export function flatMenu(
  dashboards: readonly MenuDashboard[],
): { label: string; link: string; place: string }[] {
  const seen = new Set<string>();
  return dashboards.flatMap((dashboard) =>
    dashboard.groups.flatMap((group) =>
      group.items.flatMap((item) => {
        if (seen.has(item.link)) return [];
        seen.add(item.link);
        return [
          {
            label: item.label,
            link: item.link,
            place:
              group.label && group.label !== dashboard.name
                ? `${dashboard.name} / ${group.label}`
                : dashboard.name,
          },
        ];
      }),
    ),
  );
}
