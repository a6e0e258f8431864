import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensureFound, ensureFresh, ensureStep } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { refuseSystem } from '../system.refusals.ts';
import { type DynamicModule, dynamicModuleContract } from './dynamic-module.contract.ts';
import { hostsOf } from './dynamic-module.queries.server.ts';
import { dynamicModuleStates } from './dynamic-module.states.ts';
import { hasHtml } from './dynamic-target.ts';
import { linkFor, putIntoMenu } from './put-into-menu.server.ts';

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
