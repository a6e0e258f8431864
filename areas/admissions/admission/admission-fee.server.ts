// The fee of the admission form. No column holds it: it is what the centre collects with that form, less what was paid.
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { findFeeAccount, formFee, formFeeTaken } from '../../finance/public.server.ts';
import type { OpenForm } from '../form/open-form.server.ts';

/** The form with its fee, and what of it is left, in paise; money that waits for its approval counts as paid. */
export async function admissionFee(db: Db, form: OpenForm): Promise<OpenForm & { left: number }> {
  const asked = await formFee(db, {
    franchiseeId: form.franchiseeId,
    referenceType: 'ADMISSION_FORM',
    yearId: form.yearId,
    classId: form.classId,
  });
  const account = await findFeeAccount(db, form.id);
  const taken = await formFeeTaken(db, {
    franchiseeId: form.franchiseeId,
    subjectKind: 'admission',
    subjectId: form.id,
  });
  const feeAmount = asked?.amount ?? 0;
  return {
    ...form,
    feeAmount,
    left: Math.max(0, feeAmount - taken),
    feeAccountId: account?.id ?? null,
  };
}
