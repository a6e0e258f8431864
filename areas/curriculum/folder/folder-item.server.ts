// What stands in a folder: files, links and notes, each with the time in which readers see it.
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { fileUrl, findFile, releaseFile, useFile } from '@aangan/server/files/files.ts';
import { ensure, ensureFound, ensureFresh } from '@aangan/server/work/ensure.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { ensureNetwork } from '../head-office.server.ts';
import { folderItemContract as contract, type OwnItem } from './folder.contract.ts';
import { endingOf, type ItemKind, shownInPlace } from './folder-kinds.ts';
import { ensureSame } from './folder-order.server.ts';

type Row = RowIn<'curriculum_folder_item'>;
const SUBJECT = 'CURRICULUM_FOLDER_ITEM';

/** The address of an item: its file's, which is signed for the centre it was uploaded at, or its link. */
export const addressOf = (row: Pick<Row, 'file_id' | 'file_at' | 'url'>): string | null =>
  row.file_id !== null && row.file_at !== null
    ? fileUrl({ franchiseeId: row.file_at, fileId: row.file_id })
    : row.url;

export async function itemsOf(
  db: Db,
  { folderId, now }: { folderId: string; now: Date },
): Promise<OwnItem[]> {
  const rows = await db
    .selectFrom('curriculum_folder_item')
    .selectAll()
    .where('folder_id', '=', folderId)
    .orderBy('position')
    .orderBy('id')
    .limit(500)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    folderId: row.folder_id,
    title: row.title,
    kind: row.kind,
    url: addressOf(row),
    body: row.body,
    fileId: row.file_id,
    fileName: row.file_name,
    bytes: row.file_bytes === null ? null : Number(row.file_bytes),
    download: row.download,
    opensAt: row.opens_at === null ? null : new Date(row.opens_at).toISOString(),
    closesAt: row.closes_at === null ? null : new Date(row.closes_at).toISOString(),
    state: stateOf(row, now),
  }));
}

function stateOf(row: Row, now: Date): OwnItem['state'] {
  if (!row.active) return 'INACTIVE';
  if (row.opens_at !== null && new Date(row.opens_at) > now) return 'PLANNED';
  return row.closes_at !== null && new Date(row.closes_at) <= now ? 'CLOSED' : 'OPEN';
}

interface Content {
  kind: ItemKind;
  title: string;
  fileId?: string | null | undefined;
  url?: string | null | undefined;
  body?: string | null | undefined;
  download?: boolean | null | undefined;
  opensAt?: string | null | undefined;
  closesAt?: string | null | undefined;
}

const needs = {
  FILE: ['fileId', 'Add a file'],
  LINK: ['url', 'Fill in the address'],
  NOTE: ['body', 'Write the text'],
} as const;

/** The columns of an item; what another kind would hold is left out. */
async function columnsOf(db: Db, id: string, input: Content, before?: Row) {
  const [field, fault] = needs[input.kind];
  ensure(input[field], () => refuse('input.invalid', { fields: { [field]: fault } }));
  ensure(!input.opensAt || !input.closesAt || Date.parse(input.closesAt) > Date.parse(input.opensAt), () =>
    refuse('input.invalid', { fields: { closesAt: 'Choose a time after the first one' } }),
  );
  ensure(input.kind !== 'LINK' || URL.canParse(input.url ?? ''), () =>
    refuse('input.invalid', { fields: { url: 'This is not an address' } }),
  );
  const file = input.kind === 'FILE' ? await fileOf(db, id, input, before) : null;
  return {
    kind: input.kind,
    title: input.title,
    file_id: file?.id ?? null,
    file_at: file?.at ?? null,
    file_name: file?.name ?? null,
    file_bytes: file?.bytes ?? null,
    url: input.kind === 'LINK' ? (input.url ?? null) : null,
    body: input.kind === 'NOTE' ? (input.body ?? null) : null,
    download: input.kind === 'FILE' && input.download === true,
    opens_at: input.opensAt ?? null,
    closes_at: input.closesAt ?? null,
  };
}

/** Ties the file to its item. The one that is there already stays, though whoever changes the item did not bring it. */
async function fileOf(db: Db, id: string, { fileId, download }: Content, before?: Row) {
  const kept = before?.file_id === fileId ? before : undefined;
  const file = kept
    ? { id: fileId ?? '', at: kept.file_at ?? 0, name: kept.file_name ?? '', bytes: Number(kept.file_bytes) }
    : await tie(db, id, fileId ?? '');
  ensure(download || shownInPlace.includes(endingOf(file.name)), () =>
    refuse('input.invalid', {
      fields: { download: 'A page cannot show this kind of file. Allow its download, or save it as PDF' },
    }),
  );
  return file;
}

async function tie(db: Db, id: string, fileId: string) {
  const found = ensureFound(await findFile(db, fileId));
  const file = await useFile(db, {
    franchiseeId: found.franchiseeId,
    fileId,
    area: 'curriculum',
    subjectKind: SUBJECT,
    subjectId: id,
    accept: ['pdf', 'jpg', 'png', 'docx', 'xlsx'],
  });
  return { id: file.id, at: file.franchiseeId, name: file.name, bytes: Number(file.bytes) };
}

const ensureFolder = async (db: Db, folderId: string): Promise<void> => {
  ensure(
    await db
      .selectFrom('curriculum_folder')
      .select('id')
      .where('id', '=', folderId)
      .where('active', '=', true)
      .executeTakeFirst(),
    () => refuse('input.invalid', { fields: { folderId: 'Choose an active folder' } }),
  );
};

const nextPosition = (folderId: string) =>
  sql<number>`(select coalesce(max(position), 0) + 1 from curriculum_folder_item where folder_id = ${folderId})`;

export const addItem = handle(contract.add, async ({ db, actor, input }) => {
  ensureNetwork(actor);
  await ensureFolder(db, input.folderId);
  const { rows } = await sql<{ id: string }>`select gen_random_uuid() as id`.execute(db);
  const id = ensureFound(rows[0]).id;
  await db
    .insertInto('curriculum_folder_item')
    .values({
      id,
      folder_id: input.folderId,
      position: nextPosition(input.folderId),
      ...(await columnsOf(db, id, input)),
    })
    .execute();
  return { id };
});

const lockItem = async (db: Db, id: string, version: number | undefined): Promise<Row> => {
  const row = ensureFound(
    await db
      .selectFrom('curriculum_folder_item')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  );
  ensureFresh(row.version === version ? 1 : 0);
  return row;
};

export const changeItem = handle(contract.change, async ({ db, actor, input, version }) => {
  ensureNetwork(actor);
  const row = await lockItem(db, input.id, version);
  const moves = row.folder_id !== input.folderId;
  if (moves) await ensureFolder(db, input.folderId);
  const columns = await columnsOf(db, row.id, input, row);
  if (row.file_id !== null && row.file_at !== null && columns.file_id !== row.file_id)
    await releaseFile(db, {
      franchiseeId: row.file_at,
      fileId: row.file_id,
      subjectKind: SUBJECT,
      subjectId: row.id,
    });
  await db
    .updateTable('curriculum_folder_item')
    .set({
      ...columns,
      folder_id: input.folderId,
      ...(moves ? { position: nextPosition(input.folderId) } : {}),
    })
    .where('id', '=', row.id)
    .execute();
  return {};
});

export const setItemActive = handle(contract.setActive, async ({ db, actor, input, version }) => {
  ensureNetwork(actor);
  const row = await lockItem(db, input.id, version);
  await db
    .updateTable('curriculum_folder_item')
    .set({ active: input.active })
    .where('id', '=', row.id)
    .execute();
  return {};
});

export const orderItems = handle(contract.order, async ({ db, actor, input }) => {
  ensureNetwork(actor);
  const first = ensureFound(
    await db
      .selectFrom('curriculum_folder_item')
      .select('folder_id')
      .where('id', '=', input.ids[0] ?? '')
      .executeTakeFirst(),
  );
  const { rows } = await sql<{
    id: string;
  }>`select id from curriculum_folder_item where folder_id = ${first.folder_id} order by id for update`.execute(
    db,
  );
  ensureSame(rows, input.ids);
  await sql`update curriculum_folder_item i set position = o.n from unnest(${input.ids}::uuid[]) with ordinality o (id, n) where i.id = o.id`.execute(
    db,
  );
  return {};
});
