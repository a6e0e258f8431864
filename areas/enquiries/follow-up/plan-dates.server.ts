// Next dates of many enquiries at once (enquiries.md 4, Plan): the same preview and action, small sets at once, big ones in
// a job. A fixed visit keeps its date.
import { randomUUID } from 'node:crypto';
import { type Day, todayIst } from '@aangan/contract/period.ts';
import type { JobDeclaration } from '@aangan/server/background/background.ts';
import { runJob } from '@aangan/server/background/outbox.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { several } from '@aangan/server/sql.ts';
import { chosenCentre, chosenYear, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import { refuseEnquiry } from '../enquiries.refusals.ts';
import { mostDaysAhead } from '../enquiry/cadence.ts';
import type { EnquiryFilters } from '../enquiry/enquiry-filters.ts';
import { allOf, enquiryWhere, type WhereContext } from '../enquiry/enquiry-where.server.ts';
import { limitsOf } from '../enquiry/limits.server.ts';
import { ensureNextDate } from '../enquiry/next-date.ts';
import { deskHolidays } from './desk-days.server.ts';
import { followUpWorkContract } from './follow-up-work.contract.ts';
import { type Spread, spreadOver } from './spread.ts';

const MOST = 5000;
const AT_ONCE = 200;
const CHUNK = 500;
const JOB = 'enquiries.plan-follow-ups';

interface Wanted {
  ids?: readonly string[] | undefined;
  filters?: Partial<EnquiryFilters> | undefined;
  spread: Spread;
}

interface Planned {
  ids: string[];
  days: { day: Day; n: number }[];
  over: number;
  visits: number;
}

export const previewPlan = handle(followUpWorkContract.planPreview, async ({ db, actor, input, now }) => {
  const plan = await planOf(db, input, {
    franchiseeId: chosenCentre(actor),
    yearId: chosenYear(actor),
    userId: actor.userId,
    now,
  });
  return { days: plan.days, total: plan.ids.length, over: plan.over, visits: plan.visits };
});

export const planFollowUps = handle(followUpWorkContract.plan, async ({ db, actor, input, now }) => {
  const franchiseeId = chosenCentre(actor);
  const plan = await planOf(db, input, {
    franchiseeId,
    yearId: chosenYear(actor),
    userId: actor.userId,
    now,
  });
  const total = plan.ids.length - plan.over;
  if (total === 0) throw refuseEnquiry('follow-up.plan-empty');
  const days = withIds(plan);
  const planId = randomUUID();
  const queued = total > AT_ONCE;
  const moved = queued ? 0 : await moveDates(db, franchiseeId, days);
  await db
    .insertInto('follow_up_plan')
    .values({
      franchisee_id: franchiseeId,
      id: planId,
      by: userIdOf(actor),
      at: now.toISOString(),
      days: JSON.stringify(days),
      total,
      ...(queued
        ? {}
        : { state: 'DONE' as const, moved, skipped: total - moved, done_at: now.toISOString() }),
    })
    .execute();
  if (queued) await runJob(db, JOB, { franchiseeId, planId }, { franchiseeId, dedupeKey: planId });
  return { planId, total, moved, queued };
});

interface PlanAt extends Pick<WhereContext, 'userId'> {
  franchiseeId: number;
  yearId: number;
  now: Date;
}

async function planOf(db: Db, wanted: Wanted, at: PlanAt): Promise<Planned> {
  const today = todayIst(at.now);
  const days = mostDaysAhead(null, await limitsOf(db, at.franchiseeId));
  ensureNextDate(wanted.spread.from, today, { days, field: 'spread.from' });
  ensureNextDate(wanted.spread.to, today, { days, field: 'spread.to' });
  if (!wanted.ids && !wanted.filters) throw refuseEnquiry('follow-up.plan-empty');
  const where = allOf([
    sql`e.franchisee_id = ${at.franchiseeId}`,
    sql`e.academic_year_id = ${at.yearId}`,
    sql`e.is_open`,
    ...(wanted.ids ? [several('e.id', wanted.ids, 'uuid')] : []),
    ...enquiryWhere(wanted.filters ?? {}, { today, userId: at.userId, franchiseeId: at.franchiseeId }),
  ]);
  const { rows } = await sql<{
    id: string;
    visit: boolean;
  }>`select e.id, ${visitStands(at.now)} as visit from enquiry e
    where ${where} order by e.next_follow_up_on, e.id limit ${sql.lit(MOST)}`.execute(db);
  const ids = rows.filter((row) => !row.visit).map((row) => row.id);
  return {
    ids,
    visits: rows.length - ids.length,
    ...spreadOver(ids.length, wanted.spread, await deskHolidays(db, at.franchiseeId, today)),
  };
}

const visitStands = (now: Date) =>
  sql<boolean>`coalesce(e.stage_code = 'Appointment Fixed' and e.appointment_at > ${now.toISOString()}::timestamptz, false)`;

interface DayOfIds {
  day: Day;
  ids: string[];
}

function withIds({ ids, days }: Planned): DayOfIds[] {
  let from = 0;
  return days
    .filter((one) => one.n > 0)
    .map(({ day, n }) => {
      const mine = ids.slice(from, from + n);
      from += n;
      return { day, ids: mine };
    });
}

/** Sets the dates of those that are still open; answers how many. */
async function moveDates(db: Db, franchiseeId: number, days: readonly DayOfIds[]): Promise<number> {
  let moved = 0;
  for (const { day, ids } of days) {
    const { numAffectedRows } =
      await sql`update enquiry e set next_follow_up_on = ${day}::date, next_follow_up_at = null
      where e.franchisee_id = ${franchiseeId} and e.id = any (${ids}::uuid[]) and e.is_open`.execute(db);
    moved += Number(numAffectedRows ?? 0n);
  }
  return moved;
}

const jobData = z.object({ franchiseeId: z.int(), planId: z.string() });
const storedDays = z.array(z.object({ day: z.string(), ids: z.array(z.string()) }));

/** Big plans, in parts: a part that was done is not done again, for a date that is set twice is the same date. */
export const planJob: JobDeclaration = {
  name: JOB,
  title: 'Next dates of many follow-ups',
  schedule: null,
  onMiss: 'RUN_ONCE',
  maxLateS: 3600,
  timeoutS: 300,
  run: async ({ work, now, data }) => {
    const { franchiseeId, planId } = jobData.parse(data);
    const plan = await work(franchiseeId, (db) =>
      db
        .selectFrom('follow_up_plan')
        .select(['days', 'total'])
        .where('franchisee_id', '=', franchiseeId)
        .where('id', '=', planId)
        .where('state', '=', 'QUEUED')
        .executeTakeFirst(),
    );
    if (!plan) return { ok: 0, failed: 0 };
    let moved = 0;
    for (const { day, ids } of storedDays.parse(plan.days))
      for (let from = 0; from < ids.length; from += CHUNK)
        moved += await work(franchiseeId, (db) =>
          moveDates(db, franchiseeId, [{ day, ids: ids.slice(from, from + CHUNK) }]),
        );
    await work(franchiseeId, (db) =>
      db
        .updateTable('follow_up_plan')
        .set({ state: 'DONE', moved, skipped: plan.total - moved, done_at: now.toISOString() })
        .where('franchisee_id', '=', franchiseeId)
        .where('id', '=', planId)
        .execute(),
    );
    return { ok: moved, failed: plan.total - moved };
  },
};
