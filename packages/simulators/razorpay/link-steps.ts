import { ApiError } from './api-error.ts';
import type { LinkRecord, OrderRecord, PaymentRecord } from './book.ts';
import type { PaymentLinkEntity } from './entities.ts';
import { emit, orderInsideLinkEvent } from './events.ts';
import { addOrder } from './orders.ts';
import type { Simulation } from './simulation.ts';

export function isPayable(link: LinkRecord): boolean {
  return link.wire.status === 'created' || link.wire.status === 'partially_paid';
}

/** The order behind a link; it comes into being when somebody first opens the link to pay. */
export function orderOfLink(sim: Simulation, link: LinkRecord): OrderRecord {
  if (!isPayable(link))
    throw new ApiError(`This payment link is ${link.wire.status.replace('_', ' ')}.`, {
      reason: 'payment_link_closed',
    });
  const existing = link.orderId === null ? undefined : sim.book.orders.get(link.orderId);
  if (existing !== undefined) return existing;
  const order = addOrder(sim, {
    amount: link.wire.amount,
    currency: link.wire.currency,
    receipt: null,
    notes: link.wire.notes ?? [],
    partialPayment: link.wire.accept_partial,
    firstPaymentMin: link.wire.first_min_partial_amount > 0 ? link.wire.first_min_partial_amount : null,
    capture: 'auto',
    linkId: link.wire.id,
    transfers: [],
  });
  link.orderId = order.wire.id;
  return order;
}

/** A captured payment counts towards its link. */
export function linkPaid(sim: Simulation, order: OrderRecord, payment: PaymentRecord): void {
  const link = sim.book.links.get(order.linkId ?? '');
  if (link === undefined) return;
  const now = sim.agenda.unixSeconds();
  const { wire } = link;
  wire.amount_paid += payment.wire.amount;
  wire.updated_at = now;
  wire.status = wire.amount_paid >= wire.amount ? 'paid' : 'partially_paid';
  const paid = {
    amount: payment.wire.amount,
    created_at: payment.wire.created_at,
    method: payment.wire.method,
    payment_id: payment.wire.id,
    plink_id: wire.id,
    status: 'captured' as const,
    updated_at: now,
  };
  wire.payments = [...(wire.payments ?? []), paid];
  emit(sim, `payment_link.${wire.status}`, {
    payment_link: linkInEvent(link),
    order: orderInsideLinkEvent(order.wire),
    payment: payment.wire,
  });
}

export function closeLink(sim: Simulation, link: LinkRecord, status: 'cancelled' | 'expired'): void {
  const now = sim.agenda.unixSeconds();
  link.wire.status = status;
  link.wire.updated_at = now;
  link.wire[status === 'cancelled' ? 'cancelled_at' : 'expired_at'] = now;
  emit(sim, `payment_link.${status}`, { payment_link: linkInEvent(link) });
}

export function installLinkAlarms(sim: Simulation): void {
  sim.agenda.on('link.expire', (id) => {
    const link = sim.book.links.get(id);
    // The merchant may have moved the day since.
    if (link !== undefined && isPayable(link) && link.wire.expire_by * 1000 <= sim.agenda.now())
      closeLink(sim, link, 'expired');
  });
}

function linkInEvent(link: LinkRecord): PaymentLinkEntity {
  const notes = Array.isArray(link.wire.notes) ? null : link.wire.notes;
  return { ...link.wire, notes, ...(link.orderId === null ? {} : { order_id: link.orderId }) };
}
