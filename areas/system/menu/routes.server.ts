import type { Db } from '@aangan/server/work/unit-of-work.ts';

/** One bookmarked path with what opens it. */
export interface ScreenRoute {
  path: string;
  area: string;
  itemKey: string | null;
  modules: readonly string[];
  modulesAlso: readonly string[] | null;
  write: boolean;
  public: boolean;
}

/** All 471 of them. */
export async function screenRoutes(db: Db): Promise<ScreenRoute[]> {
  const rows = await db.selectFrom('screen_route').selectAll().orderBy('path').execute();
  return rows.map((row) => ({
    path: row.path,
    area: row.area,
    itemKey: row.item_key,
    modules: row.modules,
    modulesAlso: row.modules_also,
    write: row.write,
    public: row.public,
  }));
}

/** What a role or person holds: module to the change right. */
export type Held = (module: string, write: boolean) => boolean;

/** Whether the gate of a screen lets somebody through. */
export function routeOpens(
  route: Pick<ScreenRoute, 'modules' | 'modulesAlso' | 'write' | 'public'>,
  held: Held,
): boolean {
  if (route.public) return true;
  const lists = [route.modules, ...(route.modulesAlso ? [route.modulesAlso] : [])].filter(
    (list) => list.length > 0,
  );
  return lists.every((list) => list.some((module) => held(module, route.write)));
}

/** The route of an address, static words before parameters (areas/README §7); undefined for an address of no screen. */
export function routeOf<R extends { path: string }>(routes: readonly R[], address: string): R | undefined {
  const path = withoutQuery(address);
  const fits = routes.filter((route) => patternOf(route.path).test(path));
  return fits.sort((a, b) => parameters(a.path) - parameters(b.path) || b.path.length - a.path.length)[0];
}

const parameters = (path: string): number => path.split('{').length - 1;

/** The path of a link; the `?` of an optional parameter is no query. */
export const withoutQuery = (link: string): string => link.split(/[?#](?!\})/)[0] ?? link;

/** '/user/page/{current}' as a test for '/user/page/1' and for itself; paths match case-blind. */
export function patternOf(path: string): RegExp {
  const source = withoutQuery(path)
    .split('/')
    .map((part) => {
      if (/^\{\w+\?\}$/.test(part)) return '(?:/[^/]+)?';
      return /^\{\w+\}$/.test(part)
        ? '/[^/]+'
        : part === ''
          ? ''
          : `/${part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`;
    })
    .join('');
  return new RegExp(`^${source}/?$`, 'i');
}
