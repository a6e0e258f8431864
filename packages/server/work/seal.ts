// Values that must not lie readable in the database or its backups: addresses of messages, provider secrets, raw
// webhook bodies. AES-256-GCM; the row's place is authenticated, so a sealed value moved to another row does not open.
// Stored files have keys of their own, made from the same one.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

export interface Keys {
  /** 32 bytes, hex. Seals columns. */
  sealKey: string;
  /** 32 bytes, hex. Signs short-lived addresses and hashes values for look-ups. */
  signKey: string;
  /** Earlier seal keys that may still open (rotation). */
  oldSealKeys?: readonly string[];
}

interface Ring {
  seal: Buffer;
  sign: Buffer;
  byId: ReadonlyMap<number, Buffer>;
}

let ring: Ring | null = null;

/** Hands the installation's keys to this process; once at start, before anything is sealed. */
export function useKeys(keys: Keys): void {
  const seal = keyOf(keys.sealKey);
  const byId = new Map([...(keys.oldSealKeys ?? []).map(keyOf), seal].map((key) => [idOf(key), key]));
  ring = { seal, sign: keyOf(keys.signKey), byId };
}

function keyOf(hex: string): Buffer {
  if (!/^[0-9a-f]{64}$/i.test(hex)) throw new Error('A key must be 32 bytes in hex (64 characters)');
  return Buffer.from(hex, 'hex');
}

const idOf = (key: Buffer): number => createHash('sha256').update(key).digest().readUInt8(0);

function keys(): Ring {
  if (!ring) throw new Error('useKeys() was not called: nothing can be sealed or signed');
  return ring;
}

const FORMAT = 1;
const HEAD = 2;
const IV = 12;
const TAG = 16;

/** Additional data of a sealed column: `aad('message', 'address_sealed', 2, id)`. */
export const aad = (table: string, column: string, franchiseeId: number | null, rowId: string): string =>
  `${table}|${column}|${franchiseeId ?? '-'}|${rowId}`;

/** Seals text or bytes for one place. Returns format, key id, nonce, tag and ciphertext in one buffer. */
export function seal(plain: string | Buffer, place: string): Buffer {
  const { seal: key } = keys();
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.from([FORMAT, idOf(key)]), iv, cipher.getAuthTag(), body]);
}

/** Opens what `seal` made for the same place. Throws when the value was changed, moved, or sealed with a lost key. */
export function openBytes(sealed: Buffer, place: string): Buffer {
  const key = keys().byId.get(sealed[1] ?? -1);
  if (sealed[0] !== FORMAT || !key || sealed.length < HEAD + IV + TAG)
    throw new Error(`A sealed value of ${place.split('|')[0]} cannot be opened`);
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(HEAD, HEAD + IV));
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(HEAD + IV, HEAD + IV + TAG));
  return Buffer.concat([decipher.update(sealed.subarray(HEAD + IV + TAG)), decipher.final()]);
}

/** `openBytes` as text. */
export const open = (sealed: Buffer, place: string): string => openBytes(sealed, place).toString('utf8');

/** The key of one file (sealed-bytes.ts) under its salt, from the seal key of today or the one of this id. */
export function fileKey(salt: Buffer, keyId?: number): { id: number; key: Buffer } {
  const { seal: newest, byId } = keys();
  const from = keyId === undefined ? newest : byId.get(keyId);
  if (!from) throw new Error('A sealed file cannot be opened: its key is missing');
  return { id: idOf(from), key: Buffer.from(hkdfSync('sha256', from, salt, 'file', 32)) };
}

/** Keyed hash of a value, to find rows by it without storing it. Give it normalised (phone `+91…`, lower-case mail). */
export const blindIndex = (value: string): Buffer =>
  createHmac('sha256', keys().sign).update(`blind|${value}`).digest();

/** Signature of a short-lived address (file, export). `text` names the thing and its end. */
export const sign = (text: string): string =>
  createHmac('sha256', keys().sign).update(`address|${text}`).digest('base64url');

/** Constant-time check of `sign`. */
export const isSigned = (text: string, signature: string): boolean => sameText(sign(text), signature);

/** Whether a secret is the right one, in a time that tells nothing of it. */
export function sameText(secret: string, typed: string): boolean {
  const right = Buffer.from(secret);
  const given = Buffer.from(typed);
  return right.length === given.length && timingSafeEqual(right, given);
}
