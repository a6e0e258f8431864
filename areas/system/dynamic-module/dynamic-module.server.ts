import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { type Actor, holds, systemActor } from '@aangan/server/actor.ts';
import { ensureFound, ensureFresh, ensureStep, userIdOf } from '@aangan/server/ensure.ts';
import { handle, handleApart } from '@aangan/server/handle.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { sql } from 'kysely';
import { compileActor } from '../access/compile-actor.server.ts';
import { routeOf, screenRoutes } from '../menu/routes.server.ts';
import { refuseSystem } from '../system.refusals.ts';
import { SUPER_LEVEL } from '../system-modules.ts';
import { type DynamicModule, dynamicModuleContract } from './dynamic-module.contract.ts';
import { dynamicModuleStates } from './dynamic-module.states.ts';
import { hasHtml, linkOf } from './dynamic-target.ts';

interface Stored extends Omit<DynamicModule, 'can' | 'target'> {
  target: { address?: string };
}

async function readAll(db: Db, uniqueId: string | null): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select m.unique_id as "uniqueId", m.name, m.kind, m.target, m.dashboard_id as "dashboardId", d.name as dashboard, m.group_label as "groupLabel",
      m.label, m.label_hi as "labelHi", m.page_text as "pageText", m.role_ids as "roleIds", m.valid_from::text as "validFrom",
      m.valid_to::text as "validTo", m.state, m.version,
      coalesce((select array_agg(r.description order by r.position) from role r where r.id = any (m.role_ids)), '{}') as roles
      from dynamic_module m left join dashboard d on d.id = m.dashboard_id
     where ${uniqueId}::uuid is null or m.unique_id = ${uniqueId} order by m.label, m.unique_id`.execute(db);
  return rows;
}

const outOf = (actor: Actor, row: Stored): DynamicModule => {
  const may = holds(actor, SUPER_LEVEL, true);
  return {
    ...row,
    target: row.target.address ?? '',
    can: { update: may, publish: may && row.state !== 'LIVE', retire: may && row.state === 'LIVE' },
  };
};

export const listDynamic = handle(dynamicModuleContract.list, async ({ db, actor }) => ({
  rows: (await readAll(db, null)).map((row) => outOf(actor, row)),
}));

export const getDynamic = handle(dynamicModuleContract.get, async ({ db, actor, input }) =>
  outOf(actor, ensureFound((await readAll(db, input.uniqueId))[0])),
);

const hostsOf = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('allowed_host').select('host').orderBy('host').execute()).map((row) => row.host);

export const dynamicTargets = handle(dynamicModuleContract.targets, async ({ db }) => {
  const items = await db
    .selectFrom('menu_item')
    .select(['key', 'label', 'group_label', 'dashboard_id', 'has_screen'])
    .where('active', '=', true)
    .orderBy('group_position')
    .execute();
  const labels = new Map(items.map((i) => [i.key, i]));
  const routes = await screenRoutes(db);
  const dashboards = await db.selectFrom('dashboard').select(['id', 'name']).orderBy('position').execute();
  const roles = await db
    .selectFrom('role')
    .select(['id', 'description'])
    .where('active', '=', true)
    .where('all_modules', '=', false)
    .orderBy('position')
    .execute();
  return {
    screens: routes
      .filter((r) => !r.public && !r.path.includes('{') && (labels.get(r.itemKey ?? '')?.has_screen ?? false))
      .map((r) => ({ path: r.path, label: labels.get(r.itemKey ?? '')?.label ?? r.path, area: r.area })),
    dashboards: dashboards.map((d) => ({
      ...d,
      groups: [...new Set(items.filter((i) => i.dashboard_id === d.id).map((i) => i.group_label))],
    })),
    roles,
    hosts: await hostsOf(db),
  };
});

type Input = Parameters<typeof valuesOf>[0];

function valuesOf(input: {
  kind: DynamicModule['kind'];
  target: string;
  dashboardId: number;
  groupLabel: string;
  label: string;
  labelHi?: string | null | undefined;
  pageText?: string | null | undefined;
  roleIds: number[];
  validFrom?: string | null | undefined;
  validTo?: string | null | undefined;
}) {
  return {
    kind: input.kind,
    target: JSON.stringify(input.kind === 'PAGE' ? {} : { address: input.target.trim() }),
    dashboard_id: input.dashboardId,
    group_label: input.groupLabel,
    label: input.label,
    label_hi: input.labelHi ?? null,
    page_text: input.kind === 'PAGE' ? (input.pageText ?? '') : null,
    role_ids: [...new Set(input.roleIds)],
    valid_from: input.validFrom ?? null,
    valid_to: input.validTo ?? null,
  };
}

async function ensureSound(db: Db, input: Input): Promise<void> {
  if (input.kind === 'PAGE') {
    if (!input.pageText?.trim()) throw refuse('input.invalid', { fields: { pageText: 'Fill this in' } });
    if (hasHtml(input.pageText))
      throw refuseSystem('dynamic.html', { fields: { pageText: 'Write plain text' } });
  }
  if (input.validFrom && input.validTo && input.validTo < input.validFrom)
    throw refuse('input.invalid', { fields: { validTo: 'Not before the first day' } });
  await linkFor(db, input.kind, input.target, '');
  const { rows } = await sql<{ field: string }>`
    select 'dashboardId' as field where not exists (select from dashboard where id = ${input.dashboardId})
    union all select 'roleIds' where exists (select from unnest(${input.roleIds}::int[]) r where not exists (select from role where id = r and active and not all_modules))`.execute(
    db,
  );
  if (rows[0]) throw refuse('input.invalid', { fields: { [rows[0].field]: 'Choose one of the list' } });
}

async function linkFor(db: Db, kind: DynamicModule['kind'], target: string, pageId: string): Promise<string> {
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

const slug = (label: string): string =>
  label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 30) || 'item';

export const saveDynamic = handle(dynamicModuleContract.save, async ({ db, input }) => {
  const { uniqueId, version, ...fields } = input;
  await ensureSound(db, fields);
  const values = valuesOf(fields);
  if (uniqueId === undefined) {
    const made = await db
      .insertInto('dynamic_module')
      // Two items may carry one label; the name is the key and has its own tail.
      .values({
        ...values,
        name: sql<string>`${`dyn_${slug(input.label)}_`} || substr(md5(random()::text), 1, 6)`,
      })
      .returning(['unique_id as uniqueId', 'version', 'state'])
      .executeTakeFirstOrThrow();
    return made;
  }
  const row = await lock(db, uniqueId, version ?? 0);
  const done = await db
    .updateTable('dynamic_module')
    .set(values)
    .where('unique_id', '=', row.unique_id)
    .returning(['unique_id as uniqueId', 'version', 'state'])
    .executeTakeFirstOrThrow();
  if (row.state === 'LIVE') await putIntoMenu(db, row.unique_id);
  return done;
});

async function lock(db: Db, uniqueId: string, version: number) {
  const row = ensureFound(
    await db
      .selectFrom('dynamic_module')
      .selectAll()
      .where('unique_id', '=', uniqueId)
      .forUpdate()
      .executeTakeFirst(),
  );
  ensureFresh(row.version === version ? 1 : 0);
  return row;
}

export const publishDynamic = handle(dynamicModuleContract.publish, async ({ db, input, version }) => {
  const row = await lock(db, input.uniqueId, version);
  const state = ensureStep(dynamicModuleStates, row.state, 'publish');
  const done = await setState(db, row.unique_id, state);
  await putIntoMenu(db, row.unique_id);
  return done;
});

export const retireDynamic = handle(dynamicModuleContract.retire, async ({ db, input, version }) => {
  const row = await lock(db, input.uniqueId, version);
  const state = ensureStep(dynamicModuleStates, row.state, 'retire');
  await sql`update menu_item set active = false where dynamic_module_id = ${row.unique_id}`.execute(db);
  // A right without a screen behind it grants nothing (system.md Y20).
  await sql`update module set stale_since = current_date where name = ${row.name}`.execute(db);
  return setState(db, row.unique_id, state);
});

const setState = (db: Db, uniqueId: string, state: DynamicModule['state']) =>
  db
    .updateTable('dynamic_module')
    .set({ state })
    .where('unique_id', '=', uniqueId)
    .returning(['unique_id as uniqueId', 'version', 'state'])
    .executeTakeFirstOrThrow();

/** Module, end points, sub-dashboard, menu item and the rights of its roles, in one transaction. */
async function putIntoMenu(db: Db, uniqueId: string): Promise<void> {
  const row = ensureFound((await readAll(db, uniqueId))[0]);
  const link = await linkFor(db, row.kind, row.target.address ?? '', row.uniqueId);
  const { name } = row;
  await sql`insert into module (name, title, area, built_in) values (${name}, ${row.label}, 'system', false)
    on conflict (name) do update set title = excluded.title, stale_since = null`.execute(db);
  await sql`insert into system_end_point (module, method, title, origin) values (${name}, 'GET', ${`${row.label}: look`}, 'MANUAL') on conflict do nothing`.execute(
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

export const dynamicPage = handleApart(dynamicModuleContract.page, (call) =>
  call.work(systemActor(), async (db) => {
    const row = ensureFound((await readAll(db, call.input.uniqueId))[0]);
    const user = ensureFound(await compileActor(db, userIdOf(call.actor), call.now));
    const held = user.superAdmin || user.grants.some((g) => g.role.read.has(row.name));
    const today = todayIst(call.now);
    const open =
      row.state === 'LIVE' && (row.validFrom ?? '') <= today && (row.validTo ?? '9999-12-31') >= today;
    if (row.kind !== 'PAGE' || !held || !open) throw refuse('row.not-found');
    return { label: row.label ?? '', text: row.pageText ?? '' };
  }),
);

export const allowHost = handle(dynamicModuleContract.allowHost, async ({ db, input }) => {
  if (input.allowed)
    await sql`insert into allowed_host (host, reason) values (${input.host}, ${input.reason ?? null}) on conflict do nothing`.execute(
      db,
    );
  else await db.deleteFrom('allowed_host').where('host', '=', input.host).execute();
  return { hosts: await hostsOf(db) };
});

export const createDashboard = handle(dynamicModuleContract.createDashboard, async ({ db, input }) => {
  const { rows } = await sql<{ id: number }>`insert into dashboard (name, icon, position, dynamic)
    select ${input.name}, 'layout-dashboard', coalesce(max(position), 0) + 1, true from dashboard
    on conflict (name) do nothing returning id`.execute(db);
  const made = rows[0];
  if (!made) throw refuse('row.duplicate', { fields: { name: 'There is a dashboard of this name' } });
  return made;
});
