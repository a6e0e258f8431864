import { refuse } from '@aangan/contract/refusal.ts';
import type { Actor } from '@aangan/server/actor.ts';
import { chosenCentre } from '@aangan/server/ensure.ts';
import { readFile } from '@aangan/server/files.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';

/** The text of an uploaded CSV file of this centre. */
export async function readUploadedFile(db: Db, actor: Actor, fileId: string | undefined): Promise<string> {
  if (!fileId) throw refuse('input.invalid', { fields: { csv: 'Choose a file' } });
  const file = await readFile(db, { franchiseeId: chosenCentre(actor), fileId });
  const parts: Buffer[] = [];
  for await (const part of await file.open()) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts).toString('utf8');
}
