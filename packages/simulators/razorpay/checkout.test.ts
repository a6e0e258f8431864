import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asJsonObject } from '../json.ts';
import { errorOf, KEY_ID, KEY_SECRET, newOrder, withSimulator } from './merchant.fixture.ts';
import { checkoutSignature } from './signatures.ts';

const OPEN = { authorization: '' };

test('script and page come as files with their types and the page with a strict policy', () =>
  withSimulator({}, async ({ sim }) => {
    const script = await fetch(`${sim.url}/v1/checkout.js`);
    assert.match(script.headers.get('content-type') ?? '', /^text\/javascript/);
    assert.equal(script.headers.get('cross-origin-resource-policy'), 'cross-origin');
    assert.doesNotMatch(await script.text(), /\beval\(|new Function|innerHTML|srcdoc/);
    const page = await fetch(`${sim.url}/checkout/`);
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.doesNotMatch(await page.text(), /<style|style=|<script(?! type="module" src)/);
    for (const file of ['page.js', 'form.js', 'texts.js', 'page.css']) {
      assert.equal((await fetch(`${sim.url}/checkout/${file}`)).status, 200, file);
    }
  }));

test('the page opens an order with the public key only, and pays it with a right signature', () =>
  withSimulator({}, async (world) => {
    const orderId = await newOrder(world);
    const { body } = await world.api(
      'POST',
      '/checkout/order',
      { key: KEY_ID, order_id: orderId, amount: 1_250_000 },
      OPEN,
    );
    assert.deepEqual([body['amount_due'], body['partial']], [1_250_000, false]);
    const facts = {
      key: KEY_ID,
      order_id: orderId,
      method: 'card',
      cardNumber: '5500 6700 0000 1002',
      contact: '9876543210',
      notes: { refID: '9f2c' },
    };
    const paid = await world.api('POST', '/checkout/pay', { ...facts, outcome: 'success' }, OPEN);
    const payment = asJsonObject(paid.body['payment']);
    assert.deepEqual(paid.body['success'], {
      razorpay_payment_id: payment['id'],
      razorpay_order_id: orderId,
      razorpay_signature: checkoutSignature(KEY_SECRET, orderId, String(payment['id'])),
    });
    const card = asJsonObject(payment['card']);
    assert.deepEqual(
      [card['last4'], card['network'], payment['notes']],
      ['1002', 'MasterCard', { refID: '9f2c' }],
    );
    assert.doesNotMatch(JSON.stringify(world.sim.control.book()), /5500 ?6700/, 'card numbers are not kept');
    const again = await world.api('POST', '/checkout/order', { key: KEY_ID, order_id: orderId }, OPEN);
    assert.equal(errorOf(again)['reason'], 'order_already_paid');
  }));

test('wrong key, wrong amount, unknown order are refused; failure@razorpay fails', () =>
  withSimulator({}, async (world) => {
    const orderId = await newOrder(world);
    assert.equal(
      (await world.api('POST', '/checkout/order', { key: 'rzp_test_x', order_id: orderId }, OPEN)).status,
      401,
    );
    const amount = await world.api(
      'POST',
      '/checkout/order',
      { key: KEY_ID, order_id: orderId, amount: 1 },
      OPEN,
    );
    assert.match(String(errorOf(amount)['description']), /different from your order amount/);
    assert.equal(
      (await world.api('POST', '/checkout/pay', { key: KEY_ID, order_id: orderId, amount: 100 }, OPEN))
        .status,
      400,
    );
    assert.equal(
      (await world.api('POST', '/checkout/pay', { key: KEY_ID, order_id: 'order_x' }, OPEN)).status,
      400,
    );
    const failing = {
      key: KEY_ID,
      order_id: orderId,
      method: 'upi',
      vpa: 'failure@razorpay',
      outcome: 'success',
    };
    const failed = await world.api('POST', '/checkout/pay', failing, OPEN);
    assert.equal(failed.body['outcome'], 'fail');
    assert.equal(asJsonObject(failed.body['error'])['reason'], 'payment_failed');
  }));
