// What every command on a centre begins and ends with: the locked row, the event, the file.
import { refuse as platform } from '@aangan/contract/refusal.ts';
import { fileUrl, findFile, useFile } from '@aangan/server/files/files.ts';
import { type Actor, reaches } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { refuse } from '../network-refusals.ts';

/** The centre's row for update; 404 out of scope, refused for head office. */
export async function lockCentre(db: Db, actor: Actor, id: number) {
  if (!reaches(actor, id)) ensureFound(null);
  const row = ensureFound(
    await db.selectFrom('franchisee').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  );
  if (row.is_head_office) throw refuse('franchisee.head-office');
  return row;
}

/** The asked centre, or the chosen one; 404 out of scope. */
export async function centreAsked(
  db: Db,
  actor: Actor,
  input: { franchiseeId?: number | undefined },
): Promise<number> {
  const id = input.franchiseeId ?? actor.franchiseeId;
  if (id === null) throw platform('context.centre-needed');
  const row = await db.selectFrom('franchisee').select('id').where('id', '=', id).executeTakeFirst();
  return ensureFound(row).id;
}

export interface CentreEvent {
  franchiseeId: number;
  action: string;
  from?: string | null;
  to?: string | null;
  reason?: string | null | undefined;
  detail?: unknown;
}

/** One line of the centre's history. */
export async function noteEvent(db: Db, event: CentreEvent): Promise<void> {
  await db
    .insertInto('franchisee_event')
    .values({
      franchisee_id: event.franchiseeId,
      action: event.action,
      from_status: event.from ?? null,
      to_status: event.to ?? null,
      reason: event.reason ?? null,
      detail: event.detail === undefined ? null : JSON.stringify(event.detail),
    })
    .execute();
}

const PAPERS = ['pdf', 'jpg', 'png'];
const TEN_MB = 10 * 1024 * 1024;

/**
 * Ties an uploaded paper to a centre's row. Head office uploads at its own centre, so the file's home is kept beside
 * its id: the address is signed for that home.
 */
export async function keepPaper(
  db: Db,
  fileId: string | null | undefined,
  subject: { kind: string; id: string },
  accept: readonly string[] = PAPERS,
): Promise<{ file_id: string; file_home: number } | null> {
  if (!fileId) return null;
  const found = await findFile(db, fileId);
  if (!found) throw platform('row.not-found');
  await useFile(db, {
    franchiseeId: found.franchiseeId,
    fileId,
    area: 'network',
    subjectKind: subject.kind,
    subjectId: subject.id,
    accept,
    maxBytes: TEN_MB,
  });
  return { file_id: fileId, file_home: found.franchiseeId };
}

/** The signed address of a kept paper. */
export const paperOf = (
  row: { file_id: string | null; file_home: number | null },
  now: Date,
): { url: string } | null =>
  row.file_id === null || row.file_home === null
    ? null
    : { url: `${fileUrl({ franchiseeId: row.file_home, fileId: row.file_id }, now)}&inline=1` };
