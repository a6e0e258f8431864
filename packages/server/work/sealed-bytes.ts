// How a stored file is sealed: a head, then pieces of 64 KB each with a tag of its own. A piece opens alone, so a range of a
// film is read without the rest, and nobody ever holds a whole file. Name of the file, its length and the place of each
// piece are authenticated: a piece that was changed, moved, taken from another file or cut off does not open.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { fileKey } from './seal.ts';

// Begins with bytes that no type we take begins with, so that files from before are told apart.
const MAGIC = Buffer.from([0x00, 0xaa, 0x41, 0x4e, 0x47, 0x46, 0x00, 0x01]);
const SALT = 16;
export const HEAD_BYTES = MAGIC.length + 1 + SALT + 8;
const PIECE = 64 * 1024;
const TAG = 16;

export interface SealedHead {
  /** Length of the plain file. */
  readonly total: number;
  readonly key: Buffer;
}

/** The head of a sealed file; null for one that lies as it came. */
export function readHead(head: Buffer): SealedHead | null {
  if (head.length < HEAD_BYTES || !head.subarray(0, MAGIC.length).equals(MAGIC)) return null;
  const salt = head.subarray(MAGIC.length + 1, MAGIC.length + 1 + SALT);
  return {
    total: Number(head.readBigUInt64BE(HEAD_BYTES - 8)),
    key: fileKey(salt, head[MAGIC.length]).key,
  };
}

/** Bytes that `plain` bytes take once sealed. */
export const sealedLength = (plain: number): number => HEAD_BYTES + plain + Math.ceil(plain / PIECE) * TAG;

/** Seals a file of `total` bytes that comes in parts of any size. */
export async function* sealParts(
  plain: AsyncIterable<Buffer> | Iterable<Buffer>,
  total: number,
  name: string,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT);
  const { id, key } = fileKey(salt);
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(total));
  yield Buffer.concat([MAGIC, Buffer.from([id]), salt, length]);
  let index = 0;
  let done = 0;
  for await (const piece of inPieces(plain, PIECE)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index));
    cipher.setAAD(placeOf(name, total, index));
    const body = Buffer.concat([cipher.update(piece), cipher.final()]);
    yield Buffer.concat([body, cipher.getAuthTag()]);
    index += 1;
    done += piece.length;
  }
  if (done !== total) throw new Error(`A file of ${total} bytes came with ${done}`);
}

/** Where the pieces lie that hold the bytes `start` to `end` of the plain file. */
export function placeOfRange(total: number, { start, end }: { start: number; end: number }) {
  const first = Math.floor(start / PIECE);
  const last = Math.floor(Math.min(end, total - 1) / PIECE);
  return {
    first,
    /** Of the first piece's own bytes. */
    skip: start - first * PIECE,
    start: HEAD_BYTES + first * (PIECE + TAG),
    end: Math.min(HEAD_BYTES + (last + 1) * (PIECE + TAG), sealedLength(total)) - 1,
  };
}

/** Opens sealed pieces from number `first` on, up to the end of what comes. */
export async function* openParts(
  sealed: AsyncIterable<Buffer>,
  { total, key }: SealedHead,
  { first, name }: { first: number; name: string },
): AsyncGenerator<Buffer> {
  let index = first;
  for await (const piece of inPieces(sealed, PIECE + TAG)) {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index));
    decipher.setAAD(placeOf(name, total, index));
    decipher.setAuthTag(piece.subarray(piece.length - TAG));
    yield Buffer.concat([decipher.update(piece.subarray(0, piece.length - TAG)), decipher.final()]);
    index += 1;
  }
}

const placeOf = (name: string, total: number, index: number): Buffer =>
  Buffer.from(`file|${name}|${total}|${index}`);

// A key is one file's, so counting its pieces never gives one number twice.
function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 8);
  return nonce;
}

async function* inPieces(
  parts: AsyncIterable<Buffer> | Iterable<Buffer>,
  size: number,
): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const part of parts) {
    held.push(part);
    bytes += part.length;
    if (bytes < size) continue;
    let rest = Buffer.concat(held);
    for (; rest.length >= size; rest = rest.subarray(size)) yield rest.subarray(0, size);
    held = rest.length > 0 ? [rest] : [];
    bytes = rest.length;
  }
  if (bytes > 0) yield Buffer.concat(held);
}
