// Staff story 16: who keeps the jobs sees those of staff with their labels, and takes up a killed one again.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { syncJobs } from '@aangan/server/background/job-runs.ts';
import { jobsOf } from '@aangan/server/endpoint/area-registry.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { cronContract } from '../../system/cron/cron.contract.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
  await inUnitOfWork(app.pool, systemActor(), { command: 'test' }, (db) =>
    syncJobs(db, jobsOf(app.areas), new Date()),
  );
});
after(() => app.close());

test('the jobs of staff: Interrupted when the worker died, run again completes it; a centre head has none', async () => {
  const asha = app.as('Asha');
  const { rows } = await asha.call(cronContract.list, { area: 'staff', limit: 200 });
  assert.ok(rows.length > 0 && rows.every(({ area }) => area === 'staff'));
  const job = rows[0]?.name ?? '';
  await app.sql('delete from cron_run where job = $1', [job]);
  const [run] = await app.sql<{ id: string }>(
    `insert into cron_run (job, planned_at, state, started_at, finished_at, ok, attempt)
     values ($1, date_trunc('hour', now()), 'INTERRUPTED', now() - interval '1 hour', now(), 3, 1) returning id`,
    [job],
  );
  const runId = run?.id ?? '';
  const dead = await asha.call(cronContract.get, { runId });
  assert.deepEqual([dead.label, dead.ok, dead.can['runAgain']], ['Interrupted', 3, true]);
  await asha.call(cronContract.runAgain, { runId });
  assert.notEqual((await asha.call(cronContract.get, { runId })).label, 'Interrupted');
  await app.as('Bina').refused(cronContract.list, { area: 'staff', limit: 200 }, 'module.missing');
  await app.as('Bina').refused(cronContract.runAgain, { runId }, 'module.missing');
});
