// Codes of stickers and cards: printed once, of which only the hash is kept.
import { createHash, randomBytes } from 'node:crypto';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Read aloud and typed by hand: without I, O, 0 and 1. */
const SHORT = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const SHORT_LENGTH = 6;
/** 128 random bits as 26 letters. */
export function newCardCode(): string {
  let bits = BigInt(`0x${randomBytes(16).toString('hex')}`);
  let text = '';
  for (let i = 0; i < 26; i += 1) {
    text = BASE32.charAt(Number(bits & 31n)) + text;
    bits >>= 5n;
  }
  return `AC1.${text}`;
}

export const newShortCode = (): string =>
  [...randomBytes(SHORT_LENGTH)].map((byte) => SHORT.charAt(byte % SHORT.length)).join('');

/** What is compared when a sticker is scanned. */
export const cardHash = (code: string): Buffer => createHash('sha256').update(code).digest();
