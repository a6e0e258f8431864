// What the gateway says of a payment, from the webhook, from the browser's verify or from our own asking, folded by
// rank: a later message with an older state changes nothing (promise M2).
import type { Db } from '@aangan/server/unit-of-work.ts';
import { type Confirmed, confirmPayment } from '../payment/confirm-payment.server.ts';
import { type AttemptState, attemptRank } from '../payment/payment.states.ts';
import { writePaymentEvent } from '../payment/payment-event.server.ts';
import type { GatewayPayment } from './razorpay-client.server.ts';

const STATES: Record<GatewayPayment['status'], AttemptState> = {
  created: 'CREATED',
  authorized: 'AUTHORIZED',
  captured: 'CAPTURED',
  refunded: 'REFUNDED',
  failed: 'FAILED',
};

export interface FoldResult {
  state: AttemptState;
  confirmed: Confirmed | null;
  /** Set when the gateway's word does not fit our books; nothing was posted. */
  exception: 'FORGED_AMOUNT' | null;
}

interface OrderRow {
  franchisee_id: number;
  id: string;
  payment_id: string;
  amount: number;
}

/** Folds one gateway payment of a known order. Locks the order row, so two messages of one order wait for each other. */
export async function foldAttempt(
  db: Db,
  order: OrderRow,
  said: GatewayPayment,
  now: Date,
): Promise<FoldResult> {
  await db
    .selectFrom('gateway_order')
    .select('id')
    .where('franchisee_id', '=', order.franchisee_id)
    .where('id', '=', order.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const state = STATES[said.status];
  const moved = await rememberAttempt(db, order, said, state);
  if (said.amount !== order.amount || said.currency !== 'INR') {
    await noteException(db, order, said);
    return { state, confirmed: null, exception: 'FORGED_AMOUNT' };
  }
  if (state === 'CAPTURED' || state === 'REFUNDED') {
    await db
      .updateTable('gateway_order')
      .set({ state: 'PAID' })
      .where('franchisee_id', '=', order.franchisee_id)
      .where('id', '=', order.id)
      .execute();
    const confirmed = await confirmPayment(db, {
      franchiseeId: order.franchisee_id,
      paymentId: order.payment_id,
      amount: said.amount,
      providerPaymentId: said.id,
      paidAt: new Date(said.created_at * 1000).toISOString(),
      now,
    });
    return { state, confirmed, exception: null };
  }
  if (moved) await tellTimeline(db, order, state, said);
  return { state, confirmed: null, exception: null };
}

// False when the message is a repeat or older than what is known: it must not reach the timeline either.
async function rememberAttempt(
  db: Db,
  order: OrderRow,
  said: GatewayPayment,
  state: AttemptState,
): Promise<boolean> {
  const known = await db
    .selectFrom('gateway_attempt')
    .select(['id', 'rank', 'state'])
    .where('franchisee_id', '=', order.franchisee_id)
    .where('provider_payment_id', '=', said.id)
    .executeTakeFirst();
  const facts = {
    state,
    rank: attemptRank[state],
    method: said.method ?? null,
    last4: said.card?.last4 ?? null,
    bank: said.bank ?? null,
    error: said.error_code
      ? JSON.stringify({ code: said.error_code, text: (said.error_description ?? '').slice(0, 200) })
      : null,
    fee: said.fee ?? null,
    tax: said.tax ?? null,
  };
  if (!known) {
    await db
      .insertInto('gateway_attempt')
      .values({
        ...facts,
        franchisee_id: order.franchisee_id,
        gateway_order_id: order.id,
        provider_payment_id: said.id,
        provider_created_at: new Date(said.created_at * 1000).toISOString(),
      })
      .onConflict((oc) => oc.doNothing())
      .execute();
    await db
      .updateTable('gateway_order')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('franchisee_id', '=', order.franchisee_id)
      .where('id', '=', order.id)
      .execute();
    await db
      .updateTable('gateway_order')
      .set({ state: 'ATTEMPTED' })
      .where('state', '<>', 'PAID')
      .where('franchisee_id', '=', order.franchisee_id)
      .where('id', '=', order.id)
      .execute();
    return true;
  }
  if (facts.rank <= known.rank) return false;
  await db
    .updateTable('gateway_attempt')
    .set({ ...facts, late: known.state === 'FAILED' })
    .where('franchisee_id', '=', order.franchisee_id)
    .where('id', '=', known.id)
    .execute();
  return true;
}

async function tellTimeline(
  db: Db,
  order: OrderRow,
  state: AttemptState,
  said: GatewayPayment,
): Promise<void> {
  const kind = state === 'FAILED' ? 'ATTEMPT_FAILED' : state === 'AUTHORIZED' ? 'AUTHORIZED' : null;
  if (kind)
    await writePaymentEvent(db, { franchiseeId: order.franchisee_id, id: order.payment_id }, kind, {
      method: said.method ?? null,
    });
}

async function noteException(db: Db, order: OrderRow, said: GatewayPayment): Promise<void> {
  await db
    .insertInto('recon_exception')
    .values({
      franchisee_id: order.franchisee_id,
      kind: 'FORGED_AMOUNT',
      provider_ref: said.id,
      detail: JSON.stringify({ asked: order.amount, said: said.amount, currency: said.currency }),
    })
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** The order a gateway message speaks of, through the network-wide reference; null when we never made it. */
export async function orderByProviderId(db: Db, providerOrderId: string): Promise<OrderRow | null> {
  const lead = await db
    .selectFrom('provider_reference')
    .select(['franchisee_id', 'subject_id'])
    .where('provider', '=', 'razorpay')
    .where('kind', '=', 'ORDER')
    .where('ref', '=', providerOrderId)
    .executeTakeFirst();
  if (!lead) return null;
  const row = await db
    .selectFrom('gateway_order')
    .select(['franchisee_id', 'id', 'payment_id', 'amount'])
    .where('franchisee_id', '=', lead.franchisee_id)
    .where('id', '=', lead.subject_id)
    .executeTakeFirst();
  return row ?? null;
}
