import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { istDay } from '@aangan/server/sql.ts';
import { type Actor, holds, mayCall } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { minutesOf } from '../attendance/attendance.ts';
import { certificateContract } from '../certificate/certificate.contract.ts';
import { certificateListing } from '../certificate/certificate.listing.server.ts';
import { certificatesOf } from '../certificate/certificate.server.ts';
import { gatesOn } from '../gate/gate.server.ts';
import { trainingModules as m } from '../modules.ts';
import { performanceContract as contract } from './performance.contract.ts';
import { performances } from './performance.listing.ts';

const today = istDay(sql`now()`);
const yes = (what: ReturnType<typeof sql>) => sql`(case when ${what} then 'YES' else 'NO' end)`;

export const performanceListing = serveListing(performances, {
  from: sql`staff s join franchisee f on f.id = s.franchisee_id
    cross join lateral (select count(*)::int as modules, count(*) filter (where e.status = 'COMPLETED')::int as completed,
        count(*) filter (where e.status in ('APPROVED', 'IN PROGRESS'))::int as open,
        count(*) filter (where e.status in ('REQUESTED', 'APPROVED', 'IN PROGRESS') and e.due_on < ${today})::int as overdue,
        count(*) filter (where e.status = 'COMPLETED' and ${istDay(sql`e.completed_at`)} >= date_trunc('month', ${today})::date)::int as lately,
        round(avg(e.progress_bp))::int as progress, round(avg(e.best_score_bp))::int as mean
      from teacher_enrollment e where e.franchisee_id = s.franchisee_id and e.staff_id = s.id and e.status not in ('REJECTED', 'WITHDRAWN', 'LAPSED')) n
    cross join lateral (select sum(t.attended_s)::bigint as attended, sum(t.held_s)::bigint as held,
        count(*) filter (where t.mark in ('PRESENT', 'PARTIAL'))::int as trainings from training_enrollment t
      where t.franchisee_id = s.franchisee_id and t.staff_id = s.id and t.seat = 'SEATED' and t.mark <> 'NOT_MARKED') a`,
  alias: 's',
  only: () => sql`s.status = 'APPROVED'`,
  columns: {
    staff: 's.name',
    employeeCode: 's.employee_code',
    centre: 'f.company_name',
    modules: 'n.modules',
    completed: 'n.completed',
    progressBp: 'n.progress',
    meanBp: 'n.mean',
    trainings: 'a.trainings',
    attendanceBp: sql`(case when a.held > 0 then (a.attended * 10000 / a.held)::int end)`,
    active: yes(sql`n.open > 0`),
    overdue: yes(sql`n.overdue > 0`),
    thisMonth: yes(sql`n.lately > 0`),
    state: sql`(case when n.overdue > 0 then 'OVERDUE' when n.modules = 0 then 'NONE' when n.completed < n.modules then 'OPEN' else 'DONE' end)`,
    staffId: 's.id',
  },
  can: () => ({}),
});
export const { handlers } = performanceListing;

export const tiles = handle(contract.tiles, async ({ db, actor }) => {
  const count = async (filters: Readonly<Record<string, string>>) => {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n ${await performanceListing.rowsOf({ db, actor }, filters)}`.execute(db);
    return rows[0]?.n ?? 0;
  };
  return {
    active: await count({ active: 'YES' }),
    thisMonth: await count({ thisMonth: 'YES' }),
    overdue: await count({ overdue: 'YES' }),
    expiring: await expiringCount(db, actor),
  };
});

async function expiringCount(db: Db, actor: Actor): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n ${await certificateListing.rowsOf({ db, actor }, { state: ['EXPIRING'] })}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

type Found = OutputOf<typeof contract.record>;

export const record = handle(contract.record, async ({ db, actor, input, now }) => {
  const { rows } = await sql<
    Pick<Found, 'id' | 'name' | 'employeeCode' | 'centre'> & {
      user_id: string | null;
      franchisee_id: number;
      status: string;
    }
  >`
    select s.id, s.name, s.employee_code as "employeeCode", f.company_name as centre, s.user_id, s.franchisee_id, s.status
      from staff s join franchisee f on f.id = s.franchisee_id where s.id = ${input.staffId}`.execute(db);
  const { user_id, franchisee_id, status, ...staff } = ensureFound(rows[0]);
  const own = user_id !== null && user_id === actor.userId;
  // A colleague is not there for whoever only learns.
  ensure(own || holds(actor, m.teacherPerformance, false), () => refuse('row.not-found'));
  const of = { franchiseeId: franchisee_id, staffId: staff.id };
  const trainings = await trainingsOf(db, of);
  const modules = await modulesOf(db, of, todayIst(now));
  const scores = modules.flatMap(({ bestScoreBp, status }) =>
    bestScoreBp === null || status === 'REJECTED' || status === 'WITHDRAWN' || status === 'LAPSED'
      ? []
      : [bestScoreBp],
  );
  const marked = trainings.filter(({ mark }) => mark !== 'NOT_MARKED');
  const held = marked.reduce((sum, one) => sum + one.held, 0);
  const attended = marked.reduce((sum, one) => sum + one.attended, 0);
  return {
    ...staff,
    own,
    meanBp:
      scores.length === 0 ? null : Math.round(scores.reduce((sum, one) => sum + one, 0) / scores.length),
    attendanceBp: held === 0 ? null : Math.floor((attended * 10_000) / held),
    trainings: trainings.map(({ attended: got, held: of_, ...row }) => ({
      ...row,
      attendedMin: minutesOf(got),
      heldMin: minutesOf(of_),
    })),
    modules,
    attempts: await attemptsOf(db, of),
    certificates: await certificatesOf(db, actor, { ...of, now }),
    lacks: await lacksOf(db, of, todayIst(now)),
    can: { issue: !own && status === 'APPROVED' && mayCall(actor, certificateContract.issue) },
  };
});

async function lacksOf(db: Db, { franchiseeId, staffId }: Of, day: string): Promise<Found['lacks']> {
  const { rows } = await sql<Found['lacks'][number]>`
    select g.id, g.work, t.name as certificate from (${gatesOn(sql`${day}::date`)}) q join training_gate g on g.id = q.gate_id
      join certificate_type t on t.id = g.certificate_type_id
     where q.franchisee_id = ${franchiseeId} and q.staff_id = ${staffId} and not q.held order by t.name, g.work`.execute(
    db,
  );
  return rows;
}

interface Of {
  franchiseeId: number;
  staffId: string;
}

async function trainingsOf(db: Db, { franchiseeId, staffId }: Of) {
  const { rows } = await sql<
    Omit<Found['trainings'][number], 'attendedMin' | 'heldMin'> & { attended: number; held: number }
  >`
    select e.id, t.title, t.code, t.from_date as "fromDate", t.to_date as "toDate", t.status, e.response, e.mark, e.attended_s as attended, e.held_s as held
      from training_enrollment e join training t on t.id = e.training_id
     where e.franchisee_id = ${franchiseeId} and e.staff_id = ${staffId} and (e.seat = 'SEATED' or e.response = 'DECLINED')
     order by t.from_date desc, e.id limit 200`.execute(db);
  // Who has declined was never marked: their seat was given back first.
  return rows;
}

async function modulesOf(db: Db, { franchiseeId, staffId }: Of, day: string) {
  const { rows } = await sql<Found['modules'][number]>`
    select e.id, m.title, e.status, e.due_on as "dueOn", coalesce(e.status in ('REQUESTED', 'APPROVED', 'IN PROGRESS') and e.due_on < ${day}::date, false) as overdue,
        e.progress_bp as "progressBp", e.best_score_bp as "bestScoreBp", e.completed_at as "completedAt"
      from teacher_enrollment e join teacher_module m on m.id = e.module_id
     where e.franchisee_id = ${franchiseeId} and e.staff_id = ${staffId} order by e.created_at desc, e.id limit 200`.execute(
    db,
  );
  return rows.map((row) => ({
    ...row,
    completedAt: row.completedAt === null ? null : new Date(row.completedAt).toISOString(),
  }));
}

async function attemptsOf(db: Db, { franchiseeId, staffId }: Of) {
  const { rows } = await sql<Found['attempts'][number]>`
    select t.id, a.title as test, m.title as module, t.attempt_no as "attemptNo", t.status, t.started_at as "startedAt", t.score_bp as "scoreBp", t.passed
      from assessment_attempt t join teacher_enrollment e on e.franchisee_id = t.franchisee_id and e.id = t.enrollment_id
      join teacher_assessment a on a.id = t.assessment_id join teacher_module m on m.id = e.module_id
     where t.franchisee_id = ${franchiseeId} and e.staff_id = ${staffId} order by t.started_at desc, t.id limit 200`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, startedAt: new Date(row.startedAt).toISOString() }));
}
