// What authors do with folders: their place, class group, order and whether readers see them.
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { type Actor, mayCall } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, ensureFresh } from '@aangan/server/work/ensure.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { classGroupOf } from '../../academics/public.server.ts';
import { refuseCurriculum } from '../curriculum.refusals.ts';
import { ensureNetwork } from '../head-office.server.ts';
import { folderContract as contract, type Folder } from './folder.contract.ts';
import { itemsOf } from './folder-item.server.ts';
import { groupTypes } from './folder-kinds.ts';
import { ensureSame } from './folder-order.server.ts';

const LEVELS = 5;

const foldersWhere = async (db: Db, where: RawBuilder<unknown>): Promise<Folder[]> =>
  (
    await sql<Folder>`
    select f.id, f.version, f.parent_id as "parentId", f.kind, f.name, f.description, f.class_group_id as "classGroupId",
        g.name as "classGroup", f.active, (select count(*)::int from curriculum_folder c where c.parent_id = f.id) as folders,
        (select count(*)::int from curriculum_folder_item i where i.folder_id = f.id and i.active) as items
      from curriculum_folder f left join class_group g on g.id = f.class_group_id
     where ${where} order by f.position, lower(f.name), f.id limit 500`.execute(db)
  ).rows;

const mayWrite = (actor: Actor) => ({ write: actor.wholeNetwork && mayCall(actor, contract.change) });

export const curriculumHome = handle(contract.home, async ({ db, actor }) => ({
  folders: await foldersWhere(db, sql`f.parent_id is null`),
  can: mayWrite(actor),
}));

export const browseFolder = handle(contract.browse, async ({ db, actor, input, now }) => {
  const [folder] = await foldersWhere(db, sql`f.id = ${input.folderId}`);
  return {
    folder: ensureFound(folder),
    path: await pathTo(db, input.folderId),
    folders: await foldersWhere(db, sql`f.parent_id = ${input.folderId}`),
    items: await itemsOf(db, { folderId: input.folderId, now }),
    can: mayWrite(actor),
  };
});

/** The folder with those above it, the topmost first. */
export const pathTo = async (db: Db, folderId: string): Promise<{ id: string; name: string }[]> =>
  (
    await sql<{ id: string; name: string }>`
    with recursive up as (select id, name, parent_id, 1 as step from curriculum_folder where id = ${folderId}
      union all select f.id, f.name, f.parent_id, u.step + 1 from curriculum_folder f join up u on u.parent_id = f.id where u.step < ${LEVELS})
    select id, name from up order by step desc`.execute(db)
  ).rows;

/** One at a time changes the tree: two moves side by side could else make a circle. Folders are few and change rarely. */
const lockTree = (db: Db) => sql`lock table curriculum_folder in share row exclusive mode`.execute(db);

type Row = RowIn<'curriculum_folder'>;

const folderRow = async (db: Db, id: string): Promise<Row> =>
  ensureFound(await db.selectFrom('curriculum_folder').selectAll().where('id', '=', id).executeTakeFirst());

interface Place {
  id: string | null;
  kind: Row['kind'];
  name: string;
  parentId: string | null;
  classGroupId: string | null;
}

async function ensurePlace(db: Db, { id, kind, name, parentId, classGroupId }: Place): Promise<void> {
  if (parentId === null)
    ensure(classGroupId !== null, () =>
      refuse('input.invalid', { fields: { classGroupId: 'A folder at the top needs a class group' } }),
    );
  else {
    const parent = await db
      .selectFrom('curriculum_folder')
      .select(['kind', 'active'])
      .where('id', '=', parentId)
      .executeTakeFirst();
    ensure(parent?.kind === kind && parent.active, () =>
      refuse('input.invalid', { fields: { parentId: 'Choose an active folder of the same kind' } }),
    );
    const above = await pathTo(db, parentId);
    ensure(!above.some((one) => one.id === id), () =>
      refuseCurriculum('folder.inside-itself', { fields: { parentId: 'Choose another folder' } }),
    );
    ensure(above.length + (id === null ? 1 : await heightOf(db, id)) <= LEVELS, () =>
      refuseCurriculum('folder.depth', { fields: { parentId: 'Choose a folder further up' } }),
    );
  }
  if (classGroupId !== null) {
    const group = await classGroupOf(db, classGroupId);
    ensure(group?.type === groupTypes[kind], () =>
      refuseCurriculum('folder.group-type', {
        details: { type: groupTypes[kind] },
        fields: { classGroupId: `Choose a class group of type ${groupTypes[kind]}` },
      }),
    );
  }
  const { rows } =
    await sql`select from curriculum_folder where parent_id is not distinct from ${parentId}::uuid and kind = ${kind}
    and lower(name) = lower(${name}) and id is distinct from ${id}::uuid`.execute(db);
  ensure(rows.length === 0, () =>
    refuseCurriculum('folder.name-taken', { fields: { name: 'There is a folder of this name here' } }),
  );
}

/** Levels of a folder with those inside it. */
async function heightOf(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ height: number }>`
    with recursive down as (select id, 1 as step from curriculum_folder where id = ${id}
      union all select f.id, d.step + 1 from curriculum_folder f join down d on f.parent_id = d.id)
    select max(step) as height from down`.execute(db);
  return rows[0]?.height ?? 1;
}

export const addFolder = handle(contract.add, async ({ db, actor, input }) => {
  ensureNetwork(actor);
  await lockTree(db);
  const [parentId, classGroupId] = [input.parentId ?? null, input.classGroupId ?? null];
  await ensurePlace(db, { id: null, kind: input.kind, name: input.name, parentId, classGroupId });
  return db
    .insertInto('curriculum_folder')
    .values({
      kind: input.kind,
      name: input.name,
      parent_id: parentId,
      class_group_id: classGroupId,
      description: input.description ?? null,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from curriculum_folder where parent_id is not distinct from ${parentId}::uuid)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
});

export const changeFolder = handle(contract.change, async ({ db, actor, input, version }) => {
  ensureNetwork(actor);
  await lockTree(db);
  const row = await folderRow(db, input.id);
  ensureFresh(row.version === version ? 1 : 0);
  const [parentId, classGroupId] = [input.parentId ?? null, input.classGroupId ?? null];
  await ensurePlace(db, { id: row.id, kind: row.kind, name: input.name, parentId, classGroupId });
  await db
    .updateTable('curriculum_folder')
    .set({
      name: input.name,
      parent_id: parentId,
      class_group_id: classGroupId,
      description: input.description ?? null,
    })
    .where('id', '=', row.id)
    .execute();
  return {};
});

export const setFolderActive = handle(contract.setActive, async ({ db, actor, input, version }) => {
  ensureNetwork(actor);
  await folderRow(db, input.id);
  const done = await db
    .updateTable('curriculum_folder')
    .set({ active: input.active })
    .where('id', '=', input.id)
    .where('version', '=', version ?? 0)
    .executeTakeFirst();
  ensureFresh(Number(done.numUpdatedRows));
  return {};
});

export const orderFolders = handle(contract.order, async ({ db, actor, input }) => {
  ensureNetwork(actor);
  await lockTree(db);
  const first = await folderRow(db, input.ids[0] ?? '');
  const { rows } = await sql<{
    id: string;
  }>`select id from curriculum_folder where parent_id is not distinct from ${first.parent_id}::uuid
    and (${first.parent_id}::uuid is not null or kind = ${first.kind})`.execute(db);
  ensureSame(rows, input.ids);
  await sql`update curriculum_folder f set position = o.n from unnest(${input.ids}::uuid[]) with ordinality o (id, n) where f.id = o.id`.execute(
    db,
  );
  return {};
});
