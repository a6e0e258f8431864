import { todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { ensure, ensureFresh } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { openAdmission } from '../admission/open-admission.server.ts';
import { type ApplicantRow, applicantOf } from '../form/answer-sheet.server.ts';
import { closeCorrections, giveBack } from '../form/corrections.server.ts';
import { loadForm, moveForm, type OpenForm } from '../form/open-form.server.ts';
import { DAY_MS } from '../form/start-form.server.ts';
import { tellFamily } from '../form/tell-family.server.ts';
import { refuseAdmission } from '../refusals.ts';
import { openRegistration } from '../registration/open-registration.server.ts';
import { endHold, ensureSeat } from '../seat/seats.server.ts';
import { advanceWaiting, placeOf, waitingRank } from '../seat/waiting-list.server.ts';
import { ageOfApplicant, refuseAge } from '../setting/age-rules.server.ts';
import { flowOf, settingsOf } from '../setting/settings.server.ts';
import { applicationContract } from './application.contract.ts';

export const SETTLED: readonly string[] = ['NOT_DUE', 'PAID', 'WAIVED'];

async function lockedAt(db: Db, id: string, version: number): Promise<OpenForm> {
  const form = await loadForm(db, 'APPLICATION', id, true);
  ensureFresh(form.version === version ? 1 : 0);
  return form;
}

/** Accepting opens the next form of the flow: the registration (full flow) or, with every answer given, the admission. */
export const acceptApplication = handle(
  applicationContract.accept,
  async ({ db, actor, input, version, now }) => {
    const form = await lockedAt(db, input.id, version);
    ensure(SETTLED.includes(form.feeStatus), () => refuseAdmission('fee.not-settled'));
    const applicant = await applicantOf(db, form);
    const joinsOn = input.startOn ?? todayIst(now);
    await ensureAge(db, form, applicant, joinsOn);
    await ensureSeat(db, form, { id: form.applicantId, now });
    await closeCorrections(db, form, now);
    const status = await moveForm(db, form, 'accept', {
      set: { decided_at: now.toISOString(), decided_by: actor.userId },
    });
    return {
      id: form.id,
      status,
      ...(await openNext(db, form, { next: input.next, startOn: input.startOn, now })),
    };
  },
);

/** 409 with the days missing, unless somebody approved an exception for this class. */
export async function ensureAge(
  db: Db,
  form: Pick<OpenForm, 'franchiseeId' | 'yearId' | 'classId' | 'applicantId'>,
  applicant: Pick<ApplicantRow, 'date_of_birth' | 'child_name'>,
  joinsOn: string,
): Promise<void> {
  const key = {
    franchiseeId: form.franchiseeId,
    yearId: form.yearId,
    classId: form.classId,
    dateOfBirth: applicant.date_of_birth,
    joinsOn,
  };
  const age = await ageOfApplicant(db, { ...key, applicantId: form.applicantId });
  if (age && !age.allowed && applicant.date_of_birth)
    throw await refuseAge(
      db,
      { ...key, dateOfBirth: applicant.date_of_birth, childName: applicant.child_name },
      age,
    );
}

interface Next {
  next: 'REGISTRATION' | 'ADMISSION' | undefined;
  startOn: string | undefined;
  now: Date;
}

async function openNext(db: Db, form: OpenForm, { next, startOn, now }: Next) {
  const flow = await flowOf(db, form.franchiseeId, form.classId);
  const common = {
    franchiseeId: form.franchiseeId,
    applicantId: form.applicantId,
    enquiryId: form.enquiryId,
    applicationId: form.id,
    yearId: form.yearId,
    classId: form.classId,
    daySession: form.daySession,
    ownerId: null,
    now,
  };
  if ((next ?? (flow === 'FULL' ? 'REGISTRATION' : 'ADMISSION')) === 'REGISTRATION') {
    const registration = await openRegistration(db, { ...common, fill: 'PARENT' });
    return { registrationId: registration.id, studentAdmissionId: null };
  }
  const studentAdmissionId = await openAdmission(db, {
    ...common,
    registrationId: null,
    flow: 'SHORT',
    // The application carries every answer of the short flow, so the admission starts handed in.
    status: 'SUBMITTED',
    startOn,
    reason: form.number,
  });
  return { registrationId: null, studentAdmissionId };
}

export const returnApplication = handle(
  applicationContract.returnToParent,
  async ({ db, input, version, now }) =>
    giveBack(db, await lockedAt(db, input.id, version), input.items, now),
);

export const rejectApplication = handle(
  applicationContract.reject,
  async ({ db, actor, input, version, now }) => {
    const form = await lockedAt(db, input.id, version);
    const status = await moveForm(db, form, 'reject', {
      set: { decision_reason: input.reason, decided_at: now.toISOString(), decided_by: actor.userId },
      reason: input.reason,
    });
    await freeSeat(db, form, now);
    return { id: form.id, status };
  },
);

/** A place on the waiting list; the parent is told which. A seat that is free is offered at once. */
export const waitlistApplication = handle(
  applicationContract.waitlist,
  async ({ db, actor, input, version, now }) => {
    const form = await lockedAt(db, input.id, version);
    const applicant = await applicantOf(db, form);
    const status = await moveForm(db, form, 'waitlist', {
      set: {
        waitlist_rank: await waitingRank(db, applicant),
        waitlisted_at: now.toISOString(),
        decided_by: actor.userId,
      },
    });
    const place = (await placeOf(db, form, form.id)) ?? 1;
    const { name: className } = await db
      .selectFrom('class')
      .select('name')
      .where('id', '=', form.classId)
      .executeTakeFirstOrThrow();
    await tellFamily(db, form, applicant, {
      kind: 'admissions.waitlisted',
      values: { class: className, place },
      key: 'waitlisted',
    });
    await advanceWaiting(db, form, now);
    return { id: form.id, status, place };
  },
);

/** Withdrawn in the family's words; a seat that was kept goes to the next. */
export const withdrawApplication = handle(
  applicationContract.withdraw,
  async ({ db, input, version, now }) => {
    const form = await lockedAt(db, input.id, version);
    const status = await moveForm(db, form, 'withdraw', {
      set: { decision_reason: input.reason },
      reason: input.reason,
    });
    await freeSeat(db, form, now);
    return { id: form.id, status };
  },
);

/** An ended form lives again, with a fresh link time. */
export const reopenApplication = handle(applicationContract.reopen, async ({ db, input, version, now }) => {
  const form = await lockedAt(db, input.id, version);
  const { linkDays } = await settingsOf(db, form.franchiseeId);
  const status = await moveForm(db, form, 'reopen', {
    set: { expires_at: new Date(now.getTime() + linkDays.APPLICATION * DAY_MS).toISOString() },
  });
  return { id: form.id, status };
});

/** Ends the hold of a child that does not come, and asks the next on the waiting list. */
export async function freeSeat(
  db: Db,
  form: Pick<OpenForm, 'franchiseeId' | 'yearId' | 'classId' | 'daySession' | 'applicantId'>,
  now: Date,
): Promise<void> {
  if (await endHold(db, form, 'RELEASED')) await advanceWaiting(db, form, now);
}
