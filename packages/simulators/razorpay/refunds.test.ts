import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorOf, newOrder, type World, withSimulator } from './merchant.fixture.ts';

async function paidPayment(world: World): Promise<string> {
  return world.sim.control.complete(await newOrder(world)).payment.id;
}

test('partial, then the rest: statuses, amounts and events', () =>
  withSimulator({}, async (world) => {
    const id = await paidPayment(world);
    const first = await world.api('POST', `/v1/payments/${id}/refund`, {
      amount: 50_000,
      notes: { reason: 'drop-off' },
    });
    assert.match(String(first.body['id']), /^rfnd_[A-Za-z0-9]{14}$/);
    assert.deepEqual(
      [first.body['status'], first.body['amount'], first.body['payment_id']],
      ['processed', 50_000, id],
    );
    const partly = (await world.api('GET', `/v1/payments/${id}`)).body;
    assert.deepEqual(
      [partly['status'], partly['refund_status'], partly['amount_refunded']],
      ['captured', 'partial', 50_000],
    );
    const rest = await world.api('POST', `/v1/payments/${id}/refund`);
    assert.equal(rest.body['amount'], 1_200_000);
    const fully = (await world.api('GET', `/v1/payments/${id}`)).body;
    assert.deepEqual([fully['status'], fully['refund_status']], ['refunded', 'full']);
    const again = await world.api('POST', `/v1/payments/${id}/refund`);
    assert.equal(errorOf(again)['description'], 'The payment has been fully refunded already');
    assert.equal((await world.api('GET', `/v1/payments/${id}/refunds`)).body['count'], 2);
    const names = world.sim.control
      .events({ paymentId: id })
      .map((event) => event.event)
      .slice(3);
    assert.deepEqual(names, ['refund.created', 'refund.processed', 'refund.created', 'refund.processed']);
  }));

test('over the captured amount and before capture a refund is refused', () =>
  withSimulator({}, async (world) => {
    const id = await paidPayment(world);
    const over = await world.api('POST', `/v1/payments/${id}/refund`, { amount: 1_250_001 });
    assert.equal(errorOf(over)['description'], 'The refund amount provided is greater than amount captured');
    const failed = world.sim.control.complete(await newOrder(world), { outcome: 'fail' }).payment;
    assert.equal((await world.api('POST', `/v1/payments/${failed.id}/refund`)).status, 400);
    await world.sim.control.advance(190 * 86_400_000);
    assert.equal(
      errorOf(await world.api('POST', `/v1/payments/${id}/refund`))['reason'],
      'refund_window_over',
    );
  }));

test('the idempotency key: one refund for many requests, another body refused, short key refused', () =>
  withSimulator({}, async (world) => {
    const id = await paidPayment(world);
    const key = { 'x-refund-idempotency': 'refund-000000001' };
    const path = `/v1/payments/${id}/refund`;
    const replies = [];
    for (let time = 0; time < 3; time += 1)
      replies.push(await world.api('POST', path, { amount: 50_000 }, key));
    assert.equal(new Set(replies.map((reply) => reply.body['id'])).size, 1);
    const other = await world.api('POST', path, { amount: 60_000 }, key);
    assert.equal(other.status, 409);
    assert.match(String(errorOf(other)['description']), /^Different request with the same idempotency key/);
    assert.equal(
      (await world.api('POST', path, { amount: 1000 }, { 'x-refund-idempotency': 'short' })).status,
      400,
    );
    assert.equal((await world.api('GET', `/v1/payments/${id}`)).body['amount_refunded'], 50_000);
  }));

test('while the first request with a key is under way the second gets 409', () =>
  withSimulator({}, async (world) => {
    const id = await paidPayment(world);
    world.sim.control.change({ delayMs: 150 });
    const key = { 'x-refund-idempotency': 'refund-000000002' };
    const both = await Promise.all(
      [1, 2].map(() => world.api('POST', `/v1/payments/${id}/refund`, { amount: 50_000 }, key)),
    );
    assert.deepEqual(both.map((reply) => reply.status).sort(), [200, 409]);
  }));

test('a lost answer: the retry with the same key finds the refund that was made', () =>
  withSimulator({}, async (world) => {
    const id = await paidPayment(world);
    const key = { 'x-refund-idempotency': 'refund-000000003' };
    world.sim.control.addApiFault({
      kind: 'reset',
      phase: 'after',
      path: '/v1/payments/:id/refund',
      times: 1,
    });
    await assert.rejects(world.api('POST', `/v1/payments/${id}/refund`, { amount: 50_000 }, key));
    const retry = await world.api('POST', `/v1/payments/${id}/refund`, { amount: 50_000 }, key);
    assert.equal(retry.body['id'], world.sim.control.book().refunds[0]?.id);
    assert.equal(world.sim.control.book().refunds.length, 1);
  }));

test('a refund waits at the bank, then is processed or fails and gives the amount back', () =>
  withSimulator({ refundAfterMs: null }, async (world) => {
    const id = await paidPayment(world);
    const one = String((await world.api('POST', `/v1/payments/${id}/refund`, { amount: 50_000 })).body['id']);
    const two = String((await world.api('POST', `/v1/payments/${id}/refund`, { amount: 70_000 })).body['id']);
    assert.equal((await world.api('GET', `/v1/refunds/${one}`)).body['status'], 'pending');
    world.sim.control.finishRefund(one);
    world.sim.control.finishRefund(two, 'failed');
    assert.equal((await world.api('GET', `/v1/refunds/${one}`)).body['status'], 'processed');
    assert.equal((await world.api('GET', `/v1/payments/${id}`)).body['amount_refunded'], 50_000);
    assert.equal(world.sim.control.events({ event: 'refund.failed' }).length, 1);
  }));

test('settlement: the sum is payments less fees and refunds, and the recon rows carry it', () =>
  withSimulator({ startAt: Date.parse('2026-04-02T10:00:00+05:30') }, async (world) => {
    const id = await paidPayment(world);
    await world.api('POST', `/v1/payments/${id}/refund`, { amount: 50_000 });
    const settled = world.sim.control.settle();
    assert.equal(settled?.amount, 1_250_000 - 29_500 - 50_000);
    assert.equal(world.sim.control.settle(), null);
    const recon = (await world.api('GET', '/v1/settlements/recon/combined?year=2026&month=04&day=02')).body;
    assert.equal(recon['count'], 2);
    const other = (await world.api('GET', '/v1/settlements/recon/combined?year=2026&month=04&day=03')).body;
    assert.equal(other['count'], 0);
    assert.equal((await world.api('GET', `/v1/settlements/${settled?.id}`)).body['utr'], settled?.utr);
  }));
