import type { Db } from '@aangan/server/work/unit-of-work.ts';

export type PaymentEventKind =
  | 'STARTED'
  | 'ORDERED'
  | 'ATTEMPT_FAILED'
  | 'AUTHORIZED'
  | 'WAITING'
  | 'CONFIRMED'
  | 'FAILED'
  | 'RECORDED'
  | 'REJECTED'
  | 'DOUBLE'
  | 'DEPOSITED'
  | 'CLEARED'
  | 'RETURNED'
  | 'HANDED_BACK'
  | 'REFUND_SENT'
  | 'REFUNDED'
  | 'REFUND_FAILED'
  | 'BAD_SIGNATURE';

const STAFF_ONLY = new Set<PaymentEventKind>(['ORDERED', 'BAD_SIGNATURE', 'REFUND_FAILED']);

/** One line of the payment's timeline; parent and centre read the same lines. */
export async function writePaymentEvent(
  db: Db,
  payment: { franchiseeId: number; id: string },
  kind: PaymentEventKind,
  data: Record<string, unknown> = {},
): Promise<void> {
  await db
    .insertInto('payment_event')
    .values({
      franchisee_id: payment.franchiseeId,
      payment_id: payment.id,
      kind,
      visible_to: STAFF_ONLY.has(kind) ? 'STAFF' : 'PARENT',
      data: JSON.stringify(data),
    })
    .execute();
}
