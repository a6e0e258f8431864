// What the three forms have in common when they begin: the family of an enquiry becomes an applicant, once a year.
import { academicYearLabel } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type EnquiryForAdmission, enquiryForAdmission } from '../../enquiries/public.server.ts';
import type { DaySession } from '../seat/seats.server.ts';
import { type FormAnswers, validAnswers } from './answers.ts';

export const DAY_MS = 86_400_000;

/** '2026-27': how academic years stand in document numbers (README §5.3). */
export const shortYear = (yearId: number): string => `${yearId}-${academicYearLabel(yearId).slice(-2)}`;

/** The enquiry behind a code or id, with what the forms need of it. An enquiry without a mobile cannot be sent a link. */
export async function askingFamily(db: Db, enquiryCode: string): Promise<AskingFamily> {
  return familyOf(ensureFound(await enquiryForAdmission(db, enquiryCode)));
}

function familyOf(enquiry: EnquiryForAdmission) {
  const { child, guardian } = enquiry;
  const childName = [child.firstName, child.lastName].filter(Boolean).join(' ').slice(0, 100).trim();
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

export type AskingFamily = ReturnType<typeof familyOf>;

export interface Wish {
  yearId: number;
  classId: number;
  daySession: DaySession;
}

/** The applicant of an enquiry in a year, made when there is none. */
export async function ensureApplicant(db: Db, enquiry: AskingFamily, wish: Wish): Promise<string> {
  const known = await db
    .selectFrom('applicant')
    .select('id')
    .where('franchisee_id', '=', enquiry.franchiseeId)
    .where('enquiry_id', '=', enquiry.id)
    .where('academic_year_id', '=', wish.yearId)
    .executeTakeFirst();
  if (known) return known.id;
  const row = await db
    .insertInto('applicant')
    .values({
      franchisee_id: enquiry.franchiseeId,
      enquiry_id: enquiry.id,
      family_id: enquiry.familyId,
      academic_year_id: wish.yearId,
      class_id: wish.classId,
      day_session: wish.daySession,
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
function prefilled(enquiry: AskingFamily): Partial<FormAnswers> {
  return validAnswers({
    childName: enquiry.childName,
    dateOfBirth: enquiry.dateOfBirth,
    gender: enquiry.gender,
    parentName: enquiry.parentName,
    parentMobile: enquiry.mobile,
    parentEmail: enquiry.email,
    pincode: enquiry.pincode,
  });
}
