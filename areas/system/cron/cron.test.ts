// Jobs on the screen, through HTTP.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { syncJobs } from '@aangan/server/background/job-runs.ts';
import { jobsOf } from '@aangan/server/endpoint/area-registry.ts';
import type { Caller, TestApp } from '@aangan/testkit/app.ts';
import { people } from '@aangan/testkit/world.ts';
import { inSystem, systemTest } from '../system-testing.ts';
import { cronContract } from './cron.contract.ts';
import { raiseAlerts } from './cron-watch.server.ts';
import { scheduleWords } from './cron-words.ts';

let app: TestApp;
let sahil: Caller;
before(async () => {
  ({ app, sahil } = await systemTest());
});
after(() => app.close());

test('system story 14, system story 15: jobs on the screen, run now with a lock, run again, an alert for what was missed', async () => {
  await inSystem(app, (db) => syncJobs(db, jobsOf(app.areas), new Date()));
  const page = await sahil.call(cronContract.list, { limit: 200 });
  assert.deepEqual(
    page.rows.map((j) => j.name).sort(),
    jobsOf(app.areas)
      .map((j) => j.name)
      .sort(),
    'declared and shown are the same',
  );
  const job = 'system.menu-check';
  const [a, b] = await Promise.all([1, 2].map(() => sahil.raw(cronContract.runNow, { job })));
  assert.deepEqual([a?.status, b?.status].sort(), [200, 409], 'two presses, one run');
  assert.match(
    (await sahil.refused(cronContract.runNow, { job }, 'cron.running')).message,
    /^Running since \d\d:\d\d (AM|PM)\.$/,
  );
  const [run] = (await sahil.call(cronContract.runs, { job })).rows;
  assert.deepEqual([run?.label, run?.trigger, run?.startedBy], ['Not started', 'MANUAL', 'Sahil Gupta']);
  await app.sql(
    `update cron_run set state = 'INTERRUPTED', error = 'Out of memory', started_at = now(), finished_at = now(), ok = 612, attempt = 1 where id = $1`,
    [run?.id],
  );
  await app.sql(
    `insert into cron_run (job, state, planned_at, trigger, error) values ('system.role-report', 'NOT_STARTED', now() - interval '1 hour', 'SCHEDULE', 'missed')`,
  );
  const raised = await inSystem(app, (db) => raiseAlerts(db, new Date()));
  assert.equal(raised, 2);
  assert.equal(await inSystem(app, (db) => raiseAlerts(db, new Date())), 0, 'once');
  const alerts = (await sahil.call(cronContract.alerts, {})).rows;
  assert.ok(
    alerts.some((x) => /was interrupted at .*: Out of memory/.test(x.text)) &&
      alerts.some((x) => x.kind === 'MISSED'),
  );
  assert.equal(
    (await sahil.call(cronContract.runs, { state: 'NOT_STARTED' })).rows[0]?.label,
    'Not started (missed)',
  );
  const [bell] = await app.sql<{ n: number }>(
    `select count(*)::int as n from notice where user_id = $1 and kind = 'system.cron-alert'`,
    [people.Sahil.id],
  );
  assert.equal(bell?.n, 2);
  const mails = await app.sql<{ n: number }>(
    `select count(*)::int as n from outbox where dedupe_key like 'system.cron-alert:%'`,
  );
  assert.equal(mails[0]?.n, 1, 'one e-mail for one look, however much was found');
  await sahil.call(cronContract.seen, { id: alerts[0]?.id ?? '' });
  assert.equal((await sahil.call(cronContract.alerts, {})).rows.length, 1);
  const again = await sahil.call(cronContract.runAgain, { runId: run?.id ?? '' });
  assert.equal(again.runId, run?.id, 'the same run goes on');
  await app.sql(
    `update cron_run set state = 'COMPLETED', ok = 1000, finished_at = now(), attempt = 2 where id = $1`,
    [run?.id],
  );
  const done = await sahil.call(cronContract.get, { runId: run?.id ?? '' });
  assert.deepEqual([done.label, done.ok, done.attempt], ['Completed', 1000, 2]);
  await app.sql(
    `insert into cron_run (job, state, planned_at, trigger) values ($1, 'COMPLETED', now() + interval '1 minute', 'SCHEDULE')`,
    [job],
  );
  await sahil.refused(cronContract.runAgain, { runId: run?.id ?? '' }, 'cron.not-latest');
  const paused = await sahil.call(cronContract.pause, { job, hours: 24, reason: 'database move' });
  assert.ok(Date.parse(paused.until) > Date.now());
  assert.equal(
    (await sahil.call(cronContract.list, { q: 'menu against' })).rows[0]?.pauseReason,
    'database move',
  );
  await app.as('Kavi').call(cronContract.resume, { job });
  await app.as('Kavi').refused(cronContract.pause, { job, hours: 1, reason: 'not mine' }, 'module.missing');
});

test('schedules in words', () => {
  assert.deepEqual(
    [
      '10 3 * * *',
      '*/5 * * * *',
      '0 6 * * 1',
      '20 * * * *',
      '*/5 * * * * *',
      '',
      '0 2 L * *',
      '0 9,15 * * *',
      '7 4 1-7 * 2',
    ].map(scheduleWords),
    [
      'Daily at 03:10 AM',
      'Every 5 minutes',
      'Mondays at 06:00 AM',
      'Every hour at minute 20',
      'Every 5 seconds',
      'On demand',
      'Last day of the month at 02:00 AM',
      'Daily at 09:00 AM and 03:00 PM',
      '7 4 1-7 * 2',
    ],
  );
});
