import { ApiError, unknownId } from './api-error.ts';
import type { OrderRecord, PaymentRecord } from './book.ts';
import type { ErrorDetail, PaymentEntity } from './entities.ts';
import { emit } from './events.ts';
import { linkPaid } from './link-steps.ts';
import { acquirerData, newPayment, type PaymentDetails } from './new-payment.ts';
import { findOrder } from './orders.ts';
import { refundUncaptured } from './refund-steps.ts';
import { gatewayFee, type Simulation } from './simulation.ts';
import { startOrderTransfers } from './transfer-steps.ts';

export type StartPayment = PaymentDetails & {
  orderId: string;
  /** Paise. Default: what is due. */
  amount?: number;
  currency?: string;
  capture?: 'auto' | 'manual';
  /** Accepts an amount or currency that is not the order's: a forged payment. */
  forged?: boolean;
};

export type PaymentFailure = {
  code: string;
  description: string;
  source: string;
  step: string;
  reason: string;
};

export const BANK_REFUSED: PaymentFailure = {
  code: 'BAD_REQUEST_ERROR',
  description: 'Payment failed',
  source: 'bank',
  step: 'payment_authorization',
  reason: 'payment_failed',
};

export const NO_BANK_ANSWER: PaymentFailure = {
  code: 'GATEWAY_ERROR',
  description:
    'Your payment did not go through as the bank did not answer in time. Money that left your account is confirmed later or comes back.',
  source: 'bank',
  step: 'payment_authorization',
  reason: 'payment_timed_out',
};

export const CUSTOMER_LEFT: PaymentFailure = {
  code: 'BAD_REQUEST_ERROR',
  description: 'Payment was not completed on time.',
  source: 'customer',
  step: 'payment_authentication',
  reason: 'payment_timed_out',
};

/** What a customer's attempt creates: a payment `created`, its order `attempted`. */
export function startPayment(sim: Simulation, facts: StartPayment): PaymentRecord {
  const order = findOrder(sim, facts.orderId);
  const amount = facts.amount ?? order.wire.amount_due;
  if (order.wire.status === 'paid') throw alreadyPaid();
  if (facts.forged !== true) checkAmount(order, amount);
  const payment = newPayment(sim, {
    ...facts,
    amount,
    currency: facts.currency ?? order.wire.currency,
    capture: facts.capture ?? order.capture ?? sim.settings.capture,
  });
  sim.book.payments.set(payment.wire.id, payment);
  order.paymentIds.push(payment.wire.id);
  order.wire.attempts += 1;
  order.wire.status = 'attempted';
  sim.agenda.set(sim.agenda.now() + sim.settings.paymentTimeoutMs, 'payment.timeout', payment.wire.id);
  return payment;
}

function checkAmount(order: OrderRecord, amount: number): void {
  const { amount_due: due, amount_paid: paid } = order.wire;
  const least = order.partialPayment ? Math.min(due, paid === 0 ? (order.firstPaymentMin ?? 100) : 100) : due;
  if (amount < least || amount > due) {
    throw new ApiError(
      'Your payment amount is different from your order amount. To pay successfully, please try using right amount.',
      {
        field: 'amount',
      },
    );
  }
}

export function findPayment(sim: Simulation, id: string): PaymentRecord {
  const payment = sim.book.payments.get(id);
  if (payment === undefined) throw unknownId();
  return payment;
}

/** The bank holds the money. A failed payment may still come here: the late authorisation. */
export function authorizePayment(sim: Simulation, payment: PaymentRecord): void {
  const { wire } = payment;
  if (wire.status !== 'created' && wire.status !== 'failed') return;
  payment.late = wire.status === 'failed';
  Object.assign(wire, {
    status: 'authorized',
    error_code: null,
    error_description: null,
    error_source: null,
    error_step: null,
    error_reason: null,
    acquirer_data: acquirerData(sim, wire.method, true),
  });
  emit(sim, 'payment.authorized', { payment: wire });
  sim.agenda.set(sim.agenda.now() + sim.settings.autoRefundAfterMs, 'payment.auto-refund', wire.id);
  // A second payment of a paid order is never captured: it waits for its automatic refund.
  if (payment.capture === 'auto' && findOrder(sim, wire.order_id).wire.status !== 'paid')
    capturePayment(sim, payment);
}

export function failPayment(sim: Simulation, payment: PaymentRecord, failure: PaymentFailure): ErrorDetail {
  const { wire } = payment;
  if (wire.status === 'created') {
    Object.assign(wire, {
      status: 'failed',
      error_code: failure.code,
      error_description: failure.description,
      error_source: failure.source,
      error_step: failure.step,
      error_reason: failure.reason,
    });
    emit(sim, 'payment.failed', { payment: wire });
  }
  return { ...failure, metadata: { payment_id: wire.id, order_id: wire.order_id } };
}

export function failLate(sim: Simulation, payment: PaymentRecord, afterMs: number | null): ErrorDetail {
  const error = failPayment(sim, payment, NO_BANK_ANSWER);
  payment.late = true;
  if (afterMs !== null) sim.agenda.set(sim.agenda.now() + afterMs, 'payment.late', payment.wire.id);
  return error;
}

/** Takes the held money; refuses what is not authorised and a second payment of a paid order. */
export function capturePayment(sim: Simulation, payment: PaymentRecord): PaymentEntity {
  const { wire } = payment;
  const order = findOrder(sim, wire.order_id);
  if (wire.captured)
    throw new ApiError('This payment has already been captured', { reason: 'payment_already_captured' });
  if (wire.status !== 'authorized') {
    throw new ApiError('Only payments which have been authorized and not yet captured can be captured', {
      reason: 'capture_failed',
    });
  }
  if (order.wire.status === 'paid') throw alreadyPaid();
  const { fee, tax } = gatewayFee(wire.amount, 200);
  Object.assign(wire, { status: 'captured', captured: true, fee, tax });
  payment.capturedAt = sim.agenda.now();
  order.wire.amount_paid += wire.amount;
  order.wire.amount_due = Math.max(0, order.wire.amount - order.wire.amount_paid);
  if (order.wire.amount_due === 0) order.wire.status = 'paid';
  emit(sim, 'payment.captured', { payment: wire });
  if (order.wire.status === 'paid') emit(sim, 'order.paid', { payment: wire, order: order.wire });
  if (order.linkId !== null) linkPaid(sim, order, payment);
  startOrderTransfers(sim, order, payment);
  return wire;
}

function alreadyPaid(): ApiError {
  return new ApiError(
    'Your payment has been declined as the order is already paid. To pay again, start a new order.',
    {
      reason: 'order_already_paid',
    },
  );
}

/** What the clock does to payments: the customer who left, the bank that answers late, the money nobody took. */
export function installPaymentAlarms(sim: Simulation): void {
  const payment = (id: string): PaymentRecord | undefined => sim.book.payments.get(id);
  sim.agenda.on('payment.timeout', (id) => {
    const found = payment(id);
    if (found?.wire.status === 'created') failPayment(sim, found, CUSTOMER_LEFT);
  });
  sim.agenda.on('payment.late', (id) => {
    const found = payment(id);
    if (found?.wire.status === 'failed') authorizePayment(sim, found);
  });
  sim.agenda.on('payment.auto-refund', (id) => {
    const found = payment(id);
    if (found?.wire.status === 'authorized') refundUncaptured(sim, found);
  });
}
