import type { PaymentRecord, RefundRecord } from './book.ts';
import type { Notes, RefundEntity } from './entities.ts';
import { emit } from './events.ts';
import type { Simulation } from './simulation.ts';

export type NewRefund = { amount: number; speed: 'normal' | 'optimum'; notes: Notes; receipt: string | null };

/** Takes the amount off the payment and tells the bank; when it is done depends on `refundAfterMs`. */
export function addRefund(sim: Simulation, payment: PaymentRecord, facts: NewRefund): RefundRecord {
  const wire: RefundEntity = {
    id: sim.seeded.id('rfnd_'),
    entity: 'refund',
    amount: facts.amount,
    currency: payment.wire.currency,
    payment_id: payment.wire.id,
    notes: facts.notes,
    receipt: facts.receipt,
    acquirer_data: { [referenceName(payment)]: null },
    created_at: sim.agenda.unixSeconds(),
    batch_id: null,
    status: 'pending',
    speed_requested: facts.speed,
    speed_processed: facts.speed === 'optimum' ? 'instant' : 'normal',
  };
  const refund: RefundRecord = { wire, settlementId: null };
  sim.book.refunds.set(wire.id, refund);
  payment.refundIds.push(wire.id);
  moveRefunded(payment, facts.amount);
  emit(sim, 'refund.created', { refund: wire, payment: payment.wire });
  const { refundAfterMs } = sim.settings;
  if (refundAfterMs === 0) finishRefund(sim, refund, 'processed');
  else if (refundAfterMs !== null) sim.agenda.set(sim.agenda.now() + refundAfterMs, 'refund.finish', wire.id);
  return refund;
}

/** Ends a pending refund. A failed one gives the amount back to the payment. */
export function finishRefund(sim: Simulation, refund: RefundRecord, status: 'processed' | 'failed'): void {
  const payment = sim.book.payments.get(refund.wire.payment_id);
  if (payment === undefined || refund.wire.status !== 'pending') return;
  refund.wire.status = status;
  if (status === 'processed')
    refund.wire.acquirer_data = { [referenceName(payment)]: sim.seeded.digits('refund-reference', 12) };
  else moveRefunded(payment, -refund.wire.amount);
  emit(sim, `refund.${status}`, { refund: refund.wire, payment: payment.wire });
}

/** An authorised payment that was never captured goes back to the customer by itself. */
export function refundUncaptured(sim: Simulation, payment: PaymentRecord): void {
  addRefund(sim, payment, { amount: payment.wire.amount, speed: 'normal', notes: [], receipt: null });
}

export function installRefundAlarms(sim: Simulation): void {
  sim.agenda.on('refund.finish', (id) => {
    const refund = sim.book.refunds.get(id);
    if (refund !== undefined) finishRefund(sim, refund, 'processed');
  });
}

function moveRefunded(payment: PaymentRecord, amount: number): void {
  const { wire } = payment;
  wire.amount_refunded += amount;
  if (wire.amount_refunded === wire.amount) {
    wire.refund_status = 'full';
    wire.status = 'refunded';
    return;
  }
  wire.refund_status = wire.amount_refunded === 0 ? null : 'partial';
  wire.status = wire.captured ? 'captured' : 'authorized';
}

function referenceName(payment: PaymentRecord): string {
  if (payment.wire.method === 'upi') return 'rrn';
  return payment.wire.method === 'card' ? 'arn' : 'utr';
}
