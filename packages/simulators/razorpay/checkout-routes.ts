import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { asJsonObject, asText } from '../json.ts';
import { ApiError, unknownId } from './api-error.ts';
import { type AttemptRequest, attempt, attemptLink, type Outcome } from './attempt.ts';
import type { OrderRecord } from './book.ts';
import { isPayable, orderOfLink } from './link-steps.ts';
import { findOrder } from './orders.ts';
import { findLink } from './payment-links.ts';
import { readNotes } from './request-body.ts';
import type { Simulation } from './simulation.ts';

const FOLDER = new URL('./checkout/', import.meta.url);
const MUKTA = pathToFileURL(
  createRequire(import.meta.url).resolve('@expo-google-fonts/mukta/400Regular/Mukta_400Regular.ttf'),
).href;
const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ttf: 'font/ttf',
};

// The page may be framed by any merchant, may load only its own files, and shows the merchant's logo.
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src 'self'; img-src data: http: https:; base-uri 'none'; form-action 'none'; frame-ancestors http: https:";

const opened = z.object({
  key: z.string(),
  order_id: z.string(),
  amount: z.union([z.int(), z.string()]).optional(),
});

const paid = z.object({
  key: z.string().optional(),
  order_id: z.string().optional(),
  link: z.string().optional(),
  amount: z.exactOptional(z.int()),
  outcome: z.enum(['success', 'fail', 'abandon', 'late']).default('success'),
  method: z.exactOptional(z.enum(['upi', 'card', 'netbanking'])),
  vpa: z.exactOptional(z.string().max(100)),
  cardNumber: z.exactOptional(z.string().max(30)),
  cardName: z.exactOptional(z.string().max(100)),
  bank: z.exactOptional(z.string().max(20)),
  email: z.exactOptional(z.string().max(255)),
  contact: z.exactOptional(z.string().max(20)),
  description: z.exactOptional(z.string().max(2048)),
  notes: z.unknown().optional(),
});

/** Checkout: the merchant's script, the hosted page (framed, or on its own for a payment link) and the calls of that page. */
export function installCheckout(app: FastifyInstance, sim: Simulation): void {
  app.get('/v1/checkout.js', async (_request, reply) => sendFile(reply, 'checkout.js'));
  app.get('/checkout/', async (_request, reply) => sendFile(reply, 'page.html'));
  app.get('/i/:code', async (_request, reply) => sendFile(reply, 'page.html'));
  for (const file of ['page.js', 'form.js', 'texts.js', 'page.css']) {
    app.get(`/checkout/${file}`, async (_request, reply) => sendFile(reply, file));
  }
  app.get('/checkout/mukta.ttf', async (_request, reply) => sendFile(reply, MUKTA));
  app.post('/checkout/order', async (request) => {
    const { key, order_id: orderId, amount } = opened.parse(request.body);
    checkKey(sim, key);
    const order = findOrder(sim, orderId);
    if (order.wire.status === 'paid')
      throw new ApiError('This order is already paid.', { reason: 'order_already_paid' });
    if (amount !== undefined && Number(amount) !== order.wire.amount_due) {
      throw new ApiError(
        'Your payment amount is different from your order amount. To pay successfully, please try using right amount.',
      );
    }
    return orderForPage(order);
  });
  app.get('/checkout/link/:code', async (request) =>
    linkForPage(sim, asText(asJsonObject(request.params)['code']) ?? ''),
  );
  app.post('/checkout/pay', async (request) => pay(sim, paid.parse(request.body)));
}

function pay(sim: Simulation, request: z.infer<typeof paid>): unknown {
  const { key, order_id: orderId, link, notes, ...rest } = request;
  const facts: AttemptRequest = { ...rest, outcome: outcomeOf(rest), notes: readNotes({ notes }) };
  if (link !== undefined) return { outcome: facts.outcome, ...attemptLink(sim, linkIdOf(sim, link), facts) };
  checkKey(sim, key ?? '');
  return { outcome: facts.outcome, callbackUrl: null, ...attempt(sim, orderId ?? '', facts) };
}

/** The test UPI address of the real test mode fails whatever button is pressed. */
function outcomeOf(request: { outcome: Outcome; vpa?: string; method?: string }): Outcome {
  const failing = request.method === 'upi' && request.vpa === 'failure@razorpay';
  return request.outcome === 'success' && failing ? 'fail' : request.outcome;
}

function checkKey(sim: Simulation, key: string): void {
  if (key !== sim.settings.keyId)
    throw new ApiError('The api key provided is invalid', { status: 401, reason: 'authentication_failed' });
}

function linkIdOf(sim: Simulation, code: string): string {
  const id = sim.book.linkIdByShortCode.get(code);
  if (id === undefined) throw unknownId();
  return id;
}

function orderForPage(order: OrderRecord): Record<string, unknown> {
  const { id, amount, amount_due, amount_paid, currency } = order.wire;
  const first = amount_paid === 0 ? (order.firstPaymentMin ?? 100) : 100;
  return {
    order_id: id,
    amount,
    amount_due,
    currency,
    partial: order.partialPayment,
    least: Math.min(first, amount_due),
  };
}

function linkForPage(sim: Simulation, code: string): Record<string, unknown> {
  const link = findLink(sim, linkIdOf(sim, code));
  const { description, status, reference_id: reference, amount, currency } = link.wire;
  const facts = { description, status, reference, amount, currency, payable: isPayable(link) };
  return isPayable(link) ? { ...facts, ...orderForPage(orderOfLink(sim, link)) } : facts;
}

async function sendFile(reply: FastifyReply, name: string): Promise<FastifyReply> {
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  const content = await readFile(new URL(name, FOLDER));
  reply
    .header('content-type', type)
    .header('cache-control', 'no-cache')
    .header('x-content-type-options', 'nosniff');
  reply.header('cross-origin-resource-policy', 'cross-origin').header('referrer-policy', 'no-referrer');
  if (name === 'page.html') reply.header('content-security-policy', PAGE_POLICY);
  return reply.send(content);
}
