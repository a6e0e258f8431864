import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { asJsonObject } from '../json.ts';
import {
  eventually,
  KEY_ID,
  KEY_SECRET,
  newOrder,
  WEBHOOK_SECRET,
  withSimulator,
} from './merchant.fixture.ts';
import type { RazorpaySimulatorOptions } from './razorpay-simulator.ts';

const AN_ORDER = { amount: 1000, currency: 'INR' };

test('API faults before the effect: error, timeout, cut connection, broken bodies; nothing happens', () =>
  withSimulator({}, async ({ sim, api }) => {
    const { control } = sim;
    control.addApiFault({ kind: 'status', status: 503, path: '/v1/orders', times: 1 });
    const failed = await api('POST', '/v1/orders', AN_ORDER);
    assert.deepEqual([failed.status, asJsonObject(failed.body['error'])['code']], [503, 'SERVER_ERROR']);
    for (const kind of ['reset', 'bad-json', 'html'] as const) {
      control.addApiFault({ kind, path: '/v1/orders', method: 'POST', times: 1 });
      await assert.rejects(api('POST', '/v1/orders', AN_ORDER), Error, kind);
    }
    for (const kind of ['timeout', 'slow', 'endless'] as const) {
      control.addApiFault({ kind, times: 1 });
      await assert.rejects(fetchFor(`${sim.url}/v1/orders`, 100), /timeout|aborted/i, kind);
    }
    assert.equal(control.book().orders.length, 0);
    assert.equal((await api('POST', '/v1/orders', AN_ORDER)).status, 200);
  }));

test('API faults after the effect: the order exists though the caller got nothing, or something wrong', () =>
  withSimulator({}, async ({ sim, api }) => {
    sim.control.addApiFault({ kind: 'reset', phase: 'after', times: 1 });
    await assert.rejects(api('POST', '/v1/orders', AN_ORDER));
    sim.control.addApiFault({ kind: 'status', phase: 'after', times: 1 });
    assert.equal((await api('POST', '/v1/orders', AN_ORDER)).status, 500);
    const id = sim.control.addApiFault({ kind: 'edit', set: { amount: -1000 } });
    assert.equal((await api('POST', '/v1/orders', AN_ORDER)).body['amount'], -1000);
    sim.control.removeApiFault(id);
    assert.deepEqual(
      sim.control.book().orders.map((order) => order.amount),
      [1000, 1000, 1000],
    );
  }));

test('a share of the calls fails, repeatably', () =>
  withSimulator({}, async ({ sim, api }) => {
    sim.control.addApiFault({ kind: 'status', percent: 30, path: '/v1/payments' });
    const statuses: number[] = [];
    for (let call = 0; call < 60; call += 1) statuses.push((await api('GET', '/v1/payments')).status);
    const failed = statuses.filter((status) => status === 500).length;
    assert.ok(failed > 8 && failed < 30, `${failed} of 60`);
  }));

test('every lever works over HTTP', () =>
  withSimulator({ refundAfterMs: null }, async (world) => {
    const { api } = world;
    const orderId = await newOrder(world);
    await api('POST', '/_sim/webhooks/pause');
    const failed = await api('POST', '/_sim/complete', { orderId, outcome: 'late', lateAfterMs: null });
    const paymentId = String(asJsonObject(failed.body['payment'])['id']);
    assert.equal((await api('POST', '/_sim/late', { paymentId })).body['status'], 'captured');
    const refundId = (await api('POST', `/v1/payments/${paymentId}/refund`, { amount: 100 })).body['id'];
    assert.equal(
      (await api('POST', '/_sim/refund', { refundId, status: 'processed' })).body['status'],
      'processed',
    );
    assert.equal(
      asJsonObject((await api('POST', '/_sim/settle')).body['settlement'])['amount'],
      1_250_000 - 29_500 - 100,
    );
    await api('POST', '/_sim/webhooks/faults', { copies: { min: 2, max: 2 } });
    await api('POST', '/_sim/settings', { delayMs: 1 });
    await api('POST', '/_sim/advance', { ms: 1000 });
    assert.equal(world.merchant.received.length, 0);
    await api('POST', '/_sim/webhooks/resume');
    await world.sim.control.webhooksIdle();
    assert.equal(world.merchant.received.length, 7);
    const book = (await api('GET', '/_sim/book')).body;
    assert.deepEqual(Object.keys(book), [
      'orders',
      'payments',
      'refunds',
      'paymentLinks',
      'transfers',
      'reversals',
      'settlements',
      'events',
      'deliveries',
    ]);
    assert.equal((await api('POST', '/_sim/api-faults', { kind: 'timeout', times: 1 })).status, 200);
    assert.equal((await api('DELETE', '/_sim/api-faults')).status, 200);
    assert.equal((await api('POST', '/_sim/complete', { orderId, outcome: 'maybe' })).status, 422);
    await api('POST', '/_sim/reset');
    assert.equal(world.sim.control.book().payments.length, 0);
  }));

test('a state file carries money, clock, open deliveries and alarms over a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'razorpay-simulator-'));
  const stateFile = join(folder, 'state', 'razorpay.json');
  let orderId = '';
  let lateId = '';
  try {
    await withSimulator({ stateFile, lateAfterMs: 3_600_000 }, async (world) => {
      world.merchant.answer = () => 500;
      orderId = await newOrder(world, { receipt: 'KEEP-1' });
      world.sim.control.complete(orderId);
      lateId = world.sim.control.complete(await newOrder(world), { outcome: 'late' }).payment.id;
      await eventually(() => world.merchant.received.length > 4, 'some failed deliveries');
    });
    await withSimulator({ stateFile }, async (world) => {
      await world.sim.control.webhooksIdle();
      assert.deepEqual(
        new Set(world.merchant.names()),
        new Set(['payment.failed', 'payment.authorized', 'payment.captured', 'order.paid']),
      );
      assert.equal((await world.api('GET', `/v1/orders/${orderId}`)).body['status'], 'paid');
      assert.equal((await world.api('POST', '/v1/orders', { ...AN_ORDER, receipt: 'KEEP-1' })).status, 400);
      await world.sim.control.advance(3_600_000);
      assert.equal((await world.api('GET', `/v1/payments/${lateId}`)).body['status'], 'captured');
      const ids = world.sim.control.book().orders.map((order) => order.id);
      assert.ok(!ids.includes(await newOrder(world)), 'a new id after a restart');
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** A simulator in a process of its own, which can be killed as kill -9 does. */
async function inOwnProcess(t: TestContext, options: RazorpaySimulatorOptions) {
  const module = new URL('./razorpay-simulator.ts', import.meta.url).href;
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { startRazorpaySimulator } = await import(${JSON.stringify(module)});
       console.log((await startRazorpaySimulator(${JSON.stringify(options)})).url);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  t.after(() => child.kill('SIGKILL'));
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const authorization = `Basic ${Buffer.from(`${KEY_ID}:${KEY_SECRET}`).toString('base64')}`;
  const call = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const reply = await fetch(`${line}${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return (await reply.json()) as Record<string, unknown>;
  };
  return {
    call,
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

test('what was answered survives kill -9, and no id is given twice', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'razorpay-killed-'));
  const options = {
    keyId: KEY_ID,
    keySecret: KEY_SECRET,
    webhookSecret: WEBHOOK_SECRET,
    seed: 'the same each time',
    stateFile: join(folder, 'razorpay.json'),
  };
  const given: string[] = [];
  try {
    for (let round = 0; round < 4; round += 1) {
      const simulator = await inOwnProcess(t, options);
      for (const id of given) assert.equal((await simulator.call('GET', `/v1/orders/${id}`))['id'], id);
      for (let n = 0; n < 3; n += 1)
        given.push(String((await simulator.call('POST', '/v1/orders', AN_ORDER))['id']));
      await simulator.kill();
    }
    assert.equal(new Set(given).size, 12);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

async function fetchFor(url: string, ms: number): Promise<unknown> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(ms) });
  return reply.json();
}
