import { addDays, type Day, startOfDay, todayIst } from '@aangan/contract/period.ts';
import { maskPhone } from '@aangan/contract/phone.ts';
import { actionsFrom } from '@aangan/contract/states.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { cappedCount, newestFirst, type PageRequest } from '@aangan/server/record/keyset.ts';
import { inChosenCentre, personName } from '@aangan/server/sql.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { chosenYear, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { classes } from '../../academics/public.server.ts';
import { enquiryForAdmission } from '../../enquiries/public.server.ts';
import { paymentContract } from '../../finance/payment/payment.contract.ts';
import { formFee } from '../../finance/public.server.ts';
import { asList } from '../application/application.queries.server.ts';
import { type AgeRule, ageCheck } from '../form/age-check.ts';
import { applicantOf } from '../form/answer-sheet.server.ts';
import { applicantMatching, codesOf, mayTakeFee } from '../form/applicant-list.server.ts';
import { correctionsOf } from '../form/corrections.server.ts';
import { loadForm } from '../form/open-form.server.ts';
import { reviewOf } from '../form/review.server.ts';
import { stepsOf } from '../form/step.server.ts';
import { admissionModules } from '../modules.ts';
import { countSeats } from '../seat/seats.server.ts';
import { ageRuleOf } from '../setting/age-rules.server.ts';
import { daySessions, type lanes, registrationContract } from './registration.contract.ts';
import { registrationStates } from './registration.states.ts';
import { openLines } from './verify-registration.server.ts';

const LAPSING_DAYS = 2;

type Lane = (typeof lanes)[number];
const laneStatuses: Readonly<Record<Lane, readonly string[]>> = {
  SENT: ['LINK_SENT'],
  FILLING: ['IN_PROGRESS', 'RETURNED', 'AWAITING_FEE'],
  TO_VERIFY: ['SUBMITTED'],
  HELD: ['VERIFIED'],
  LAPSING: ['VERIFIED'],
};

interface Filter {
  q?: string | undefined;
  lane?: Lane | undefined;
  status?: string | readonly string[] | undefined;
  classId?: number | undefined;
  daySession?: string | undefined;
  verifiedOn?: { from?: Day | undefined; to?: Day | undefined } | undefined;
}

const lapsing = (now: Date) =>
  sql<boolean>`h.until <= ${new Date(now.getTime() + LAPSING_DAYS * 86_400_000).toISOString()}::timestamptz`;

function narrowed(db: Db, actor: Actor, input: Filter, now: Date) {
  let rows = db
    .selectFrom('registration as r')
    .innerJoin('applicant as p', (j) =>
      j.onRef('p.franchisee_id', '=', 'r.franchisee_id').onRef('p.id', '=', 'r.applicant_id'),
    )
    .leftJoin('seat_hold as h', (j) =>
      j
        .onRef('h.franchisee_id', '=', 'r.franchisee_id')
        .onRef('h.for_id', '=', 'r.applicant_id')
        .on('h.for_kind', '=', 'APPLICANT')
        .on('h.status', '=', 'HELD'),
    )
    .where('r.academic_year_id', '=', actor.academicYearId ?? 0);
  rows = rows.where(inChosenCentre(actor, 'r.franchisee_id'));
  const statuses = input.lane ? laneStatuses[input.lane] : asList(input.status);
  if (statuses.length) rows = rows.where('r.status', 'in', statuses as ['SUBMITTED']);
  if (input.lane === 'LAPSING') rows = rows.where(lapsing(now));
  if (input.classId !== undefined) rows = rows.where('r.class_id', '=', input.classId);
  if (input.daySession) rows = rows.where('r.day_session', '=', input.daySession as 'MORNING');
  const { from, to } = input.verifiedOn ?? {};
  if (from) rows = rows.where('r.verified_at', '>=', startOfDay(from).toISOString());
  if (to) rows = rows.where('r.verified_at', '<', startOfDay(addDays(to, 1)).toISOString());
  if (input.q) rows = rows.where(applicantMatching(input.q, 'r.registration_no'));
  return rows;
}

const slots = (condition: string) =>
  sql<number>`(select count(distinct d.slot)::int from applicant_document d where d.franchisee_id = r.franchisee_id and d.applicant_id = r.applicant_id
    and d.replaced_at is null and ${sql.raw(condition)})`;

function detailed(db: Db, actor: Actor, input: Filter, now: Date) {
  return narrowed(db, actor, input, now)
    .innerJoin('class as k', 'k.id', 'r.class_id')
    .leftJoin('application as a', (j) =>
      j.onRef('a.franchisee_id', '=', 'r.franchisee_id').onRef('a.id', '=', 'r.application_id'),
    )
    .leftJoin('admission as d', (j) =>
      j
        .onRef('d.franchisee_id', '=', 'r.franchisee_id')
        .onRef('d.registration_id', '=', 'r.id')
        .on('d.status', 'not in', ['CANCELLED', 'EXPIRED']),
    )
    .leftJoin('app_user as v', 'v.id', 'r.verified_by')
    .leftJoin('app_user as o', 'o.id', 'r.owner_id')
    .select([
      'r.id',
      'r.registration_no as registrationNo',
      'p.child_name as childName',
      'p.date_of_birth as dateOfBirth',
      'p.parent_name as parentName',
      'p.primary_mobile as mobile',
      'r.class_id as classId',
      'k.name as className',
      'r.day_session as daySession',
      'r.academic_year_id as academicYearId',
      'r.status',
      'r.fee_amount as feeAmount',
      'r.fee_status as feeStatus',
      'r.pages_done as pagesDone',
      'r.pages_total as pagesTotal',
      'r.created_at as createdAt',
      'r.submitted_at as submittedAt',
      'r.verified_at as verifiedAt',
      'r.expires_at as expiresAt',
      'r.enquiry_id as enquiryId',
      'r.franchisee_id as franchiseeId',
      'r.version',
      'h.until as holdUntil',
      'a.application_no as applicationNo',
      'd.admission_no as admissionNo',
      'd.id as studentAdmissionId',
      slots('true').as('documentsUploaded'),
      slots(`d.status in ('VERIFIED', 'WAIVED')`).as('documentsVerified'),
      personName('v').as('verifiedBy'),
      personName('o').as('ownerName'),
    ]);
}

type Detailed = Awaited<ReturnType<ReturnType<typeof detailed>['execute']>>[number];

/** Age rules of a page of rows, each asked once. */
async function rulesOf(db: Db, rows: readonly Detailed[]): Promise<ReadonlyMap<string, AgeRule>> {
  const rules = new Map<string, AgeRule>();
  for (const row of rows) {
    const key = `${row.franchiseeId}:${row.academicYearId}:${row.classId}`;
    if (!rules.has(key)) rules.set(key, await ageRuleOf(db, { ...row, yearId: row.academicYearId }));
  }
  return rules;
}

function shown(
  row: Detailed,
  actor: Actor,
  more: { codes: ReadonlyMap<string, string>; rules: ReadonlyMap<string, AgeRule>; today: Day },
) {
  const write = holds(actor, admissionModules.registration, true);
  const steps = new Set(actionsFrom(registrationStates, row.status));
  const rule = more.rules.get(`${row.franchiseeId}:${row.academicYearId}:${row.classId}`);
  return {
    ...row,
    mobile: maskPhone(row.mobile),
    enquiryCode: row.enquiryId ? (more.codes.get(row.enquiryId) ?? null) : null,
    shortDays: rule && row.dateOfBirth ? ageCheck(rule, row.dateOfBirth, more.today).shortDays : null,
    can: {
      takeFee: holds(actor, paymentContract.recordFormFee.module, true) && mayTakeFee(row),
      fill: write && ['LINK_SENT', 'IN_PROGRESS', 'RETURNED'].includes(row.status),
      resend: write && !['CONVERTED', 'CANCELLED', 'EXPIRED'].includes(row.status),
      verify: write && steps.has('verify'),
      return: write && steps.has('return'),
      renewHold: write && (row.status === 'VERIFIED' || steps.has('renew-hold')),
      cancel: write && steps.has('cancel'),
    },
  };
}

async function shownRows(db: Db, actor: Actor, rows: readonly Detailed[], now: Date) {
  const codes = await codesOf(db, rows);
  const rules = await rulesOf(db, rows);
  return rows.map((row) => shown(row, actor, { codes, rules, today: todayIst(now) }));
}

/** A page of the list, newest first. */
export async function registrationPage(db: Db, actor: Actor, input: Filter & PageRequest, now: Date) {
  const page = await newestFirst(
    detailed(db, actor, input, now),
    { name: 'createdAt', at: 'r.created_at', id: 'r.id' },
    input,
    () => cappedCount(db, narrowed(db, actor, input, now)),
  );
  return { ...page, rows: await shownRows(db, actor, page.rows, now) };
}

export const listRegistrations = handle(registrationContract.list, ({ db, actor, input, now }) =>
  registrationPage(db, actor, input, now),
);

export const countRegistrations = handle(registrationContract.counts, async ({ db, actor, now }) => {
  const rows = await narrowed(db, actor, {}, now)
    .select(({ fn }) => [
      'r.status',
      fn.countAll<number>().as('n'),
      sql<number>`count(*) filter (where ${lapsing(now)})::int`.as('lapsing'),
    ])
    .groupBy('r.status')
    .execute();
  const of = (lane: Lane) =>
    rows
      .filter((row) => laneStatuses[lane].includes(row.status))
      .reduce((sum, row) => sum + Number(row.n), 0);
  return {
    lanes: {
      SENT: of('SENT'),
      FILLING: of('FILLING'),
      TO_VERIFY: of('TO_VERIFY'),
      HELD: of('HELD'),
      LAPSING: rows.reduce((sum, row) => sum + (row.status === 'VERIFIED' ? row.lapsing : 0), 0),
    },
  };
});

export const getRegistration = handle(registrationContract.get, async ({ db, actor, input, now }) => {
  const form = await loadForm(db, 'REGISTRATION', input.id);
  const [row] = await detailed(db, { ...actor, academicYearId: form.yearId }, {}, now)
    .where('r.id', '=', input.id)
    .limit(1)
    .execute();
  const applicant = await applicantOf(db, form);
  const { lines, age } = await openLines(db, form, applicant, now);
  const [base] = await shownRows(db, actor, [ensureFound(row)], now);
  return {
    ...ensureFound(base),
    decisionReason: form.decisionReason,
    ...(await reviewOf(db, form, applicant)),
    applicantId: form.applicantId,
    open: lines,
    age: age && { ...age, ok: age.allowed },
    corrections: await correctionsOf(db, form),
    steps: await stepsOf(db, { franchiseeId: form.franchiseeId, subjectId: form.id }),
  };
});

export const registrationOfEnquiry = handle(
  registrationContract.ofEnquiry,
  async ({ db, actor, input, now }) => {
    const enquiry = ensureFound(await enquiryForAdmission(db, input.enquiryCode));
    const yearId = chosenYear(actor);
    const live = await db
      .selectFrom('registration')
      .select('id')
      .where('franchisee_id', '=', enquiry.franchiseeId)
      .where('enquiry_id', '=', enquiry.id)
      .where('academic_year_id', '=', yearId)
      .where('status', 'not in', ['CANCELLED', 'EXPIRED'])
      .executeTakeFirst();
    const offered = [];
    for (const one of await classes(db)) {
      const left: Record<string, number> = {};
      for (const daySession of daySessions) {
        const seats = await countSeats(
          db,
          { franchiseeId: enquiry.franchiseeId, yearId, classId: one.id, daySession },
          { now },
        );
        if (seats) left[daySession] = seats.left;
      }
      offered.push({ id: one.id, name: one.name, left });
    }
    const fee = await formFee(db, {
      franchiseeId: enquiry.franchiseeId,
      referenceType: 'REGISTRATION_FORM',
      yearId,
      classId: enquiry.classId,
    });
    return {
      enquiryCode: enquiry.enquiryCode,
      childName: [enquiry.child.firstName, enquiry.child.lastName].filter(Boolean).join(' '),
      parentName: enquiry.guardian.name,
      classId: enquiry.classId,
      daySession: enquiry.session,
      registrationId: live?.id ?? null,
      classes: offered,
      fee: fee?.amount ?? 0,
    };
  },
);
