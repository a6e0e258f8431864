// What a centre reads: folders that the class groups of the own sections cover, and the items that are visible now.
import { todayIst } from '@aangan/contract/period.ts';
import type { SearchSource } from '@aangan/server/endpoint/area-extras.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { contains } from '@aangan/server/record/keyset.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { mySections } from '../../academics/public.server.ts';
import { curriculumModules as m } from '../modules.ts';
import { folderContract as contract } from './folder.contract.ts';
import { pathTo } from './folder.server.ts';
import { addressOf } from './folder-item.server.ts';

const NEW_DAYS = 14;

/**
 * The readable folders as `tree`. A folder inside one that is not readable is not readable either; one without a class
 * group has that of the folder above. People of the whole network read all.
 */
async function treeOf(db: Db, actor: Actor, now: Date): Promise<RawBuilder<unknown>> {
  const mine = actor.wholeNetwork ? [] : await mySections(db, actor, todayIst(now));
  const covers = (group: RawBuilder<unknown>) =>
    actor.wholeNetwork
      ? sql`true`
      : sql`exists (select from class_group g join class_group_class k on k.class_group_id = g.id
          join unnest(${mine.map((one) => one.classId)}::int[], ${mine.map((one) => one.franchiseeId)}::int[]) s (class_id, centre_id) on s.class_id = k.class_id
        where g.id = ${group} and g.active and (not exists (select from class_group_franchisee x where x.class_group_id = g.id)
          or exists (select from class_group_franchisee x where x.class_group_id = g.id and x.centre_id = s.centre_id)))`;
  return sql`with recursive tree as (
    select f.id, f.parent_id, f.name, f.description, f.position, f.class_group_id from curriculum_folder f
     where f.parent_id is null and f.kind = 'CURRICULUM' and f.active and ${covers(sql`f.class_group_id`)}
    union all
    select f.id, f.parent_id, f.name, f.description, f.position, coalesce(f.class_group_id, t.class_group_id) from curriculum_folder f
      join tree t on t.id = f.parent_id where f.active and ${covers(sql`coalesce(f.class_group_id, t.class_group_id)`)})`;
}

const openNow = (now: Date) =>
  sql`i.active and coalesce(i.opens_at, '-infinity') <= ${now} and coalesce(i.closes_at, 'infinity') > ${now}`;

interface FolderRow {
  id: string;
  name: string;
  description: string | null;
  items: number;
}

export const readFolder = handle(contract.read, async ({ db, actor, input, now }) => {
  const tree = await treeOf(db, actor, now);
  const { folderId = null } = input;
  const rowsOf = async (where: RawBuilder<unknown>) =>
    (
      await sql<FolderRow>`${tree} select t.id, t.name, t.description,
        (select count(*)::int from curriculum_folder_item i where i.folder_id = t.id and ${openNow(now)}) as items
      from tree t where ${where} order by t.position, lower(t.name), t.id limit 500`.execute(db)
    ).rows;
  const folders = await rowsOf(sql`t.parent_id is not distinct from ${folderId}::uuid`);
  if (folderId === null) return { name: null, description: null, path: [], folders, items: [] };
  const folder = ensureFound((await rowsOf(sql`t.id = ${folderId}`))[0]);
  const { rows } = await sql<RowIn<'curriculum_folder_item'> & { isNew: boolean }>`
    select i.*, greatest(i.created_at, i.opens_at) > ${now}::timestamptz - make_interval(days => ${NEW_DAYS}) as "isNew"
      from curriculum_folder_item i where i.folder_id = ${folderId} and ${openNow(now)} order by i.position, i.id limit 500`.execute(
    db,
  );
  return {
    name: folder.name,
    description: folder.description,
    path: await pathTo(db, folderId),
    folders,
    items: rows.map((row) => ({
      id: row.id,
      title: row.title,
      kind: row.kind,
      url: addressOf(row),
      body: row.body,
      fileName: row.file_name,
      bytes: row.file_bytes === null ? null : Number(row.file_bytes),
      download: row.download,
      isNew: row.isNew,
    })),
  };
});

export const folderSearch: SearchSource = {
  kind: 'curriculum-folder',
  title: 'Learning material',
  module: m.Curriculum,
  find: async (db, actor, words, limit) => {
    const now = new Date();
    const { rows } = await sql<{
      id: string;
      label: string;
      detail: string | null;
    }>`${await treeOf(db, actor, now)}
      select t.id, t.name as label, i.title as detail from tree t left join lateral (select i.title from curriculum_folder_item i
          where i.folder_id = t.id and ${openNow(now)} and i.title ilike ${contains(words)} order by i.position limit 1) i on true
       where t.name ilike ${contains(words)} or i.title is not null order by lower(t.name), t.id limit ${limit}`.execute(
      db,
    );
    return rows.map((row) => ({ ...row, link: `/learning/folder/${row.id}` }));
  },
};
