import { createHash } from 'node:crypto';
import type { JsonObject } from '../json.ts';
import { ApiError, unknownId } from './api-error.ts';
import type { TransferRecord } from './book.ts';
import type { Collection, ReversalEntity, TransferEntity } from './entities.ts';
import { listOf } from './listing.ts';
import { findPayment } from './payment-steps.ts';
import { readFields, readFlag, readListQuery, readNotes, readOptionalAmount } from './request-body.ts';
import type { Simulation } from './simulation.ts';
import { readHold, readTransfer, readTransfers } from './transfer-fields.ts';
import { addTransfer, processTransfer, reverseTransfer, scheduleTransfer } from './transfer-steps.ts';

/** From a captured payment: refused over what was captured and not given on yet, fees included, or once a refund has begun. */
export function transferPayment(
  sim: Simulation,
  paymentId: string,
  body: unknown,
): Collection<TransferEntity> {
  const payment = findPayment(sim, paymentId);
  const planned = readTransfers(readFields(body, ['transfers']));
  if (planned.length === 0) throw new ApiError('The transfers is required', { field: 'transfers' });
  if (payment.wire.refund_status !== null)
    throw new ApiError('Transfer cannot be made on a refunded payment', { reason: 'payment_refunded' });
  const sum = planned.reduce((total, transfer) => total + transfer.amount, 0);
  const free = payment.wire.captured
    ? payment.wire.amount - (payment.wire.fee ?? 0) - payment.wire.amount_transferred
    : 0;
  if (sum > free)
    throw new ApiError('The sum of amount requested for transfer is greater than the captured amount', {
      field: 'amount',
    });
  const items = planned.map((transfer) => {
    const record = addTransfer(sim, transfer, { source: paymentId, paymentId });
    scheduleTransfer(sim, record);
    return record.wire;
  });
  return { entity: 'collection', count: items.length, items };
}

/** From the balance; `X-Transfer-Idempotency` makes a repetition harmless. */
export function transferBalance(
  sim: Simulation,
  request: { body: unknown; key: string | undefined },
): TransferEntity {
  const { body, key } = request;
  if (key !== undefined && !/^[A-Za-z0-9 _-]{4,36}$/.test(key))
    throw new ApiError('The idempotency key must be 4 to 36 characters.');
  const hash = createHash('sha256')
    .update(JSON.stringify(body ?? {}))
    .digest('hex');
  const used = key === undefined ? undefined : sim.book.transferKeys.get(key);
  if (used !== undefined && used.hash !== hash) {
    throw new ApiError('Different request with the same idempotency key has already been processed.', {
      status: 409,
    });
  }
  if (used !== undefined) return findTransfer(sim, used.id).wire;
  const record = addTransfer(sim, readTransfer(body), { source: sim.settings.accountId, paymentId: null });
  if (key !== undefined) sim.book.transferKeys.set(key, { hash, id: record.wire.id });
  processTransfer(sim, record);
  return record.wire;
}

export function findTransfer(sim: Simulation, id: string): TransferRecord {
  const transfer = sim.book.transfers.get(id);
  if (transfer === undefined) throw unknownId();
  return transfer;
}

export function listTransfers(sim: Simulation, query: JsonObject): Collection<TransferEntity> {
  const page = readListQuery(query, ['recipient_settlement_id', 'expand[]']);
  const settlement = query['recipient_settlement_id'];
  const wires = [...sim.book.transfers.values()]
    .map((row) => row.wire)
    .filter((wire) => settlement === undefined || wire.recipient_settlement_id === settlement);
  return listOf(wires, (wire) => wire.created_at, page);
}

export function transfersOfPayment(sim: Simulation, paymentId: string): Collection<TransferEntity> {
  const items = findPayment(sim, paymentId).transferIds.map((id) => findTransfer(sim, id).wire);
  return { entity: 'collection', count: items.length, items };
}

export function patchTransfer(sim: Simulation, id: string, body: unknown): TransferEntity {
  const { wire } = findTransfer(sim, id);
  const fields = readFields(body, ['on_hold', 'on_hold_until']);
  if (readFlag(fields, 'on_hold') === undefined)
    throw new ApiError('The on_hold is required', { field: 'on_hold' });
  Object.assign(wire, readHold(fields));
  if (wire.processed_at !== null) wire.settlement_status = wire.on_hold ? 'on_hold' : 'pending';
  return wire;
}

export function createReversal(sim: Simulation, id: string, body: unknown): ReversalEntity {
  const transfer = findTransfer(sim, id);
  const fields = readFields(body, ['amount', 'notes']);
  const rest = transfer.wire.amount - transfer.wire.amount_reversed;
  return reverseTransfer(sim, transfer, {
    amount: readOptionalAmount(fields) ?? rest,
    notes: readNotes(fields),
  });
}
