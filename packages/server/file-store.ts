// Where the bytes lie: a folder beside the database (default), or any S3-compatible store by configuration.
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { FileStore as TusFolder } from '@tus/file-store';
import { S3Store } from '@tus/s3-store';

export interface FileStore {
  readonly name: string;
  /** Receives resumable uploads; a finished upload lies under its id. */
  readonly tus: TusFolder | S3Store;
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  write(key: string, content: Buffer): Promise<void>;
  /** Takes over a finished local file; it is gone from its place afterwards. */
  adopt(key: string, file: string): Promise<void>;
  remove(key: string): Promise<void>;
}

const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,120}$/;

const checked = (key: string): string => {
  if (!KEY.test(key)) throw new Error('This is no name of a stored file');
  return key;
};

/** Files in `folder` (made when missing). */
export async function openFolder(folder: string): Promise<FileStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const at = (key: string) => path.join(folder, checked(key));
  return {
    name: 'folder',
    tus: new TusFolder({ directory: folder }),
    read: async (key, range) => {
      const stream = createReadStream(at(key), range);
      await new Promise((resolve, reject) => stream.once('open', resolve).once('error', reject));
      return stream;
    },
    write: async (key, content) => {
      // Never half a file under its own name.
      const draft = `${at(key)}.writing`;
      await writeFile(draft, content, { mode: 0o600 });
      await rename(draft, at(key));
    },
    adopt: async (key, file) => {
      const draft = `${at(key)}.writing`;
      await copyFile(file, draft); // the temporary folder may be another disk
      await rename(draft, at(key));
      await rm(file, { force: true });
    },
    remove: async (key) => {
      await rm(at(key), { force: true });
      await rm(`${at(key)}.json`, { force: true });
    },
  };
}

class Bucket extends S3Store {
  async put(key: string, content: Buffer): Promise<void> {
    await this.client.putObject({ Bucket: this.bucket, Key: key, Body: content });
  }

  async putFile(key: string, file: string): Promise<void> {
    await this.client.putObject({
      Bucket: this.bucket,
      Key: key,
      Body: createReadStream(file),
      ContentLength: (await stat(file)).size,
    });
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
  return {
    name: 's3',
    tus: bucket,
    read: (key, range) => bucket.get(checked(key), range),
    write: (key, content) => bucket.put(checked(key), content),
    adopt: async (key, file) => {
      await bucket.putFile(checked(key), file);
      await rm(file, { force: true });
    },
    remove: (key) => bucket.remove(checked(key)).catch(() => undefined),
  };
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
