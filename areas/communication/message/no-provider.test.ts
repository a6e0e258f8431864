// Without SMS and mail nothing counts as sent: it waits, the super admin's home says so, and it goes once there is a way.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { drainOutbox } from '@aangan/server/background/outbox-worker.ts';
import { outboxWorkers } from '@aangan/server/endpoint/area-registry.ts';
import { createLogger } from '@aangan/server/logging.ts';
import { systemActor } from '@aangan/server/work/actor.ts';
import { inUnitOfWork } from '@aangan/server/work/unit-of-work.ts';
import { startMailSimulator } from '@aangan/simulators/mail/mail-simulator.ts';
import { type TestApp, testApp } from '@aangan/testkit/app.ts';
import { homeContract } from '../../shell/home/home.contract.ts';
import { outboxContract } from '../campaign/campaign.contract.ts';
import { templateContract } from '../template/template.contract.ts';
import { messageContract } from './message.contract.ts';
import { sendWaiting } from './send-again.server.ts';

let app: TestApp;
let mail: Awaited<ReturnType<typeof startMailSimulator>>;
let template = '';
let n = 0;
const day = (on: string, time = '11:00') => new Date(`${on}T${time}:00+05:30`);
const now = day('2026-11-23');

before(async () => {
  app = await testApp();
  mail = await startMailSimulator();
  ({ id: template } = await app.as('Bina').call(templateContract.save, {
    name: 'Minutes',
    userType: 'PARENT',
    type: 'EMAIL',
    category: 'SERVICE_IMPLICIT',
    variables: [],
    variants: [{ language: 'en', subject: 'Minutes', body: 'Dear {name}, thank you.' }],
    submit: true,
  }));
});
after(async () => {
  await mail?.close();
  await app.close();
});

const ports = (set: boolean) => ({
  ...app.ports,
  config: set
    ? {
        AANGAN_SMTP_URL: `smtp://${mail.host}:${mail.port}`,
        AANGAN_MAIL_FROM: 'Aangan <no-reply@aangan.test>',
      }
    : {},
});
const drain = async (set: boolean, at: Date) => {
  await app.sql("update outbox set not_before = '2000-01-01' where state = 'QUEUED'");
  await drainOutbox({
    database: app.pool,
    workers: outboxWorkers(app.areas),
    ports: ports(set),
    log: createLogger({ level: 'silent' }),
    now: () => at,
  });
};
const job = (set: boolean, at: Date) =>
  sendWaiting.run({
    now: at,
    data: null,
    ports: { ...ports(set), afterCommit: () => undefined },
    work: (franchiseeId, work) =>
      inUnitOfWork(app.pool, systemActor(franchiseeId), { command: sendWaiting.name }, work),
  });
const list = async (filter: { status?: 'QUEUED' | 'SENT' | 'CANCELLED'; reason?: 'NO_PROVIDER' }) =>
  (await app.as('Bina').call(messageContract.list, { channel: 'EMAIL', ...filter })).rows;
const card = async () => {
  const { cards } = await app.as('Asha').call(homeContract.cards, { ids: ['communication.no-provider'] });
  return cards.find(({ key }) => key === 'communication.no-provider')?.figure?.n;
};
/** A message by e-mail to Bina. */
const write = async (at: Date) => {
  n += 1;
  app.moveClock(new Date(at.getTime() + n));
  await app.as('Bina').call(templateContract.test, { id: template, language: 'en' });
  await drain(false, at);
};

test('it waits as no provider, is not sent, and the home says so; set up, it goes once', async () => {
  assert.equal(await card(), undefined, 'nothing waits, nothing is said');
  await write(now);
  const [waiting] = await list({ status: 'QUEUED', reason: 'NO_PROVIDER' });
  assert.equal(waiting?.sentAt, null);
  assert.deepEqual(await list({ status: 'SENT' }), []);
  assert.equal(await card(), 1);
  const [work] = await app.sql<{ state: string }>('select state from outbox where dedupe_key = $1', [
    waiting?.id,
  ]);
  assert.equal(work?.state, 'SENT', 'its work has ended: nothing asks again and again');
  await job(false, now);
  await drain(false, now);
  assert.equal((await list({ reason: 'NO_PROVIDER' })).length, 1, 'still without a provider');
  await job(true, now);
  await drain(true, now);
  await job(true, now);
  await drain(true, now);
  const [sent] = await list({ status: 'SENT' });
  assert.deepEqual([sent?.id, sent?.provider, sent?.reason], [waiting?.id, 'SMTP', null]);
  assert.equal(mail.control.messages({}).length, 1);
  assert.equal(await card(), undefined);
});

test('taken back it never goes; after seven days it ends instead of coming late', async () => {
  await write(now);
  const [taken] = await list({ reason: 'NO_PROVIDER' });
  assert.ok(taken);
  await app.as('Bina').call(outboxContract.cancel, { id: taken.id });
  await write(now);
  await job(true, day('2026-12-01'));
  assert.deepEqual((await list({ status: 'CANCELLED' })).map(({ reason }) => reason).sort(), [
    'BY_HAND',
    'EXPIRED',
  ]);
  await job(true, now);
  await drain(true, now);
  assert.equal(mail.control.messages({}).length, 1);
});

test('a failed message sent again has one piece of work, so that a lost worker is found', async () => {
  await write(now);
  const [one] = await list({ reason: 'NO_PROVIDER' });
  assert.ok(one);
  await app.sql("update message set status = 'FAILED', reason = 'refused' where id = $1", [one.id]);
  await app.as('Bina').call(outboxContract.retry, { id: one.id });
  const work = await app.sql<{ state: string; dedupe_key: string }>(
    "select state, dedupe_key from outbox where payload ->> 'messageId' = $1",
    [one.id],
  );
  assert.deepEqual(work, [{ state: 'QUEUED', dedupe_key: one.id }]);
});
