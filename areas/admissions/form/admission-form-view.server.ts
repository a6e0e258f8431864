import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { readable } from './answer-label.ts';
import { answerLines, answersIn, latestSubmission } from './submission-pdf.server.ts';

export interface AdmissionFormView {
  admissionId: string;
  number: string | null;
  /** Null when the child was admitted without a form in this system. */
  submitted: { at: string; signedBy: string; formVersion: string; answers: [string, string][] } | null;
  documents: {
    id: string;
    label: string;
    fileName: string | null;
    status: 'UPLOADED' | 'VERIFIED' | 'REJECTED' | 'WAIVED';
  }[];
}

/** The first admission of a child with its form as handed in, without the sensitive answers; null when there is none. */
export async function admissionFormView(
  db: Db,
  of: { franchiseeId: number; studentId: string },
): Promise<AdmissionFormView | null> {
  const admission = await db
    .selectFrom('admission')
    .select(['id', 'admission_no', 'applicant_id'])
    .where('franchisee_id', '=', of.franchiseeId)
    .where('student_id', '=', of.studentId)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  if (!admission) return null;
  const submission = await latestSubmission(db, { franchiseeId: of.franchiseeId, id: admission.id });
  const documents = await db
    .selectFrom('applicant_document')
    .select(['id', 'slot', 'file_name', 'status'])
    .where('franchisee_id', '=', of.franchiseeId)
    .where('applicant_id', '=', admission.applicant_id)
    .where('replaced_at', 'is', null)
    .orderBy('slot')
    .orderBy('ordinal')
    .execute();
  return {
    admissionId: admission.id,
    number: admission.admission_no,
    submitted: submission
      ? {
          at: submission.submitted_at,
          signedBy: submission.declared_name,
          formVersion: String(submission.form_version),
          answers: answerLines(answersIn(submission), false),
        }
      : null,
    documents: documents.map((one) => ({
      id: one.id,
      label: readable(one.slot),
      fileName: one.file_name,
      status: one.status,
    })),
  };
}
