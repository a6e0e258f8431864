import { ageOn, formatAge, todayIst } from '@aangan/contract/period.ts';
import { maskPhone } from '@aangan/contract/phone.ts';
import { actionsFrom } from '@aangan/contract/states.ts';
import { type Actor, holds } from '@aangan/server/actor.ts';
import { ensureFound } from '@aangan/server/ensure.ts';
import { handle } from '@aangan/server/handle.ts';
import { readCursor, writeCursor } from '@aangan/server/record-cursor.ts';
import type { Db } from '@aangan/server/unit-of-work.ts';
import { sql } from 'kysely';
import { enquiriesByIds, enquiryForAdmission } from '../../enquiries/public.server.ts';
import { answersOf, applicantOf } from '../form/answer-sheet.server.ts';
import { loadForm } from '../form/open-form.server.ts';
import { stepsOf } from '../form/step.server.ts';
import { admissionModules } from '../modules.ts';
import { countSeats, holdOf } from '../seat/seats.server.ts';
import { placeOf } from '../seat/waiting-list.server.ts';
import { ageOfApplicant } from '../setting/age-rules.server.ts';
import { flowOf } from '../setting/settings.server.ts';
import { applicationContract } from './application.contract.ts';
import { applicationStates } from './application.states.ts';

const COUNT_CAP = 10_000;
const ORDER = 'createdAt';
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
  if (actor.franchiseeId !== null) rows = rows.where('a.franchisee_id', '=', actor.franchiseeId);
  const statuses = asList(input.status);
  if (statuses.length) rows = rows.where('a.status', 'in', statuses as ['SUBMITTED']);
  if (input.classId !== undefined) rows = rows.where('a.class_id', '=', input.classId);
  if (input.enquiryId !== undefined) rows = rows.where('a.enquiry_id', '=', input.enquiryId);
  if (input.q) {
    const like = `%${input.q.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
    rows = rows.where((eb) =>
      eb.or([
        eb('p.child_name', 'ilike', like),
        eb('p.parent_name', 'ilike', like),
        eb('a.application_no', 'ilike', like),
        eb('p.primary_mobile', 'like', like),
      ]),
    );
  }
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

async function codesOf(db: Db, rows: readonly { enquiryId: string | null }[]): Promise<Map<string, string>> {
  const ids = rows.flatMap((row) => (row.enquiryId ? [row.enquiryId] : []));
  return new Map(
    [...(await enquiriesByIds(db, ids)).values()].map((enquiry) => [enquiry.id, enquiry.enquiryCode]),
  );
}

export const listApplications = handle(applicationContract.list, async ({ db, actor, input: asked }) => {
  const { enquiryCode, ...input } = { ...asked, ...(await enquiryOf(db, asked.enquiryCode)) };
  const cursor = input.after ? readCursor(input.after, ORDER) : null;
  const total = cursor?.total ?? (await count(db, actor, input));
  let page = detailed(db, actor, input)
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(input.limit + 1);
  if (cursor)
    page = page.where(
      sql<boolean>`(a.created_at, a.id) < (${cursor.value}::timestamptz, ${cursor.id}::uuid)`,
    );
  const found = await page.execute();
  const rows = found.slice(0, input.limit);
  const last = rows.at(-1);
  const codes = await codesOf(db, rows);
  const next =
    found.length > input.limit && last
      ? writeCursor({ sort: ORDER, value: last.createdAt, id: last.id, total })
      : null;
  return { rows: rows.map((row) => shown(row, actor, codes)), next, total };
});

// An unknown code finds nothing, as any other filter.
async function enquiryOf(db: Db, code: string | undefined): Promise<{ enquiryId?: string }> {
  return code === undefined ? {} : { enquiryId: (await enquiryForAdmission(db, code))?.id ?? NO_ENQUIRY };
}

async function count(db: Db, actor: Actor, input: Filter): Promise<{ n: number; more: boolean }> {
  const some = narrowed(db, actor, input)
    .select(sql<number>`1`.as('one'))
    .limit(COUNT_CAP + 1)
    .as('some');
  const { n } = await db
    .selectFrom(some)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { n: Math.min(n, COUNT_CAP), more: n > COUNT_CAP };
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
    answers: answersOf(applicant),
    decisionReason: form.decisionReason,
    ageText: ageNow ? formatAge(ageNow) : null,
    applicantId: form.applicantId,
    flow: await flowOf(db, form.franchiseeId, form.classId),
    age: age && { ...age, ok: age.allowed },
    seatsLeft: seats ? Math.max(0, seats.left) : null,
    place: form.status === 'WAITLISTED' ? await placeOf(db, form, form.id) : null,
    offerUntil: hold?.kind === 'OFFER' ? hold.until : null,
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
