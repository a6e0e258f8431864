import type { PaymentRecord } from './book.ts';
import type { CheckoutSuccess, ErrorDetail, PaymentEntity } from './entities.ts';
import { orderOfLink } from './link-steps.ts';
import { findLink } from './payment-links.ts';
import {
  authorizePayment,
  BANK_REFUSED,
  failLate,
  failPayment,
  type StartPayment,
  startPayment,
} from './payment-steps.ts';
import { checkoutSignature, paymentLinkSignature } from './signatures.ts';
import type { Simulation } from './simulation.ts';

/**
 * How an attempt to pay ends.
 * `success`: authorised (and captured when capture is automatic) · `fail`: the bank refuses ·
 * `abandon`: the customer leaves; the payment stays `created` until it times out ·
 * `late`: fails without an answer of the bank, is authorised afterwards.
 */
export type Outcome = 'success' | 'fail' | 'abandon' | 'late';

export type AttemptRequest = Omit<StartPayment, 'orderId'> & {
  outcome?: Outcome;
  /** Only for `late`: after how many ms it is authorised; null = only by `authorizeLate`. */
  lateAfterMs?: number | null;
};

export type AttemptResult = {
  payment: PaymentEntity;
  /** What the page's `handler` would get; null unless it succeeded. */
  success: CheckoutSuccess | null;
  /** What `payment.failed` would hear; null unless it failed. */
  error: ErrorDetail | null;
};

/** One attempt to pay an order. Errors: unknown order, order paid, wrong amount (ApiError). */
export function attempt(sim: Simulation, orderId: string, request: AttemptRequest): AttemptResult {
  const { outcome = 'success', lateAfterMs = sim.settings.lateAfterMs, ...start } = request;
  const payment = startPayment(sim, { ...start, orderId });
  let error: ErrorDetail | null = null;
  if (outcome === 'success') authorizePayment(sim, payment);
  if (outcome === 'fail') error = failPayment(sim, payment, BANK_REFUSED);
  if (outcome === 'late') error = failLate(sim, payment, lateAfterMs);
  return {
    payment: structuredClone(payment.wire),
    success: outcome === 'success' ? successOf(sim, payment) : null,
    error,
  };
}

/** One attempt to pay a payment link; `callbackUrl` is where the browser goes after success, signed. */
export function attemptLink(
  sim: Simulation,
  linkId: string,
  request: AttemptRequest,
): AttemptResult & { callbackUrl: string | null } {
  const link = findLink(sim, linkId);
  const result = attempt(sim, orderOfLink(sim, link).wire.id, request);
  if (result.success === null || link.wire.callback_url === '') return { ...result, callbackUrl: null };
  const { reference_id: referenceId, status } = link.wire;
  const paymentId = result.payment.id;
  const url = new URL(link.wire.callback_url);
  url.searchParams.set('razorpay_payment_id', paymentId);
  url.searchParams.set('razorpay_payment_link_id', linkId);
  url.searchParams.set('razorpay_payment_link_reference_id', referenceId);
  url.searchParams.set('razorpay_payment_link_status', status);
  const facts = { paymentLinkId: linkId, referenceId, status, paymentId };
  url.searchParams.set('razorpay_signature', paymentLinkSignature(sim.settings.keySecret, facts));
  return { ...result, callbackUrl: url.href };
}

function successOf(sim: Simulation, payment: PaymentRecord): CheckoutSuccess {
  const { id, order_id: orderId } = payment.wire;
  return {
    razorpay_payment_id: id,
    razorpay_order_id: orderId,
    razorpay_signature: checkoutSignature(sim.settings.keySecret, orderId, id),
  };
}
