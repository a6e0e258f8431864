// A schedule of head office: each person gets the own slice once, who may not read it is named, and one that reaches nobody stops.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { InputOf } from '@aangan/contract/endpoint.ts';
import type { JobTools } from '@aangan/server/background/background.ts';
import { drainExports } from '@aangan/server/files/exports.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { people } from '@aangan/testkit/world.ts';
import pino from 'pino';
import { actorOf } from '../../../apps/api/actor-of.ts';
import { scheduleContract as contract, scheduleRuns, schedules } from './schedule.contract.ts';
import { deliverJob, scheduleJob } from './schedule-jobs.server.ts';

let app: TestApp;
before(async () => {
  app = await testApp();
});
after(() => app.close());

const OWNERS = 5;
const chetan = () => app.as('Chetan', { centre: null });
type Values = Omit<InputOf<typeof contract.create>, never>;
const values = (more: Partial<Values> = {}): Values => ({
  name: 'Royalty of the month',
  report: 'royalty-report',
  period: 'LAST_MONTH',
  format: 'csv',
  every: 'MONTHLY',
  dayOfMonth: 5,
  at: '07:00',
  userIds: [people.Chetan.id],
  roleIds: [],
  onlyIfRows: false,
  ...more,
});
const toolsAt = (now: string, name: string): JobTools => ({
  work: (franchiseeId, work) => inUnitOfWork(app.pool, systemActor(franchiseeId), { command: name }, work),
  now: new Date(now),
  data: null,
  ports: { ...app.ports, afterCommit: () => undefined },
});
const make = async (now: string) => {
  const made = await scheduleJob.run(toolsAt(now, scheduleJob.name));
  await drainExports({ database: app.pool, log: pino({ level: 'silent' }), actorOf: actorOf(app.pool) });
  await deliverJob.run(toolsAt(now, deliverJob.name));
  return made;
};
const runsOf = (id: string) =>
  app.sql<{ person: string; state: string; error: string | null }>(
    `select u.first_name as person, r.state, r.error from report_schedule_run r join app_user u on u.id = r.recipient_id where r.schedule_id = $1 order by r.slot, 1`,
    [id],
  );
const due = (id: string, at: string) =>
  app.sql('update report_schedule set next_run_at = $2 where id = $1', [id, at]);
const rowOf = async (id: string) =>
  (await chetan().call(schedules.endpoints.list, { limit: 200 })).rows.find((row) => row.id === id);

test('a slot reaches each person once, whoever looks at the same minute; the owner is told how it went', async () => {
  const { id, reaches, mayRead } = await chetan().call(
    contract.create,
    values({ userIds: [people.Chetan.id, people.Asha.id] }),
  );
  assert.deepEqual([reaches, mayRead], [2, 2]);
  assert.equal((await rowOf(id))?.when, 'Every month on day 5 at 07:00 AM');
  const now = '2026-08-05T01:30:30Z';
  await due(id, '2026-08-05T01:30:00Z');
  await Promise.all([1, 2, 3].map(() => scheduleJob.run(toolsAt(now, scheduleJob.name))));
  await make(now);
  assert.deepEqual(
    (await runsOf(id)).map(({ person, state }) => [person, state]),
    [
      ['Asha', 'DONE'],
      ['Chetan', 'DONE'],
    ],
  );
  const mails = await app.sql<{ n: number }>(
    `select count(*)::int as n from outbox where dedupe_key like '%reports.schedule-mail:%'`,
  );
  assert.equal(mails[0]?.n, 2, 'one mail a person');
  const told = await app.sql<{ title: string }>(
    `select title from notice where user_id = $1 and kind = 'reports.schedule-summary'`,
    [people.Chetan.id],
  );
  assert.deepEqual(told, [{ title: 'Royalty of the month: 2 sent, 0 empty, 0 failed.' }]);
  const next = (await rowOf(id))?.nextRunAt ?? '';
  assert.equal(new Date(next).toISOString(), '2026-09-05T01:30:00.000Z');
});

test('of a role, who may not read it is left out and named; each file has the own centre alone', async () => {
  const { id, reaches, mayRead } = await chetan().call(
    contract.create,
    values({ name: 'To owners', userIds: [], roleIds: [OWNERS] }),
  );
  assert.ok(reaches >= mayRead);
  await due(id, '2026-08-05T01:30:00Z');
  await make('2026-08-05T01:31:00Z');
  const runs = await runsOf(id);
  assert.equal(runs.length, reaches);
  assert.equal(runs.filter(({ state }) => state === 'SKIPPED').length, reaches - mayRead);
  const jobs = await app.sql<{ context: { franchiseeId: number | null } }>(
    `select j.context from report_schedule_run r join export_job j on j.id = r.export_job_id where r.schedule_id = $1`,
    [id],
  );
  assert.ok(
    jobs.every(({ context }) => context.franchiseeId === null),
    'narrowed by each person’s own rights',
  );
});

test('refused: nobody, a rhythm without its day, a person without the right, a stranger’s change', async () => {
  const refused = (more: Partial<Values>, code: string) =>
    chetan().refused(contract.create, values(more), code);
  await refused({ userIds: [], roleIds: [] }, 'schedule.nobody');
  await refused({ dayOfMonth: null }, 'schedule.rhythm');
  await refused({ every: 'WEEKLY', dayOfMonth: null }, 'schedule.rhythm');
  await refused({ userIds: [people.Divya.id] }, 'schedule.recipient');
  const { id } = await chetan().call(contract.create, values({ name: 'Mine' }));
  const version = (await rowOf(id))?.version ?? 0;
  await app.as('Asha', { centre: null }).refused(contract.pause, { id }, 'schedule.not-yours', { version });
  assert.equal((await app.as('Divya').raw(contract.create, values())).status, 403);
});

test('paused, resumed, ended; an empty report is not sent when that is asked for', async () => {
  const { id } = await chetan().call(
    contract.create,
    values({ name: 'Empty', period: 'LAST_YEAR', onlyIfRows: true }),
  );
  await due(id, '2026-08-05T01:30:00Z');
  await make('2026-08-05T01:31:00Z');
  assert.deepEqual(
    (await runsOf(id)).map(({ state }) => state),
    ['EMPTY'],
  );
  const at = async () => ({ version: (await rowOf(id))?.version ?? 0 });
  await chetan().call(contract.pause, { id, reason: 'Holidays' }, await at());
  assert.deepEqual([(await rowOf(id))?.status, (await rowOf(id))?.nextRunAt], ['PAUSED', null]);
  await chetan().call(contract.resume, { id }, await at());
  assert.equal((await rowOf(id))?.status, 'ACTIVE');
  await chetan().call(contract.end, { id }, await at());
  await chetan().refused(contract.resume, { id }, 'row.wrong-state', await at());
});

test('one that reaches nobody five times pauses itself and says why', async () => {
  const { id } = await chetan().call(contract.create, values({ name: 'Nobody' }));
  await app.sql('update report_schedule set user_ids = $2 where id = $1', [id, [people.Divya.id]]);
  for (let n = 1; n <= 5; n += 1) {
    assert.equal((await rowOf(id))?.status, 'ACTIVE', `before run ${n}`);
    await due(id, `2026-08-0${n}T01:30:00Z`);
    await make(`2026-08-0${n}T01:31:00Z`);
  }
  const row = await rowOf(id);
  assert.deepEqual([row?.status, row?.reason], ['PAUSED', 'It reached nobody five times in a row.']);
  const runs = await chetan().call(scheduleRuns.endpoints.list, { q: 'Nobody', limit: 50 });
  assert.equal(runs.total.n, 5);
  assert.ok(runs.rows.every(({ state, error }) => state === 'SKIPPED' && error));
});
