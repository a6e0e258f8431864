import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { httpFaultSchema } from '../http-fault-schema.ts';
import type { RazorpayControl } from './control.ts';

const waitMs = z.int().min(0);
const span = z.strictObject({ min: waitMs, max: waitMs });
const id = z.string().min(1);

const attemptFields = {
  outcome: z.exactOptional(z.enum(['success', 'fail', 'abandon', 'late'])),
  amount: z.exactOptional(z.int()),
  currency: z.exactOptional(z.string()),
  capture: z.exactOptional(z.enum(['auto', 'manual'])),
  method: z.exactOptional(z.enum(['upi', 'card', 'netbanking'])),
  vpa: z.exactOptional(z.string()),
  bank: z.exactOptional(z.string()),
  email: z.exactOptional(z.string()),
  contact: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
  lateAfterMs: z.exactOptional(waitMs.nullable()),
};

const completeOrder = z.strictObject({ orderId: id, ...attemptFields });
const completeLink = z.strictObject({ linkId: id, ...attemptFields });
const late = z.strictObject({ paymentId: id });
const finish = z.enum(['processed', 'failed']).default('processed');
const refund = z.strictObject({ refundId: id, status: finish });
const transfer = z.strictObject({ transferId: id, status: finish });
const advance = z.strictObject({ ms: waitMs });
const target = z.strictObject({
  url: z.exactOptional(z.url().nullable()),
  secret: z.exactOptional(z.string().min(1)),
});
const deliver = z.strictObject({ eventIds: z.array(id), times: z.int().min(1).max(100).default(1) });
const filter = z.strictObject({
  event: z.exactOptional(id),
  orderId: z.exactOptional(id),
  paymentId: z.exactOptional(id),
});
const deliveryFilter = z.strictObject({ eventId: z.exactOptional(id) });
const percent = z.number().min(0).max(100);

const webhookFaults = z.strictObject({
  copies: z.exactOptional(z.strictObject({ min: z.int().min(1), max: z.int().min(1).max(10) })),
  shuffleMs: z.exactOptional(waitMs),
  delayPercent: z.exactOptional(percent),
  delayMs: z.exactOptional(span),
  dropPercent: z.exactOptional(percent),
});

const settings = z.strictObject({
  capture: z.exactOptional(z.enum(['auto', 'manual'])),
  delayMs: z.exactOptional(waitMs),
  paymentTimeoutMs: z.exactOptional(waitMs),
  lateAfterMs: z.exactOptional(waitMs.nullable()),
  autoRefundAfterMs: z.exactOptional(waitMs),
  refundAfterMs: z.exactOptional(waitMs.nullable()),
  transferAfterMs: z.exactOptional(waitMs),
  uniqueReceipts: z.exactOptional(z.boolean()),
});

/** The same levers as `control`, over HTTP. They are no part of Razorpay; a body that does not fit gets 422. */
export function installSimRoutes(app: FastifyInstance, control: RazorpayControl): void {
  app.get('/_sim/book', async () => control.book());
  app.get('/_sim/events', async (request) => control.events(filter.parse(request.query)));
  app.get('/_sim/deliveries', async (request) => control.deliveries(deliveryFilter.parse(request.query)));
  app.get('/_sim/state', async () => ({
    now: control.now(),
    webhooks: control.webhookState(),
    apiFaults: control.apiFaults(),
  }));
  installMoneyLevers(app, control);
  installWebhookLevers(app, control);
  app.post('/_sim/api-faults', async (request) => ({
    id: control.addApiFault(httpFaultSchema.parse(request.body)),
  }));
  app.delete('/_sim/api-faults', async () => done(() => control.clearApiFaults()));
  app.post('/_sim/settings', async (request) => done(() => control.change(settings.parse(request.body))));
  app.post('/_sim/advance', async (request) => {
    await control.advance(advance.parse(request.body).ms);
    return { now: control.now() };
  });
  app.post('/_sim/reset', async () => done(() => control.reset()));
}

function installMoneyLevers(app: FastifyInstance, control: RazorpayControl): void {
  app.post('/_sim/complete', async (request) => {
    const { orderId, ...attempt } = completeOrder.parse(request.body);
    return control.complete(orderId, attempt);
  });
  app.post('/_sim/complete-link', async (request) => {
    const { linkId, ...attempt } = completeLink.parse(request.body);
    return control.completeLink(linkId, attempt);
  });
  app.post('/_sim/late', async (request) => control.authorizeLate(late.parse(request.body).paymentId));
  app.post('/_sim/refund', async (request) => {
    const { refundId, status } = refund.parse(request.body);
    return control.finishRefund(refundId, status);
  });
  app.post('/_sim/transfer', async (request) => {
    const { transferId, status } = transfer.parse(request.body);
    return control.finishTransfer(transferId, status);
  });
  app.post('/_sim/settle', async () => ({ settlement: control.settle() }));
}

function installWebhookLevers(app: FastifyInstance, control: RazorpayControl): void {
  app.post('/_sim/webhooks', async (request) => {
    control.setWebhook(target.parse(request.body));
    return control.webhookState();
  });
  app.post('/_sim/webhooks/faults', async (request) => {
    control.setWebhookFaults(webhookFaults.parse(request.body));
    return control.webhookState();
  });
  app.post('/_sim/webhooks/pause', async () => done(() => control.pauseWebhooks()));
  app.post('/_sim/webhooks/resume', async () => done(() => control.resumeWebhooks()));
  app.post('/_sim/webhooks/enable', async () => done(() => control.enableWebhooks()));
  app.post('/_sim/webhooks/deliver', async (request) => {
    const { eventIds, times } = deliver.parse(request.body);
    return control.deliver(eventIds, times);
  });
}

function done(act: () => void): { ok: true } {
  act();
  return { ok: true };
}
