import type { JsonObject } from '../json.ts';
import { ApiError, unknownId } from './api-error.ts';
import type { PaymentRecord, SettlementRecord } from './book.ts';
import type { Collection, Notes, ReconItem, SettlementEntity } from './entities.ts';
import { emit } from './events.ts';
import { listOf } from './listing.ts';
import { readFields, readListQuery, readQueryNumber } from './request-body.ts';
import type { Simulation } from './simulation.ts';

const IST_MS = 5.5 * 3_600_000;

/** Pays out everything that is captured, refunded or transferred and not settled yet; nothing to pay out gives null. */
export function settle(sim: Simulation): SettlementEntity | null {
  const open = unsettled(sim);
  const amount = open.reduce((total, item) => total + item.credit - item.debit, 0);
  if (open.length === 0 || amount <= 0) return null;
  const wire: SettlementEntity = {
    id: sim.seeded.id('setl_'),
    entity: 'settlement',
    amount,
    status: 'processed',
    fees: 0,
    tax: 0,
    utr: `AXISCN${sim.seeded.digits('utr', 10)}`,
    created_at: sim.agenda.unixSeconds(),
  };
  sim.book.settlements.set(wire.id, { wire, settledAt: wire.created_at });
  for (const item of open) {
    const row =
      sim.book.payments.get(item.entity_id) ??
      sim.book.refunds.get(item.entity_id) ??
      sim.book.transfers.get(item.entity_id);
    if (row !== undefined) row.settlementId = wire.id;
  }
  emit(sim, 'settlement.processed', { settlement: wire });
  return wire;
}

export function getSettlement(sim: Simulation, id: string): SettlementEntity {
  const settlement = sim.book.settlements.get(id);
  if (settlement === undefined) throw unknownId();
  return settlement.wire;
}

export function listSettlements(sim: Simulation, query: JsonObject): Collection<SettlementEntity> {
  const page = readListQuery(query);
  return listOf(
    [...sim.book.settlements.values()].map((row) => row.wire),
    (wire) => wire.created_at,
    page,
  );
}

/** The day's settled items (`year`, `month`, optionally `day`, Indian time). */
export function reconCombined(sim: Simulation, query: JsonObject): Collection<ReconItem> {
  readFields(query, ['year', 'month', 'day', 'count', 'skip']);
  const year = readQueryNumber(query, 'year');
  const month = readQueryNumber(query, 'month');
  if (year === undefined) throw new ApiError('The year is required', { field: 'year' });
  if (month === undefined) throw new ApiError('The month is required', { field: 'month' });
  const day = readQueryNumber(query, 'day');
  const wanted = [year, month, ...(day === undefined ? [] : [day])]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  const count = readQueryNumber(query, 'count') ?? 1000;
  const skip = readQueryNumber(query, 'skip') ?? 0;
  const items = reconItems(sim)
    .filter((item) => item.settled_at !== null && istDay(item.settled_at).startsWith(wanted))
    .slice(skip, skip + count);
  return { entity: 'collection', count: items.length, items };
}

function unsettled(sim: Simulation): ReconItem[] {
  return reconItems(sim).filter((item) => !item.settled);
}

function reconItems(sim: Simulation): ReconItem[] {
  const payments = [...sim.book.payments.values()].filter((payment) => payment.wire.captured);
  const items = payments.map((payment) => paymentItem(sim, payment));
  for (const { wire, settlementId } of sim.book.refunds.values()) {
    const payment = sim.book.payments.get(wire.payment_id);
    if (payment === undefined || !payment.wire.captured || wire.status !== 'processed') continue;
    const amounts = { amount: wire.amount, debit: wire.amount, credit: 0, fee: 0, tax: 0 };
    items.push(
      item(sim, payment, {
        id: wire.id,
        type: 'refund',
        createdAt: wire.created_at,
        settlementId,
        notes: wire.notes,
        ...amounts,
      }),
    );
  }
  for (const { wire, paymentId, settlementId } of sim.book.transfers.values()) {
    const payment = sim.book.payments.get(paymentId ?? '');
    if (wire.processed_at === null) continue;
    const amounts = {
      amount: wire.amount,
      debit: wire.amount + wire.fees,
      credit: 0,
      fee: wire.fees,
      tax: wire.tax,
    };
    items.push(
      item(sim, payment, {
        id: wire.id,
        type: 'transfer',
        createdAt: wire.created_at,
        settlementId,
        notes: wire.notes,
        ...amounts,
      }),
    );
  }
  return items;
}

function paymentItem(sim: Simulation, payment: PaymentRecord): ReconItem {
  const { wire, settlementId } = payment;
  const fee = wire.fee ?? 0;
  const amounts = { amount: wire.amount, debit: 0, credit: wire.amount - fee, fee, tax: wire.tax ?? 0 };
  return item(sim, payment, {
    id: wire.id,
    type: 'payment',
    createdAt: wire.created_at,
    settlementId,
    notes: wire.notes,
    ...amounts,
  });
}

type ItemFacts = Pick<ReconItem, 'type' | 'amount' | 'debit' | 'credit' | 'fee' | 'tax'> & {
  id: string;
  createdAt: number;
  settlementId: string | null;
  notes: Notes;
};

function item(sim: Simulation, payment: PaymentRecord | undefined, facts: ItemFacts): ReconItem {
  const settlement: SettlementRecord | undefined = sim.book.settlements.get(facts.settlementId ?? '');
  const order = sim.book.orders.get(payment?.wire.order_id ?? '');
  const { id, createdAt, settlementId, notes, ...amounts } = facts;
  return {
    entity_id: id,
    ...amounts,
    currency: 'INR',
    on_hold: false,
    settled: settlement !== undefined,
    created_at: createdAt,
    settled_at: settlement?.settledAt ?? null,
    settlement_id: settlementId,
    posted_at: settlement?.settledAt ?? null,
    credit_type: 'default',
    description: payment?.wire.description ?? null,
    notes: JSON.stringify(notes),
    payment_id: facts.type === 'payment' ? null : (payment?.wire.id ?? null),
    settlement_utr: settlement?.wire.utr ?? null,
    order_id: order?.wire.id ?? null,
    order_receipt: order?.wire.receipt ?? null,
    method: payment?.wire.method ?? null,
    card_network: payment?.wire.card?.network ?? null,
    card_issuer: payment?.wire.card?.issuer ?? null,
    card_type: payment?.wire.card?.type ?? null,
    dispute_id: null,
  };
}

function istDay(unixSeconds: number): string {
  return new Date(unixSeconds * 1000 + IST_MS).toISOString().slice(0, 10);
}
