import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../json.ts';
import { ApiError, unknownId } from './api-error.ts';
import type { PaymentRecord, RefundRecord } from './book.ts';
import type { Collection, RefundEntity } from './entities.ts';
import { listOf } from './listing.ts';
import { findPayment } from './payment-steps.ts';
import { addRefund, type NewRefund } from './refund-steps.ts';
import {
  readFields,
  readFlag,
  readListQuery,
  readNotes,
  readOptionalAmount,
  readText,
} from './request-body.ts';
import type { Simulation } from './simulation.ts';
import { reverseAll } from './transfer-steps.ts';

const REFUND_FIELDS = ['amount', 'speed', 'notes', 'receipt', 'reverse_all'];
const SIX_MONTHS_MS = 183 * 86_400_000;

/** `X-Refund-Idempotency`: at least ten of A–Z a–z 0–9 _ -. */
export function checkRefundKey(key: string): void {
  if (!/^[A-Za-z0-9_-]{10,}$/.test(key)) {
    throw new ApiError(
      'The idempotency key must be at least 10 characters of letters, digits, hyphen and underscore.',
      {
        reason: 'invalid_idempotency_key',
      },
    );
  }
}

/**
 * Makes a refund, or gives the one the key already stands for.
 * Errors: the same key with another body 409; over the captured amount, not captured, too old 400.
 */
export function createRefund(
  sim: Simulation,
  paymentId: string,
  request: { body: unknown; key: string | undefined },
): RefundEntity {
  const hash = createHash('sha256')
    .update(`${paymentId}|${JSON.stringify(request.body ?? {})}`)
    .digest('hex');
  const used = request.key === undefined ? undefined : sim.book.refundKeys.get(request.key);
  if (used !== undefined && used.hash !== hash) {
    throw new ApiError('Different request with the same idempotency key has already been processed.', {
      status: 409,
      reason: 'idempotency_key_reused',
    });
  }
  if (used !== undefined) return findRefund(sim, used.id).wire;
  const payment = findPayment(sim, paymentId);
  const fields = readFields(request.body, REFUND_FIELDS);
  const facts = readRefund(fields, payment);
  checkRefundable(sim, payment, facts.amount);
  if (readFlag(fields, 'reverse_all') === true) reverseAll(sim, payment, facts.amount);
  const refund = addRefund(sim, payment, facts);
  if (request.key !== undefined) sim.book.refundKeys.set(request.key, { hash, id: refund.wire.id });
  return refund.wire;
}

function readRefund(fields: JsonObject, payment: PaymentRecord): NewRefund {
  const speed = fields['speed'] ?? 'normal';
  if (speed !== 'normal' && speed !== 'optimum')
    throw new ApiError('The speed is invalid.', { field: 'speed' });
  const rest = payment.wire.amount - payment.wire.amount_refunded;
  return {
    amount: readOptionalAmount(fields) ?? rest,
    speed,
    notes: readNotes(fields),
    receipt: readText(fields, 'receipt', 40) ?? null,
  };
}

function checkRefundable(sim: Simulation, payment: PaymentRecord, amount: number): void {
  const { wire } = payment;
  if (wire.refund_status === 'full') {
    throw new ApiError('The payment has been fully refunded already', { reason: 'payment_already_refunded' });
  }
  if (wire.status !== 'captured') {
    throw new ApiError('The payment status should be captured for action to be taken', {
      reason: 'payment_not_captured',
    });
  }
  if (amount > wire.amount - wire.amount_refunded) {
    throw new ApiError('The refund amount provided is greater than amount captured', { field: 'amount' });
  }
  if (payment.capturedAt !== null && sim.agenda.now() - payment.capturedAt > SIX_MONTHS_MS) {
    throw new ApiError('This payment is more than 6 months old and cannot be refunded.', {
      reason: 'refund_window_over',
    });
  }
}

export function findRefund(sim: Simulation, id: string): RefundRecord {
  const refund = sim.book.refunds.get(id);
  if (refund === undefined) throw unknownId();
  return refund;
}

export function listRefunds(sim: Simulation, query: JsonObject): Collection<RefundEntity> {
  const page = readListQuery(query);
  return listOf(
    [...sim.book.refunds.values()].map((row) => row.wire),
    (wire) => wire.created_at,
    page,
  );
}

export function refundsOfPayment(
  sim: Simulation,
  paymentId: string,
  query: JsonObject,
): Collection<RefundEntity> {
  const page = readListQuery(query);
  const wires = findPayment(sim, paymentId).refundIds.map((id) => findRefund(sim, id).wire);
  return listOf(wires, (wire) => wire.created_at, page);
}

export function patchRefund(sim: Simulation, id: string, body: unknown): RefundEntity {
  const refund = findRefund(sim, id);
  const fields = readFields(body, ['notes']);
  if (!isJsonObject(fields['notes'])) throw new ApiError('The notes is required', { field: 'notes' });
  refund.wire.notes = readNotes(fields);
  return refund.wire;
}
