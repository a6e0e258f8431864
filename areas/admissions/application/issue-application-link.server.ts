import { academicYearLabel } from '@aangan/contract/period.ts';
import { maskPhone } from '@aangan/contract/phone.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { chosenYear, ensure, ensureFound } from '@aangan/server/ensure.ts';
import { handle } from '@aangan/server/handle.ts';
import { nextNumber } from '@aangan/server/numbers.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { queueMessage } from '../../communication/public.server.ts';
import {
  type EnquiryForAdmission,
  enquiryForAdmission,
  moveEnquiryStage,
} from '../../enquiries/public.server.ts';
import { ensureFeeAccount, formFee } from '../../finance/public.server.ts';
import { refuseAdmission } from '../refusals.ts';
import { applicationLink, lockApplication, writeStep } from './applicant.server.ts';
import { applicationContract } from './application.contract.ts';

const LINK_DAYS = 14; // admission_setting link_days, application
const DAY_MS = 86_400_000;

export const issueApplicationLink = handle(
  applicationContract.issueLink,
  async ({ db, actor, input, now }) => {
    const enquiry = familyOf(ensureFound(await enquiryForAdmission(db, input.enquiryCode)));
    const franchiseeId = enquiry.franchiseeId;
    const yearId = chosenYear(actor);
    const applicantId = await ensureApplicant(db, {
      enquiry,
      franchiseeId,
      yearId,
      classId: input.classId,
      daySession: input.daySession,
    });
    await refuseSecondLive(db, franchiseeId, applicantId, yearId);
    const reference = input.payMode === 'ONLINE' ? 'APPLICATION_FORM' : 'APPLICATION_FORM_OFFLINE';
    const fee = await formFee(db, { franchiseeId, referenceType: reference, yearId, classId: input.classId });
    const feeAccountId = await ensureFeeAccount(db, {
      franchiseeId,
      childLabel: enquiry.childName,
      enquiryId: enquiry.id,
    });
    const expiresAt = new Date(now.getTime() + LINK_DAYS * DAY_MS);
    const number = await nextNumber(db, { franchiseeId, series: 'APPLICATION', period: `A${yearId}` });
    const applicationNo = `APP/${String(franchiseeId).padStart(3, '0')}/${shortYear(yearId)}/${String(number).padStart(5, '0')}`;
    const row = await db
      .insertInto('application')
      .values({
        franchisee_id: franchiseeId,
        application_no: applicationNo,
        applicant_id: applicantId,
        enquiry_id: enquiry.id,
        academic_year_id: yearId,
        class_id: input.classId,
        day_session: input.daySession,
        pay_mode: input.payMode,
        reference_type: reference,
        fee_amount: fee?.amount ?? 0,
        fee_status: fee && fee.amount > 0 ? 'DUE' : 'NOT_DUE',
        fee_account_id: feeAccountId,
        expires_at: expiresAt.toISOString(),
        reviewer_id: enquiry.ownerId,
      })
      .returning(['franchisee_id', 'id'])
      .executeTakeFirstOrThrow();
    await writeStep(db, {
      kind: 'APPLICATION',
      franchiseeId,
      subjectId: row.id,
      from: null,
      to: 'LINK_SENT',
      action: 'issue-link',
    });
    await moveEnquiryStage(db, {
      enquiryId: enquiry.id,
      stage: 'Application Fee Link Sent',
      sourceId: row.id,
      reason: applicationNo,
    });
    const refId = await applicationLink(db, row, expiresAt, now);
    await tellParent(db, {
      franchiseeId,
      applicationId: row.id,
      enquiry,
      refId,
      expiresAt,
      kind: 'admissions.application-link',
    });
    return {
      id: row.id,
      applicationNo,
      refId,
      expiresAt: expiresAt.toISOString(),
      sentTo: maskPhone(enquiry.mobile),
    };
  },
);

/** '2026-27': how academic years stand in document numbers (README §5.3). */
export const shortYear = (yearId: number): string => `${yearId}-${academicYearLabel(yearId).slice(-2)}`;

/** What the forms need of an enquiry. An enquiry without a mobile cannot be sent a link. */
function familyOf(enquiry: EnquiryForAdmission) {
  const { child, guardian } = enquiry;
  const childName = [child.firstName, child.lastName].filter(Boolean).join(' ');
  ensure(childName, () =>
    refuse('input.invalid', { fields: { enquiryCode: 'Enter the child’s name in the enquiry first' } }),
  );
  const mobile = guardian.mobile;
  ensure(mobile, () =>
    refuse('input.invalid', { fields: { enquiryCode: 'Enter a mobile number in the enquiry first' } }),
  );
  return {
    id: enquiry.id,
    franchiseeId: enquiry.franchiseeId,
    ownerId: enquiry.ownerId,
    pincode: enquiry.pincode,
    familyId: enquiry.familyId,
    childName,
    dateOfBirth: child.dobApprox ? null : child.dob,
    gender: child.gender,
    parentName: guardian.name,
    mobile,
    email: guardian.email,
    language: guardian.language,
  };
}

type Enquiry = ReturnType<typeof familyOf>;

async function ensureApplicant(
  db: Db,
  a: {
    enquiry: Enquiry;
    franchiseeId: number;
    yearId: number;
    classId: number;
    daySession: 'MORNING' | 'AFTERNOON' | 'FULL_DAY';
  },
): Promise<string> {
  const known = await db
    .selectFrom('applicant')
    .select('id')
    .where('franchisee_id', '=', a.franchiseeId)
    .where('enquiry_id', '=', a.enquiry.id)
    .where('academic_year_id', '=', a.yearId)
    .executeTakeFirst();
  if (known) return known.id;
  const { enquiry } = a;
  const row = await db
    .insertInto('applicant')
    .values({
      franchisee_id: a.franchiseeId,
      enquiry_id: enquiry.id,
      family_id: enquiry.familyId,
      academic_year_id: a.yearId,
      class_id: a.classId,
      day_session: a.daySession,
      child_name: enquiry.childName,
      date_of_birth: enquiry.dateOfBirth,
      gender: enquiry.gender,
      parent_name: enquiry.parentName,
      primary_mobile: enquiry.mobile,
      email: enquiry.email,
      pincode: enquiry.pincode,
      language: enquiry.language === 'hi' ? 'hi' : 'en',
      answers: JSON.stringify(prefilled(enquiry)),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

// What the family told at the enquiry is not asked again.
function prefilled(enquiry: Enquiry): Record<string, string> {
  const known = {
    childName: enquiry.childName,
    dateOfBirth: enquiry.dateOfBirth,
    gender: enquiry.gender,
    parentName: enquiry.parentName,
    parentMobile: enquiry.mobile,
    parentEmail: enquiry.email,
    pincode: enquiry.pincode,
  };
  return Object.fromEntries(
    Object.entries(known).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

async function refuseSecondLive(
  db: Db,
  franchiseeId: number,
  applicantId: string,
  yearId: number,
): Promise<void> {
  const live = await db
    .selectFrom('application')
    .select('application_no')
    .where('franchisee_id', '=', franchiseeId)
    .where('applicant_id', '=', applicantId)
    .where('academic_year_id', '=', yearId)
    .where('status', 'not in', ['WITHDRAWN', 'REJECTED', 'EXPIRED'])
    .executeTakeFirst();
  ensure(!live, () => refuseAdmission('application.live', { details: { no: live?.application_no ?? '' } }));
}

interface Tell {
  franchiseeId: number;
  applicationId: string;
  enquiry: { childName: string; parentName: string; mobile: string; email: string | null; language: string };
  refId: string;
  expiresAt: Date;
  kind: string;
}

async function tellParent(db: Db, t: Tell): Promise<void> {
  await queueMessage(db, {
    kind: t.kind,
    franchiseeId: t.franchiseeId,
    about: {
      address: {
        mobile: t.enquiry.mobile,
        ...(t.enquiry.email ? { email: t.enquiry.email } : {}),
        name: t.enquiry.parentName,
        language: t.enquiry.language,
      },
    },
    values: {
      parent: t.enquiry.parentName,
      child: t.enquiry.childName,
      date: t.expiresAt.toISOString().slice(0, 10),
    },
    link: { purpose: 'form.application', subjectId: t.applicationId, expiresAt: t.expiresAt },
    dedupeKey: `application:${t.applicationId}:${t.refId.slice(0, 6)}`,
    source: { kind: 'application', id: t.applicationId },
  });
}

export const resendApplicationLink = handle(applicationContract.resend, async ({ db, input, now }) => {
  const row = ensureFound(await lockApplication(db, input.id));
  ensure(['LINK_SENT', 'IN_PROGRESS', 'AWAITING_FEE', 'RETURNED', 'SUBMITTED'].includes(row.status), () =>
    refuse('row.wrong-state'),
  );
  const applicant = await db
    .selectFrom('applicant')
    .selectAll()
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.applicant_id)
    .executeTakeFirstOrThrow();
  const expiresAt = new Date(
    Math.max(new Date(row.expires_at).getTime(), now.getTime() + LINK_DAYS * DAY_MS),
  );
  const refId = await applicationLink(db, row, expiresAt, now);
  const enquiry = {
    childName: applicant.child_name,
    parentName: applicant.parent_name,
    mobile: applicant.primary_mobile,
    email: applicant.email,
    language: applicant.language,
  };
  await tellParent(db, {
    franchiseeId: row.franchisee_id,
    applicationId: row.id,
    enquiry,
    refId,
    expiresAt,
    kind: 'admissions.application-link',
  });
  await db
    .updateTable('application')
    .set({ expires_at: expiresAt.toISOString() })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  return { refId, expiresAt: expiresAt.toISOString(), sentTo: maskPhone(applicant.primary_mobile) };
});
