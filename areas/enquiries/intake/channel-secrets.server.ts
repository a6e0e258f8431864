// A channel's secrets: sealed for their row, compared without telling by time how much was right.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { aad, open, seal } from '@aangan/server/work/seal.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type { ChannelProvider } from './lead-words.ts';

type SecretColumn = 'secret_sealed' | 'previous_sealed' | 'token_sealed';
const place = (column: SecretColumn, id: string): string => aad('lead_channel', column, null, id);

/** 32 letters: fits Google's field for the key (50). */
export const newSecret = (): string => randomBytes(24).toString('base64url');
export const sealSecret = (text: string, column: SecretColumn, id: string): Buffer =>
  seal(text, place(column, id));
export const openSecret = (sealed: Buffer, column: SecretColumn, id: string): string =>
  open(sealed, place(column, id));

export interface WebhookChannel {
  id: string;
  franchiseeId: number | null;
  /** Current and, for a day after a change, the one before. */
  secrets: readonly string[];
}

/** The channel behind an address; null for an unknown key. Runs as the stranger who called. */
export async function channelAt(
  db: Db,
  provider: ChannelProvider,
  key: string,
  now: Date,
): Promise<WebhookChannel | null> {
  if (!/^[A-Za-z0-9_-]{22}$/.test(key)) return null;
  const row = await db
    .selectFrom('lead_channel')
    .select(['id', 'franchisee_id', 'secret_sealed', 'previous_sealed', 'previous_until'])
    .where('provider', '=', provider)
    .where('url_key', '=', key)
    .executeTakeFirst();
  if (!row) return null;
  const previousHolds = row.previous_until !== null && new Date(row.previous_until) > now;
  return {
    id: row.id,
    franchiseeId: row.franchisee_id,
    secrets: [
      ...(row.secret_sealed ? [openSecret(row.secret_sealed, 'secret_sealed', row.id)] : []),
      ...(row.previous_sealed && previousHolds
        ? [openSecret(row.previous_sealed, 'previous_sealed', row.id)]
        : []),
    ],
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Equal to one of the secrets, in constant time (equal lengths by hashing first). */
export const isOneOf = (given: string, secrets: readonly string[]): boolean =>
  secrets.map((secret) => timingSafeEqual(digest(given), digest(secret))).includes(true);

/** `sha256=<hex>` or bare hex of the raw bytes under one of the secrets. */
export function isHmacOf(body: Buffer, signature: string, secrets: readonly string[]): boolean {
  const given = signature.replace(/^sha256=/, '');
  if (!/^[0-9a-f]{64}$/.test(given)) return false;
  return isOneOf(
    given,
    secrets.filter(Boolean).map((secret) => createHmac('sha256', secret).update(body).digest('hex')),
  );
}
