// What a payment of a form's fee does here, inside finance's transaction (areas/README §3, purpose FORM_FEE).
import type { PaymentPurpose } from '../../finance/public.server.ts';
import { lockApplication, moveApplication } from './applicant.server.ts';

export const formFeePurpose: PaymentPurpose = {
  async describe(db, subjectId) {
    const row = await db
      .selectFrom('application as a')
      .innerJoin('applicant as p', (j) =>
        j.onRef('p.franchisee_id', '=', 'a.franchisee_id').onRef('p.id', '=', 'a.applicant_id'),
      )
      .select(['a.application_no', 'p.child_name'])
      .where('a.id', '=', subjectId)
      .executeTakeFirst();
    return row ? { label: `Application fee, ${row.child_name}`, reference: row.application_no } : null;
  },
  async amountDue(db, subjectId) {
    const row = await db
      .selectFrom('application')
      .select(['fee_amount', 'fee_status'])
      .where('id', '=', subjectId)
      .executeTakeFirst();
    return row && (row.fee_status === 'DUE' || row.fee_status === 'INITIATED') ? row.fee_amount : 0;
  },
  async onInitiated(db, { subjectId }) {
    await setFee(db, subjectId, { fee_status: 'INITIATED' }, ['DUE']);
  },
  async onApprovalWaiting(db, { subjectId }) {
    await setFee(db, subjectId, { fee_status: 'APPROVAL_WAITING' }, ['DUE', 'INITIATED']);
  },
  async onFailed(db, { subjectId }) {
    await setFee(db, subjectId, { fee_status: 'DUE' }, ['INITIATED', 'APPROVAL_WAITING']);
  },
  async onConfirmed(db, { subjectId, paymentId, at }) {
    const row = await lockApplication(db, subjectId);
    if (!row) return;
    await setFee(db, subjectId, { fee_status: 'PAID', payment_id: paymentId, fee_paid_at: at }, [
      'DUE',
      'INITIATED',
      'APPROVAL_WAITING',
      'WAIVED',
    ]);
    // Paid late: an expired form that was handed in counts as handed in (admissions.md 2.1).
    if (row.status === 'AWAITING_FEE' || (row.status === 'EXPIRED' && row.submitted_at))
      await moveApplication(db, row, 'fee-confirmed', { channel: 'PAYMENT' });
  },
  async onReversed(db, { subjectId }) {
    await setFee(db, subjectId, { fee_status: 'REFUNDED' }, ['PAID']);
  },
};

type FeeStatus = 'DUE' | 'INITIATED' | 'APPROVAL_WAITING' | 'PAID' | 'WAIVED' | 'REFUNDED';

async function setFee(
  db: Parameters<PaymentPurpose['describe']>[0],
  id: string,
  set: { fee_status: FeeStatus; payment_id?: string; fee_paid_at?: string },
  from: FeeStatus[],
): Promise<void> {
  await db.updateTable('application').set(set).where('id', '=', id).where('fee_status', 'in', from).execute();
}
