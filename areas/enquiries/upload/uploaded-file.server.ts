import { refuse } from '@aangan/contract/refusal.ts';
import type { Actor } from '@aangan/server/actor.ts';
import { chosenCentre } from '@aangan/server/ensure.ts';
import { readFile, readWhole } from '@aangan/server/files.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { MAX_UPLOAD_BYTES } from './enquiry-upload.contract.ts';

/** The bytes of an uploaded file of this centre, at most 10 MB. */
export async function readUploadedFile(db: Db, actor: Actor, fileId: string | undefined): Promise<Buffer> {
  if (!fileId) throw refuse('input.invalid', { fields: { csv: 'Choose a file' } });
  return readWhole(await readFile(db, { franchiseeId: chosenCentre(actor), fileId }), MAX_UPLOAD_BYTES);
}
