import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkoutSignature, paymentLinkSignature, webhookSignature } from './signatures.ts';

const KEY_SECRET = 'EnLs21M47BllR3X8PSFtjtbd';

test('checkout signature equals the published vector (A)', () => {
  assert.equal(
    checkoutSignature(KEY_SECRET, 'order_IEIaMR65cu6nz3', 'pay_IH4NVgf4Dreq1l'),
    '0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f',
  );
});

test('payment link signature equals the published vector (B)', () => {
  const facts = {
    paymentLinkId: 'plink_IH3cNucfVEgV68',
    referenceId: 'TSsd1989',
    status: 'paid',
    paymentId: 'pay_IH3d0ara9bSsjQ',
  };
  assert.equal(
    paymentLinkSignature(KEY_SECRET, facts),
    '07ae18789e35093e51d0a491eb9922646f3f82773547e5b0f67ee3f2d3bf7d5b',
  );
});

test('webhook signature equals the published vector (C), for text and for bytes', () => {
  const body = '{"a":1,"b":2,"c":{"d":3}}';
  const expected = '2fe04e22977002e6c7cb553adab8b460cb9e2a4970d5953cb27a8472752e3bbc';
  assert.equal(webhookSignature('123456', body), expected);
  assert.equal(webhookSignature('123456', Buffer.from(body)), expected);
  assert.notEqual(webhookSignature('123456', `${body} `), expected);
});
