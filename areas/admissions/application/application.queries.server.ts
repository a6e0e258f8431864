import { ageOn, formatAge, todayIst } from '@aangan/contract/period.ts';
import { maskPhone } from '@aangan/contract/phone.ts';
import { actionsFrom } from '@aangan/contract/states.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { cappedCount, newestFirst } from '@aangan/server/record/keyset.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { enquiryForAdmission } from '../../enquiries/public.server.ts';
import { paymentContract } from '../../finance/payment/payment.contract.ts';
import { answersOf, applicantOf } from '../form/answer-sheet.server.ts';
import { validAnswers } from '../form/answers.ts';
import { applicantMatching, codesOf, mayTakeFee } from '../form/applicant-list.server.ts';
import { correctionsOf } from '../form/corrections.server.ts';
import { loadForm } from '../form/open-form.server.ts';
import { reviewOf } from '../form/review.server.ts';
import { stepsOf } from '../form/step.server.ts';
import { admissionModules } from '../modules.ts';
import { countSeats, holdOf } from '../seat/seats.server.ts';
import { placeOf } from '../seat/waiting-list.server.ts';
import { ageOfApplicant } from '../setting/age-rules.server.ts';
import { flowOf } from '../setting/settings.server.ts';
import { applicationContract } from './application.contract.ts';
import { applicationStates } from './application.states.ts';

const NO_ENQUIRY = '00000000-0000-0000-0000-000000000000';

interface Filter {
  q?: string | undefined;
  status?: string | readonly string[] | undefined;
  classId?: number | undefined;
  enquiryId?: string | undefined;
}

/** A filter that takes one value or several. */
export const asList = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

function narrowed(db: Db, actor: Actor, input: Filter) {
  let rows = db
    .selectFrom('application as a')
    .innerJoin('applicant as p', (j) =>
      j.onRef('p.franchisee_id', '=', 'a.franchisee_id').onRef('p.id', '=', 'a.applicant_id'),
    )
    .where('a.academic_year_id', '=', actor.academicYearId ?? 0);
  rows = rows.where(inChosenCentre(actor, 'a.franchisee_id'));
  const statuses = asList(input.status);
  if (statuses.length) rows = rows.where('a.status', 'in', statuses as ['SUBMITTED']);
  if (input.classId !== undefined) rows = rows.where('a.class_id', '=', input.classId);
  if (input.enquiryId !== undefined) rows = rows.where('a.enquiry_id', '=', input.enquiryId);
  if (input.q) rows = rows.where(applicantMatching(input.q, 'a.application_no'));
  return rows;
}

function detailed(db: Db, actor: Actor, input: Filter) {
  return narrowed(db, actor, input)
    .innerJoin('class as k', 'k.id', 'a.class_id')
    .leftJoin('admission as d', (j) =>
      j.onRef('d.franchisee_id', '=', 'a.franchisee_id').onRef('d.application_id', '=', 'a.id'),
    )
    .select([
      'a.id',
      'a.franchisee_id as franchiseeId',
      'a.application_no as applicationNo',
      'a.class_id as classId',
      'k.name as className',
      'a.day_session as daySession',
      'a.academic_year_id as academicYearId',
      'a.status',
      'a.fee_amount as feeAmount',
      'a.fee_status as feeStatus',
      'a.pages_done as pagesDone',
      'a.pages_total as pagesTotal',
      'a.submitted_at as submittedAt',
      'a.expires_at as expiresAt',
      'a.version',
      'a.enquiry_id as enquiryId',
      'a.created_at as createdAt',
      'p.child_name as childName',
      'p.date_of_birth as dateOfBirth',
      'p.parent_name as parentName',
      'p.primary_mobile as mobile',
      'd.id as studentAdmissionId',
      'a.franchisee_id as franchiseeId',
    ]);
}

type Detailed = Awaited<ReturnType<ReturnType<typeof detailed>['execute']>>[number];

function shown(row: Detailed, actor: Actor, codes: ReadonlyMap<string, string>) {
  const write = holds(actor, admissionModules.registration, true);
  const steps = new Set(actionsFrom(applicationStates, row.status));
  const settled = ['NOT_DUE', 'PAID', 'WAIVED'].includes(row.feeStatus);
  return {
    ...row,
    mobile: maskPhone(row.mobile),
    enquiryCode: row.enquiryId ? (codes.get(row.enquiryId) ?? null) : null,
    can: {
      takeFee: holds(actor, paymentContract.recordFormFee.module, true) && mayTakeFee(row),
      accept: write && steps.has('accept') && settled,
      return: write && steps.has('return'),
      reject: write && steps.has('reject'),
      waitlist: write && steps.has('waitlist'),
      withdraw: write && steps.has('withdraw'),
      reopen: write && steps.has('reopen'),
      resend: write && ['LINK_SENT', 'IN_PROGRESS', 'AWAITING_FEE', 'RETURNED'].includes(row.status),
    },
  };
}

export const listApplications = handle(applicationContract.list, async ({ db, actor, input: asked }) => {
  const { enquiryCode, ...input } = { ...asked, ...(await enquiryOf(db, asked.enquiryCode)) };
  const page = await newestFirst(
    detailed(db, actor, input),
    { name: 'createdAt', at: 'a.created_at', id: 'a.id' },
    input,
    () => cappedCount(db, narrowed(db, actor, input)),
  );
  const codes = await codesOf(db, page.rows);
  return { ...page, rows: page.rows.map((row) => shown(row, actor, codes)) };
});

// An unknown code finds nothing, as any other filter.
async function enquiryOf(db: Db, code: string | undefined): Promise<{ enquiryId?: string }> {
  return code === undefined ? {} : { enquiryId: (await enquiryForAdmission(db, code))?.id ?? NO_ENQUIRY };
}

export const getApplication = handle(applicationContract.get, async ({ db, actor, input, now }) => {
  const form = await loadForm(db, 'APPLICATION', input.id);
  const row = ensureFound(
    await detailed(db, { ...actor, academicYearId: form.yearId }, {})
      .where('a.id', '=', input.id)
      .executeTakeFirst(),
  );
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
    ...shown(row, actor, await codesOf(db, [row])),
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

export const countApplications = handle(applicationContract.counts, async ({ db, actor }) => {
  const rows = await narrowed(db, actor, {})
    .select(({ fn }) => ['a.status', fn.countAll<number>().as('n')])
    .groupBy('a.status')
    .execute();
  return { byStatus: Object.fromEntries(rows.map((row) => [row.status, row.n])) };
});
