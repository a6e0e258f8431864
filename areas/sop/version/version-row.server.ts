import { fileUrl } from '@aangan/server/files/files.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { lockRow, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { ensureOwn } from '../library/sop-section.server.ts';
import { type Block, blocks } from './blocks.ts';
import type { ShownBlock } from './sop-version.contract.ts';

export type Version = RowIn<'sop_version'>;

export const numberOf = (row: { major: number | null; minor: number | null }): string =>
  `${row.major ?? 0}.${row.minor ?? 0}`;

export const bodyOf = (row: { body: unknown }): Block[] => blocks.parse(row.body);

/** Blocks with the addresses of their files, which live where they were uploaded. */
export async function shownBlocks(db: Db, body: readonly Block[]): Promise<ShownBlock[]> {
  const ids = body.flatMap((one) => ('fileId' in one ? [one.fileId] : []));
  const at = new Map<string, number>();
  if (ids.length > 0) {
    const { rows } = await sql<{ id: string; franchiseeId: number }>`
      select distinct file_id as id, file_at as "franchiseeId" from sop_file where file_id = any(${ids}::uuid[])`.execute(
      db,
    );
    for (const row of rows) at.set(row.id, row.franchiseeId);
  }
  return body.map((one) => {
    const centre = 'fileId' in one ? at.get(one.fileId) : undefined;
    return {
      block: one,
      url:
        'fileId' in one && centre !== undefined
          ? fileUrl({ franchiseeId: centre, fileId: one.fileId })
          : null,
    };
  });
}

/** The version in force on a day. */
export const liveVersion = async (db: Db, sectionId: string, day: string): Promise<Version | undefined> =>
  (
    await sql<Version>`select * from sop_version where section_id = ${sectionId} and status = 'PUBLISHED' and effective_from <= ${day}::date
      order by major desc, minor desc limit 1`.execute(db)
  ).rows[0];

/** The newest published one, in force already or later. */
export const newestVersion = async (db: Db, sectionId: string): Promise<Version | undefined> =>
  (
    await sql<Version>`select * from sop_version where section_id = ${sectionId} and status = 'PUBLISHED'
      order by major desc, minor desc limit 1`.execute(db)
  ).rows[0];

/** Locks a version the actor may write or decide: head office's is head office's alone. */
export async function lockVersion(db: Db, actor: Actor, id: string, version?: number): Promise<Version> {
  const row = ensureFound(
    await db.selectFrom('sop_version').select('franchisee_id').where('id', '=', id).executeTakeFirst(),
  );
  ensureOwn(actor, row.franchisee_id);
  return lockRow(db, 'sop_version', id, version);
}
