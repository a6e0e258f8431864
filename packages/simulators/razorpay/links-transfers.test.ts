import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asJsonObject } from '../json.ts';
import { errorOf, KEY_SECRET, newOrder, withSimulator } from './merchant.fixture.ts';
import { paymentLinkSignature } from './signatures.ts';

const ACCOUNT = 'acc_CNo3jSI8OkFJJJ';

test('a payment link is made, paid, and sends the browser back with a signed address', () =>
  withSimulator({}, async (world) => {
    const made = await world.api('POST', '/v1/payment_links', {
      amount: 455_000,
      currency: 'INR',
      reference_id: 'REG-17',
      description: 'Registration',
      customer: { name: 'Gita', contact: '+919876543210' },
      callback_url: 'https://portal.example/payments/callback/plink',
      callback_method: 'get',
    });
    const id = String(made.body['id']);
    assert.match(id, /^plink_[A-Za-z0-9]{14}$/);
    assert.equal(made.body['payments'], null);
    assert.match(String(made.body['short_url']), /\/i\/[A-Za-z0-9]{7}$/);
    const { payment, callbackUrl } = world.sim.control.completeLink(id);
    const query = new URL(callbackUrl ?? '').searchParams;
    const facts = { paymentLinkId: id, referenceId: 'REG-17', status: 'paid', paymentId: payment.id };
    assert.equal(query.get('razorpay_signature'), paymentLinkSignature(KEY_SECRET, facts));
    assert.equal(query.get('razorpay_payment_link_reference_id'), 'REG-17');
    const paid = (await world.api('GET', `/v1/payment_links?reference_id=REG-17`)).body['payment_links'];
    const link = asJsonObject(Array.isArray(paid) ? paid[0] : null);
    assert.deepEqual([link['status'], link['amount_paid']], ['paid', 455_000]);
    assert.equal(
      errorOf(await world.api('POST', `/v1/payment_links/${id}/cancel`))['description'],
      'cannot cancel or expire an already paid/partially paid link',
    );
    const event = world.sim.control.events({ event: 'payment_link.paid' })[0];
    const payload = asJsonObject(asJsonObject(JSON.parse(event?.body ?? '{}'))['payload']);
    assert.deepEqual(Object.keys(payload), ['payment_link', 'order', 'payment']);
    assert.equal(`order_${asJsonObject(asJsonObject(payload['order'])['entity'])['id']}`, payment.order_id);
  }));

test('a reference is used once; partial payments; cancel, expiry and notify', () =>
  withSimulator({}, async (world) => {
    const now = Math.floor(world.sim.control.now().getTime() / 1000);
    const fields = {
      amount: 100_000,
      currency: 'INR',
      accept_partial: true,
      first_min_partial_amount: 10_000,
      expire_by: now + 3600,
    };
    const one = String(
      (await world.api('POST', '/v1/payment_links', { ...fields, reference_id: 'X1' })).body['id'],
    );
    const twice = await world.api('POST', '/v1/payment_links', { ...fields, reference_id: 'X1' });
    assert.equal(errorOf(twice)['description'], 'payment link creation with reference ID already attempted');
    assert.deepEqual((await world.api('POST', `/v1/payment_links/${one}/notify_by/sms`)).body, {
      success: true,
    });
    world.sim.control.completeLink(one, { amount: 40_000, forged: false });
    assert.equal((await world.api('GET', `/v1/payment_links/${one}`)).body['status'], 'partially_paid');
    const two = String(
      (await world.api('POST', '/v1/payment_links', { ...fields, reference_id: 'X2' })).body['id'],
    );
    assert.equal((await world.api('POST', `/v1/payment_links/${two}/cancel`)).body['status'], 'cancelled');
    await world.sim.control.advance(3_601_000);
    assert.equal((await world.api('GET', `/v1/payment_links/${one}`)).body['status'], 'expired');
    assert.throws(() => world.sim.control.completeLink(one), /expired/);
    const names = world.sim.control
      .events()
      .map((event) => event.event)
      .filter((name) => name.startsWith('payment_link'));
    assert.deepEqual(names, [
      'payment_link.partially_paid',
      'payment_link.cancelled',
      'payment_link.expired',
    ]);
    const soon = await world.api('POST', '/v1/payment_links', { ...fields, expire_by: now + 3601 + 60 });
    assert.equal(errorOf(soon)['field'], 'expire_by');
  }));

test('order transfers follow the capture; the settlement is the documented 2,175.50', () =>
  withSimulator({ transferAfterMs: 0 }, async (world) => {
    const transfer = {
      account: ACCOUNT,
      amount: 1_000_000,
      currency: 'INR',
      notes: { branch: '(012) Centre' },
      linked_account_notes: ['branch'],
    };
    const orderId = await newOrder(world, { transfers: [transfer] });
    const { payment } = world.sim.control.complete(orderId);
    const items = (await world.api('GET', `/v1/payments/${payment.id}/transfers`)).body['items'];
    const made = asJsonObject(Array.isArray(items) ? items[0] : null);
    assert.deepEqual(
      [made['status'], made['source'], made['fees'], made['tax']],
      ['processed', orderId, 2950, 450],
    );
    assert.equal(world.sim.control.events({ event: 'transfer.processed' }).length, 1);
    assert.equal(world.sim.control.settle()?.amount, 217_550);
  }));

test('transfers: the documented fee, over the captured amount, keys, reversal', () =>
  withSimulator({ transferAfterMs: 0 }, async (world) => {
    const orderId = await newOrder(world, { amount: 100_000 });
    const { payment } = world.sim.control.complete(orderId);
    const path = `/v1/payments/${payment.id}/transfers`;
    const over = await world.api('POST', path, {
      transfers: [{ account: ACCOUNT, amount: 99_000, currency: 'INR' }],
    });
    assert.equal(
      errorOf(over)['description'],
      'The sum of amount requested for transfer is greater than the captured amount',
    );
    const made = (
      await world.api('POST', path, { transfers: [{ account: ACCOUNT, amount: 90_000, currency: 'INR' }] })
    ).body['items'];
    const transfer = asJsonObject(Array.isArray(made) ? made[0] : null);
    assert.equal(transfer['fees'], 266);
    const reversal = await world.api('POST', `/v1/transfers/${transfer['id']}/reversals`, { amount: 40_000 });
    assert.match(String(reversal.body['id']), /^rvrsl_/);
    assert.equal(
      (await world.api('GET', `/v1/transfers/${transfer['id']}`)).body['status'],
      'partially_reversed',
    );
    const key = { 'x-transfer-idempotency': 'payout 1' };
    const body = { account: ACCOUNT, amount: 5000, currency: 'INR' };
    const [first, second] = [
      await world.api('POST', '/v1/transfers', body, key),
      await world.api('POST', '/v1/transfers', body, key),
    ];
    assert.equal(first.body['id'], second.body['id']);
    assert.equal((await world.api('POST', '/v1/transfers', { ...body, amount: 6000 }, key)).status, 409);
    const sum = await newOrderReply(world, { amount: 1000, transfers: [{ ...body, amount: 2000 }] });
    assert.equal(
      errorOf(sum)['description'],
      'The sum of amount requested for transfer is greater than the captured amount',
    );
  }));

function newOrderReply(
  world: Parameters<typeof newOrder>[0],
  fields: Record<string, unknown>,
): ReturnType<typeof world.api> {
  return world.api('POST', '/v1/orders', { currency: 'INR', ...fields });
}
