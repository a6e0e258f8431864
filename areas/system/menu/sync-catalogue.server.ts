import type { Area } from '@aangan/contract/area.ts';
import { type Endpoint, openModules } from '@aangan/contract/endpoint.ts';
import type { Screen } from '@aangan/contract/screens.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { rememberPersonalColumns } from '../journal/personal-columns.server.ts';
import { patternOf, withoutQuery } from './routes.server.ts';

/**
 * Makes the catalogue agree with the areas of this installation: adds modules they declare, writes the list of their
 * operations and what opens their screens, and lets exactly those menu items show whose link is a screen of an installed
 * area (README §6: an absent area is absent; what will open its screens stands in migration 0111). Run at each start as the system; changes nothing when nothing changed, so no session has to compile
 * its rights anew.
 */
export async function syncCatalogue(
  db: Db,
  areas: readonly Area[],
): Promise<{ modules: number; items: number }> {
  rememberPersonalColumns(areas);
  const modules = await addModules(db, areas);
  await syncOperations(db, areas);
  await syncRoutes(db, areas);
  const screens = areas.flatMap((area) => area.screens.map(({ path }) => patternOf(path)));
  const items = await db
    .selectFrom('menu_item')
    .select(['id', 'link', 'has_screen'])
    // An item made at run time was checked against the routes when it was published.
    .where('dynamic_module_id', 'is', null)
    .execute();
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
          { module: name, method: 'GET', title: `${info.title}: view` },
          { module: name, method: 'any', title: `${info.title}: edit` },
        ])
        .execute();
  }
  return missing.length;
}

async function syncOperations(db: Db, areas: readonly Area[]): Promise<void> {
  const operations = new Map(
    areas.flatMap((area) => [
      ...area.records.flatMap((record) =>
        Object.values({ ...record.endpoints })
          .filter((endpoint): endpoint is Endpoint => endpoint !== undefined)
          .map((endpoint) => [endpoint.name, operationOf(area.name, endpoint)] as const),
      ),
      ...area.contracts.map((endpoint) => [endpoint.name, operationOf(area.name, endpoint)] as const),
    ]),
  );
  await sql`with fresh as (select * from jsonb_to_recordset(${JSON.stringify([...operations.values()])}::jsonb)
      as f (name text, area text, summary text, modules text[], also text, method text, write boolean, scope text, path text, step_up boolean)),
    gone as (delete from operation o where not exists (select from fresh f where f.name = o.name))
    insert into operation (name, area, summary, modules, also, method, write, scope, path, step_up)
      select name, area, summary, modules, also, method, write, scope, path, step_up from fresh
    on conflict (name) do update set area = excluded.area, summary = excluded.summary, modules = excluded.modules, also = excluded.also, method = excluded.method,
      write = excluded.write, scope = excluded.scope, path = excluded.path, step_up = excluded.step_up
      where (operation.area, operation.summary, operation.modules, operation.also, operation.method, operation.write, operation.scope, operation.path, operation.step_up)
        is distinct from (excluded.area, excluded.summary, excluded.modules, excluded.also, excluded.method, excluded.write, excluded.scope, excluded.path, excluded.step_up)`.execute(
    db,
  );
}

async function syncRoutes(db: Db, areas: readonly Area[]): Promise<void> {
  const routes = areas.flatMap((area) => area.screens.map((screen) => routeRow(area.name, screen)));
  await sql`insert into screen_route (path, area, modules, modules_also, write, centre, public)
      select path, area, modules, modules_also, write, centre, public from jsonb_to_recordset(${JSON.stringify(routes)}::jsonb)
        as f (path text, area text, modules text[], modules_also text[], write boolean, centre boolean, public boolean)
    on conflict (path) do update set area = excluded.area, modules = excluded.modules, modules_also = excluded.modules_also,
      write = excluded.write, centre = excluded.centre, public = excluded.public
      where (screen_route.area, screen_route.modules, screen_route.modules_also, screen_route.write, screen_route.centre, screen_route.public)
        is distinct from (excluded.area, excluded.modules, excluded.modules_also, excluded.write, excluded.centre, excluded.public)`.execute(
    db,
  );
}

const routeRow = (area: string, screen: Screen) => ({
  path: screen.path,
  area,
  modules: [screen.module].flat().filter((module) => !isOpen(module)),
  modules_also: screen.level === undefined ? null : [screen.level].flat(),
  write: screen.write ?? false,
  centre: screen.centre ?? false,
  public: screen.module === openModules.anyone,
});

const isOpen = (module: string): boolean => module === openModules.anyone || module === openModules.signedIn;

const operationOf = (area: string, endpoint: Endpoint) => ({
  name: endpoint.name,
  area,
  summary: endpoint.summary,
  modules: [endpoint.module].flat(),
  also: endpoint.also,
  method: endpoint.right,
  write: endpoint.write,
  scope: endpoint.scope,
  path: endpoint.path,
  step_up: endpoint.stepUp,
});
