// What the gateway says of a payment, from the webhook, from the browser's verify or from our own asking, consumed by
// rank: a later message with an older state changes nothing (promise M2).
import { Refusal } from '@aangan/contract/refusal.ts';
import { type Db, withCentres } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { type Confirmed, confirmPayment } from '../payment/confirm-payment.server.ts';
import { type AttemptState, attemptRank } from '../payment/payment.states.ts';
import { writePaymentEvent } from '../payment/payment-event.server.ts';
import { consumeOwnRefund, ownRefund } from '../refund/consume-refund.server.ts';
import {
  capturePayment,
  type GatewayConfig,
  type GatewayPayment,
  type GatewayRefund,
} from './razorpay-client.server.ts';

const STATES: Record<GatewayPayment['status'], AttemptState> = {
  created: 'CREATED',
  authorized: 'AUTHORIZED',
  captured: 'CAPTURED',
  refunded: 'REFUNDED',
  failed: 'FAILED',
};

export interface ConsumeResult {
  state: AttemptState;
  confirmed: Confirmed | null;
  /** Set when the gateway's word does not fit our books; nothing was posted. */
  exception: 'FORGED_AMOUNT' | 'REFUNDED' | 'CONFIRM_REFUSED' | null;
}

interface OrderRow {
  franchisee_id: number;
  id: string;
  payment_id: string;
  amount: number;
}

const fitsOrder = (order: Pick<OrderRow, 'amount'>, said: GatewayPayment): boolean =>
  said.amount === order.amount && said.currency === 'INR';

/** Takes authorised money, when it is what was asked: any other is not captured, and `consumeAttempt` makes it an exception. */
export const captureAsked = async (
  gateway: GatewayConfig,
  order: Pick<OrderRow, 'amount'>,
  said: GatewayPayment,
): Promise<GatewayPayment> =>
  said.status === 'authorized' && fitsOrder(order, said)
    ? capturePayment(gateway, said.id, order.amount)
    : said;

/** Consumes one gateway payment of a known order. Locks the order row, so two messages of one order wait for each other. */
export async function consumeAttempt(
  db: Db,
  order: OrderRow,
  said: GatewayPayment,
  now: Date,
): Promise<ConsumeResult> {
  await lockOrder(db, order);
  const state = STATES[said.status];
  const { moved, known } = await rememberAttempt(db, order, said, state);
  if (!fitsOrder(order, said)) {
    await noteException(db, order, 'FORGED_AMOUNT', said);
    return { state, confirmed: null, exception: 'FORGED_AMOUNT' };
  }
  // Money that went back is no income, whichever of the two messages comes first.
  if (known === 'REFUNDED') {
    if (state === 'REFUNDED') await noteRefund(db, order, said);
    return { state, confirmed: null, exception: 'REFUNDED' };
  }
  if (state === 'CAPTURED') {
    await db
      .updateTable('gateway_order')
      .set({ state: 'PAID' })
      .where('franchisee_id', '=', order.franchisee_id)
      .where('id', '=', order.id)
      .execute();
    const confirmed = await confirmOrNote(db, order, said, now);
    return { state, confirmed, exception: confirmed ? null : 'CONFIRM_REFUSED' };
  }
  if (moved) await tellTimeline(db, order, state, said);
  return { state, confirmed: null, exception: null };
}

/** Books the captured money. What the books refuse is taken back whole and stands among the exceptions with the reason. */
async function confirmOrNote(
  db: Db,
  order: OrderRow,
  said: GatewayPayment,
  now: Date,
): Promise<Confirmed | null> {
  await sql`savepoint confirming`.execute(db);
  try {
    const confirmed = await confirmPayment(db, {
      franchiseeId: order.franchisee_id,
      paymentId: order.payment_id,
      amount: said.amount,
      providerPaymentId: said.id,
      paidAt: new Date(said.created_at * 1000).toISOString(),
      now,
    });
    await sql`release savepoint confirming`.execute(db);
    if (confirmed.fresh) await closeRefused(db, order, said, now);
    return confirmed;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await sql`rollback to savepoint confirming`.execute(db);
    await noteException(db, order, 'CONFIRM_REFUSED', said, { reason: error.message });
    return null;
  }
}

/** The reconciler asks again: what was refused at first may be booked later. */
const closeRefused = (db: Db, order: OrderRow, said: GatewayPayment, now: Date) =>
  asCentre(db, order, () =>
    db
      .updateTable('recon_exception')
      .set({ closed_at: now.toISOString(), closed_reason: 'Booked when the provider was asked again.' })
      .where('kind', '=', 'CONFIRM_REFUSED')
      .where('provider_ref', '=', said.id)
      .where('closed_at', 'is', null)
      .execute(),
  );

/** Money taken for an order that is none of ours: head office must find whose it is. */
export const noteUnknownOrder = (db: Db, said: GatewayPayment) =>
  db
    .insertInto('recon_exception')
    .values({
      kind: 'UNKNOWN_ORDER',
      provider_ref: said.id,
      detail: JSON.stringify({ said: said.amount, currency: said.currency }),
    })
    .onConflict((oc) => oc.doNothing())
    .execute();

/**
 * A refund the gateway reports, whole or in part. One of ours goes on; any other is kept by the attempt and an exception
 * for head office until somebody books what it means for the family's account.
 */
export async function consumeRefund(
  db: Db,
  order: OrderRow,
  said: GatewayPayment,
  { refund, now }: { refund: GatewayRefund | undefined; now: Date },
): Promise<void> {
  await lockOrder(db, order);
  await rememberAttempt(db, order, said, STATES[said.status]);
  const own = refund && (await ownRefund(db, order.franchisee_id, refund));
  if (own) await consumeOwnRefund(db, own, refund, now);
  if (refund?.status !== 'failed') await noteRefund(db, order, said);
}

const lockOrder = (db: Db, order: OrderRow) =>
  db
    .selectFrom('gateway_order')
    .select('id')
    .where('franchisee_id', '=', order.franchisee_id)
    .where('id', '=', order.id)
    .forUpdate()
    .executeTakeFirstOrThrow();

// Not moved when the message is a repeat or older than what is known: it must not reach the timeline either.
async function rememberAttempt(
  db: Db,
  order: OrderRow,
  said: GatewayPayment,
  state: AttemptState,
): Promise<{ moved: boolean; known: string }> {
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
    return { moved: true, known: state };
  }
  if (facts.rank <= known.rank) return { moved: false, known: known.state };
  await db
    .updateTable('gateway_attempt')
    .set({ ...facts, late: known.state === 'FAILED' })
    .where('franchisee_id', '=', order.franchisee_id)
    .where('id', '=', known.id)
    .execute();
  return { moved: true, known: state };
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

async function noteException(
  db: Db,
  order: OrderRow,
  kind: 'FORGED_AMOUNT' | 'REFUNDED' | 'CONFIRM_REFUSED',
  said: GatewayPayment,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const detail = JSON.stringify({
    asked: order.amount,
    said: said.amount,
    currency: said.currency,
    paymentId: order.payment_id,
    ...more,
  });
  await asCentre(db, order, () =>
    db
      .insertInto('recon_exception')
      .values({ franchisee_id: order.franchisee_id, kind, provider_ref: said.id, detail })
      .onConflict((oc) => oc.doNothing())
      .execute(),
  );
}

// A parent's own word brings it too, whose role writes nothing here.
const asCentre = <T>(db: Db, order: OrderRow, work: () => Promise<T>): Promise<T> =>
  withCentres(db, [order.franchisee_id], 'payment.confirm', work);

/** One row a payment; another part of it given back opens the row again. */
async function noteRefund(db: Db, order: OrderRow, said: GatewayPayment): Promise<void> {
  const refunded = said.amount_refunded ?? said.amount;
  if (refunded <= (await sentByUs(db, order, said))) return;
  const { status } = await db
    .selectFrom('payment')
    .select('status')
    .where('franchisee_id', '=', order.franchisee_id)
    .where('id', '=', order.payment_id)
    .executeTakeFirstOrThrow();
  await noteException(db, order, 'REFUNDED', said, { refunded, paymentStatus: status });
  await asCentre(db, order, () =>
    sql`update recon_exception set detail = detail || ${JSON.stringify({ refunded })}::jsonb, closed_at = null, closed_by = null, closed_reason = null
      where kind = 'REFUNDED' and provider_ref = ${said.id} and (detail ->> 'refunded')::bigint < ${refunded}`.execute(
      db,
    ),
  );
}

/** Paise of this gateway payment that we sent back ourselves. */
async function sentByUs(db: Db, order: OrderRow, said: GatewayPayment): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(r.amount), 0)::bigint as sum from payment p join refund r on r.franchisee_id = p.franchisee_id and r.payment_id = p.id
     where p.franchisee_id = ${order.franchisee_id} and p.provider_payment_id = ${said.id} and r.mode = 'ORIGINAL' and r.status in ('PROCESSING', 'REFUNDED')`.execute(
    db,
  );
  return rows[0]?.sum ?? 0;
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
