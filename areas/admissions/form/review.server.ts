import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { careNotesOf } from '../../students/student/care-note.contract.ts';
import { type ApplicantRow, answersOf } from './answer-sheet.server.ts';
import { relations } from './answers.ts';

/** Gender, message, signature and health of a form, for whoever reviews it. */
export async function reviewOf(db: Db, form: { franchiseeId: number; id: string }, applicant: ApplicantRow) {
  const answers = answersOf(applicant);
  const signed = await db
    .selectFrom('submission')
    .select(['declared_name', 'declared_relation', 'submitted_at'])
    .where('franchisee_id', '=', form.franchiseeId)
    .where('subject_id', '=', form.id)
    .orderBy('submitted_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    gender: applicant.gender,
    message: answers.message ?? null,
    signature: signed
      ? {
          name: signed.declared_name,
          relation: relations.find((one) => one === signed.declared_relation) ?? ('OTHER' as const),
          at: signed.submitted_at,
        }
      : null,
    care: careNotesOf(answers),
  };
}
