// Checkout of an opened payment, for whoever may pay it: the holder of a link or a signed-in centre. The provider is asked
// outside any transaction.
import type { ApartCall } from '@aangan/server/endpoint/handle.ts';
import type { Actor, NarrowedActor } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { franchisee } from '../../network/public.server.ts';
import { captureAsked, consumeAttempt } from '../gateway/consume-attempt.server.ts';
import {
  createOrder,
  ensureGateway,
  fetchPayment,
  findOrder,
  type GatewayConfig,
  isCheckoutSignature,
} from '../gateway/razorpay-client.server.ts';
import { refusePayment } from './payment.refusals.ts';
import { writePaymentEvent } from './payment-event.server.ts';

export interface Own {
  payment: RowIn<'payment'>;
  order: RowIn<'gateway_order'>;
}

/** The payment a caller may pay, or a refusal (404): one of another's subject is not told apart from none. */
type FindOwn = (db: Db, actor: Actor, paymentId: string) => Promise<Own>;
type Work = <T>(as: NarrowedActor, work: (db: Db) => Promise<T>) => Promise<T>;

export async function withOrder(db: Db, payment: RowIn<'payment'>): Promise<Own> {
  const order = await db
    .selectFrom('gateway_order')
    .selectAll()
    .where('franchisee_id', '=', payment.franchisee_id)
    .where('payment_id', '=', payment.id)
    .executeTakeFirst();
  return { payment, order: ensureFound(order) };
}

/** Order at the provider, outside any transaction; a lost answer is found again by the receipt (finance.md 3.10 step 1). */
export async function openCheckout(
  { actor, input, ports, work }: ApartCall<{ paymentId: string; language: 'en' | 'hi' }>,
  own: FindOwn,
  describe: (db: Db, payment: Own['payment']) => Promise<string>,
) {
  const { payment, order } = await work(actor, (db) => own(db, actor, input.paymentId));
  const gateway = ensureGateway(ports.config);
  ensure(payment.status === 'INITIATED' || payment.status === 'FAILED', () =>
    refusePayment('payment.already-confirmed'),
  );
  const providerOrderId =
    order.provider_order_id ?? (await makeOrder(gateway, actor, { payment, order }, work));
  const [label, centre] = await work(
    actor,
    async (db) =>
      [
        await describe(db, payment),
        (await franchisee(db, payment.franchisee_id))?.companyName ?? '',
      ] as const,
  );
  return {
    scriptUrl: gateway.checkoutUrl,
    options: {
      key: gateway.keyId,
      order_id: providerOrderId,
      amount: payment.amount,
      currency: 'INR',
      name: centre,
      description: label,
      prefill: {
        name: payment.payer_name ?? '',
        email: payment.payer_email ?? '',
        contact: payment.payer_mobile ?? '',
      },
      notes: { franchiseeID: String(payment.franchisee_id), referenceType: payment.reference_type ?? '' },
      theme: { color: '#8080ff' },
      modal: { backdropclose: false, escape: false, confirm_close: true },
      retry: { enabled: true },
      config: { display: { language: input.language === 'hi' ? 'hin' : 'en' } },
    },
  };
}

async function makeOrder(
  gateway: GatewayConfig,
  actor: NarrowedActor,
  { payment, order }: Own,
  work: Work,
): Promise<string> {
  const notes = { franchiseeID: String(payment.franchisee_id), paymentID: payment.id };
  const made =
    (await findOrder(gateway, order.receipt)) ??
    (await createOrder(gateway, { amount: order.amount, receipt: order.receipt, notes }));
  await work(actor, async (db) => {
    await db
      .updateTable('gateway_order')
      .set({ provider_order_id: made.id, state: 'CREATED' })
      .where('franchisee_id', '=', order.franchisee_id)
      .where('id', '=', order.id)
      .where('provider_order_id', 'is', null)
      .execute();
    await db
      .insertInto('provider_reference')
      .values({
        provider: 'razorpay',
        kind: 'ORDER',
        ref: made.id,
        franchisee_id: order.franchisee_id,
        subject_kind: 'gateway-order',
        subject_id: order.id,
      })
      .onConflict((oc) => oc.doNothing())
      .execute();
    await writePaymentEvent(db, { franchiseeId: order.franchisee_id, id: payment.id }, 'ORDERED');
  });
  return made.id;
}

/** The browser's word is checked, then the gateway is asked: only what it says itself is booked. */
export async function verifyCheckout(
  {
    actor,
    input,
    now,
    ports,
    work,
  }: ApartCall<{
    paymentId: string;
    razorpay_payment_id: string;
    razorpay_order_id: string;
    razorpay_signature: string;
  }>,
  own: FindOwn,
): Promise<Own['payment']> {
  const { payment, order } = await work(actor, (db) => own(db, actor, input.paymentId));
  const gateway = ensureGateway(ports.config);
  const genuine =
    order.provider_order_id === input.razorpay_order_id &&
    isCheckoutSignature(
      gateway,
      input.razorpay_order_id,
      input.razorpay_payment_id,
      input.razorpay_signature,
    );
  if (!genuine) {
    await work(actor, (db) =>
      writePaymentEvent(db, { franchiseeId: payment.franchisee_id, id: payment.id }, 'BAD_SIGNATURE'),
    );
    throw refusePayment('payment.signature');
  }
  const said = await captureAsked(gateway, order, await fetchPayment(gateway, input.razorpay_payment_id));
  await work(actor, (db) =>
    consumeAttempt(
      db,
      {
        franchisee_id: order.franchisee_id,
        id: order.id,
        payment_id: order.payment_id,
        amount: order.amount,
      },
      said,
      now,
    ),
  );
  return payment;
}
