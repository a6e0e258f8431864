import type { Area } from '@aangan/contract/area.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';

/**
 * Makes the catalogue agree with the areas of this installation: adds modules they declare, and lets exactly those menu
 * items show whose link is a screen of an installed area (README §6: an absent area is absent). Run at each start as the
 * system; changes nothing when nothing changed, so no session has to compile its rights anew.
 */
export async function syncCatalogue(
  db: Db,
  areas: readonly Area[],
): Promise<{ modules: number; items: number }> {
  const modules = await addModules(db, areas);
  const screens = areas.flatMap((area) => area.menu.map((item) => patternOf(item.path)));
  const items = await db.selectFrom('menu_item').select(['id', 'link', 'has_screen']).execute();
  let changed = 0;
  for (const item of items) {
    const has = screens.some((screen) => screen.test(withoutQuery(item.link)));
    if (has === item.has_screen) continue;
    await db.updateTable('menu_item').set({ has_screen: has }).where('id', '=', item.id).execute();
    changed += 1;
  }
  return { modules, items: changed };
}

async function addModules(db: Db, areas: readonly Area[]): Promise<number> {
  const known = new Set((await db.selectFrom('module').select('name').execute()).map((row) => row.name));
  const missing = areas.flatMap((area) =>
    Object.entries(area.modules)
      .filter(([name]) => !known.has(name))
      .map(([name, info]) => ({ area: area.name, name, info })),
  );
  for (const { area, name, info } of missing) {
    await db
      .insertInto('module')
      .values({
        name,
        title: info.title,
        area,
        student: info.student ?? false,
        needs_staff_approval: info.staffApproval ?? false,
        public_only: info.publicOnly ?? false,
      })
      .execute();
    if (!info.publicOnly)
      await db
        .insertInto('system_end_point')
        .values([
          { module: name, method: 'GET', title: `${info.title}: look` },
          { module: name, method: 'any', title: `${info.title}: change` },
        ])
        .execute();
  }
  return missing.length;
}

const withoutQuery = (link: string): string => link.split('?')[0] ?? link;

/** '/user/page/{current}' as a test for '/user/page/1' and for itself; paths match case-blind. */
function patternOf(path: string): RegExp {
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
  return new RegExp(`^${source}$`, 'i');
}
