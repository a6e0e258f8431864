// The counter of a form's fee: what is to be taken, and what was taken for it before.
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { paymentContract } from './payment.contract.ts';
import { purposeOf } from './payment-purposes.server.ts';

interface FormSubject {
  franchiseeId: number;
  /** 'application', 'registration' or 'admission'. */
  subjectKind: string;
  subjectId: string;
}

const paymentsOf = (db: Db, of: FormSubject) =>
  db
    .selectFrom('payment as p')
    .leftJoin('receipt as r', (join) =>
      join.onRef('r.franchisee_id', '=', 'p.franchisee_id').onRef('r.payment_id', '=', 'p.id'),
    )
    .select([
      'p.id',
      'p.mode',
      'p.amount',
      'p.status',
      'p.received_on as receivedOn',
      'r.number as receiptNumber',
    ])
    .where('p.franchisee_id', '=', of.franchiseeId)
    .where('p.purpose', '=', 'FORM_FEE')
    .where('p.subject_kind', '=', of.subjectKind)
    .where('p.subject_id', '=', of.subjectId)
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id')
    .execute();

/** Paise that were paid with a form or wait for their approval. */
export async function formFeeTaken(db: Db, of: FormSubject): Promise<number> {
  const taken = new Set(['APPROVAL_WAITING', 'CONFIRMED', 'TRANSFERRED']);
  return (await paymentsOf(db, of))
    .filter(({ status }) => taken.has(status))
    .reduce((sum, { amount }) => sum + amount, 0);
}

export const formCounter = handle(paymentContract.formCounter, async ({ db, input }) => {
  const form = ensureFound(await purposeOf('FORM_FEE')?.form?.(db, input.formId));
  const { franchiseeId, ...shown } = form;
  const of = { franchiseeId, subjectKind: form.kind.toLowerCase(), subjectId: input.formId };
  return { ...shown, payments: await paymentsOf(db, of) };
});
