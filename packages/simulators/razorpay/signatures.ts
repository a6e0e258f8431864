import { createHmac } from 'node:crypto';

function hmacHex(secret: string, message: string | Uint8Array): string {
  return createHmac('sha256', secret).update(message).digest('hex');
}

/** What checkout signs with the key secret: the order and the payment. Hex. */
export function checkoutSignature(keySecret: string, orderId: string, paymentId: string): string {
  return hmacHex(keySecret, `${orderId}|${paymentId}`);
}

export type PaymentLinkFacts = {
  paymentLinkId: string;
  referenceId: string;
  status: string;
  paymentId: string;
};

/** What the payment-link callback signs with the key secret. Hex. */
export function paymentLinkSignature(keySecret: string, facts: PaymentLinkFacts): string {
  return hmacHex(keySecret, `${facts.paymentLinkId}|${facts.referenceId}|${facts.status}|${facts.paymentId}`);
}

/** `X-Razorpay-Signature`: over the raw bytes of the body with the webhook secret (not the key secret). Hex. */
export function webhookSignature(webhookSecret: string, rawBody: string | Uint8Array): string {
  return hmacHex(webhookSecret, rawBody);
}
