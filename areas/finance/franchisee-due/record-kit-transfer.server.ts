// A transfer for a kit order: head office compares it with its bank and approves it with the other transfers of centres.
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { selectionHash } from '../payment/open-payment.server.ts';
import { refusePayment } from '../payment/payment.refusals.ts';
import { writePaymentEvent } from '../payment/payment-event.server.ts';

export interface KitTransfer {
  franchiseeId: number;
  subjectKind: string;
  subjectId: string;
  amountPaise: number;
  /** As the bank shows it; it may follow later. */
  reference: string | null;
  payerName: string;
  maker: string;
  /** Day of the order. */
  on: string;
}

/** Opens the payment that waits for approval. Refuses a reference that was used for another one. */
export async function recordKitTransfer(db: Db, of: KitTransfer): Promise<{ paymentId: string }> {
  const reference = of.reference?.toUpperCase().replace(/[^A-Z0-9]/g, '') || null;
  const { id } = await db
    .insertInto('payment')
    .values({
      franchisee_id: of.franchiseeId,
      purpose: 'KIT_ORDER',
      subject_kind: of.subjectKind,
      subject_id: of.subjectId,
      mode: 'NEFT',
      amount: of.amountPaise,
      status: 'APPROVAL_WAITING',
      selection_hash: selectionHash({
        purpose: 'KIT_ORDER',
        subjectId: of.subjectId,
        amountPaise: of.amountPaise,
      }),
      payer_name: of.payerName,
      ref_norm: reference,
      received_on: of.on,
      channel: 'APP',
      maker: of.maker,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (reference !== null) {
    const taken = await db
      .insertInto('provider_reference')
      .values({
        provider: 'bank',
        kind: 'UTR',
        ref: reference,
        franchisee_id: of.franchiseeId,
        subject_kind: 'payment',
        subject_id: id,
      })
      .onConflict((oc) => oc.doNothing())
      .executeTakeFirst();
    if (Number(taken.numInsertedOrUpdatedRows ?? 0) === 0)
      throw refusePayment('payment.reference-used', { fields: { reference: 'Used for another payment' } });
  }
  await writePaymentEvent(db, { franchiseeId: of.franchiseeId, id }, 'RECORDED', { mode: 'NEFT' });
  return { paymentId: id };
}
