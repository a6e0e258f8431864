import { todayIst } from '@aangan/contract/period.ts';
import { maskPhone } from '@aangan/contract/phone.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenYear, ensure } from '@aangan/server/work/ensure.ts';
import { nextNumber } from '@aangan/server/work/numbers.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { ensureFeeAccount, formFee } from '../../finance/public.server.ts';
import { ensureAbility } from '../../network/public.server.ts';
import { applicantOf } from '../form/answer-sheet.server.ts';
import { pagesOf } from '../form/form-pages.ts';
import { loadForm, type OpenForm, updateForm } from '../form/open-form.server.ts';
import { askingFamily, DAY_MS, ensureApplicant, shortYear } from '../form/start-form.server.ts';
import { writeStep } from '../form/step.server.ts';
import { formLink, tellFamily } from '../form/tell-family.server.ts';
import { refuseAdmission } from '../refusals.ts';
import type { DaySession } from '../seat/seats.server.ts';
import { settingsOf } from '../setting/settings.server.ts';
import { registrationContract } from './registration.contract.ts';

export interface RegistrationStart {
  franchiseeId: number;
  applicantId: string;
  enquiryId: string | null;
  applicationId: string | null;
  yearId: number;
  classId: number;
  daySession: DaySession;
  ownerId: string | null;
  /** PARENT: a link is sent. CENTRE: the counter types it in. */
  fill: 'PARENT' | 'CENTRE';
  payMode?: 'ONLINE' | 'OFFLINE' | undefined;
  now: Date;
}

/** Opens a registration with its number and, where a registration fee is set up, the fee. */
export async function openRegistration(
  db: Db,
  start: RegistrationStart,
): Promise<{ id: string; registrationNo: string }> {
  const { franchiseeId, yearId, now } = start;
  await ensureAbility(db, franchiseeId, 'NEW_ADMISSION', { yearId });
  await refuseSecondLive(db, start);
  const applicant = await applicantOf(db, start);
  const fee = await formFee(db, {
    franchiseeId,
    referenceType: 'REGISTRATION_FORM',
    yearId,
    classId: start.classId,
  });
  const due = fee !== null && fee.amount > 0;
  const feeAccountId = await ensureFeeAccount(db, {
    franchiseeId,
    childLabel: applicant.child_name,
    ...(start.enquiryId ? { enquiryId: start.enquiryId } : {}),
  });
  const { linkDays } = await settingsOf(db, franchiseeId);
  const expiresAt = new Date(now.getTime() + linkDays.REGISTRATION * DAY_MS);
  const n = await nextNumber(db, { franchiseeId, series: 'REGISTRATION', period: `A${yearId}` });
  const registrationNo = `REG/${String(franchiseeId).padStart(3, '0')}/${shortYear(yearId)}/${String(n).padStart(5, '0')}`;
  const status = start.fill === 'CENTRE' ? 'IN_PROGRESS' : 'LINK_SENT';
  const { id } = await db
    .insertInto('registration')
    .values({
      franchisee_id: franchiseeId,
      registration_no: registrationNo,
      applicant_id: start.applicantId,
      enquiry_id: start.enquiryId,
      application_id: start.applicationId,
      academic_year_id: yearId,
      class_id: start.classId,
      day_session: start.daySession,
      filled_by: start.fill,
      pay_mode: due ? (start.payMode ?? (start.fill === 'CENTRE' ? 'OFFLINE' : 'ONLINE')) : 'NONE',
      status,
      fee_amount: fee?.amount ?? 0,
      fee_status: due ? 'DUE' : 'NOT_DUE',
      fee_account_id: feeAccountId,
      pages_total: pagesOf('REGISTRATION', start.applicationId ? [] : ['APPLICATION']).length,
      expires_at: expiresAt.toISOString(),
      owner_id: start.ownerId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const form = { kind: 'REGISTRATION', franchiseeId, id } as const;
  await writeStep(db, { ...form, subjectId: id, from: null, to: status, action: 'open' });
  if (start.fill === 'PARENT')
    await tellFamily(db, form, applicant, {
      kind: 'admissions.registration-link',
      values: { date: todayIst(expiresAt) },
      key: 'open',
      linkUntil: expiresAt,
    });
  return { id, registrationNo };
}

async function refuseSecondLive(db: Db, start: RegistrationStart): Promise<void> {
  const live = await db
    .selectFrom('registration')
    .select('registration_no')
    .where('franchisee_id', '=', start.franchiseeId)
    .where('applicant_id', '=', start.applicantId)
    .where('academic_year_id', '=', start.yearId)
    .where('status', 'not in', ['CANCELLED', 'EXPIRED'])
    .executeTakeFirst();
  ensure(!live, () => refuseAdmission('registration.live', { details: { no: live?.registration_no ?? '' } }));
}

/** A registration at the counter or by link, straight from an enquiry. */
export const openRegistrationForm = handle(registrationContract.open, async ({ db, actor, input, now }) => {
  const enquiry = await askingFamily(db, input.enquiryCode);
  const yearId = chosenYear(actor);
  const { classId, daySession } = input;
  const applicantId = await ensureApplicant(db, enquiry, { yearId, classId, daySession });
  const application = await db
    .selectFrom('application')
    .select('id')
    .where('franchisee_id', '=', enquiry.franchiseeId)
    .where('applicant_id', '=', applicantId)
    .where('status', '=', 'ACCEPTED')
    .executeTakeFirst();
  return openRegistration(db, {
    franchiseeId: enquiry.franchiseeId,
    applicantId,
    enquiryId: enquiry.id,
    applicationId: application?.id ?? null,
    yearId,
    classId,
    daySession,
    ownerId: enquiry.ownerId,
    fill: input.fill,
    payMode: input.payMode,
    now,
  });
});

const SENDABLE = ['LINK_SENT', 'IN_PROGRESS', 'AWAITING_FEE', 'RETURNED', 'SUBMITTED', 'VERIFIED'];

/** A fresh link to the parent: of the registration, at any time before the child is admitted. */
export const resendRegistrationLink = handle(registrationContract.resend, async ({ db, input, now }) => {
  const form = await loadForm(db, 'REGISTRATION', input.id, true);
  ensure(SENDABLE.includes(form.status), () => refuse('row.wrong-state'));
  return sendRegistrationLink(db, form, now);
});

async function sendRegistrationLink(db: Db, form: OpenForm, now: Date) {
  const { linkDays } = await settingsOf(db, form.franchiseeId);
  const expiresAt = new Date(
    Math.max(Date.parse(form.expiresAt ?? ''), now.getTime() + linkDays.REGISTRATION * DAY_MS),
  );
  const applicant = await applicantOf(db, form);
  const refId = await formLink(db, form, expiresAt, now);
  await tellFamily(db, form, applicant, {
    kind: 'admissions.registration-link',
    values: { date: todayIst(expiresAt) },
    key: refId.slice(0, 6),
    linkUntil: expiresAt,
  });
  await updateForm(db, form, { expires_at: expiresAt.toISOString() });
  return { refId, expiresAt: expiresAt.toISOString(), sentTo: maskPhone(applicant.primary_mobile) };
}
