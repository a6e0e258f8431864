// Saving and handing in a form, whoever fills it: the holder of a link, or the counter.
import { ensure } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { recordConsent } from '../../communication/public.server.ts';
import { moveEnquiryStage } from '../../enquiries/public.server.ts';
import { documentsOf } from '../document/documents.server.ts';
import { refuseAdmission } from '../refusals.ts';
import { type ApplicantRow, answersOf, keepSnapshot, saveAnswers } from './answer-sheet.server.ts';
import { askedConsents, type FormAnswers } from './answers.ts';
import { answerParts, ensureAnswered } from './corrections.server.ts';
import { missingSlots, shortLabel, slotsOf } from './document-slots.ts';
import { missingAnswers } from './form-pages.ts';
import { progressOf } from './form-view.server.ts';
import { moveForm, OPEN_STATUSES, type OpenForm, pagesOfForm, updateForm } from './open-form.server.ts';

const PAYABLE = ['DUE', 'INITIATED'];

export interface Filling {
  by: 'PARENT' | 'CENTRE';
  now: Date;
  baseRevision: number;
}

/** Autosave: keeps the changed answers and how far the form is. */
export async function fillForm(
  db: Db,
  form: OpenForm,
  applicant: ApplicantRow,
  fill: Filling & { changes: Partial<FormAnswers>; page: string | undefined },
) {
  const kept = await saveAnswers(db, applicant, fill);
  await answerParts(db, form, kept.changed, fill.now);
  const { done, total } = await progressOf(db, form, kept.answers);
  const progress = { pages_done: done.length, pages_total: total, last_page: fill.page ?? null };
  const channel = fill.by === 'PARENT' ? 'LINK' : 'CENTRE';
  if (form.status === 'LINK_SENT')
    await moveForm(db, form, 'first-save', {
      set: { ...progress, opened_at: fill.now.toISOString() },
      channel,
    });
  else await updateForm(db, form, progress);
  if (form.kind === 'ADMISSION') await followAdmission(db, form, kept.answers);
  return {
    revision: kept.revision,
    pagesDone: done,
    savedAt: fill.now.toISOString(),
    masked: kept.masked,
  };
}

// The admission keeps what its checklist reads.
async function followAdmission(db: Db, form: OpenForm, answers: FormAnswers): Promise<void> {
  await db
    .updateTable('admission')
    .set({
      transport_wanted: answers.transportWanted ?? false,
      transport_stop_text: answers.transportStop ?? null,
    })
    .where('franchisee_id', '=', form.franchiseeId)
    .where('id', '=', form.id)
    .execute();
}

export interface HandingIn extends Filling {
  declaredName: string;
  ip: string;
  userAgent: string;
}

/** Everything required is there, nobody else typed meanwhile: the answers are sealed as they are, and the form moves on. */
export async function handIn(
  db: Db,
  form: OpenForm,
  applicant: ApplicantRow,
  hand: HandingIn,
): Promise<string> {
  ensure(OPEN_STATUSES.includes(form.status) && form.status !== 'LINK_SENT', () =>
    refuseAdmission('form.closed'),
  );
  ensure(hand.baseRevision === applicant.revision, () =>
    refuseAdmission('form.conflict', { details: { revision: applicant.revision } }),
  );
  const answers = answersOf(applicant);
  const missing = missingAnswers(answers, pagesOfForm(form));
  if (pagesOfForm(form).includes('documents')) {
    const slots = missingSlots(slotsOf(form.kind, form.skipped, answers), await documentsOf(db, form));
    if (slots.length > 0)
      missing['documents'] = `Upload every document that is asked for: ${slots.map(shortLabel).join(', ')}`;
  }
  ensure(Object.keys(missing).length === 0, () => refuseAdmission('form.incomplete', { fields: missing }));
  if (form.status === 'RETURNED') await ensureAnswered(db, form);
  await keepSnapshot(db, { form, answers, language: applicant.language, ...hand });
  if (form.kind === 'ADMISSION') await keepConsents(db, form, applicant, answers, hand.by);
  const unpaid =
    form.status === 'IN_PROGRESS' && PAYABLE.includes(form.feeStatus) && form.payMode === 'ONLINE';
  const status = await moveForm(db, form, unpaid ? 'submit-unpaid' : 'submit', {
    set: {
      submitted_at: hand.now.toISOString(),
      pages_done: pagesOfForm(form).length,
      decision_reason: null,
    },
    channel: hand.by === 'PARENT' ? 'LINK' : 'CENTRE',
  });
  if (form.kind === 'ADMISSION' && form.enquiryId)
    await moveEnquiryStage(db, {
      enquiryId: form.enquiryId,
      stage: 'Admission Form Completed',
      sourceId: form.id,
    });
  return status;
}

async function keepConsents(
  db: Db,
  form: OpenForm,
  applicant: ApplicantRow,
  answers: FormAnswers,
  by: 'PARENT' | 'CENTRE',
): Promise<void> {
  await recordConsent(db, {
    franchiseeId: form.franchiseeId,
    subjectKind: 'APPLICANT',
    subjectId: applicant.id,
    answers: askedConsents.flatMap((purpose) => {
      const answer = answers.consents?.[purpose];
      return answer ? [{ purpose, answer, language: applicant.language }] : [];
    }),
    method: by === 'PARENT' ? 'PUBLIC_FORM' : 'CENTRE_DESK',
  });
}
