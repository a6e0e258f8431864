// What the tests of this area share.
import { randomUUID } from 'node:crypto';
import type { TestApp } from '@aangan/testkit/app.ts';

/** A clean uploaded paper at head office, as the upload leaves it. */
export async function paper(app: TestApp, franchiseeId = 1, name = 'agreement.pdf'): Promise<string> {
  const id = randomUUID();
  await app.sql(
    `insert into file (franchisee_id, id, name, bytes, mime, kind, state, storage_key, uploaded_at) values ($1, $2::uuid, $3, 1000, 'application/pdf', 'upload', 'CLEAN', $2::text, now())`,
    [franchiseeId, id, name],
  );
  return id;
}

/** The IST day so many days from now. */
export const days = (n: number): string =>
  new Date(Date.now() + 19_800_000 + n * 86_400_000).toISOString().slice(0, 10);
