// The code by which a family takes its kit home: made of a nonce and the server's key, so that the message and the app show the
// same and nothing secret is stored.
import { createHash } from 'node:crypto';
import { sameText, sign } from '@aangan/server/work/seal.ts';

export function codeOf({ id, nonce }: { id: string; nonce: string }): string {
  const bytes = createHash('sha256')
    .update(sign(`kit-handover|${id}|${nonce}`))
    .digest();
  return String(bytes.readUInt32BE(0) % 1_000_000).padStart(6, '0');
}

export const isCode = (of: { id: string; nonce: string }, typed: string): boolean =>
  sameText(codeOf(of), typed);
