// POST /webhooks/razorpay: verify over the raw bytes, store, answer; the worker consumes it (finance.md 3.10 step 4).
import { createHash } from 'node:crypto';
import type { InboxWorker } from '@aangan/server/background/background.ts';
import { storeInbox } from '@aangan/server/background/inbox.ts';
import { knockedTooOften, mayKeepRefused } from '@aangan/server/endpoint/rate-limit.ts';
import type { RawEndpoint } from '@aangan/server/endpoint/raw-endpoint.ts';
import { anonymousActor } from '@aangan/server/work/actor.ts';
import * as z from 'zod';
import {
  consumeAttempt,
  consumeRefund,
  noteUnknownOrder,
  orderByProviderId,
} from './consume-attempt.server.ts';
import {
  gatewayConfig,
  gatewayPayment,
  gatewayRefund,
  isWebhookSignature,
} from './razorpay-client.server.ts';

const MAX_BYTES = 1024 * 1024;

export const razorpayWebhook: RawEndpoint = {
  method: 'POST',
  path: '/webhooks/razorpay',
  summary: 'Razorpay tells what became of a payment.',
  bodyLimit: MAX_BYTES,
  async answer({ body, headers, ip, ports, work }) {
    const gateway = gatewayConfig(ports.config);
    const signature = headers['x-razorpay-signature'] ?? '';
    const valid =
      gateway !== null && /^[0-9a-f]{64}$/.test(signature) && isWebhookSignature(gateway, body, signature);
    // Razorpay always names its event; a forged one without a name is stored under its own hash, so it costs one row.
    const named = headers['x-razorpay-event-id'] ?? '';
    const eventId =
      valid && /^[\w-]{6,80}$/.test(named) ? named : createHash('sha256').update(body).digest('hex');
    const kept = await work(anonymousActor, async (db) => {
      if (!valid && !(await mayKeepRefused(db, 'razorpay', ip))) return false;
      await storeInbox(db, {
        provider: 'razorpay',
        eventId,
        verdict: valid ? 'VALID' : 'BAD_SIGNATURE',
        body,
        contentType: 'application/json',
      });
      return true;
    });
    if (!kept) return knockedTooOften;
    return valid ? { status: 200, body: { ok: true } } : { status: 400, body: { ok: false } };
  },
};

const envelope = z.object({
  event: z.string(),
  payload: z.object({
    payment: z.object({ entity: gatewayPayment }).optional(),
    // What it says of the payment counts even where the refund's own part is not as we know it.
    refund: z.object({ entity: gatewayRefund }).optional().catch(undefined),
  }),
});

const CONSUMED = new Set(['payment.authorized', 'payment.captured', 'payment.failed', 'order.paid']);
const REFUNDS = new Set(['refund.created', 'refund.processed', 'refund.failed']);

export const razorpayInbox: InboxWorker = {
  subject: (body) => {
    const parsed = envelope.safeParse(parse(body));
    return parsed.data?.payload.payment?.entity.order_id ?? undefined;
  },
  async consume({ row, work, now, finish }) {
    const parsed = envelope.safeParse(parse(row.body));
    const said = parsed.success ? parsed.data.payload.payment?.entity : undefined;
    if (!parsed.success || !said?.order_id) return 'IGNORED';
    const { event } = parsed.data;
    const isRefund = REFUNDS.has(event);
    if (!isRefund && !CONSUMED.has(event)) return 'IGNORED';
    const orderId = said.order_id;
    const order = await work(null, (db) => orderByProviderId(db, orderId));
    if (!order) {
      if (said.status === 'captured') await work(null, (db) => noteUnknownOrder(db, said));
      return 'IGNORED';
    }
    await work(order.franchisee_id, async (db) => {
      if (isRefund) await consumeRefund(db, order, said, { refund: parsed.data.payload.refund?.entity, now });
      else await consumeAttempt(db, order, said, now);
      await finish(db);
    });
    return 'DONE';
  },
};

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
