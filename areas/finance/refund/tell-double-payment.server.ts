import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { queueMessage } from '../../communication/public.server.ts';

/** Tells whoever paid that the money is there twice and waits for a word; the centre writes down what the family wants. */
export async function tellDoublePayment(
  db: Db,
  payment: {
    franchisee_id: number;
    id: string;
    fee_account_id: string | null;
    payer_name: string | null;
    payer_mobile: string | null;
    payer_email: string | null;
  },
  amount: number,
): Promise<void> {
  const account = await db
    .selectFrom('fee_account')
    .select(['child_label', 'student_id'])
    .where('franchisee_id', '=', payment.franchisee_id)
    .where('id', '=', payment.fee_account_id)
    .executeTakeFirstOrThrow();
  const address = {
    ...(payment.payer_mobile ? { mobile: payment.payer_mobile } : {}),
    ...(payment.payer_email ? { email: payment.payer_email } : {}),
  };
  if (!account.student_id && Object.keys(address).length === 0) return;
  await queueMessage(db, {
    kind: 'finance.double-payment',
    franchiseeId: payment.franchisee_id,
    about: account.student_id
      ? { studentIds: [account.student_id] }
      : { address: { ...address, name: payment.payer_name ?? '' } },
    values: { child: account.child_label, amountPaise: amount },
    dedupeKey: `double-payment:${payment.id}`,
    source: { kind: 'payment', id: payment.id },
  });
}
