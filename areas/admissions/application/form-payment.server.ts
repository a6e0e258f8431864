// What a payment of a form's fee does here, inside finance's transaction (areas/README §3, purpose FORM_FEE). The
// subject is an application, a registration or an admission; all ids are uuids, so one look finds which.
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type { PaymentPurpose } from '../../finance/public.server.ts';
import { admissionFee } from '../admission/admission-fee.server.ts';
import { applicantOf } from '../form/answer-sheet.server.ts';
import { loadForm, moveForm, type OpenForm, stateLabelOf } from '../form/open-form.server.ts';

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

const isDue = ({ feeStatus }: OpenForm): boolean => feeStatus === 'DUE' || feeStatus === 'INITIATED';

/** The same, or an admission, whose fee is no column of the form; `left` is what may be taken now, in paise. */
async function formAtCounter(
  db: Db,
  id: string,
  lock = false,
): Promise<(OpenForm & { left: number }) | null> {
  const form = await formOf(db, id, lock);
  if (form) return { ...form, left: isDue(form) ? form.feeAmount : 0 };
  const found = await db.selectFrom('admission').select('id').where('id', '=', id).executeTakeFirst();
  return found ? admissionFee(db, await loadForm(db, 'ADMISSION', id, lock)) : null;
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
    return form && isDue(form) ? form.feeAmount : 0;
  },
  async counter(db, subjectId) {
    const form = await formAtCounter(db, subjectId, true);
    if (!form?.feeAccountId || CLOSED.includes(form.status)) return null;
    return {
      feeAccountId: form.feeAccountId,
      referenceType: await counterReference(db, form),
      subjectKind: form.kind.toLowerCase(),
      amount: form.left,
    };
  },
  async form(db, subjectId) {
    const form = await formAtCounter(db, subjectId);
    if (!form) return null;
    const applicant = await applicantOf(db, form);
    return {
      kind: form.kind,
      franchiseeId: form.franchiseeId,
      child: applicant.child_name,
      payerName: applicant.parent_name,
      number: form.number,
      state: stateLabelOf(form),
      fee: form.feeAmount,
      due: CLOSED.includes(form.status) ? 0 : form.left,
      studentAdmissionId: form.kind === 'ADMISSION' ? form.id : null,
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
  if (form.kind !== 'APPLICATION') return form.referenceType;
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
