// Razorpay over plain HTTP (integrations.md 1). Amounts are integer paise, times unix seconds. Never called while a
// transaction is open.
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { refusePayment } from '../payment/payment.refusals.ts';

export interface GatewayConfig {
  url: string;
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  checkoutUrl: string;
}

const TIMEOUT_MS = 8_000;

const order = z.object({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  receipt: z.string().nullable(),
  status: z.string(),
});
export const gatewayPayment = z.object({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  /** Given back so far, paise; all of it in status `refunded`. */
  amount_refunded: z.int().nullable().optional(),
  order_id: z.string().nullable().optional(),
  method: z.string().nullable().optional(),
  bank: z.string().nullable().optional(),
  card: z.object({ last4: z.string().nullable().optional() }).nullable().optional(),
  fee: z.int().nullable().optional(),
  tax: z.int().nullable().optional(),
  error_code: z.string().nullable().optional(),
  error_description: z.string().nullable().optional(),
  created_at: z.int(),
});
export type GatewayPayment = z.output<typeof gatewayPayment>;
export const gatewayRefund = z.object({
  id: z.string(),
  amount: z.int(),
  payment_id: z.string(),
  /** What we called it: the refund's id. */
  receipt: z.string().nullable().optional(),
  status: z.enum(['pending', 'processed', 'failed']),
  acquirer_data: z.record(z.string(), z.string().nullable()).nullable().optional(),
});
export type GatewayRefund = z.output<typeof gatewayRefund>;

/** The gateway said no, for good: asked again in the same words it says no again. */
export class GatewayRefused extends Error {}
const refusedBody = z.object({ error: z.object({ description: z.string() }) });
const list = <S extends z.ZodType>(item: S) => z.object({ items: z.array(item) });

/** The configured gateway; null when this installation takes no online payments. */
export function gatewayConfig(config: Readonly<Record<string, string | undefined>>): GatewayConfig | null {
  const {
    RAZORPAY_KEY_ID: keyId,
    RAZORPAY_KEY_SECRET: keySecret,
    RAZORPAY_WEBHOOK_SECRET: webhookSecret,
  } = config;
  if (!keyId || !keySecret || !webhookSecret) return null;
  return {
    url: config.RAZORPAY_API_URL ?? 'https://api.razorpay.com',
    checkoutUrl: config.RAZORPAY_CHECKOUT_URL ?? 'https://checkout.razorpay.com/v1/checkout.js',
    keyId,
    keySecret,
    webhookSecret,
  };
}

/** The gateway, or the refusal a user understands. */
export function ensureGateway(config: Readonly<Record<string, string | undefined>>): GatewayConfig {
  const gateway = gatewayConfig(config);
  if (!gateway) throw refusePayment('payment.gateway-away');
  return gateway;
}

async function request<S extends z.ZodType>(
  g: GatewayConfig,
  method: 'GET' | 'POST',
  path: string,
  schema: S,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<z.output<S>> {
  const authorization = `Basic ${Buffer.from(`${g.keyId}:${g.keySecret}`).toString('base64')}`;
  let response: Response;
  try {
    response = await fetch(`${g.url}${path}`, {
      method,
      headers: { ...headers, authorization, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  } catch {
    throw refusePayment('payment.gateway-away', { retryAfter: 30 });
  }
  if (response.status === 400 && 'x-refund-idempotency' in headers) {
    const refused = refusedBody.safeParse(await response.json().catch(() => null));
    throw new GatewayRefused(refused.data?.error.description ?? 'The gateway refused it.');
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw refusePayment('payment.gateway-away', { retryAfter: 30 });
  }
  const parsed = schema.safeParse(await response.json().catch(() => null));
  if (!parsed.success) throw refusePayment('payment.gateway-away', { retryAfter: 30 });
  return parsed.data;
}

export const createOrder = (
  g: GatewayConfig,
  o: { amount: number; receipt: string; notes: Record<string, string> },
) =>
  request(g, 'POST', '/v1/orders', order, {
    amount: o.amount,
    currency: 'INR',
    receipt: o.receipt,
    notes: o.notes,
  });

/** The order of a receipt, when creating it was answered but the answer was lost. */
export async function findOrder(g: GatewayConfig, receipt: string): Promise<z.output<typeof order> | null> {
  const { items } = await request(g, 'GET', `/v1/orders?receipt=${encodeURIComponent(receipt)}`, list(order));
  return items.find((item) => item.receipt === receipt) ?? null;
}

export const fetchPayment = (g: GatewayConfig, id: string) =>
  request(g, 'GET', `/v1/payments/${encodeURIComponent(id)}`, gatewayPayment);

export async function paymentsOfOrder(g: GatewayConfig, orderId: string): Promise<GatewayPayment[]> {
  return (await request(g, 'GET', `/v1/orders/${encodeURIComponent(orderId)}/payments`, list(gatewayPayment)))
    .items;
}

/** One page of what was settled on a day (IST). */
export async function reconOfDay<S extends z.ZodType>(
  g: GatewayConfig,
  day: string,
  page: { count: number; skip: number },
  item: S,
): Promise<z.output<S>[]> {
  const [year, month, date] = day.split('-');
  const query = `year=${year}&month=${month}&day=${date}&count=${page.count}&skip=${page.skip}`;
  return (await request(g, 'GET', `/v1/settlements/recon/combined?${query}`, list(item)))
    .items as z.output<S>[];
}

export const capturePayment = (g: GatewayConfig, id: string, amount: number) =>
  request(g, 'POST', `/v1/payments/${encodeURIComponent(id)}/capture`, gatewayPayment, {
    amount,
    currency: 'INR',
  });

/** Sends money of a captured payment back. The same key brings the same refund. @throws GatewayRefused, Refusal 'payment.gateway-away' */
export async function refundPayment(
  g: GatewayConfig,
  r: { paymentId: string; amount: number; receipt: string; key: string },
): Promise<GatewayRefund> {
  return request(
    g,
    'POST',
    `/v1/payments/${encodeURIComponent(r.paymentId)}/refund`,
    gatewayRefund,
    { amount: r.amount, speed: 'normal', receipt: r.receipt },
    { 'x-refund-idempotency': r.key },
  );
}

export const fetchRefund = (g: GatewayConfig, id: string) =>
  request(g, 'GET', `/v1/refunds/${encodeURIComponent(id)}`, gatewayRefund);

const hmac = (secret: string, text: string | Buffer): string =>
  createHmac('sha256', secret).update(text).digest('hex');

function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Checkout's signature over `order_id|payment_id` with the key secret; constant time. */
export const isCheckoutSignature = (
  g: GatewayConfig,
  orderId: string,
  paymentId: string,
  signature: string,
): boolean => sameText(hmac(g.keySecret, `${orderId}|${paymentId}`), signature);

/** A webhook's signature over its raw bytes with the webhook secret; constant time. */
export const isWebhookSignature = (g: GatewayConfig, body: Buffer, signature: string): boolean =>
  sameText(hmac(g.webhookSecret, body), signature);
