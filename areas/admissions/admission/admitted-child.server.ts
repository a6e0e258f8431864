// From the answer sheet to what the students area takes over at the confirmation.
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import type { AdmittedChild, NewGuardian } from '../../students/public.server.ts';
import { documentsOf } from '../document/documents.server.ts';
import { type ApplicantRow, answersOf } from '../form/answer-sheet.server.ts';
import { type AnswerName, secretAnswers } from '../form/answers.ts';

export function guardiansOf(applicant: ApplicantRow): NewGuardian[] {
  const answers = answersOf(applicant);
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

export async function detailsOf(
  db: Db,
  applicant: ApplicantRow,
): Promise<NonNullable<AdmittedChild['more']>> {
  const answers = answersOf(applicant);
  const documents = await documentsOf(db, {
    franchiseeId: applicant.franchisee_id,
    applicantId: applicant.id,
  });
  return {
    bloodGroup: answers.bloodGroup && answers.bloodGroup !== 'UNKNOWN' ? answers.bloodGroup : null,
    motherTongue: answers.motherTongue ?? null,
    nationality: answers.nationalityIndian === true ? 'Indian' : null,
    nameLocal: answers.nameLocal ?? null,
    emergencyContacts: answers.emergencyContacts ?? [],
    pickups: answers.pickups ?? [],
    hasAllergy: answers.hasAllergies === true,
    secret: Object.fromEntries(
      Object.entries(answers).filter(
        ([name, value]) =>
          // "No allergies" is an answer too: the child's profile asks whether it was given.
          (secretAnswers.has(name as AnswerName) || name === 'hasAllergies') &&
          value !== null &&
          value !== undefined &&
          value !== '',
      ),
    ),
    documents: documents.flatMap((one) =>
      one.file_id && (one.status === 'UPLOADED' || one.status === 'VERIFIED')
        ? [
            {
              kind: one.slot,
              fileId: one.file_id,
              fileName: one.file_name ?? one.slot,
              status: one.status,
              uploadedBy: one.uploaded_by,
              verifiedAt: one.verified_at,
              verifiedBy: one.verified_by,
              issuedOn: one.issued_on,
              expiresOn: one.expires_on,
              last4: one.doc_no_last4,
              fromApplicantDocument: one.id,
            },
          ]
        : [],
    ),
  };
}
