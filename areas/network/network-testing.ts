// What the tests of this area share.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
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

/** One run of a job as the scheduler would do it at that instant. */
export const runJob = (app: TestApp, job: JobDeclaration, now = new Date()) =>
  job.run({
    now,
    data: null,
    ports: { ...app.ports, afterCommit: () => undefined },
    work: (centre, work) => inUnitOfWork(app.pool, systemActor(centre), { command: 'test' }, work),
  });

/** Waits for what other processes of the server bring about. */
export async function until(met: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; ) {
    if (await met()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail('it did not come true within half a minute');
}

/** The version of a user's or centre's row, for If-Match. */
export async function versionIn(
  app: TestApp,
  table: 'app_user' | 'franchisee',
  id: string | number,
): Promise<number> {
  const rows = await app.sql<{ version: number }>(`select version from ${table} where id = $1`, [id]);
  return rows[0]?.version ?? 0;
}

/** Letters of one kind that this area has queued; `readers` is empty for one to an address. */
export const lettersOf = (app: TestApp, kind: string) =>
  app.sql<{ readers: string[]; dedupe_key: string }>(
    `select coalesce(payload -> 'about' -> 'userIds', '[]') as readers, dedupe_key from outbox where kind = 'communication.expand' and payload ->> 'kind' = $1 order by dedupe_key`,
    [kind],
  );
