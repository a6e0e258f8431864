import { refuse } from '@aangan/contract/refusal.ts';
import { readFile, readWhole } from '@aangan/server/files/files.ts';
import { HEAD_OFFICE } from '@aangan/server/sql.ts';
import type { Actor } from '@aangan/server/work/actor.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { MAX_UPLOAD_BYTES } from './enquiry-upload.contract.ts';

/** The bytes of an uploaded file, at most 10 MB. With no centre chosen it was laid down at head office. */
export async function readUploadedFile(db: Db, actor: Actor, fileId: string | undefined): Promise<Buffer> {
  if (!fileId) throw refuse('input.invalid', { fields: { csv: 'Choose a file' } });
  const franchiseeId = actor.franchiseeId ?? HEAD_OFFICE;
  return readWhole(await readFile(db, { franchiseeId, fileId }), MAX_UPLOAD_BYTES);
}

/**
 * Ten megabytes of a file take a busy machine longer than the usual 5 s of a statement (its rows are kept, split and asked
 * for by one each) and 10 s between two of them (while rows are read).
 */
export async function giveTime(db: Db): Promise<void> {
  await sql`select set_config('statement_timeout', '20s', true), set_config('idle_in_transaction_session_timeout', '60s', true)`.execute(
    db,
  );
}
