import { addDays, type Day, startOfDay, todayIst } from '@aangan/contract/period.ts';
import { maskPhone } from '@aangan/contract/phone.ts';
import { actionsFrom } from '@aangan/contract/states.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { cappedCount, newestFirst, type PageRequest } from '@aangan/server/record/keyset.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { chosenYear, ensure, ensureFound, ensureFresh, ensureStep } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { classes } from '../../academics/public.server.ts';
import { enquiryForAdmission } from '../../enquiries/public.server.ts';
import { findFamily } from '../../students/public.server.ts';
import { asList } from '../application/application.queries.server.ts';
import { freeSeat } from '../application/decide-application.server.ts';
import { applicantOf } from '../form/answer-sheet.server.ts';
import { applicantMatching, codesOf } from '../form/applicant-list.server.ts';
import { correctionsOf } from '../form/corrections.server.ts';
import { reviewOf } from '../form/review.server.ts';
import { writeStep } from '../form/step.server.ts';
import { admissionModules } from '../modules.ts';
import { refuseAdmission } from '../refusals.ts';
import { admissionContract } from './admission.contract.ts';
import { admissionLabels, admissionStates } from './admission.states.ts';
import { checklistOf } from './checklist.server.ts';

interface Filter {
  q?: string | undefined;
  status?: string | readonly string[] | undefined;
  classId?: number | undefined;
  confirmedOn?: { from?: Day | undefined; to?: Day | undefined } | undefined;
}

function narrowed(db: Db, actor: Actor, input: Filter) {
  let rows = db
    .selectFrom('admission as d')
    .innerJoin('applicant as p', (j) =>
      j.onRef('p.franchisee_id', '=', 'd.franchisee_id').onRef('p.id', '=', 'd.applicant_id'),
    )
    .where('d.academic_year_id', '=', actor.academicYearId ?? 0);
  rows = rows.where(inChosenCentre(actor, 'd.franchisee_id'));
  const statuses = asList(input.status);
  if (statuses.length) rows = rows.where('d.status', 'in', statuses as ['SUBMITTED']);
  if (input.classId !== undefined) rows = rows.where('d.class_id', '=', input.classId);
  const { from, to } = input.confirmedOn ?? {};
  if (from) rows = rows.where('d.confirmed_at', '>=', startOfDay(from).toISOString());
  if (to) rows = rows.where('d.confirmed_at', '<', startOfDay(addDays(to, 1)).toISOString());
  if (input.q) rows = rows.where(applicantMatching(input.q, 'd.admission_no'));
  return rows;
}

function detailed(db: Db, actor: Actor, input: Filter) {
  return narrowed(db, actor, input)
    .innerJoin('class as k', 'k.id', 'd.class_id')
    .leftJoin('application as a', (j) =>
      j.onRef('a.franchisee_id', '=', 'd.franchisee_id').onRef('a.id', '=', 'd.application_id'),
    )
    .select([
      'd.id',
      'd.franchisee_id as franchiseeId',
      'd.admission_no as admissionNo',
      'p.child_name as childName',
      'p.date_of_birth as dateOfBirth',
      'p.parent_name as parentName',
      'p.primary_mobile as mobile',
      'd.class_id as classId',
      'k.name as className',
      'd.day_session as daySession',
      'd.status',
      'd.start_on as startOn',
      'd.academic_year_id as academicYearId',
      'd.enquiry_id as enquiryId',
      'a.application_no as applicationNo',
      'd.student_id as studentId',
      'd.confirmed_at as confirmedAt',
      'd.version',
      'd.created_at as createdAt',
    ]);
}

type Detailed = Awaited<ReturnType<ReturnType<typeof detailed>['execute']>>[number];

function shown(row: Detailed, actor: Actor, codes: ReadonlyMap<string, string>) {
  const write = holds(actor, admissionModules.AdmissionForm, true);
  const steps = new Set(actionsFrom(admissionStates, row.status));
  return {
    ...row,
    mobile: maskPhone(row.mobile),
    enquiryCode: row.enquiryId ? (codes.get(row.enquiryId) ?? null) : null,
    can: {
      confirm: write && steps.has('confirm'),
      cancel: write && steps.has('cancel'),
      change: write && steps.has('cancel'),
      return: write && steps.has('return'),
      fill: write && ['LINK_SENT', 'IN_PROGRESS', 'RETURNED'].includes(row.status),
    },
  };
}

/** A page of the list, newest first. */
export async function admissionPage(db: Db, actor: Actor, input: Filter & PageRequest) {
  const page = await newestFirst(
    detailed(db, actor, input),
    { name: 'createdAt', at: 'd.created_at', id: 'd.id' },
    input,
    () => cappedCount(db, narrowed(db, actor, input)),
  );
  const codes = await codesOf(db, page.rows);
  return { ...page, rows: page.rows.map((row) => shown(row, actor, codes)) };
}

export const listAdmissions = handle(admissionContract.list, ({ db, actor, input }) =>
  admissionPage(db, actor, input),
);

export const getAdmission = handle(admissionContract.get, async ({ db, actor, input, now }) => {
  const admission = ensureFound(
    await db.selectFrom('admission').selectAll().where('id', '=', input.id).executeTakeFirst(),
  );
  const row = ensureFound(
    await detailed(db, { ...actor, academicYearId: admission.academic_year_id }, {})
      .where('d.id', '=', input.id)
      .executeTakeFirst(),
  );
  const applicant = await applicantOf(db, {
    franchiseeId: admission.franchisee_id,
    applicantId: admission.applicant_id,
  });
  const { lines, plan, paid } = await checklistOf(db, { ...admission, applicant }, todayIst(now));
  const base = shown(row, actor, await codesOf(db, [row]));
  const ready = lines.every((line) => line.ok || !line.blocking);
  return {
    ...base,
    can: { ...base.can, confirm: (base.can.confirm ?? false) && ready },
    applicantId: admission.applicant_id,
    ...(await reviewOf(db, { franchiseeId: admission.franchisee_id, id: admission.id }, applicant)),
    flow: admission.flow,
    corrections: await correctionsOf(db, { franchiseeId: admission.franchisee_id, id: admission.id }),
    checklist: lines,
    planStatus: plan.status,
    net: plan.net,
    paid,
    due: plan.due,
  };
});

export const admissionOfEnquiry = handle(admissionContract.ofEnquiry, async ({ db, actor, input }) => {
  const enquiry = ensureFound(await enquiryForAdmission(db, input.enquiryCode));
  const live = await db
    .selectFrom('admission')
    .select('id')
    .where('franchisee_id', '=', enquiry.franchiseeId)
    .where('enquiry_id', '=', enquiry.id)
    .where('academic_year_id', '=', chosenYear(actor))
    .where('status', 'not in', ['CANCELLED', 'EXPIRED'])
    .executeTakeFirst();
  const { mobile, email } = enquiry.guardian;
  const families = await findFamily(db, { phones: mobile ? [mobile] : [], emails: email ? [email] : [] });
  return {
    enquiryCode: enquiry.enquiryCode,
    childName: [enquiry.child.firstName, enquiry.child.lastName].filter(Boolean).join(' '),
    admissionId: live?.id ?? null,
    classId: enquiry.classId,
    daySession: enquiry.session,
    classes: (await classes(db)).map(({ id, name }) => ({ id, name })),
    families: families.map(({ familyId, name, children }) => ({ id: familyId, name, children })),
  };
});

async function locked(db: Db, id: string, version: number) {
  const row = ensureFound(
    await db.selectFrom('admission').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  );
  ensureFresh(row.version === version ? 1 : 0);
  return row;
}

export const changeAdmission = handle(admissionContract.change, async ({ db, input, version }) => {
  const row = await locked(db, input.id, version);
  ensure(actionsFrom(admissionStates, row.status).includes('cancel'), () =>
    refuseAdmission('admission.wrong-state', {
      details: { status: admissionLabels[row.status].toLowerCase() },
    }),
  );
  const { version: fresh } = await db
    .updateTable('admission')
    .set({
      start_on: input.startOn ?? row.start_on,
      class_id: input.classId ?? row.class_id,
      day_session: input.daySession ?? row.day_session,
    })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return { id: row.id, version: fresh };
});

export const cancelAdmission = handle(admissionContract.cancel, async ({ db, input, version, now }) => {
  const row = await locked(db, input.id, version);
  const status = ensureStep(admissionStates, row.status, 'cancel', () =>
    refuseAdmission('admission.wrong-state', {
      details: { status: admissionLabels[row.status].toLowerCase() },
    }),
  );
  await db
    .updateTable('admission')
    .set({ status: 'CANCELLED', cancel_reason: input.reason })
    .where('franchisee_id', '=', row.franchisee_id)
    .where('id', '=', row.id)
    .execute();
  await writeStep(db, {
    kind: 'ADMISSION',
    franchiseeId: row.franchisee_id,
    subjectId: row.id,
    from: row.status,
    to: status,
    action: 'cancel',
    reason: input.reason,
  });
  await freeSeat(
    db,
    {
      franchiseeId: row.franchisee_id,
      yearId: row.academic_year_id,
      classId: row.class_id,
      daySession: row.day_session,
      applicantId: row.applicant_id,
    },
    now,
  );
  return { id: row.id, status };
});
