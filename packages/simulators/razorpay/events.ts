import type {
  OrderEntity,
  PaymentEntity,
  PaymentLinkEntity,
  RefundEntity,
  SettlementEntity,
  TransferEntity,
} from './entities.ts';
import type { Simulation } from './simulation.ts';

type Payload = {
  payment_link?: PaymentLinkEntity;
  refund?: RefundEntity;
  payment?: PaymentEntity;
  order?: OrderEntity | Record<string, unknown>;
  transfer?: TransferEntity;
  settlement?: SettlementEntity;
};

/** Writes the event's envelope as it stands now and gives it to the webhook sender. */
export function emit(sim: Simulation, event: string, payload: Payload): void {
  const entities = Object.entries(payload);
  const envelope = {
    entity: 'event',
    account_id: sim.settings.accountId,
    event,
    contains: entities.map(([name]) => name),
    payload: Object.fromEntries(entities.map(([name, entity]) => [name, { entity }])),
    created_at: sim.agenda.unixSeconds(),
  };
  sim.webhooks.add({
    event,
    orderId: payload.payment?.order_id ?? null,
    paymentId: payload.payment?.id ?? payload.refund?.payment_id ?? null,
    body: JSON.stringify(envelope),
  });
}

/** `payment_link.paid` carries the order without the prefix of its id and with fields of the provider's own. */
export function orderInsideLinkEvent(order: OrderEntity): Record<string, unknown> {
  return {
    ...order,
    id: order.id.replace(/^order_/, ''),
    merchant_id: 'AanganSim00001',
    product_type: 'payment_link_v2',
    authorized: order.status === 'paid',
    reference3: null,
  };
}
