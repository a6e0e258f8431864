// Codes of an authenticator app: RFC 6238 over RFC 4226, SHA-1, six digits, 30 seconds, which every app speaks.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
const SECRET_BYTES = 20;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** RFC 4648 without padding, as the apps take it. */
export function base32(bytes: Buffer): string {
  let out = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      out += BASE32[(value >>> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? out + BASE32[(value << (5 - bits)) & 31] : out;
}

export const stepAt = (at: Date): number => Math.floor(at.getTime() / STEP_MS);

/** The six digits of one step. */
export function codeOfStep(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const from = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(from) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** The step a code belongs to: now, one before or one after, and later than `lastStep`; null when there is none. */
export function stepOfCode(secret: Buffer, code: string, at: Date, lastStep: number): number | null {
  const now = stepAt(at);
  let found: number | null = null;
  // All three are computed, whichever fits.
  for (const step of [now - 1, now, now + 1])
    if (timingSafeEqual(Buffer.from(codeOfStep(secret, step)), Buffer.from(code)) && step > lastStep)
      found = step;
  return found;
}

/** What the QR code says: `otpauth://totp/Aangan:name?secret=…`. */
export function otpauthUri(secret: Buffer, account: string): string {
  const query = new URLSearchParams({
    secret: base32(secret),
    issuer: 'Aangan',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  return `otpauth://totp/${encodeURIComponent(`Aangan:${account}`)}?${query}`;
}
