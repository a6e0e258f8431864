import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asJsonObject } from '../json.ts';
import { errorOf, KEY_ID, KEY_SECRET, newOrder, withSimulator } from './merchant.fixture.ts';
import { checkoutSignature } from './signatures.ts';

test('a new order has the documented shape and is found by id and by receipt', () =>
  withSimulator({ startAt: 1_775_000_000_000 }, async (world) => {
    const made = await world.api('POST', '/v1/orders', {
      amount: 1_250_000,
      currency: 'INR',
      receipt: 'ADM/26-27/000123',
      notes: { refID: '9f2c', franchiseeID: '12' },
    });
    assert.equal(made.status, 200);
    const { id, created_at: createdAt, ...rest } = made.body;
    assert.match(String(id), /^order_[A-Za-z0-9]{14}$/);
    assert.ok(Math.abs(Number(createdAt) - 1_775_000_000) < 5);
    assert.deepEqual(rest, {
      entity: 'order',
      amount: 1_250_000,
      amount_paid: 0,
      amount_due: 1_250_000,
      currency: 'INR',
      receipt: 'ADM/26-27/000123',
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: { refID: '9f2c', franchiseeID: '12' },
    });
    assert.deepEqual((await world.api('GET', `/v1/orders/${id}`)).body, made.body);
    const found = await world.api('GET', `/v1/orders?receipt=${encodeURIComponent('ADM/26-27/000123')}`);
    assert.deepEqual(found.body, { entity: 'collection', count: 1, items: [made.body] });
  }));

test('a receipt is used once; empty notes come back as a list', () =>
  withSimulator({}, async (world) => {
    const first = await world.api('POST', '/v1/orders', {
      amount: 100,
      currency: 'INR',
      receipt: 'R-1',
      notes: {},
    });
    assert.deepEqual(first.body['notes'], []);
    const second = await world.api('POST', '/v1/orders', { amount: 100, currency: 'INR', receipt: 'R-1' });
    assert.equal(second.status, 400);
    assert.equal(errorOf(second)['field'], 'receipt');
    assert.equal((await world.api('GET', '/v1/orders')).body['count'], 1);
  }));

test('wrong orders get the documented error bodies', () =>
  withSimulator({}, async (world) => {
    const small = await world.api('POST', '/v1/orders', { amount: 99, currency: 'INR' });
    assert.equal(small.status, 400);
    assert.deepEqual(errorOf(small), {
      code: 'BAD_REQUEST_ERROR',
      description: 'The amount must be at least INR 1.00',
      source: 'business',
      step: 'payment_initiation',
      reason: 'input_validation_failed',
      metadata: {},
      field: 'amount',
    });
    const cases: Array<[unknown, string]> = [
      [{ currency: 'INR' }, 'The amount is required'],
      [{ amount: 10.5, currency: 'INR' }, 'The amount must be an integer.'],
      [{ amount: '500', currency: 'INR' }, 'The amount must be an integer.'],
      [{ amount: 500 }, 'The currency is required'],
      [{ amount: 500, currency: 'INR', colour: 'red' }, 'colour is/are not required and should not be sent'],
      [
        { amount: 500, currency: 'INR', receipt: 'x'.repeat(41) },
        'The receipt may not be greater than 40 characters.',
      ],
    ];
    for (const [body, description] of cases) {
      assert.equal(errorOf(await world.api('POST', '/v1/orders', body))['description'], description);
    }
    assert.equal(
      errorOf(await world.api('GET', '/v1/orders/order_00000000000000'))['description'],
      'The id provided does not exist',
    );
    assert.equal(
      errorOf(await world.api('DELETE', '/v1/orders'))['description'],
      'The requested URL was not found on the server.',
    );
  }));

test('only Basic with the right key and secret gets in', () =>
  withSimulator({}, async ({ api }) => {
    const basic = (text: string): string => Buffer.from(text).toString('base64');
    const cases: Array<[string, string]> = [
      ['', 'Authentication failed'],
      [`basic ${basic(`${KEY_ID}:${KEY_SECRET}`)}`, 'Authentication failed'],
      [`Basic ${basic(`rzp_test_other:${KEY_SECRET}`)}`, 'The api key provided is invalid'],
      [`Basic ${basic(`${KEY_ID}:wrong`)}`, 'Authentication failed'],
    ];
    for (const [authorization, description] of cases) {
      const reply = await api('GET', '/v1/orders', undefined, { authorization });
      assert.equal(reply.status, 401);
      assert.equal(errorOf(reply)['description'], description);
    }
  }));

test('a paid order: payment captured with fee and GST, order paid, signature right, no second payment', () =>
  withSimulator({}, async (world) => {
    const orderId = await newOrder(world);
    const { payment, success } = world.sim.control.complete(orderId, {
      vpa: 'parent@okbank',
      contact: '98765 43210',
    });
    assert.equal(success?.razorpay_signature, checkoutSignature(KEY_SECRET, orderId, payment.id));
    const fetched = (await world.api('GET', `/v1/payments/${payment.id}`)).body;
    assert.deepEqual(
      {
        status: fetched['status'],
        captured: fetched['captured'],
        fee: fetched['fee'],
        tax: fetched['tax'],
        vpa: fetched['vpa'],
        contact: fetched['contact'],
      },
      {
        status: 'captured',
        captured: true,
        fee: 29_500,
        tax: 4500,
        vpa: 'parent@okbank',
        contact: '+919876543210',
      },
    );
    const order = (await world.api('GET', `/v1/orders/${orderId}?expand[]=payments`)).body;
    assert.deepEqual(
      [order['status'], order['amount_paid'], order['amount_due'], order['attempts']],
      ['paid', 1_250_000, 0, 1],
    );
    assert.equal(asJsonObject(order['payments'])['count'], 1);
    assert.equal((await world.api('GET', `/v1/orders/${orderId}/payments`)).body['count'], 1);
    assert.throws(() => world.sim.control.complete(orderId), /already paid/);
  }));

test('manual capture: authorized first, wrong amount refused, captured once', () =>
  withSimulator({ capture: 'manual' }, async (world) => {
    const orderId = await newOrder(world);
    const { payment } = world.sim.control.complete(orderId);
    assert.deepEqual([payment.status, payment.fee], ['authorized', null]);
    const path = `/v1/payments/${payment.id}/capture`;
    const wrong = await world.api('POST', path, { amount: 1_249_900, currency: 'INR' });
    assert.equal(errorOf(wrong)['description'], 'Capture amount must be equal to the amount authorized.');
    assert.equal(
      (await world.api('POST', path, { amount: 1_250_000, currency: 'INR' })).body['status'],
      'captured',
    );
    assert.equal((await world.api('POST', path, { amount: 1_250_000, currency: 'INR' })).status, 400);
    assert.deepEqual(
      world.sim.control.events().map((event) => event.event),
      ['payment.authorized', 'payment.captured', 'order.paid'],
    );
  }));

test('a failed attempt leaves the order open; the next one pays it', () =>
  withSimulator({}, async (world) => {
    const orderId = await newOrder(world);
    const { payment, error, success } = world.sim.control.complete(orderId, {
      outcome: 'fail',
      method: 'netbanking',
    });
    assert.equal(success, null);
    assert.deepEqual(error, {
      code: 'BAD_REQUEST_ERROR',
      description: 'Payment failed',
      source: 'bank',
      step: 'payment_authorization',
      reason: 'payment_failed',
      metadata: { payment_id: payment.id, order_id: orderId },
    });
    assert.deepEqual(
      [payment.status, payment.error_reason, payment.acquirer_data],
      ['failed', 'payment_failed', { bank_transaction_id: null }],
    );
    assert.equal((await world.api('GET', `/v1/orders/${orderId}`)).body['status'], 'attempted');
    world.sim.control.complete(orderId);
    assert.equal((await world.api('GET', `/v1/orders/${orderId}`)).body['status'], 'paid');
  }));

test('late authorisation: failed becomes captured when the bank answers', () =>
  withSimulator({ lateAfterMs: 60_000 }, async (world) => {
    const orderId = await newOrder(world);
    const { payment } = world.sim.control.complete(orderId, { outcome: 'late' });
    assert.equal(payment.status, 'failed');
    await world.sim.control.advance(59_000);
    assert.equal((await world.api('GET', `/v1/payments/${payment.id}`)).body['status'], 'failed');
    await world.sim.control.advance(2000);
    const late = (await world.api('GET', `/v1/payments/${payment.id}`)).body;
    assert.deepEqual([late['status'], late['error_code']], ['captured', null]);
    await world.sim.control.webhooksIdle();
    const names = world.sim.control.events({ paymentId: payment.id }).map((event) => event.event);
    assert.deepEqual(names, ['payment.failed', 'payment.authorized', 'payment.captured', 'order.paid']);
  }));

test('the late payment of an order paid meanwhile is never captured and goes back after three days', () =>
  withSimulator({ lateAfterMs: null }, async (world) => {
    const orderId = await newOrder(world);
    const late = world.sim.control.complete(orderId, { outcome: 'late' }).payment;
    world.sim.control.complete(orderId);
    assert.equal(world.sim.control.authorizeLate(late.id).status, 'authorized');
    const refused = await world.api('POST', `/v1/payments/${late.id}/capture`, {
      amount: late.amount,
      currency: 'INR',
    });
    assert.match(String(errorOf(refused)['description']), /declined as the order is already paid/);
    await world.sim.control.advance(3 * 86_400_000 + 1000);
    const returned = (await world.api('GET', `/v1/payments/${late.id}`)).body;
    assert.deepEqual(
      [returned['status'], returned['captured'], returned['amount_refunded']],
      ['refunded', false, 1_250_000],
    );
  }));

test('an abandoned payment stays created and fails after ten minutes', () =>
  withSimulator({}, async (world) => {
    const orderId = await newOrder(world);
    const { payment, success, error } = world.sim.control.complete(orderId, { outcome: 'abandon' });
    assert.deepEqual([payment.status, success, error], ['created', null, null]);
    await world.sim.control.advance(10 * 60_000 + 1);
    assert.equal(
      (await world.api('GET', `/v1/payments/${payment.id}`)).body['error_reason'],
      'payment_timed_out',
    );
  }));

test('a forged amount is captured as it is and does not pay the order', () =>
  withSimulator({}, async (world) => {
    const orderId = await newOrder(world);
    const { payment } = world.sim.control.complete(orderId, { amount: 1_249_900 });
    assert.deepEqual([payment.status, payment.amount], ['captured', 1_249_900]);
    assert.equal((await world.api('GET', `/v1/orders/${orderId}`)).body['status'], 'attempted');
  }));

test('partial payments: each within its limits, the order is paid by the last', () =>
  withSimulator({}, async (world) => {
    const orderId = await newOrder(world, { partial_payment: true, first_payment_min_amount: 500_000 });
    assert.throws(
      () => world.sim.control.complete(orderId, { amount: 400_000, forged: false }),
      /different from your order amount/,
    );
    world.sim.control.complete(orderId, { amount: 500_000, forged: false });
    assert.equal((await world.api('GET', `/v1/orders/${orderId}`)).body['amount_due'], 750_000);
    world.sim.control.complete(orderId);
    assert.equal((await world.api('GET', `/v1/orders/${orderId}`)).body['status'], 'paid');
    assert.equal(world.sim.control.events({ event: 'order.paid' }).length, 1);
  }));

test('collections: ten by default, newest first, at most a hundred, from and to', () =>
  withSimulator({ startAt: 1_775_000_000_000 }, async (world) => {
    for (let number = 1; number <= 12; number += 1) await newOrder(world, { receipt: `R-${number}` });
    await world.sim.control.advance(100_000);
    await newOrder(world, { receipt: 'later' });
    const page = (await world.api('GET', '/v1/orders')).body;
    assert.equal(page['count'], 10);
    assert.equal(asJsonObject(Array.isArray(page['items']) ? page['items'][0] : null)['receipt'], 'later');
    assert.equal((await world.api('GET', '/v1/orders?count=100&skip=12')).body['count'], 1);
    assert.equal((await world.api('GET', '/v1/orders?from=1775000090&count=100')).body['count'], 1);
    assert.equal((await world.api('GET', '/v1/orders?to=1775000090&count=100')).body['count'], 12);
    assert.equal((await world.api('GET', '/v1/orders?count=101')).status, 400);
  }));
