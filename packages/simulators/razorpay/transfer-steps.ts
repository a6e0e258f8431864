import { ApiError } from './api-error.ts';
import type { OrderRecord, PaymentRecord, PlannedTransfer, TransferRecord } from './book.ts';
import type { Notes, ReversalEntity, TransferEntity } from './entities.ts';
import { emit } from './events.ts';
import { type Simulation, shareOf } from './simulation.ts';

/** Moves part of a payment (or of the balance, paymentId null) to a linked account; `pending` until its alarm. */
export function addTransfer(
  sim: Simulation,
  planned: PlannedTransfer,
  from: { source: string; paymentId: string | null },
): TransferRecord {
  const id = sim.seeded.id('trf_');
  const wire: TransferEntity = {
    id,
    entity: 'transfer',
    status: 'pending',
    settlement_status: null,
    source: from.source,
    recipient: planned.recipient,
    amount: planned.amount,
    currency: 'INR',
    amount_reversed: 0,
    ...transferFee(planned.amount),
    notes: planned.notes,
    linked_account_notes: planned.linked_account_notes,
    on_hold: planned.on_hold,
    on_hold_until: planned.on_hold_until,
    recipient_settlement_id: null,
    created_at: sim.agenda.unixSeconds(),
    processed_at: null,
    error: {
      code: null,
      description: null,
      reason: null,
      field: null,
      step: null,
      id,
      source: null,
      metadata: null,
    },
  };
  const record: TransferRecord = { wire, paymentId: from.paymentId, settlementId: null };
  sim.book.transfers.set(id, record);
  const payment = from.paymentId === null ? undefined : sim.book.payments.get(from.paymentId);
  if (payment !== undefined) {
    payment.transferIds.push(id);
    payment.wire.amount_transferred += planned.amount;
  }
  return record;
}

/** 0.25 % and 18 % GST on it; the sum is rounded up to the paisa as in the provider's own example (900.00 gives 2.66). */
function transferFee(amount: number): { fees: number; tax: number } {
  const fees = Math.ceil((amount * 25 * 118) / 1_000_000);
  return { fees, tax: fees - shareOf(amount, 25) };
}

export function processTransfer(sim: Simulation, transfer: TransferRecord): void {
  if (transfer.wire.status !== 'pending') return;
  transfer.wire.status = 'processed';
  transfer.wire.settlement_status = transfer.wire.on_hold ? 'on_hold' : 'pending';
  transfer.wire.processed_at = sim.agenda.unixSeconds();
  emit(sim, 'transfer.processed', { transfer: transfer.wire });
}

export function failTransfer(sim: Simulation, transfer: TransferRecord): void {
  if (transfer.wire.status !== 'pending') return;
  transfer.wire.status = 'failed';
  Object.assign(transfer.wire.error, {
    code: 'BAD_REQUEST_ERROR',
    description: 'Transfer could not be processed for the linked account.',
    reason: 'transfer_failed',
  });
  const payment = sim.book.payments.get(transfer.paymentId ?? '');
  if (payment !== undefined) payment.wire.amount_transferred -= transfer.wire.amount;
  emit(sim, 'transfer.failed', { transfer: transfer.wire });
}

/** The transfers that came with the order are carried out once it is captured. */
export function startOrderTransfers(sim: Simulation, order: OrderRecord, payment: PaymentRecord): void {
  for (const planned of order.transfers) {
    scheduleTransfer(sim, addTransfer(sim, planned, { source: order.wire.id, paymentId: payment.wire.id }));
  }
}

export function scheduleTransfer(sim: Simulation, transfer: TransferRecord): void {
  if (sim.settings.transferAfterMs === 0) processTransfer(sim, transfer);
  else sim.agenda.set(sim.agenda.now() + sim.settings.transferAfterMs, 'transfer.finish', transfer.wire.id);
}

export function installTransferAlarms(sim: Simulation): void {
  sim.agenda.on('transfer.finish', (id) => {
    const transfer = sim.book.transfers.get(id);
    if (transfer !== undefined) processTransfer(sim, transfer);
  });
}

export type NewReversal = { amount: number; notes: Notes; refundId?: string };

export function reverseTransfer(
  sim: Simulation,
  transfer: TransferRecord,
  facts: NewReversal,
): ReversalEntity {
  const { wire } = transfer;
  if (wire.status !== 'processed' && wire.status !== 'partially_reversed') {
    throw new ApiError('Only processed transfers can be reversed.', { reason: 'transfer_not_processed' });
  }
  if (facts.amount > wire.amount - wire.amount_reversed) {
    throw new ApiError('The reversal amount is greater than the unreversed amount of the transfer', {
      field: 'amount',
    });
  }
  wire.amount_reversed += facts.amount;
  wire.status = wire.amount_reversed === wire.amount ? 'reversed' : 'partially_reversed';
  const payment = sim.book.payments.get(transfer.paymentId ?? '');
  if (payment !== undefined) payment.wire.amount_transferred -= facts.amount;
  const reversal: ReversalEntity = {
    id: sim.seeded.id('rvrsl_'),
    entity: 'reversal',
    transfer_id: wire.id,
    amount: facts.amount,
    fee: 0,
    tax: 0,
    currency: wire.currency,
    notes: facts.notes,
    initiator_id: sim.settings.accountId,
    customer_refund_id: facts.refundId ?? null,
    created_at: sim.agenda.unixSeconds(),
  };
  sim.book.reversals.set(reversal.id, reversal);
  return reversal;
}

/** `reverse_all` of a refund: takes back up to `amount` from the payment's transfers, first made first. */
export function reverseAll(sim: Simulation, payment: PaymentRecord, amount: number): void {
  let left = amount;
  for (const id of payment.transferIds) {
    const transfer = sim.book.transfers.get(id);
    if (transfer === undefined || transfer.wire.processed_at === null) continue;
    const part = Math.min(left, transfer.wire.amount - transfer.wire.amount_reversed);
    if (part > 0) reverseTransfer(sim, transfer, { amount: part, notes: [] });
    left -= part;
  }
}
