// Where the bytes lie: a folder beside the database (default), or any S3-compatible store by configuration. Both hold them
// sealed (sealed-bytes.ts); a file from before that lies plain is read as it is.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore as TusFolder } from '@tus/file-store';
import { S3Store } from '@tus/s3-store';
import {
  HEAD_BYTES,
  openParts,
  placeOfRange,
  readHead,
  sealedLength,
  sealParts,
} from '../work/sealed-bytes.ts';

export interface FileStore {
  readonly name: string;
  /** Receives resumable uploads; a finished upload lies under its id, plain until `seal`. */
  readonly tus: TusFolder | S3Store;
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  write(key: string, content: Buffer): Promise<void>;
  /** Takes over a finished local file; it is gone from its place afterwards. */
  adopt(key: string, file: string): Promise<void>;
  /** Seals a finished upload of so many bytes where it lies; a sealed one stays as it is. */
  seal(key: string, bytes: number): Promise<void>;
  remove(key: string): Promise<void>;
}

/** A place for bytes as they are. */
interface RawStore extends Pick<FileStore, 'name' | 'tus' | 'read' | 'remove'> {
  /** Replaces what is there; never half a file under its own name. */
  put(key: string, body: Readable, bytes: number): Promise<void>;
}

type Parts = AsyncIterable<Buffer> | Iterable<Buffer>;

function sealing(raw: RawStore): FileStore {
  const headOf = async (key: string) =>
    readHead(await collect(await raw.read(key, { start: 0, end: HEAD_BYTES - 1 })));
  const put = (key: string, plain: Parts, bytes: number) =>
    raw.put(key, Readable.from(sealParts(plain, bytes, key), { objectMode: false }), sealedLength(bytes));
  return {
    name: raw.name,
    tus: raw.tus,
    read: async (key, range) => {
      const head = await headOf(key);
      if (!head) return raw.read(key, range);
      if (head.total === 0) return Readable.from([]);
      const wanted = { start: range?.start ?? 0, end: Math.min(range?.end ?? head.total, head.total - 1) };
      const { first, skip, start, end } = placeOfRange(head.total, wanted);
      const parts = openParts(await raw.read(key, { start, end }), head, { first, name: key });
      return Readable.from(cut(parts, skip, wanted.end - wanted.start + 1), { objectMode: false });
    },
    write: (key, content) => put(key, [content], content.length),
    adopt: async (key, file) => {
      await put(key, createReadStream(file), (await stat(file)).size);
      await rm(file, { force: true });
    },
    seal: async (key, bytes) => {
      if (!(await headOf(key))) await put(key, await raw.read(key), bytes);
    },
    remove: raw.remove,
  };
}

async function* cut(parts: AsyncIterable<Buffer>, skip: number, bytes: number): AsyncGenerator<Buffer> {
  let [leave, left] = [skip, bytes];
  for await (const part of parts) {
    const piece = part.subarray(leave, leave + left);
    leave = Math.max(0, leave - part.length);
    left -= piece.length;
    if (piece.length > 0) yield piece;
    if (left <= 0) return;
  }
  throw new Error('A stored file ends too early');
}

async function collect(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,120}$/;

const checked = (key: string): string => {
  if (!KEY.test(key)) throw new Error('This is no name of a stored file');
  return key;
};

/** Sealed bytes are more than the upload had: to a client that asks again it is finished, not further. */
class UploadFolder extends TusFolder {
  override async getUpload(id: string) {
    const upload = await super.getUpload(id);
    if (upload.size !== undefined) upload.offset = Math.min(upload.offset, upload.size);
    return upload;
  }
}

/** Files in `folder` (made when missing). */
export async function openFolder(folder: string): Promise<FileStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const at = (key: string) => path.join(folder, checked(key));
  return sealing({
    name: 'folder',
    tus: new UploadFolder({ directory: folder }),
    read: async (key, range) => {
      const stream = createReadStream(at(key), range);
      await new Promise((resolve, reject) => stream.once('open', resolve).once('error', reject));
      return stream;
    },
    put: async (key, body) => {
      const draft = `${at(key)}.writing`;
      try {
        await pipeline(body, createWriteStream(draft, { mode: 0o600 }));
        await rename(draft, at(key));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    remove: async (key) => {
      await rm(at(key), { force: true });
      await rm(`${at(key)}.json`, { force: true });
    },
  });
}

class Bucket extends S3Store {
  async put(key: string, body: Readable, bytes: number): Promise<void> {
    await this.client.putObject({ Bucket: this.bucket, Key: key, Body: body, ContentLength: bytes });
  }

  async get(key: string, range?: { start: number; end: number }): Promise<Readable> {
    const reply = await this.client.getObject({
      Bucket: this.bucket,
      Key: key,
      ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
    });
    return reply.Body as Readable; // in Node the body is a stream
  }
}

export interface S3Config {
  bucket: string;
  region: string;
  endpoint?: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Files in a bucket. */
export function openBucket(config: S3Config): FileStore {
  const bucket = new Bucket({
    partSize: 8 * 1024 * 1024,
    s3ClientConfig: {
      bucket: config.bucket,
      region: config.region,
      ...(config.endpoint ? { endpoint: config.endpoint, forcePathStyle: true } : {}),
      credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    },
  });
  return sealing({
    name: 's3',
    tus: bucket,
    read: (key, range) => bucket.get(checked(key), range),
    put: (key, body, bytes) => bucket.put(checked(key), body, bytes),
    remove: (key) => bucket.remove(checked(key)).catch(() => undefined),
  });
}

/** The store that the environment names: AANGAN_S3_BUCKET, _REGION, _ENDPOINT, _KEY, _SECRET; else `folder`. */
export async function openFileStore(
  folder: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<FileStore> {
  const bucket = env['AANGAN_S3_BUCKET'];
  if (!bucket) return openFolder(folder);
  const accessKeyId = env['AANGAN_S3_KEY'];
  const secretAccessKey = env['AANGAN_S3_SECRET'];
  if (!accessKeyId || !secretAccessKey)
    throw new Error('AANGAN_S3_BUCKET needs AANGAN_S3_KEY and AANGAN_S3_SECRET');
  return openBucket({
    bucket,
    region: env['AANGAN_S3_REGION'] ?? 'ap-south-1',
    endpoint: env['AANGAN_S3_ENDPOINT'],
    accessKeyId,
    secretAccessKey,
  });
}
