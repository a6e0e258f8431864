// Payments as they stand when the family is at the gateway: an account with one planned line, INITIATED, the order made.
// Written in bulk by SQL, because promises are measured on thousands of them.
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { ANDHERI, BANER } from '@aangan/testkit/world.ts';

export type Sql = (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>;

export interface PreparedPayment {
  franchiseeId: number;
  feeAccountId: string;
  feeLineId: string;
  paymentId: string;
  gatewayOrderId: string;
  providerOrderId: string;
  /** Paise. */
  amount: number;
  /** Token of the account's pay.admission link. */
  token: string;
}

export const gatewayKeys = {
  keyId: 'rzp_test_Promises00000001',
  keySecret: 'key-secret-of-the-promises',
  webhookSecret: 'webhook-secret-of-the-promises',
};

/** What handlers read from `ports.config`. */
export const gatewayConfigOf = (url: string): Record<string, string> => ({
  RAZORPAY_KEY_ID: gatewayKeys.keyId,
  RAZORPAY_KEY_SECRET: gatewayKeys.keySecret,
  RAZORPAY_WEBHOOK_SECRET: gatewayKeys.webhookSecret,
  RAZORPAY_API_URL: url,
});

/** New payments, turn by turn of Andheri and Baner, not written anywhere yet. */
export function newPayments(count: number): PreparedPayment[] {
  return Array.from({ length: count }, (_, n) => ({
    franchiseeId: n % 2 === 0 ? ANDHERI : BANER,
    feeAccountId: randomUUID(),
    feeLineId: randomUUID(),
    paymentId: randomUUID(),
    gatewayOrderId: randomUUID(),
    providerOrderId: `order_${randomBytes(7).toString('hex')}`,
    amount: 10_000 + n * 7,
    token: `${randomBytes(15).toString('hex').slice(0, 21)}A`,
  }));
}

const TABLES = [
  `insert into fee_account (franchisee_id, id, child_label) select "franchiseeId", "feeAccountId", 'Child' from given`,
  `insert into fee_line (franchisee_id, id, fee_account_id, kind, state, label, fee_type_id, component_kind, due_on, gross, royalty_base, academic_year_id)
     select "franchiseeId", "feeLineId", "feeAccountId", 'PLAN', 'PLANNED', 'Instalment 1', t.id, t.component_kind, '2026-12-10', amount, 'NET', 2026
       from given, (select id, component_kind from fee_type where franchisee_id = 1 and code = 'TUITION') t`,
  `insert into payment (franchisee_id, id, purpose, reference_type, fee_account_id, subject_kind, subject_id, mode, amount, status, selection, selection_hash, payer_name, channel)
     select "franchiseeId", "paymentId", 'FEE', 'TUITION FEES', "feeAccountId", 'fee-account', "feeAccountId"::text, 'ONLINE', amount, 'INITIATED',
       jsonb_build_array(jsonb_build_object('feeLineId', "feeLineId", 'amount', amount)), sha256("paymentId"::text::bytea), 'Payer', 'PUBLIC' from given`,
  `insert into gateway_order (franchisee_id, id, payment_id, receipt, provider_order_id, amount, state)
     select "franchiseeId", "gatewayOrderId", "paymentId", 'p' || left(replace("paymentId"::text, '-', ''), 32), "providerOrderId", amount, 'CREATED' from given`,
  `insert into provider_reference (provider, kind, ref, franchisee_id, subject_kind, subject_id)
     select 'razorpay', 'ORDER', "providerOrderId", "franchiseeId", 'gateway-order', "gatewayOrderId" from given`,
  `insert into public_link (token_hash, purpose, franchisee_id, subject_kind, subject_id, expires_at, max_expires_at)
     select sha256(token::bytea), 'pay.admission', "franchiseeId", 'fee-account', "feeAccountId"::text, now() + interval '30 days', now() + interval '180 days' from given`,
];
const GIVEN = `with given as (select * from jsonb_to_recordset($1::jsonb) as g ("franchiseeId" int, "feeAccountId" uuid, "feeLineId" uuid,
  "paymentId" uuid, "gatewayOrderId" uuid, "providerOrderId" text, amount bigint, token text))`;

/** Writes them as the owner of the database. */
export async function writePayments(sql: Sql, payments: readonly PreparedPayment[]): Promise<void> {
  const given = JSON.stringify(payments);
  for (const table of TABLES) await sql(`${GIVEN} ${table}`, [given]);
}

export interface Webhook {
  body: string;
  signature: string;
  eventId: string;
}

export type GatewayStatus = 'created' | 'authorized' | 'captured' | 'failed' | 'refunded';

export const signBody = (body: string | Buffer, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

/** The provider's payment id of an order; one attempt per order. */
export const providerPaymentIdOf = (payment: PreparedPayment): string =>
  payment.providerOrderId.replace('order_', 'pay_');

// A message is read by the state it carries, so states without an event of their own come under a consumed one.
const EVENT: Record<GatewayStatus, string> = {
  created: 'payment.authorized',
  authorized: 'payment.authorized',
  captured: 'payment.captured',
  failed: 'payment.failed',
  refunded: 'order.paid',
};

/** A genuine webhook that says this of the payment, signed as the gateway does. */
export function webhookOf(
  payment: PreparedPayment,
  status: GatewayStatus,
  secret = gatewayKeys.webhookSecret,
): Webhook {
  const at = Math.floor(Date.now() / 1000);
  const entity = {
    id: providerPaymentIdOf(payment),
    entity: 'payment',
    amount: payment.amount,
    currency: 'INR',
    status,
    order_id: payment.providerOrderId,
    method: 'upi',
    error_code: status === 'failed' ? 'BAD_REQUEST_ERROR' : null,
    created_at: at,
  };
  const body = JSON.stringify({
    entity: 'event',
    event: EVENT[status],
    payload: { payment: { entity } },
    created_at: at,
  });
  const eventId = createHash('sha256').update(`${payment.paymentId}${status}`).digest('hex').slice(0, 24);
  return { body, signature: signBody(body, secret), eventId };
}
