import { isJsonObject, type JsonObject } from '../json.ts';
import { ApiError, unknownId } from './api-error.ts';
import type { CaptureMode, OrderRecord, PlannedTransfer } from './book.ts';
import type { Collection, OrderEntity, PaymentEntity, TransferEntity } from './entities.ts';
import { listOf } from './listing.ts';
import {
  readAmount,
  readCurrency,
  readExpand,
  readFields,
  readFlag,
  readListQuery,
  readNotes,
  readOptionalAmount,
  readText,
} from './request-body.ts';
import type { Simulation } from './simulation.ts';
import { readTransfers } from './transfer-fields.ts';

const ORDER_FIELDS = [
  'amount',
  'currency',
  'receipt',
  'notes',
  'partial_payment',
  'first_payment_min_amount',
  'transfers',
  'payment_capture',
];

export function createOrder(sim: Simulation, body: unknown): OrderEntity {
  const fields = readFields(body, ORDER_FIELDS);
  const amount = readAmount(fields);
  const currency = readCurrency(fields);
  const receipt = readText(fields, 'receipt', 40) ?? null;
  const notes = readNotes(fields);
  const partialPayment = readFlag(fields, 'partial_payment') ?? false;
  const transfers = readOrderTransfers(fields, { amount, partialPayment });
  if (receipt !== null && sim.settings.uniqueReceipts && sim.book.orderIdByReceipt.has(receipt)) {
    throw new ApiError('The receipt has already been taken.', { field: 'receipt' });
  }
  return addOrder(sim, {
    amount,
    currency,
    receipt,
    notes,
    partialPayment,
    firstPaymentMin: readFirstPayment(fields, { amount, partialPayment }),
    capture: readCapture(fields),
    linkId: null,
    transfers,
  }).wire;
}

/** The older field `payment_capture` overrules the account's setting for one order. */
function readCapture(fields: JsonObject): CaptureMode | null {
  const capture = readFlag(fields, 'payment_capture');
  return capture === undefined ? null : capture ? 'auto' : 'manual';
}

type NewOrder = Pick<OrderEntity, 'amount' | 'currency' | 'receipt' | 'notes'> &
  Pick<OrderRecord, 'partialPayment' | 'firstPaymentMin' | 'capture' | 'linkId' | 'transfers'>;

export function addOrder(sim: Simulation, order: NewOrder): OrderRecord {
  const wire: OrderEntity = {
    id: sim.seeded.id('order_'),
    entity: 'order',
    amount: order.amount,
    amount_paid: 0,
    amount_due: order.amount,
    currency: order.currency,
    receipt: order.receipt,
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes: order.notes,
    created_at: sim.agenda.unixSeconds(),
  };
  const { partialPayment, firstPaymentMin, capture, linkId, transfers } = order;
  const record: OrderRecord = {
    wire,
    partialPayment,
    firstPaymentMin,
    capture,
    linkId,
    transfers,
    paymentIds: [],
  };
  sim.book.orders.set(wire.id, record);
  if (wire.receipt !== null) sim.book.orderIdByReceipt.set(wire.receipt, wire.id);
  return record;
}

function readFirstPayment(
  fields: JsonObject,
  order: { amount: number; partialPayment: boolean },
): number | null {
  const first = readOptionalAmount(fields, 'first_payment_min_amount');
  if (first === undefined) return null;
  if (!order.partialPayment) {
    throw new ApiError('first_payment_min_amount is/are not required and should not be sent', {
      field: 'first_payment_min_amount',
    });
  }
  if (first >= order.amount) {
    throw new ApiError('The first payment minimum amount must be less than the order amount.', {
      field: 'first_payment_min_amount',
    });
  }
  return first;
}

function readOrderTransfers(
  fields: JsonObject,
  order: { amount: number; partialPayment: boolean },
): PlannedTransfer[] {
  const transfers = readTransfers(fields);
  if (transfers.length === 0) return transfers;
  if (order.partialPayment)
    throw new ApiError('Transfers are not allowed on an order with partial payment.', { field: 'transfers' });
  const sum = transfers.reduce((total, transfer) => total + transfer.amount, 0);
  if (sum > order.amount)
    throw new ApiError('The sum of amount requested for transfer is greater than the captured amount', {
      field: 'amount',
    });
  return transfers;
}

export function findOrder(sim: Simulation, id: string): OrderRecord {
  const order = sim.book.orders.get(id);
  if (order === undefined) throw unknownId();
  return order;
}

export type ExpandedOrder = OrderEntity & {
  payments?: Collection<PaymentEntity>;
  transfers?: Collection<TransferEntity>;
};

export function getOrder(sim: Simulation, id: string, query: JsonObject): ExpandedOrder {
  readFields(query, ['expand[]']);
  return expandOrder(sim, findOrder(sim, id), readExpand(query));
}

export function listOrders(sim: Simulation, query: JsonObject): Collection<ExpandedOrder> {
  const page = readListQuery(query, ['receipt', 'authorized', 'expand[]']);
  const receipt = query['receipt'];
  const expand = readExpand(query);
  const records = [...sim.book.orders.values()].filter((record) => {
    if (receipt !== undefined && record.wire.receipt !== receipt) return false;
    return query['authorized'] !== '1' || hasAuthorizedPayment(sim, record);
  });
  const found = listOf(records, (record) => record.wire.created_at, page);
  return { ...found, items: found.items.map((record) => expandOrder(sim, record, expand)) };
}

export function patchOrder(sim: Simulation, id: string, body: unknown): OrderEntity {
  const order = findOrder(sim, id);
  const fields = readFields(body, ['notes']);
  if (!isJsonObject(fields['notes'])) throw new ApiError('The notes is required', { field: 'notes' });
  order.wire.notes = readNotes(fields);
  return order.wire;
}

export function paymentsOfOrder(sim: Simulation, id: string): Collection<PaymentEntity> {
  const items = findOrder(sim, id).paymentIds.flatMap(
    (paymentId) => sim.book.payments.get(paymentId)?.wire ?? [],
  );
  return { entity: 'collection', count: items.length, items };
}

function hasAuthorizedPayment(sim: Simulation, order: OrderRecord): boolean {
  return order.paymentIds.some((id) => sim.book.payments.get(id)?.wire.status === 'authorized');
}

function expandOrder(sim: Simulation, order: OrderRecord, expand: readonly string[]): ExpandedOrder {
  const expanded: ExpandedOrder = { ...order.wire };
  if (expand.some((name) => name.startsWith('payments')))
    expanded.payments = paymentsOfOrder(sim, order.wire.id);
  if (expand.includes('transfers')) {
    const items = [...sim.book.transfers.values()]
      .map((row) => row.wire)
      .filter((wire) => wire.source === order.wire.id);
    expanded.transfers = { entity: 'collection', count: items.length, items };
  }
  return expanded;
}
