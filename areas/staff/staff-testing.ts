// What the tests of this area share.
import assert from 'node:assert/strict';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { drainOutbox } from '@aangan/server/background/outbox-worker.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import type { TestApp } from '@aangan/testkit/app.ts';
import { ANDHERI } from '@aangan/testkit/world.ts';
import pino from 'pino';
import { staffUserCreated } from './staff/create-staff.server.ts';

/** The IST day so many days from now. */
export const days = (n: number): string =>
  new Date(Date.now() + 19_800_000 + n * 86_400_000).toISOString().slice(0, 10);

/** Makes staff of the users that were created meanwhile, as the worker of the running product does. */
export const drainFacts = (app: TestApp) =>
  drainOutbox({
    database: app.pool,
    workers: { 'network.staff-user-created': staffUserCreated },
    ports: app.ports,
    log: pino({ level: 'silent' }),
  });

export const runJob = (app: TestApp, job: JobDeclaration, now: Date) =>
  job.run({
    now,
    data: null,
    ports: { ...app.ports, afterCommit: () => undefined },
    work: (centre, work) => inUnitOfWork(app.pool, systemActor(centre), { command: 'test' }, work),
  });

/** A verified document of each kind that a teacher's approval needs, but the ones named. */
export async function verifyDocuments(
  app: TestApp,
  staffId: string,
  { but = [], at = ANDHERI }: { but?: readonly string[]; at?: number } = {},
): Promise<void> {
  await app.sql(
    `insert into staff_document (franchisee_id, staff_id, kind_id, status, verified_at)
     select $1, $2, id, 'VERIFIED', now() from staff_document_kind where for_approval and not name = any ($3)`,
    [at, staffId, but],
  );
}

export async function rowOf(app: TestApp, staffId: string) {
  const rows = await app.sql<{ version: number; status: string; user_id: string; employee_code: string }>(
    'select version, status, user_id, employee_code from staff where id = $1',
    [staffId],
  );
  return rows[0] ?? assert.fail('no such staff');
}

/** Waits for what other processes of the server bring about. */
export async function until(met: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; ) {
    if (await met()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail('it did not come true within half a minute');
}
