import { hash, randomBytes, randomInt } from 'node:crypto';

const TOKEN = /^pps_[A-Za-z0-9_-]{43}$/;

/** 256 random bits with a prefix that secret scanners find. Only its hash is stored. */
export const newSessionToken = (): string => `pps_${randomBytes(32).toString('base64url')}`;

export const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** The session token of an Authorization header (raw, or after Bearer); null for anything else. */
export function tokenIn(header: string | undefined): string | null {
  const token = (header ?? '').replace(/^Bearer /i, '').trim();
  return TOKEN.test(token) ? token : null;
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 22 characters, 131 bits: the address of a code screen. */
export const newReference = (): string => Array.from({ length: 22 }, () => BASE62[randomInt(62)]).join('');

/** Six digits from the system's random source, leading zeros kept. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');
