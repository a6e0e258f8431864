import { academicYearLabel } from '@aangan/contract/period.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { consentTexts } from '../../communication/public.server.ts';
import { documentsOf, shownSlots } from '../document/documents.server.ts';
import { type ApplicantRow, answersOf, marksOf } from './answer-sheet.server.ts';
import { askedConsents, type FormAnswers, validAnswers } from './answers.ts';
import { correctionsOf } from './corrections.server.ts';
import { missingSlots, slotsOf } from './document-slots.ts';
import type { OpenedForm } from './form.contract.ts';
import { type FormPage, pagesDone } from './form-pages.ts';
import { OPEN_STATUSES, type OpenForm, pagesOfForm } from './open-form.server.ts';

/** Pages that are complete, papers included. */
export async function progressOf(
  db: Db,
  form: OpenForm,
  answers: FormAnswers,
): Promise<{ done: FormPage[]; total: number }> {
  const pages = pagesOfForm(form);
  const documents = pages.includes('documents') ? await documentsOf(db, form) : [];
  const done = missingSlots(slotsOf(form.kind, form.skipped, answers), documents).length === 0;
  return { done: pagesDone(answers, pages, done), total: pages.length };
}

/** The form as parent and counter see it; answers of a closed form stay with the centre. */
export async function viewOf(
  db: Db,
  form: OpenForm,
  applicant: ApplicantRow,
  reader: 'PARENT' | 'CENTRE',
): Promise<OpenedForm> {
  const answers = answersOf(applicant);
  const { name: className } = await db
    .selectFrom('class')
    .select('name')
    .where('id', '=', form.classId)
    .executeTakeFirstOrThrow();
  const pages = pagesOfForm(form);
  const open = reader === 'CENTRE' || OPEN_STATUSES.includes(form.status);
  const { done } = await progressOf(db, form, answers);
  return {
    kind: form.kind,
    number: form.number,
    status: form.status,
    childName: applicant.child_name,
    className,
    daySession: form.daySession,
    academicYear: academicYearLabel(form.yearId),
    pages,
    pagesDone: done,
    answers: open ? validAnswers(answers) : {},
    revision: applicant.revision,
    typed: Object.keys(marksOf(applicant)),
    slots: pages.includes('documents') ? shownSlots(form, answers, await documentsOf(db, form)) : [],
    expiresAt: form.expiresAt,
    returnReason: form.status === 'RETURNED' ? form.decisionReason : null,
    corrections: await correctionsOf(db, form),
    fee: { amount: form.feeAmount, status: form.feeStatus },
    consentTexts: pages.includes('consents')
      ? (await consentTexts(db, { purposes: askedConsents, language: applicant.language })).map(
          ({ purpose, title, body }) => ({ purpose, title, body }),
        )
      : [],
  };
}
