import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle, handleApart } from '@aangan/server/endpoint/handle.ts';
import { type Actor, holds, systemActor } from '@aangan/server/work/actor.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { compileActor } from '../access/compile-actor.server.ts';
import { screenRoutes } from '../menu/routes.server.ts';
import { SUPER_LEVEL } from '../system-modules.ts';
import { type DynamicModule, dynamicModuleContract } from './dynamic-module.contract.ts';

interface Stored extends Omit<DynamicModule, 'can' | 'target'> {
  target: { address?: string };
}

export async function readDynamic(db: Db, uniqueId: string | null): Promise<Stored[]> {
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
  rows: (await readDynamic(db, null)).map((row) => outOf(actor, row)),
}));

export const getDynamic = handle(dynamicModuleContract.get, async ({ db, actor, input }) =>
  outOf(actor, ensureFound((await readDynamic(db, input.uniqueId))[0])),
);

export const hostsOf = async (db: Db): Promise<string[]> =>
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
      .map((r) => ({ path: r.path, label: labels.get(r.itemKey ?? '')?.label ?? r.path, area: r.area }))
      .filter(({ path }, at, all) => all.findIndex((one) => one.path === path) === at),
    dashboards: dashboards.map((d) => ({
      ...d,
      groups: [...new Set(items.filter((i) => i.dashboard_id === d.id).map((i) => i.group_label))],
    })),
    roles,
    hosts: await hostsOf(db),
  };
});

export const dynamicPage = handleApart(dynamicModuleContract.page, (call) =>
  call.work(systemActor(), async (db) => {
    const row = ensureFound((await readDynamic(db, call.input.uniqueId))[0]);
    const user = ensureFound(await compileActor(db, userIdOf(call.actor), call.now));
    const held = user.superAdmin || user.grants.some((g) => g.role.read.has(row.name));
    const today = todayIst(call.now);
    const open =
      row.state === 'LIVE' && (row.validFrom ?? '') <= today && (row.validTo ?? '9999-12-31') >= today;
    if (row.kind !== 'PAGE' || !held || !open) throw refuse('row.not-found');
    return { label: row.label ?? '', text: row.pageText ?? '' };
  }),
);
