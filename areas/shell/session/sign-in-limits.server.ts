import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { mmss, refuse } from '../shell-refusals.ts';
import { hashOf } from './session-token.server.ts';

/** Seconds of the fixed windows, and tries inside one (shell.md 3.11). */
export const limits = {
  /** Wrong passwords. */
  password: { windowS: 900, account: 5, device: 10, ip: 30, global: 500, globalWindowS: 300 },
  /** Codes sent. */
  send: { windowS: 900, account: 3, device: 6, ip: 60, global: 2_000, globalWindowS: 300 },
  /** Codes tried; the account's share is bounded by sends x 5 tries. The global brake trips before 500 guesses (S6). */
  guess: { windowS: 900, account: 15, device: 15, ip: 30, global: 450, globalWindowS: 300 },
  /** PINs of shared tablets: six digits, five tries a quarter of an hour for each person. */
  pin: { windowS: 900, account: 5, device: 30, ip: 60, global: 450, globalWindowS: 300 },
} as const;

export type LimitKind = keyof typeof limits;

/** Whose tries are counted. Accounts and devices stand hashed in the counters. */
export interface Counted {
  /** The user's id, or the typed identifier of an account that does not exist: both behave the same. */
  account: string;
  ip: string;
  deviceHash: Buffer | null;
}

export interface Counts {
  account: number;
  device: number;
  ip: number;
  global: number;
}

const keysOf = (kind: LimitKind, counted: Counted): Record<keyof Counts, string | null> => ({
  account: `${kind}:account:${hashOf(counted.account).toString('base64url').slice(0, 22)}`,
  device: counted.deviceHash
    ? `${kind}:device:${counted.deviceHash.toString('base64url').slice(0, 22)}`
    : null,
  ip: `${kind}:ip:${networkOf(counted.ip)}`,
  global: `${kind}:global`,
});

/** The /24 of an IPv4, the /64 of an IPv6 address: a subscriber has a whole one, so rotating inside it gains nothing (S7). */
export function networkOf(ip: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(ip);
  if (v4) return `${v4[1]}.0/24`;
  const [head = '', tail] = ip.toLowerCase().split('%', 1)[0]?.split('::') ?? [];
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((g) => Number.parseInt(g, 16).toString(16))
    .join(':')}::/64`;
}

/** Counts this try before it is judged, so a parallel burst cannot slip through (promise S7). Commit it whatever follows. */
export async function countSignInTry(db: Db, kind: LimitKind, counted: Counted): Promise<Counts> {
  const rule = limits[kind];
  const keys = keysOf(kind, counted);
  // One fixed order of rows, so two tries never wait for each other in a circle.
  const { rows } = await sql<Counts>`select count_try(${keys.account}, ${rule.windowS}) as account,
    ${keys.device === null ? sql`0` : sql`count_try(${keys.device}, ${rule.windowS})`} as device,
    count_try(${keys.ip}, ${rule.windowS}) as ip, count_try(${keys.global}, ${rule.globalWindowS}) as global`.execute(
    db,
  );
  return rows[0] as Counts;
}

/** Takes a successful try out of the counts again; the account starts anew. */
export async function forgiveTry(db: Db, kind: LimitKind, counted: Counted): Promise<void> {
  const { account, device, ip, global } = keysOf(kind, counted);
  await sql`delete from rate_counter where key = ${account}`.execute(db);
  for (const key of [device, ip, global]) {
    if (key)
      await sql`update rate_counter set n = greatest(n - 1, 0) where key = ${key} and window_start > now() - interval '15 minutes'`.execute(
        db,
      );
  }
}

/**
 * Refuses with 429 when a count is over. A browser known to the account is stopped only by its own count: strangers can
 * never lock an owner out (promise S6).
 */
export function ensureWithin(kind: LimitKind, counts: Counts, knownDevice: boolean, now: Date): void {
  const rule = limits[kind];
  const over = knownDevice
    ? counts.device > rule.device
    : counts.account > rule.account ||
      counts.device > rule.device ||
      counts.ip > rule.ip ||
      (kind !== 'password' && counts.global > rule.global);
  if (!over) return;
  const wait = rule.windowS - (Math.floor(now.getTime() / 1000) % rule.windowS);
  throw refuse('session.too-many', { details: { wait: mmss(wait) }, retryAfter: wait });
}

/** Many wrong passwords in the whole network: from now on every unknown device needs a code. */
export const brakeIsOn = (counts: Counts): boolean => counts.global > limits.password.global;
