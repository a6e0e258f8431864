import { isJsonObject, type JsonObject } from '../json.ts';
import { ApiError } from './api-error.ts';
import type { CardEntity, Collection, PaymentEntity } from './entities.ts';
import { listOf } from './listing.ts';
import { capturePayment, findPayment } from './payment-steps.ts';
import { readAmount, readCurrency, readFields, readListQuery, readNotes } from './request-body.ts';
import type { Simulation } from './simulation.ts';

export function getPayment(sim: Simulation, id: string, query: JsonObject): PaymentEntity {
  readFields(query, ['expand[]']);
  return findPayment(sim, id).wire;
}

export function listPayments(sim: Simulation, query: JsonObject): Collection<PaymentEntity> {
  const page = readListQuery(query, ['expand[]']);
  const wires = [...sim.book.payments.values()].map((record) => record.wire);
  return listOf(wires, (wire) => wire.created_at, page);
}

export function patchPayment(sim: Simulation, id: string, body: unknown): PaymentEntity {
  const payment = findPayment(sim, id);
  const fields = readFields(body, ['notes']);
  if (!isJsonObject(fields['notes'])) throw new ApiError('The notes is required', { field: 'notes' });
  payment.wire.notes = readNotes(fields);
  return payment.wire;
}

export function capture(sim: Simulation, id: string, body: unknown): PaymentEntity {
  const payment = findPayment(sim, id);
  const fields = readFields(body, ['amount', 'currency']);
  const amount = readAmount(fields);
  const currency = readCurrency(fields);
  if (
    payment.wire.status === 'authorized' &&
    (amount !== payment.wire.amount || currency !== payment.wire.currency)
  ) {
    throw new ApiError('Capture amount must be equal to the amount authorized.', { field: 'amount' });
  }
  return capturePayment(sim, payment);
}

export function getCard(sim: Simulation, id: string): CardEntity {
  const { card } = findPayment(sim, id).wire;
  if (card === undefined) throw new ApiError('The requested URL was not found on the server.');
  return card;
}
