import { todayIst } from '@aangan/contract/period.ts';
import { ensure, ensureFound, ensureStep } from '@aangan/server/ensure.ts';
import { handle } from '@aangan/server/handle.ts';
import { nextNumber } from '@aangan/server/numbers.ts';
import { later } from '@aangan/server/outbox.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { queueMessage } from '../../communication/public.server.ts';
import { moveEnquiryStage } from '../../enquiries/public.server.ts';
import { activateFeePlan, attachStudent } from '../../finance/public.server.ts';
import { franchiseeLabels } from '../../network/public.server.ts';
import { createStudentFromAdmission, type NewGuardian } from '../../students/public.server.ts';
import { writeStep } from '../application/applicant.server.ts';
import { shortYear } from '../application/issue-application-link.server.ts';
import type { FormAnswers } from '../public-form/application-form.ts';
import { refuseAdmission } from '../refusals.ts';
import { admissionContract } from './admission.contract.ts';
import { admissionLabels, admissionStates } from './admission.states.ts';
import { checklistOf } from './checklist.server.ts';
import { lockSeats } from './seats.server.ts';

/**
 * One transaction, in the order of admissions.md 3.9. A second call with the same key is replayed by the runner; with
 * another key it finds CONFIRMED and answers the first result, because the enrolment's id is the admission's.
 */
export const confirmAdmission = handle(admissionContract.confirm, async ({ db, actor, input, now }) => {
  const admission = ensureFound(
    await db.selectFrom('admission').selectAll().where('id', '=', input.id).forUpdate().executeTakeFirst(),
  );
  if (admission.status === 'CONFIRMED') return firstResult(db, admission);
  const label = admissionLabels[admission.status].toLowerCase();
  ensureStep(admissionStates, admission.status, 'confirm', () =>
    refuseAdmission('admission.wrong-state', { details: { status: label } }),
  );
  const seats = {
    franchiseeId: admission.franchisee_id,
    yearId: admission.academic_year_id,
    classId: admission.class_id,
    daySession: admission.day_session,
  };
  const left = await lockSeats(db, seats);
  ensure(left === null || left > 0, () => refuseAdmission('seat.full'));
  const applicant = await db
    .selectFrom('applicant')
    .selectAll()
    .where('franchisee_id', '=', admission.franchisee_id)
    .where('id', '=', admission.applicant_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const today = todayIst(now);
  const { lines } = await checklistOf(db, { ...admission, applicant }, today);
  const open = lines.filter((line) => line.blocking && !line.ok);
  ensure(open.length === 0, () =>
    refuseAdmission('admission.checklist', { details: { lines: open.map((line) => line.text).join('; ') } }),
  );
  const number = await nextNumber(db, {
    franchiseeId: admission.franchisee_id,
    series: 'ADMISSION',
    period: `A${admission.academic_year_id}`,
  });
  const admissionNo = `${String(admission.franchisee_id).padStart(3, '0')}/${shortYear(admission.academic_year_id)}/${String(number).padStart(4, '0')}`;
  const made = await createStudentFromAdmission(db, {
    franchiseeId: admission.franchisee_id,
    admissionId: admission.id,
    academicYearId: admission.academic_year_id,
    admissionNo,
    classId: admission.class_id,
    daySession: admission.day_session,
    startOn: admission.start_on,
    today,
    child: {
      name: applicant.child_name,
      callName: applicant.call_name,
      dateOfBirth: ensureFound(applicant.date_of_birth),
      gender: ensureFound(applicant.gender),
    },
    familyId: input.familyId ?? applicant.family_id,
    family: {
      address: (applicant.answers as FormAnswers).address ?? null,
      pincode: applicant.pincode,
      language: applicant.language,
    },
    guardians: guardiansOf(applicant),
  });
  await attachStudent(db, {
    franchiseeId: admission.franchisee_id,
    studentAdmissionId: admission.id,
    studentId: made.studentId,
    familyId: made.familyId,
    childLabel: applicant.child_name,
  });
  const plan = await activateFeePlan(db, {
    franchiseeId: admission.franchisee_id,
    studentAdmissionId: admission.id,
    on: today,
  });
  await later(
    db,
    'orders.entitle-kits',
    { enrolmentId: admission.id },
    { franchiseeId: admission.franchisee_id, dedupeKey: admission.id, lane: 'FACT' },
  );
  await db
    .updateTable('admission')
    .set({
      status: 'CONFIRMED',
      confirmed_at: now.toISOString(),
      confirmed_by: actor.userId,
      student_id: made.studentId,
      admission_no: admissionNo,
    })
    .where('franchisee_id', '=', admission.franchisee_id)
    .where('id', '=', admission.id)
    .execute();
  await writeStep(db, {
    kind: 'ADMISSION',
    franchiseeId: admission.franchisee_id,
    subjectId: admission.id,
    from: admission.status,
    to: 'CONFIRMED',
    action: 'confirm',
    reason: admissionNo,
  });
  if (admission.enquiry_id)
    await moveEnquiryStage(db, {
      enquiryId: admission.enquiry_id,
      stage: 'Admission Confirmed',
      sourceId: admission.id,
      reason: admissionNo,
    });
  await tell(db, {
    franchiseeId: admission.franchisee_id,
    studentId: made.studentId,
    admissionId: admission.id,
    classId: admission.class_id,
    child: applicant.child_name,
    startOn: admission.start_on,
    admissionNo,
  });
  return {
    studentId: made.studentId,
    studentAdmissionId: admission.id,
    admissionNo,
    enrolmentNo: made.enrolmentNo,
    postedLines: plan.lines,
  };
});

async function firstResult(
  db: Db,
  admission: { franchisee_id: number; id: string; student_id: string | null; admission_no: string | null },
) {
  const enrolment = await db
    .selectFrom('enrolment')
    .select('enrolment_no')
    .where('franchisee_id', '=', admission.franchisee_id)
    .where('id', '=', admission.id)
    .executeTakeFirstOrThrow();
  return {
    studentId: ensureFound(admission.student_id),
    studentAdmissionId: admission.id,
    admissionNo: ensureFound(admission.admission_no),
    enrolmentNo: enrolment.enrolment_no,
    postedLines: 0,
  };
}

function guardiansOf(applicant: {
  parent_name: string;
  primary_mobile: string;
  primary_mobile_verified_at: string | null;
  email: string | null;
  answers: unknown;
}): NewGuardian[] {
  const answers = applicant.answers as FormAnswers;
  const first: NewGuardian = {
    name: applicant.parent_name,
    relation: answers.parentRelation ?? 'GUARDIAN',
    mobile: answers.parentMobile ?? applicant.primary_mobile,
    email: applicant.email,
    isPrimary: true,
    mobileVerifiedAt: applicant.primary_mobile_verified_at,
  };
  if (!answers.secondParentName) return [first];
  return [
    first,
    {
      name: answers.secondParentName,
      relation: answers.secondParentRelation ?? 'OTHER',
      mobile: answers.secondParentMobile ?? null,
      email: null,
      isPrimary: false,
    },
  ];
}

async function tell(
  db: Db,
  t: {
    franchiseeId: number;
    studentId: string;
    admissionId: string;
    classId: number;
    child: string;
    startOn: string;
    admissionNo: string;
  },
): Promise<void> {
  const { name: className } = await db
    .selectFrom('class')
    .select('name')
    .where('id', '=', t.classId)
    .executeTakeFirstOrThrow();
  const centre = (await franchiseeLabels(db, [t.franchiseeId])).get(t.franchiseeId) ?? '';
  await queueMessage(db, {
    kind: 'admissions.admitted',
    franchiseeId: t.franchiseeId,
    about: { studentIds: [t.studentId] },
    values: { child: t.child, class: className, centre, date: t.startOn, no: t.admissionNo },
    dedupeKey: `admission:${t.admissionId}:confirmed`,
    source: { kind: 'admission', id: t.admissionId },
  });
}
