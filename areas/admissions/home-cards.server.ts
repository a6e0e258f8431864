// What the home shows of admissions, counted by the conditions of the lists.
import { addDays, addMonths, type Day, startOfDay } from '@aangan/contract/period.ts';
import {
  figuresOf,
  type HomeCard,
  type HomeCards,
  type HomeContext,
  type HomeFigure,
  type HomePoint,
} from '@aangan/server/endpoint/home-card.ts';
import { countUpToCap } from '@aangan/server/record/keyset.ts';
import { inChosenCentre } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import { franchiseeLabels } from '../network/public.server.ts';
import { studentContract } from '../students/student/student.contract.ts';
import { admissionContract } from './admission/admission.contract.ts';
import { applicationContract } from './application/application.contract.ts';
import { admissionModules } from './modules.ts';
import { countSeats, type DaySession } from './seat/seats.server.ts';

const count = { unit: 'count', picture: 'number' } as const;
const register = '/forms/admission/list';

const applications: readonly HomeCard[] = [
  {
    ...count,
    key: 'admissions.to-review',
    title: 'Applications to review',
    on: { centre: 30, counsellor: 32, zone: 24, staff: 30 },
    todo: { action: 'Review', by: admissionModules.registration },
    drill: {
      path: '/forms/application',
      list: applicationContract.list,
      filters: () => ({ status: 'SUBMITTED' }),
      measures: 'rows',
    },
  },
];

const confirmed = ({ today }: HomeContext) => ({ confirmedOn: { from: monthOf(today), to: today } });

const admissions: readonly HomeCard[] = [
  {
    ...count,
    key: 'admissions.to-confirm',
    title: 'Admissions to confirm',
    on: { centre: 32, counsellor: 34, zone: 26, staff: 32 },
    todo: { action: 'Confirm', by: admissionModules.AdmissionForm },
    drill: {
      path: register,
      list: admissionContract.list,
      filters: () => ({ status: 'SUBMITTED' }),
      measures: 'rows',
    },
  },
  {
    ...count,
    key: 'admissions.confirmed-month',
    title: 'Admissions this month',
    on: { centre: 40, zone: 28, operations: 10, owner: 30 },
    drill: { path: register, list: admissionContract.list, filters: confirmed, measures: 'rows' },
  },
  {
    unit: 'count',
    key: 'admissions.confirmed-centres',
    title: 'Admissions this month',
    picture: 'centres',
    on: { zone: 106, operations: 106, owner: 106 },
    drill: { path: register, list: admissionContract.list, filters: confirmed, measures: 'rows' },
  },
];

const seats: readonly HomeCard[] = [
  {
    unit: 'count',
    key: 'admissions.seats',
    title: 'Children and seats by class',
    picture: 'seats',
    on: { centre: 84, counsellor: 84 },
    drill: {
      path: '/students/details/page/1',
      list: studentContract.list,
      filters: () => ({}),
      measures: 'rows',
    },
  },
];

const monthOf = (day: Day): Day => `${day.slice(0, 7)}-01`;
const instant = (day: Day) => sql`${startOfDay(day).toISOString()}::timestamptz`;
const and = (conditions: readonly RawBuilder<unknown>[]) => sql.join([...conditions], sql` and `);

const scopeOf = ({ actor, yearId }: HomeContext): RawBuilder<unknown>[] => [
  sql`d.academic_year_id = ${yearId}`,
  inChosenCentre(actor, 'd.franchisee_id'),
];

const upToCap = (from: RawBuilder<unknown>, key: string) =>
  sql`${countUpToCap(sql`select ${from}`)} as ${sql.id(key)}`;

async function readApplications(db: Db, context: HomeContext) {
  const { rows } = await sql<
    Record<string, number>
  >`select ${upToCap(sql`from application d where ${and(scopeOf(context))} and d.status = 'SUBMITTED'`, 'admissions.to-review')}`.execute(
    db,
  );
  return figuresOf(rows[0]);
}

const confirmedBetween = (context: HomeContext, from: Day, to: Day) =>
  and([
    ...scopeOf(context),
    sql`d.confirmed_at >= ${instant(from)}`,
    sql`d.confirmed_at < ${instant(addDays(to, 1))}`,
  ]);

async function readAdmissions(db: Db, context: HomeContext, wanted: ReadonlySet<string>) {
  const { today } = context;
  const last = addMonths(today, -1);
  const { rows } = await sql<Record<string, number>>`select ${upToCap(
    sql`from admission d where ${and(scopeOf(context))} and d.status = 'SUBMITTED'`,
    'admissions.to-confirm',
  )}, ${upToCap(sql`from admission d where ${confirmedBetween(context, monthOf(today), today)}`, 'now')},
    ${upToCap(sql`from admission d where ${confirmedBetween(context, monthOf(last), last)}`, 'before')}`.execute(
    db,
  );
  const { now, before, ...rest } = figuresOf(rows[0]);
  const figures: Record<string, HomeFigure> = { ...rest };
  if (now) {
    figures['admissions.confirmed-month'] = {
      ...now,
      ...(before ? { before: { n: before.n, period: 'by this date last month' } } : {}),
    };
    if (wanted.has('admissions.confirmed-centres'))
      figures['admissions.confirmed-centres'] = { ...now, points: await byCentre(db, context) };
  }
  return figures;
}

async function byCentre(db: Db, context: HomeContext) {
  const { rows } = await sql<{
    id: number;
    n: number;
  }>`select d.franchisee_id as id, count(*)::int as n from admission d
     where ${confirmedBetween(context, monthOf(context.today), context.today)} group by 1 order by 2 desc limit 400`.execute(
    db,
  );
  const labels = await franchiseeLabels(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({ label: labels.get(row.id) ?? '', n: row.n, centre: row.id }));
}

// Children as the student list has them; free seats as the seat board and a confirmation count them.
async function readSeats(db: Db, { actor, now, yearId }: HomeContext): Promise<Record<string, HomeFigure>> {
  const franchiseeId = actor.franchiseeId;
  if (franchiseeId === null) return {};
  const { rows } = await sql<{ id: number; name: string; children: number; sessions: DaySession[] }>`
    select k.id, k.name, coalesce(h.n, 0)::int as children, coalesce(c.sessions, '{}') as sessions from class k
      left join (select e.class_id, count(*) as n from enrolment e join student s on s.franchisee_id = e.franchisee_id and s.id = e.student_id and s.merged_into is null
         where e.franchisee_id = ${franchiseeId} and e.academic_year_id = ${yearId} and e.status not in ('CANCELLED', 'WITHDRAWN', 'TRANSFERRED') group by 1) h on h.class_id = k.id
      left join (select class_id, array_agg(day_session) as sessions from class_seat where franchisee_id = ${franchiseeId} and academic_year_id = ${yearId} group by 1) c on c.class_id = k.id
     where h.n > 0 or c.sessions is not null order by k.position, k.name`.execute(db);
  const points: HomePoint[] = [];
  let free: number | null = null;
  let kept = 0;
  for (const row of rows) {
    let left: number | null = null;
    let places = 0;
    for (const daySession of row.sessions) {
      const seats = await countSeats(db, { franchiseeId, yearId, classId: row.id, daySession }, { now });
      if (seats) left = (left ?? 0) + Math.max(0, seats.left);
      places += seats?.capacity ?? 0;
      kept += (seats?.held ?? 0) + (seats?.expected ?? 0);
    }
    if (left !== null) free = (free ?? 0) + left;
    points.push({
      label: row.name,
      n: row.children,
      // Of all seats: those kept for applicants are neither taken nor free.
      ...(left === null ? {} : { of: Math.max(row.children, places) }),
      filters: { classId: row.id },
    });
  }
  const n = points.reduce((sum, point) => sum + point.n, 0);
  return { 'admissions.seats': { n, note: seatsText(free, kept), points } };
}

// Without the seats that are kept nobody could reckon the free ones from the bars.
function seatsText(free: number | null, kept: number): string {
  if (free === null) return 'No limit of seats is set';
  const left = free === 0 ? 'No seat free' : free === 1 ? '1 seat free' : `${free} seats free`;
  return kept === 0 ? left : `${left}, ${kept} kept`;
}

export const admissionHomeCards: readonly HomeCards[] = [
  { module: admissionModules.registration, cards: applications, read: readApplications },
  { module: admissionModules.AdmissionForm, cards: admissions, read: readAdmissions },
  { module: 'student', cards: seats, read: readSeats },
];
