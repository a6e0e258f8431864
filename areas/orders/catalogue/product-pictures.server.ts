import { fileUrl, findFile, releaseFile, useFile } from '@aangan/server/files/files.ts';
import { several } from '@aangan/server/sql.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { PICTURES } from './product.contract.ts';

/** Ties new pictures to the product and lets go of those that are not among them any more. */
export async function keepPictures(
  db: Db,
  id: string,
  wanted: readonly string[],
  before: readonly string[],
): Promise<string[]> {
  const ids = [...new Set(wanted)];
  const use = { area: 'orders', subjectKind: 'PRODUCT', subjectId: id };
  for (const fileId of ids) {
    const franchiseeId = ensureFound(await findFile(db, fileId)).franchiseeId;
    await useFile(db, {
      ...use,
      fileId,
      franchiseeId,
      accept: PICTURES.accept,
      maxBytes: PICTURES.maxMb * 1024 * 1024,
    });
  }
  for (const fileId of before.filter((one) => !ids.includes(one))) {
    const file = await findFile(db, fileId);
    if (file) await releaseFile(db, { ...use, fileId, franchiseeId: file.franchiseeId });
  }
  return ids;
}

/** Pictures of a product in their order, each with an address to show it. */
export async function picturesOf(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<{ id: string; name: string; url: string }[]> {
  const { rows } = await sql<{ id: string; franchiseeId: number; name: string }>`
    select id, franchisee_id as "franchiseeId", name from file where ${several('id', ids, 'uuid')}`.execute(
    db,
  );
  const files = new Map(rows.map((file) => [file.id, file]));
  return ids.flatMap((id) => {
    const file = files.get(id);
    return file
      ? [{ id, name: file.name, url: fileUrl({ franchiseeId: file.franchiseeId, fileId: id }, now) }]
      : [];
  });
}

/** Rows whose `imageUrl` is the id of a picture, with its address instead; null where it is not the reader's. */
export async function withPictures<Row extends { imageUrl: string | null }>(
  db: Db,
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = rows.flatMap((row) => row.imageUrl ?? []);
  if (ids.length === 0) return [...rows];
  const { rows: files } = await sql<{ id: string; franchiseeId: number }>`
    select id, franchisee_id as "franchiseeId" from file where ${several('id', ids, 'uuid')}`.execute(db);
  const urls = new Map(files.map(({ id, franchiseeId }) => [id, fileUrl({ franchiseeId, fileId: id })]));
  return rows.map((row) => ({ ...row, imageUrl: urls.get(row.imageUrl ?? '') ?? null }));
}
