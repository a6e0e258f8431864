// Sections and the plans they follow, and how far they are.
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { holdsCode, refuseApproval } from '@aangan/server/work/approval.ts';
import { ensure, ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { type RawBuilder, sql } from 'kysely';
import {
  actsForAll,
  ensureMySection,
  type PlacedSection,
  sectionById,
  sectionDays,
} from '../../academics/public.server.ts';
import { curriculumModules as m } from '../modules.ts';
import { isOpen } from '../plan/window.server.ts';
import { type Counted, type Figures, figuresOf, type Shift, turnOf } from './adherence.ts';

/** Teachers act once they are approved; heads of a centre have no such code. */
const STAFF_APPROVED = 'USER_STAFF_APPROVED';

export const mayTeach = (actor: Actor): boolean =>
  holds(actor, m.Curriculum, true) && (actsForAll(actor) || holdsCode(actor, STAFF_APPROVED));

/** The section, for who reads it: own ones, and all in reach for who compares centres. */
export const readableSection = (db: Db, actor: Actor, id: string, now: Date): Promise<PlacedSection> =>
  holds(actor, m.CurriculumReports, false)
    ? sectionById(db, id)
    : ensureMySection(db, actor, id, todayIst(now));

/** The section, for who teaches it. */
export async function taughtSection(db: Db, actor: Actor, id: string, now: Date): Promise<PlacedSection> {
  const section = await ensureMySection(db, actor, id, todayIst(now));
  ensure(mayTeach(actor), () => refuseApproval('approval.code-missing'));
  return section;
}

export interface Running {
  id: string;
  version: number;
  franchiseeId: number;
  sectionId: string;
  classId: number;
  /** Weekday mask of the section. */
  days: number | null;
  planId: string;
  title: string;
  startsOn: Day;
  /** Days of the plan. */
  count: number;
  daysPerWeek: number;
  shifts: Shift[];
}

/** Running plans of sections `s`, with the shifts that hold. */
export async function runningWhere(db: Db, where: RawBuilder<unknown>): Promise<Running[]> {
  const { rows } = await sql<Running>`
    select r.id, r.version, r.franchisee_id as "franchiseeId", r.section_id as "sectionId", s.class_id as "classId", s.days, r.plan_id as "planId",
        p.title, r.starts_on as "startsOn", p.weeks * p.days_per_week as count, p.days_per_week as "daysPerWeek",
        coalesce((select json_agg(json_build_object('fromPosition', h.from_position, 'idleDays', h.idle_days) order by h.from_position)
          from plan_shift h where h.franchisee_id = r.franchisee_id and h.section_plan_id = r.id and h.taken_back_at is null), '[]') as shifts
      from section_plan r join section s on s.franchisee_id = r.franchisee_id and s.id = r.section_id join curriculum_plan p on p.id = r.plan_id
     where r.ended_on is null and ${where}`.execute(db);
  return rows;
}

/** The running plan of a section, or 404. */
export const runningOf = async (db: Db, { franchiseeId, id }: Pick<PlacedSection, 'franchiseeId' | 'id'>) =>
  ensureFound((await runningWhere(db, sql`r.franchisee_id = ${franchiseeId} and r.section_id = ${id}`))[0]);

/** All days of the section that its plan may need. */
export function planDays(db: Db, plan: Running): Promise<Day[]> {
  const { startsOn: from, count, shifts } = plan;
  return sectionDays(db)(plan, { from, most: turnOf(count, shifts) });
}

/** How many positions have a day among the first `days` days of the section. */
function reachedBy(days: number, { count, shifts }: Pick<Running, 'count' | 'shifts'>): number {
  let position = 0;
  while (position < count && turnOf(position + 1, shifts) <= days) position += 1;
  return position;
}

interface Marks extends Counted {
  planId: string;
  /** Whether the position of today is marked. */
  current: boolean;
}

/** Figures of running plans as of today, by their id: one look at the marks of all of them. */
export async function figuresFor(
  db: Db,
  plans: readonly Running[],
  today: Day,
): Promise<ReadonlyMap<string, Figures>> {
  const daysOf = sectionDays(db);
  const reached: { plan: Running; past: number; current: number }[] = [];
  for (const plan of plans) {
    const days = await daysOf(plan, { from: plan.startsOn, to: today, most: 999 });
    const past = reachedBy(days.filter((day) => day < today).length, plan);
    reached.push({ plan, past, current: reachedBy(days.length, plan) });
  }
  const { rows } = await sql<Marks>`
    select x.section_plan_id as "planId", count(*) filter (where x.state = 'DONE')::int as done, count(*) filter (where x.state = 'PARTLY')::int as partly,
        count(*) filter (where x.state = 'SKIPPED' and x.reason <> 'CLOSED_DAY')::int as skipped,
        count(*) filter (where x.reason = 'CLOSED_DAY')::int as excluded, bool_or(d.position > n.past) as current
      from unnest(${reached.map(({ plan }) => plan.id)}::uuid[], ${reached.map(({ plan }) => plan.franchiseeId)}::int[],
        ${reached.map(({ past }) => past)}::int[], ${reached.map(({ current }) => current)}::int[]) n (id, centre_id, past, upto)
      join curriculum_delivery x on x.franchisee_id = n.centre_id and x.section_plan_id = n.id
      join curriculum_day d on d.id = x.day_id and d.position <= n.upto
     group by 1`.execute(db);
  const marks = new Map(rows.map((row) => [row.planId, row]));
  return new Map(
    reached.map(({ plan, past, current }) => {
      const {
        done = 0,
        partly = 0,
        skipped = 0,
        excluded = 0,
        current: now = false,
      } = marks.get(plan.id) ?? {};
      return [plan.id, figuresOf(now ? current : past, { done, partly, skipped, excluded })];
    }),
  );
}

export interface DayAt {
  dayId: string;
  position: number;
  weekNo: number;
  liveRev: number;
  /** Whether staff of the centre see it now. */
  open: boolean;
  title: string | null;
  state: 'DONE' | 'PARTLY' | 'SKIPPED' | null;
  reason: string | null;
  note: string | null;
  deliveredOn: Day | null;
  dayRev: number | null;
}

/** Days of a running plan with what was taught of them, in their order. */
export async function daysAt(
  db: Db,
  plan: Running,
  { where, now }: { where: RawBuilder<unknown>; now: Date },
): Promise<DayAt[]> {
  const { rows } = await sql<DayAt>`
    select d.id as "dayId", d.position, k.week_no as "weekNo", d.live_rev as "liveRev", d.title, x.state, x.reason, x.note,
        x.delivered_on as "deliveredOn", x.day_rev as "dayRev",
        p.status in ('PUBLISHED', 'ARCHIVED') and d.live_rev > 0
          and ${isOpen({ audience: 'STAFF', plan: sql`p.id`, week: sql`k.week_no`, centre: 'f', now })} as open
      from curriculum_day d join curriculum_week k on k.id = d.week_id join curriculum_plan p on p.id = d.plan_id
      join franchisee f on f.id = ${plan.franchiseeId}
      left join curriculum_delivery x on x.franchisee_id = ${plan.franchiseeId} and x.section_id = ${plan.sectionId} and x.day_id = d.id
     where d.plan_id = ${plan.planId} and ${where} order by d.position limit 400`.execute(db);
  return rows;
}
