import { maskPhone } from '@aangan/contract/phone.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenYear, ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import { nextNumber } from '@aangan/server/work/numbers.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { moveEnquiryStage } from '../../enquiries/public.server.ts';
import { ensureFeeAccount, formFee } from '../../finance/public.server.ts';
import { applicantOf } from '../form/answer-sheet.server.ts';
import { loadForm } from '../form/open-form.server.ts';
import { askingFamily, DAY_MS, ensureApplicant, shortYear } from '../form/start-form.server.ts';
import { writeStep } from '../form/step.server.ts';
import { formLink, tellFamily } from '../form/tell-family.server.ts';
import { refuseAdmission } from '../refusals.ts';
import { flowOf, settingsOf } from '../setting/settings.server.ts';
import { applicationContract } from './application.contract.ts';

export const issueApplicationLink = handle(
  applicationContract.issueLink,
  async ({ db, actor, input, now }) => {
    const enquiry = await askingFamily(db, input.enquiryCode);
    const franchiseeId = enquiry.franchiseeId;
    const yearId = chosenYear(actor);
    const { classId, daySession } = input;
    ensure((await flowOf(db, franchiseeId, classId)) !== 'DIRECT', () => refuseAdmission('flow.direct'));
    const applicantId = await ensureApplicant(db, enquiry, { yearId, classId, daySession });
    await refuseSecondLive(db, { franchiseeId, applicantId, yearId });
    const reference = input.payMode === 'ONLINE' ? 'APPLICATION_FORM' : 'APPLICATION_FORM_OFFLINE';
    const fee = await formFee(db, { franchiseeId, referenceType: reference, yearId, classId });
    const feeAccountId = await ensureFeeAccount(db, {
      franchiseeId,
      childLabel: enquiry.childName,
      enquiryId: enquiry.id,
    });
    const { linkDays } = await settingsOf(db, franchiseeId);
    const expiresAt = new Date(now.getTime() + linkDays.APPLICATION * DAY_MS);
    const number = await nextNumber(db, { franchiseeId, series: 'APPLICATION', period: `A${yearId}` });
    const applicationNo = `APP/${String(franchiseeId).padStart(3, '0')}/${shortYear(yearId)}/${String(number).padStart(5, '0')}`;
    const { id } = await db
      .insertInto('application')
      .values({
        franchisee_id: franchiseeId,
        application_no: applicationNo,
        applicant_id: applicantId,
        enquiry_id: enquiry.id,
        academic_year_id: yearId,
        class_id: classId,
        day_session: daySession,
        pay_mode: input.payMode,
        reference_type: reference,
        fee_amount: fee?.amount ?? 0,
        fee_status: fee && fee.amount > 0 ? 'DUE' : 'NOT_DUE',
        fee_account_id: feeAccountId,
        expires_at: expiresAt.toISOString(),
        reviewer_id: enquiry.ownerId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const form = { kind: 'APPLICATION', franchiseeId, id } as const;
    await writeStep(db, { ...form, subjectId: id, from: null, to: 'LINK_SENT', action: 'issue-link' });
    await moveEnquiryStage(db, {
      enquiryId: enquiry.id,
      stage: 'Application Fee Link Sent',
      sourceId: id,
      reason: applicationNo,
    });
    const { refId, sentTo } = await sendLink(db, { ...form, applicantId }, expiresAt, now);
    return { id, applicationNo, refId, expiresAt: expiresAt.toISOString(), sentTo };
  },
);

async function refuseSecondLive(
  db: Db,
  key: { franchiseeId: number; applicantId: string; yearId: number },
): Promise<void> {
  const live = await db
    .selectFrom('application')
    .select('application_no')
    .where('franchisee_id', '=', key.franchiseeId)
    .where('applicant_id', '=', key.applicantId)
    .where('academic_year_id', '=', key.yearId)
    .where('status', 'not in', ['WITHDRAWN', 'REJECTED', 'EXPIRED'])
    .executeTakeFirst();
  ensure(!live, () => refuseAdmission('application.live', { details: { no: live?.application_no ?? '' } }));
}

async function sendLink(
  db: Db,
  form: { kind: 'APPLICATION'; franchiseeId: number; id: string; applicantId: string },
  expiresAt: Date,
  now: Date,
): Promise<{ refId: string; sentTo: string }> {
  const applicant = await applicantOf(db, form);
  const refId = await formLink(db, form, expiresAt, now);
  await tellFamily(db, form, applicant, {
    kind: 'admissions.application-link',
    values: { child: applicant.child_name, date: expiresAt.toISOString().slice(0, 10) },
    key: refId.slice(0, 6),
    linkUntil: expiresAt,
  });
  return { refId, sentTo: maskPhone(applicant.primary_mobile) };
}

const RESENDABLE = ['LINK_SENT', 'IN_PROGRESS', 'AWAITING_FEE', 'RETURNED', 'SUBMITTED', 'WAITLISTED'];

export const resendApplicationLink = handle(applicationContract.resend, async ({ db, input, now }) => {
  const form = await loadForm(db, 'APPLICATION', input.id, true);
  ensure(RESENDABLE.includes(form.status), () => refuse('row.wrong-state'));
  const { linkDays } = await settingsOf(db, form.franchiseeId);
  const expiresAt = new Date(
    Math.max(Date.parse(ensureFound(form.expiresAt)), now.getTime() + linkDays.APPLICATION * DAY_MS),
  );
  const sent = await sendLink(db, { ...form, kind: 'APPLICATION' }, expiresAt, now);
  await db
    .updateTable('application')
    .set({ expires_at: expiresAt.toISOString() })
    .where('franchisee_id', '=', form.franchiseeId)
    .where('id', '=', form.id)
    .execute();
  return { ...sent, expiresAt: expiresAt.toISOString() };
});
