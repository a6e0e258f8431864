// What a payment of a form's fee does here, inside finance's transaction (areas/README §3, purpose FORM_FEE). The
// subject is an application or a registration; both ids are uuids, so one look finds which.
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type { PaymentPurpose } from '../../finance/public.server.ts';
import { applicantOf } from '../form/answer-sheet.server.ts';
import { loadForm, moveForm, type OpenForm } from '../form/open-form.server.ts';

async function formOf(db: Db, id: string, lock = false): Promise<OpenForm | null> {
  for (const kind of ['APPLICATION', 'REGISTRATION'] as const) {
    const found = await db
      .selectFrom(kind === 'APPLICATION' ? 'application' : 'registration')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (found) return loadForm(db, kind, id, lock);
  }
  return null;
}

export const formFeePurpose: PaymentPurpose = {
  async describe(db, subjectId) {
    const form = await formOf(db, subjectId);
    if (!form) return null;
    const { child_name } = await applicantOf(db, form);
    const what = form.kind === 'APPLICATION' ? 'Application fee' : 'Registration fee';
    return { label: `${what}, ${child_name}`, reference: form.number ?? '' };
  },
  async amountDue(db, subjectId) {
    const form = await formOf(db, subjectId);
    return form && (form.feeStatus === 'DUE' || form.feeStatus === 'INITIATED') ? form.feeAmount : 0;
  },
  async counter(db, subjectId) {
    const form = await formOf(db, subjectId, true);
    if (!form?.feeAccountId || CLOSED.includes(form.status)) return null;
    const due = form.feeStatus === 'DUE' || form.feeStatus === 'INITIATED';
    return {
      feeAccountId: form.feeAccountId,
      referenceType: await counterReference(db, form),
      subjectKind: form.kind.toLowerCase(),
      amount: due ? form.feeAmount : 0,
    };
  },
  async onInitiated(db, { subjectId }) {
    await setFee(db, subjectId, { fee_status: 'INITIATED' }, ['DUE']);
  },
  async onApprovalWaiting(db, { subjectId }) {
    const form = await formOf(db, subjectId, true);
    await setFee(db, subjectId, { fee_status: 'APPROVAL_WAITING', pay_mode: 'OFFLINE' }, [
      'DUE',
      'INITIATED',
    ]);
    // The work goes on while the money waits for its approval; accepting and verifying wait with it (rule 12).
    if (form?.status === 'AWAITING_FEE') await moveForm(db, form, 'fee-recorded', { channel: 'PAYMENT' });
  },
  async onFailed(db, { subjectId }) {
    await setFee(db, subjectId, { fee_status: 'DUE' }, ['INITIATED', 'APPROVAL_WAITING']);
  },
  async onConfirmed(db, { subjectId, paymentId, at }) {
    const form = await formOf(db, subjectId, true);
    if (!form) return;
    await setFee(db, subjectId, { fee_status: 'PAID', payment_id: paymentId, fee_paid_at: at }, [
      'DUE',
      'INITIATED',
      'APPROVAL_WAITING',
      'WAIVED',
    ]);
    // Paid late: an expired form that was handed in counts as handed in (admissions.md 2.1).
    if (form.status === 'AWAITING_FEE' || (form.status === 'EXPIRED' && (await wasHandedIn(db, form))))
      await moveForm(db, form, 'fee-confirmed', { channel: 'PAYMENT' });
  },
  async onReversed(db, { subjectId }) {
    await setFee(db, subjectId, { fee_status: 'REFUNDED' }, ['PAID']);
  },
};

const CLOSED: readonly string[] = ['WITHDRAWN', 'CANCELLED', 'REJECTED', 'CONVERTED'];

// The seed's names say who filled the form in and how it was paid (admissions.md decision 2).
async function counterReference(db: Db, form: OpenForm): Promise<string> {
  if (form.kind === 'REGISTRATION') return form.referenceType;
  const { filled_by } = await db
    .selectFrom('application')
    .select('filled_by')
    .where('franchisee_id', '=', form.franchiseeId)
    .where('id', '=', form.id)
    .executeTakeFirstOrThrow();
  return filled_by === 'CENTRE' ? 'APPLICATION_FORM_FILL_OFFLINE' : 'APPLICATION_FORM_OFFLINE';
}

const wasHandedIn = async (db: Db, form: OpenForm): Promise<boolean> =>
  ensureFound(
    await db
      .selectFrom(form.kind === 'APPLICATION' ? 'application' : 'registration')
      .select('submitted_at')
      .where('franchisee_id', '=', form.franchiseeId)
      .where('id', '=', form.id)
      .executeTakeFirst(),
  ).submitted_at !== null;

type FeeStatus = 'DUE' | 'INITIATED' | 'APPROVAL_WAITING' | 'PAID' | 'WAIVED' | 'REFUNDED';

async function setFee(
  db: Db,
  id: string,
  set: { fee_status: FeeStatus; payment_id?: string; fee_paid_at?: string; pay_mode?: 'OFFLINE' },
  from: FeeStatus[],
): Promise<void> {
  for (const table of ['application', 'registration'] as const)
    await db
      .updateTable(table as 'application') // both have the fee's columns
      .set(set)
      .where('id', '=', id)
      .where('fee_status', 'in', from)
      .execute();
}
