import { randomBytes, randomUUID } from 'node:crypto';
import type { TestApp } from './app.ts';
import { ANDHERI, type PersonName, people } from './world.ts';

const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  png: 'image/png',
};

interface Uploaded {
  by: PersonName;
  name: string;
  at?: number;
  /** Of its content; two files of one hash are the same picture. */
  sha256?: Buffer;
}

/** A clean file that this person uploaded at the centre, ready to be tied to a row; its bytes are nowhere. */
export async function uploadedFile(
  app: TestApp,
  { by, name, at = ANDHERI, sha256 = randomBytes(32) }: Uploaded,
): Promise<string> {
  const id = randomUUID();
  await app.sql(
    `insert into file (franchisee_id, id, name, bytes, sha256, mime, kind, state, storage_key, uploaded_at, created_by)
     values ($1, $2::uuid, $3, 1000, $4, $5, 'upload', 'CLEAN', $2::text, now(), $6)`,
    [at, id, name, sha256, TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream', people[by].id],
  );
  return id;
}
