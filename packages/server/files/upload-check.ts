// What happens to an uploaded file before anybody can use it: type by content, size, cut-off pictures, hidden tags,
// zip bombs, virus scan (promises U1, U2, U5, U6).
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import type { Refusal } from '@aangan/contract/refusal.ts';
import type { FileStore } from './file-store.ts';
import { fileTypes, isNameOf, maxBytes, sniff } from './file-type.ts';
import { refuseFile } from './files.ts';
import { withoutMetadata } from './image-metadata.ts';
import { unpackedBytes, zipEntries } from './zip-entries.ts';

export interface CheckedFile {
  mime: string;
  bytes: number;
  sha256: Buffer;
  exifRemoved: boolean;
}

const HOLD = 26 * 1024 * 1024;
const HEAD = 4_100;
const MAX_PIXELS = 50_000_000;
const MAX_UNPACKED = 300 * 1024 * 1024;

/** Checks a finished upload and rewrites pictures without their tags. Returns the facts, or why it was refused. */
export async function checkUpload(
  store: FileStore,
  key: string,
  name: string,
  size: number,
): Promise<CheckedFile | Refusal> {
  if (size === 0) return refuseFile('file.empty');
  const whole = size <= HOLD ? await collect(await store.read(key)) : null;
  const head = whole
    ? whole.subarray(0, HEAD)
    : await collect(await store.read(key, { start: 0, end: HEAD - 1 }));
  const mime = sniff(head, whole, name);
  if (mime === null)
    return refuseFile(
      head.toString('latin1', 4, 8) === 'ftyp' || /\.(heic|heif|avif)$/i.test(name)
        ? 'file.choose-jpg'
        : 'file.unknown-type',
    );
  if (!isNameOf(mime, name)) return refuseFile('file.wrong-name');
  const type = fileTypes[mime];
  const limit = type ? maxBytes[type.class] : 0;
  if (size > limit)
    return refuseFile('file.too-large', { details: { size: `${Math.round(limit / 1024 / 1024)} MB` } });
  const verdict = await scan(store, key);
  if (verdict) return verdict;
  if (type?.class === 'image' && whole) return checkPicture(store, key, mime, whole);
  if (whole && head.readUInt16BE(0) === 0x504b && unpackedBytes(zipEntries(whole) ?? []) > MAX_UNPACKED)
    return refuseFile('file.broken');
  return {
    mime,
    bytes: size,
    sha256: whole ? sha(whole) : await shaOf(await store.read(key)),
    exifRemoved: false,
  };
}

async function checkPicture(
  store: FileStore,
  key: string,
  mime: string,
  whole: Buffer,
): Promise<CheckedFile | Refusal> {
  const clean = withoutMetadata(whole, mime);
  if (!clean) return refuseFile('file.broken');
  if (clean.width * clean.height > MAX_PIXELS) return refuseFile('file.too-many-pixels');
  await store.write(key, clean.bytes);
  return { mime, bytes: clean.bytes.length, sha256: sha(clean.bytes), exifRemoved: true };
}

const sha = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

async function shaOf(stream: Readable): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const part of stream) hash.update(part as Buffer);
  return hash.digest();
}

async function collect(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Asks ClamAV (`AANGAN_CLAMD=host:port`) when it is configured. A scanner that does not answer lets nothing pass. */
async function scan(store: FileStore, key: string): Promise<Refusal | null> {
  const address = process.env.AANGAN_CLAMD;
  if (!address) return null;
  const [host = '127.0.0.1', port = '3310'] = address.split(':');
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), host);
    let text = '';
    socket.setTimeout(60_000, () => socket.destroy(new Error('The virus scanner did not answer')));
    socket.on('data', (part) => {
      text += part.toString();
    });
    socket.on('end', () => resolve(text)).on('error', reject);
    socket.on(
      'connect',
      () => void feed(socket.write.bind(socket), store, key).catch((error: Error) => socket.destroy(error)),
    );
  });
  if (answer.includes('FOUND')) return refuseFile('file.virus');
  if (!answer.includes('OK')) throw new Error('The virus scanner gave no verdict');
  return null;
}

// INSTREAM: each part with its length before it, an empty one at the end.
async function feed(write: (part: Buffer | string) => boolean, store: FileStore, key: string): Promise<void> {
  write('zINSTREAM\0');
  for await (const part of await store.read(key)) {
    const bytes = part as Buffer;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    write(Buffer.concat([length, bytes]));
  }
  write(Buffer.alloc(4));
}
