import { ageOn, formatAge, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { answersOf, applicantOf } from '../form/answer-sheet.server.ts';
import { validAnswers } from '../form/answers.ts';
import { correctionsOf } from '../form/corrections.server.ts';
import { loadForm } from '../form/open-form.server.ts';
import { reviewOf } from '../form/review.server.ts';
import { stepsOf } from '../form/step.server.ts';
import { countSeats, holdOf } from '../seat/seats.server.ts';
import { placeOf } from '../seat/waiting-list.server.ts';
import { ageOfApplicant } from '../setting/age-rules.server.ts';
import { flowOf } from '../setting/settings.server.ts';
import { applicationContract } from './application.contract.ts';
import { applicationListing } from './application.listing.server.ts';

/** A filter that takes one value or several. */
export const asList = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

export const { handlers } = applicationListing;

export const getApplication = handle(applicationContract.get, async ({ db, actor, input, now }) => {
  const form = await loadForm(db, 'APPLICATION', input.id);
  const row = ensureFound(await applicationListing.row({ db, actor }, input.id));
  const applicant = await applicantOf(db, form);
  const today = todayIst(now);
  const ageNow = row.dateOfBirth ? ageOn(row.dateOfBirth, today) : null;
  const age = await ageOfApplicant(db, {
    ...form,
    dateOfBirth: applicant.date_of_birth,
    joinsOn: today,
  });
  const seats = await countSeats(db, form, { applicantId: form.applicantId, now });
  const hold = await holdOf(db, form);
  return {
    ...row,
    ...(await reviewOf(db, form, applicant)),
    answers: validAnswers(answersOf(applicant)),
    decisionReason: form.decisionReason,
    ageText: ageNow ? formatAge(ageNow) : null,
    applicantId: form.applicantId,
    flow: await flowOf(db, form.franchiseeId, form.classId),
    age: age && { ...age, ok: age.allowed },
    seatsLeft: seats ? Math.max(0, seats.left) : null,
    place: form.status === 'WAITLISTED' ? await placeOf(db, form, form.id) : null,
    offerUntil: hold?.kind === 'OFFER' ? hold.until : null,
    corrections: await correctionsOf(db, form),
    steps: await stepsOf(db, { franchiseeId: form.franchiseeId, subjectId: form.id }),
  };
});
