import { addDays, type Day, todayIst } from '@aangan/contract/period.ts';
import { weekdayOf } from '@aangan/contract/weekday.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { chosenYear, ensure, ensureFresh } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { moveEnquiryStage } from '../../enquiries/public.server.ts';
import { ensureFeeAccount } from '../../finance/public.server.ts';
import { ensureAbility } from '../../network/public.server.ts';
import { newStudentAdmission } from '../../students/public.server.ts';
import { answersOf, applicantOf } from '../form/answer-sheet.server.ts';
import { giveBack } from '../form/corrections.server.ts';
import { pagesOf } from '../form/form-pages.ts';
import { loadForm } from '../form/open-form.server.ts';
import { askingFamily, DAY_MS, ensureApplicant } from '../form/start-form.server.ts';
import { writeStep } from '../form/step.server.ts';
import { tellFamily } from '../form/tell-family.server.ts';
import { refuseAdmission } from '../refusals.ts';
import type { DaySession } from '../seat/seats.server.ts';
import { type Flow, flowOf, settingsOf } from '../setting/settings.server.ts';
import { admissionContract } from './admission.contract.ts';

export interface AdmissionStart {
  franchiseeId: number;
  applicantId: string;
  enquiryId: string | null;
  applicationId: string | null;
  registrationId: string | null;
  yearId: number;
  classId: number;
  daySession: DaySession;
  flow: Flow;
  /** SUBMITTED: the forms before carried everything (short flow). LINK_SENT: the parent fills; IN_PROGRESS: the centre. */
  status: 'SUBMITTED' | 'LINK_SENT' | 'IN_PROGRESS';
  startOn?: Day | undefined;
  ownerId: string | null;
  /** Number of the paper it comes from, for the history. */
  reason: string | null;
  now: Date;
}

/** Opens the admission: its id is the id of the child's first enrolment (README §4 decision 1). */
export async function openAdmission(db: Db, start: AdmissionStart): Promise<string> {
  const { franchiseeId, now } = start;
  await ensureAbility(db, franchiseeId, 'NEW_ADMISSION', { yearId: start.yearId });
  await refuseSecondLive(db, start);
  const applicant = await applicantOf(db, start);
  const answers = answersOf(applicant);
  const id = await newStudentAdmission(db, { franchiseeId, yearId: start.yearId });
  const { linkDays } = await settingsOf(db, franchiseeId);
  const expiresAt = new Date(now.getTime() + linkDays.ADMISSION * DAY_MS);
  await db
    .insertInto('admission')
    .values({
      franchisee_id: franchiseeId,
      id,
      applicant_id: start.applicantId,
      enquiry_id: start.enquiryId,
      application_id: start.applicationId,
      registration_id: start.registrationId,
      academic_year_id: start.yearId,
      class_id: start.classId,
      day_session: start.daySession,
      flow: start.flow,
      filled_by: start.status === 'IN_PROGRESS' ? 'CENTRE' : 'PARENT',
      status: start.status,
      submitted_at: start.status === 'SUBMITTED' ? now.toISOString() : null,
      expires_at: start.status === 'SUBMITTED' ? null : expiresAt.toISOString(),
      pages_total: pagesOf('ADMISSION', start.registrationId ? [] : ['REGISTRATION']).length,
      owner_id: start.ownerId,
      start_on: firstDay(start.yearId, start.startOn ?? answers.startWish ?? null, todayIst(now)),
      transport_wanted: answers.transportWanted ?? false,
      transport_stop_text: answers.transportStop ?? null,
    })
    .execute();
  const form = { kind: 'ADMISSION', franchiseeId, id } as const;
  await writeStep(db, {
    ...form,
    subjectId: id,
    from: null,
    to: start.status,
    action: 'open',
    reason: start.reason,
  });
  await ensureFeeAccount(db, {
    franchiseeId,
    childLabel: applicant.child_name,
    studentAdmissionId: id,
    ...(start.enquiryId ? { enquiryId: start.enquiryId } : {}),
  });
  if (start.status === 'SUBMITTED' && start.enquiryId)
    await moveEnquiryStage(db, {
      enquiryId: start.enquiryId,
      stage: 'Admission Form Completed',
      sourceId: id,
      ...(start.reason ? { reason: start.reason } : {}),
    });
  if (start.status === 'LINK_SENT')
    await tellFamily(db, form, applicant, {
      kind: 'admissions.admission-link',
      values: { date: expiresAt.toISOString().slice(0, 10) },
      key: 'open',
      linkUntil: expiresAt,
    });
  return id;
}

async function refuseSecondLive(db: Db, start: AdmissionStart): Promise<void> {
  const live = await db
    .selectFrom('admission')
    .select('id')
    .where('franchisee_id', '=', start.franchiseeId)
    .where('applicant_id', '=', start.applicantId)
    .where('status', 'not in', ['CANCELLED', 'EXPIRED'])
    .executeTakeFirst();
  ensure(!live, () => refuseAdmission('admission.live'));
}

// The wish when it lies in the year and is not past, else the later of the year's June start and a week from now.
function firstDay(yearId: number, wish: string | null, today: string): string {
  const from = `${yearId}-04-01`;
  const to = `${yearId + 1}-03-31`;
  if (wish && wish >= from && wish <= to && wish >= addDays(today, -7)) return openDay(wish, to);
  const usual = `${yearId}-06-01`;
  const soon = addDays(today, 7);
  const start = [usual, soon].sort().at(-1) ?? usual; // days compare as text
  return openDay(start > to ? to : start, to);
}

// No centre opens on a Sunday: the Monday after it, or the Saturday before the year ends.
const openDay = (day: Day, last: Day): Day =>
  weekdayOf(day) !== 'SUN' ? day : addDays(day, day === last ? -1 : 1);

/** The admission form of an enquiry at the counter: the open one, or a new one filled by the centre. */
export const openAdmissionForm = handle(admissionContract.open, async ({ db, actor, input, now }) => {
  const enquiry = await askingFamily(db, input.enquiryCode);
  const yearId = chosenYear(actor);
  const applicantId = await ensureApplicant(db, enquiry, {
    yearId,
    classId: input.classId,
    daySession: input.daySession,
  });
  const key = { franchiseeId: enquiry.franchiseeId, applicantId };
  const known = await db
    .selectFrom('admission')
    .select('id')
    .where('franchisee_id', '=', key.franchiseeId)
    .where('applicant_id', '=', applicantId)
    .where('status', 'not in', ['CANCELLED', 'EXPIRED'])
    .executeTakeFirst();
  if (known) return { id: known.id, opened: false };
  const before = await formsBefore(db, key);
  const id = await openAdmission(db, {
    ...key,
    enquiryId: enquiry.id,
    applicationId: before.applicationId,
    registrationId: before.registrationId,
    yearId,
    classId: input.classId,
    daySession: input.daySession,
    flow: await flowOf(db, enquiry.franchiseeId, input.classId),
    status: input.fill === 'PARENT' ? 'LINK_SENT' : 'IN_PROGRESS',
    ownerId: enquiry.ownerId,
    reason: null,
    now,
  });
  return { id, opened: true };
});

// Accepted or verified forms of the child: their pages are not asked again.
async function formsBefore(db: Db, key: { franchiseeId: number; applicantId: string }) {
  const application = await db
    .selectFrom('application')
    .select('id')
    .where('franchisee_id', '=', key.franchiseeId)
    .where('applicant_id', '=', key.applicantId)
    .where('status', '=', 'ACCEPTED')
    .executeTakeFirst();
  const registration = await db
    .selectFrom('registration')
    .select('id')
    .where('franchisee_id', '=', key.franchiseeId)
    .where('applicant_id', '=', key.applicantId)
    .where('status', '=', 'VERIFIED')
    .executeTakeFirst();
  return { applicationId: application?.id ?? null, registrationId: registration?.id ?? null };
}

/** Gives the admission form back to the parent with what to correct; the link lives at least a week on. */
export const returnAdmission = handle(
  admissionContract.returnToParent,
  async ({ db, input, version, now }) => {
    const form = await loadForm(db, 'ADMISSION', input.id, true);
    ensureFresh(form.version === version ? 1 : 0);
    return giveBack(db, form, input.items, now);
  },
);
