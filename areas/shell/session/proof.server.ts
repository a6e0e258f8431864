import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { RequestFacts } from '@aangan/server/endpoint/handle.ts';
import type { Database } from '@aangan/server/postgres/database.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import * as z from 'zod';

/** How far the proof's time may be from ours; the browser corrects its clock by our Date header (shell.md 3.12). */
const SKEW_S = 120;
const MOST_SEEN = 50_000;
const MOST_KEYS = 5_000;

const header = z.object({
  typ: z.literal('dpop+jwt'),
  alg: z.literal('ES256'),
  jwk: z.object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string().max(64),
    y: z.string().max(64),
  }),
});
const claims = z.object({
  htm: z.string().max(10),
  htu: z.string().max(2_000),
  iat: z.int(),
  jti: z.string().min(8).max(80),
  ath: z.string().length(43),
});

type Jwk = z.output<typeof header>['jwk'];

/** `foreign`: not this session's key, so the token was copied. `stale`: the right key, but not for this call at this time. */
export type ProofVerdict = 'good' | 'foreign' | 'stale';

export interface Proving {
  database: Database;
  now: () => Date;
}

// One per process; commands are also noted in the database, for the other processes.
const seen = new Map<string, number>();
const keys = new Map<string, KeyObject>();

/** RFC 7638 thumbprint of a P-256 key. */
export const thumbprintOf = ({ crv, kty, x, y }: Jwk): string =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');

/**
 * Judges the DPoP header of one call against the session's key (promise S4): signature, method, path, token, time, and
 * that it was never used before.
 */
export async function judgeProof(
  proving: Proving,
  session: { thumbprint: string },
  token: string,
  facts: RequestFacts,
): Promise<ProofVerdict> {
  const parts = (facts.headers['dpop'] ?? '').split('.');
  if (parts.length !== 3 || parts.some((part) => part.length > 2_500)) return 'foreign';
  const head = header.safeParse(jsonOf(parts[0]));
  const claim = claims.safeParse(jsonOf(parts[1]));
  if (!head.success || !claim.success) return 'foreign';
  const { jwk } = head.data;
  if (thumbprintOf(jwk) !== session.thumbprint || !signed(parts, jwk, session.thumbprint)) return 'foreign';
  const { htm, htu, iat, jti, ath } = claim.data;
  const now = Math.floor(proving.now().getTime() / 1000);
  const forThisCall =
    htm === facts.method &&
    pathOf(htu) === facts.path &&
    ath === createHash('sha256').update(token).digest('base64url') &&
    Math.abs(now - iat) <= SKEW_S;
  return forThisCall && (await isFirst(proving, { jti, iat, now, method: htm })) ? 'good' : 'stale';
}

function jsonOf(part: string | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

function pathOf(htu: string): string | null {
  return URL.canParse(htu) ? new URL(htu).pathname : null;
}

function signed([head, body, signature]: readonly string[], jwk: Jwk, thumbprint: string): boolean {
  try {
    const key = keys.get(thumbprint) ?? createPublicKey({ key: { ...jwk }, format: 'jwk' });
    if (!keys.has(thumbprint)) {
      if (keys.size >= MOST_KEYS) keys.clear();
      keys.set(thumbprint, key);
    }
    const data = Buffer.from(`${head}.${body}`);
    return verify(
      'sha256',
      data,
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature ?? '', 'base64url'),
    );
  } catch {
    return false; // a point that is not on the curve, a signature of the wrong length
  }
}

async function isFirst(
  { database }: Proving,
  use: { jti: string; iat: number; now: number; method: string },
): Promise<boolean> {
  const key = `proof:${use.jti}`;
  if (seen.has(key)) return false;
  seen.set(key, use.iat);
  if (seen.size > MOST_SEEN) for (const [old, iat] of seen) if (use.now - iat > 2 * SKEW_S) seen.delete(old);
  if (seen.size > MOST_SEEN)
    for (const old of seen.keys()) {
      seen.delete(old);
      if (seen.size <= MOST_SEEN) break;
    }
  // A read that is repeated within two minutes shows nothing new; a command must not happen twice in any process.
  if (use.method === 'GET' || use.method === 'HEAD') return true;
  const { rows } = await inUnitOfWork(database, systemActor(), { command: 'session.proof' }, (db) =>
    sql<{
      n: number;
    }>`insert into rate_counter (key, window_start, n) values (${key}, to_timestamp(${use.iat}), 1)
      on conflict do nothing returning n`.execute(db),
  );
  return rows.length === 1;
}
