import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, ensureFresh } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { moveEnquiryStage } from '../../enquiries/public.server.ts';
import { openAdmission } from '../admission/open-admission.server.ts';
import { freeSeat, SETTLED } from '../application/decide-application.server.ts';
import { documentsOf } from '../document/documents.server.ts';
import { type ApplicantRow, answersOf, applicantOf } from '../form/answer-sheet.server.ts';
import { closeCorrections, giveBack } from '../form/corrections.server.ts';
import { openSlots, ruleOf, slotsOf, verifiedText } from '../form/document-slots.ts';
import { loadForm, moveForm, type OpenForm } from '../form/open-form.server.ts';
import { tellFamily } from '../form/tell-family.server.ts';
import { refuseAdmission } from '../refusals.ts';
import { countSeats, holdSeat } from '../seat/seats.server.ts';
import { ageOfApplicant, daysText, refuseAge } from '../setting/age-rules.server.ts';
import { registrationContract } from './registration.contract.ts';

async function lockedAt(db: Db, id: string, version: number): Promise<OpenForm> {
  const form = await loadForm(db, 'REGISTRATION', id, true);
  ensureFresh(form.version === version ? 1 : 0);
  return form;
}

export interface OpenLine {
  key: 'form' | 'documents' | 'age' | 'seat' | 'fee';
  ok: boolean;
  text: string;
}

/** What stands between a registration and its verification; the desk shows it, the command holds to it. */
export async function openLines(
  db: Db,
  form: OpenForm,
  applicant: ApplicantRow,
  now: Date,
): Promise<{ lines: OpenLine[]; age: Awaited<ReturnType<typeof ageOfApplicant>> }> {
  const documents = await documentsOf(db, form);
  const missing = openSlots(slotsOf(form.kind, form.skipped, answersOf(applicant)), documents);
  const age = await ageOfApplicant(db, {
    ...form,
    dateOfBirth: applicant.date_of_birth,
    joinsOn: todayIst(now),
  });
  const seats = await countSeats(db, form, { applicantId: form.applicantId, now });
  const handedIn = ['AWAITING_FEE', 'SUBMITTED', 'VERIFIED', 'CONVERTED'].includes(form.status);
  const settled = SETTLED.includes(form.feeStatus);
  return {
    age,
    lines: [
      {
        key: 'form',
        ok: handedIn,
        text: handedIn ? 'The registration form is handed in' : 'The registration form is not handed in yet',
      },
      {
        key: 'documents',
        ok: missing.length === 0,
        text: missing.length
          ? `Not verified: ${missing.map((slot) => ruleOf(slot).label).join(', ')}`
          : verifiedText(documents),
      },
      {
        key: 'age',
        ok: age?.allowed ?? false,
        text: !age
          ? 'The date of birth is not known'
          : age.shortDays === 0
            ? age.over
              ? 'Older than usual for this class'
              : 'Old enough for the class'
            : age.allowed
              ? `${daysText(age.shortDays)} too young, allowed by an exception`
              : `${daysText(age.shortDays)} too young for the class`,
      },
      {
        key: 'seat',
        ok: !seats || seats.left > 0,
        text: seats ? `${Math.max(0, seats.left)} seats left` : 'Seats are not limited here',
      },
      { key: 'fee', ok: settled, text: settled ? 'No fee is open' : 'The registration fee is open' },
    ],
  };
}

/** Documents, age, fee and a seat are in order: the seat is kept, and the admission form goes to the parent (2.1). */
export const verifyRegistration = handle(
  registrationContract.verify,
  async ({ db, actor, input, version, now }) => {
    const form = await lockedAt(db, input.id, version);
    const applicant = await applicantOf(db, form, true);
    const { lines, age } = await openLines(db, form, applicant, now);
    ensure(SETTLED.includes(form.feeStatus), () => refuseAdmission('fee.not-settled'));
    if (age && !age.allowed && applicant.date_of_birth)
      throw await refuseAge(
        db,
        {
          ...form,
          dateOfBirth: applicant.date_of_birth,
          joinsOn: todayIst(now),
          childName: applicant.child_name,
        },
        age,
      );
    const open = lines.filter((line) => !line.ok && line.key !== 'seat' && line.key !== 'form');
    ensure(open.length === 0, () =>
      refuseAdmission('registration.refused', {
        details: { lines: open.map((line) => line.text).join('; ') },
      }),
    );
    const hold = await holdSeat(db, {
      key: form,
      applicantId: form.applicantId,
      kind: 'REGISTRATION',
      until: null,
      now,
    });
    await closeCorrections(db, form, now);
    const status = await moveForm(db, form, 'verify', {
      set: { verified_at: now.toISOString(), verified_by: actor.userId },
    });
    if (form.enquiryId)
      await moveEnquiryStage(db, {
        enquiryId: form.enquiryId,
        stage: 'Temporarily Confirmed',
        sourceId: form.id,
        ...(form.number ? { reason: form.number } : {}),
      });
    const studentAdmissionId = await openAdmission(db, {
      ...form,
      applicationId: await applicationOf(db, form),
      registrationId: form.id,
      flow: 'FULL',
      status: 'LINK_SENT',
      ownerId: null,
      reason: form.number,
      now,
    });
    if (hold)
      await tellFamily(db, form, applicant, {
        kind: 'admissions.registered',
        values: { class: await className(db, form.classId), date: todayIst(hold.until) },
        key: 'verified',
        linkUntil: new Date(hold.until),
      });
    return { id: form.id, status, holdUntil: hold?.until ?? null, studentAdmissionId };
  },
);

const className = async (db: Db, id: number): Promise<string> =>
  (await db.selectFrom('class').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name;

const applicationOf = async (db: Db, form: OpenForm): Promise<string | null> =>
  (
    await db
      .selectFrom('registration')
      .select('application_id')
      .where('franchisee_id', '=', form.franchiseeId)
      .where('id', '=', form.id)
      .executeTakeFirstOrThrow()
  ).application_id;

export const returnRegistration = handle(
  registrationContract.returnToParent,
  async ({ db, input, version, now }) =>
    giveBack(db, await lockedAt(db, input.id, version), input.items, now),
);

/** Keeps the seat from today on; a lapsed registration lives again when a seat is left. */
export const renewHold = handle(registrationContract.renewHold, async ({ db, input, version, now }) => {
  const form = await lockedAt(db, input.id, version);
  const verified = form.status === 'VERIFIED';
  const hold = await holdSeat(db, {
    key: form,
    applicantId: form.applicantId,
    kind: 'REGISTRATION',
    until: null,
    now,
  });
  const status = verified ? form.status : await moveForm(db, form, 'renew-hold');
  return { id: form.id, status, holdUntil: hold?.until ?? null };
});

export const cancelRegistration = handle(registrationContract.cancel, async ({ db, input, version, now }) => {
  const form = await lockedAt(db, input.id, version);
  const status = await moveForm(db, form, 'cancel', {
    set: { decision_reason: input.reason },
    reason: input.reason,
  });
  await freeSeat(db, form, now);
  return { id: form.id, status };
});
